"""Finished games: the record that everybody may have, and its check."""

from __future__ import annotations

from collections.abc import Sequence

from omerta.core import CHANCE, Game, Refused
from omerta.games import GAMES
from omerta.server import entries as log
from omerta.server import fair
from omerta.server.entries import Entry
from omerta.server.forms import GameRecord, RecordAnswer
from omerta.server.table import fold, pairs


def record_of(entries: Sequence[Entry]) -> GameRecord:
    """The record of a finished game, with the label and the choices of every random event."""
    table = fold(entries)
    assert table.phase in ("over", "closed"), "the record of a running game contains the deal"
    began = next(entry.at for entry in entries if isinstance(entry.body, log.Dealt))
    outcome = None if table.game is None else table.rulebook.outcome(table.game)
    return GameRecord(
        format="omerta-record-1",
        id=table.id,
        game=table.rulebook.name,
        version=table.rulebook.version,
        options=table.options,
        names=[chair.name for chair in table.chairs],
        began=began,
        ended=table.ended_at,
        winners=[] if outcome is None else list(outcome.winners),
        game_id=table.game_id,
        commit=table.commit,
        server_seed=table.server_seed,
        seeds=[chair.seed for chair in table.chairs],
        answers=_answers(table.new_game(), pairs(table.answers)),
    )


def _answers(game: Game, answers: list[tuple[int, int]]) -> list[RecordAnswer]:
    found: list[RecordAnswer] = []
    for place, (seat, choice) in enumerate(answers):
        ask = game.asked(seat)
        label, of = "", []
        if seat == CHANCE and ask is not None:
            label, of = fair.label(place, ask.point), list(ask.choices)
        found.append(RecordAnswer(seat=seat, choice=choice, label=label, of=of))
        game.answer(seat, choice)
    return found


def verify(record: GameRecord) -> fair.Check:
    """Recompute every random event of a record from its seeds.

    The choices of each event come from replaying the game, not from the record.
    """
    rulebook = GAMES[record.game]
    game: Game = rulebook.deal(rulebook.options(record.options), len(record.seeds))
    events: list[tuple[str, Sequence[int], int]] = []
    is_legal = True
    for place, answer in enumerate(record.answers):
        ask = game.asked(answer.seat)
        if answer.seat == CHANCE and ask is not None:
            events.append((fair.label(place, ask.point), list(ask.choices), answer.choice))
        try:
            game.answer(answer.seat, answer.choice)
        except Refused:
            is_legal = False
            break
    checked = fair.check(record.game_id, record.commit, record.server_seed, record.seeds, events)
    return checked._replace(is_legal=is_legal)
