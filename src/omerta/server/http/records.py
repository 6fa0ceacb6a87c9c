"""Finished games: the record that everybody may have, and its check."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence

from pydantic import ValidationError

from omerta.core import CHANCE, Answer, Game, Record, Refused
from omerta.games import GAMES
from omerta.server.http.forms import Correction, GameRecord, RecordAnswer
from omerta.server.table import entries as log
from omerta.server.table import fair
from omerta.server.table.entries import Entry
from omerta.server.table.fold import fold, pairs


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
        taken_back=[
            Correction(
                place=kept // 2,
                answers=[
                    RecordAnswer(seat=seat, choice=choice, label="", of=[])
                    for seat, choice in pairs(answers)
                ],
            )
            for kept, answers in table.corrections
        ],
    )


def _answers(game: Game, answers: list[tuple[int, int]]) -> list[RecordAnswer]:
    found: list[RecordAnswer] = []
    for place, (seat, choice) in enumerate(answers):
        ask = game.asked(seat)
        label, of = "", []
        if seat == CHANCE and ask is not None:
            label, of = fair.label(place, ask.point.name), list(ask.choices)
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
            events.append((fair.label(place, ask.point.name), list(ask.choices), answer.choice))
        try:
            game.answer(answer.seat, answer.choice)
        except Refused:
            is_legal = False
            break
    checked = fair.check(record.game_id, record.commit, record.server_seed, record.seeds, events)
    return checked._replace(is_legal=is_legal)


# Records as text.


class BadRecord(ValueError):
    """Something that is not the record of a game, and why."""


def write(record: GameRecord) -> str:
    """The record as people read it: a header, the deal as a position, and the moves.

    The header carries everything that `read` needs, so the text can be checked as well.
    """
    answers = [Answer(answer.seat, answer.choice) for answer in record.answers]
    played = Record(GAMES[record.game], record.options, len(record.seeds), answers)
    began = datetime.datetime.fromtimestamp(record.began / 1000, datetime.UTC)
    changed = {
        option.name: record.options[option.name]
        for option in GAMES[record.game].option_table
        if record.options.get(option.name, option.default) != option.default
    }
    return played.text(
        {
            "id": record.id,
            "options": json.dumps(changed),
            "names": json.dumps(record.names, ensure_ascii=False),
            "date": began.strftime("%Y-%m-%d %H:%M UTC"),
            "times": f"{record.began} {record.ended}",
            "winners": " ".join(map(str, record.winners)),
            "fair-game": record.game_id,
            "fair-commit": record.commit,
            "fair-server-seed": record.server_seed,
            "fair-seeds": json.dumps(record.seeds),
            "answers": _line(record.answers),
            **_corrections(record),
        }
    )


def _corrections(record: GameRecord) -> dict[str, str]:
    lines = [f"{taken.place} {_line(taken.answers)}" for taken in record.taken_back]
    return {"taken-back": " | ".join(lines)} if lines else {}


def _line(answers: Sequence[RecordAnswer]) -> str:
    return " ".join(f"{answer.seat}:{answer.choice}" for answer in answers)


def read(text: str) -> GameRecord:
    """The inverse of `write`; the JSON of the lobby is read too. `BadRecord` says what is wrong."""
    try:
        if text.lstrip().startswith("{"):
            return GameRecord.model_validate_json(text)
        return _from_header(text)
    except (ValidationError, ValueError, KeyError) as error:
        raise BadRecord(f"this is not the record of a game: {error}") from None


def _from_header(text: str) -> GameRecord:
    header: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("```"):
            break
        key, _, value = line.partition(":")
        header[key.strip()] = value.strip()
    rulebook = GAMES[header["game"]]
    began, ended = header["times"].split()
    taken_back = []
    for words in filter(None, header.get("taken-back", "").split(" | ")):
        place, _, line = words.partition(" ")
        taken_back.append(Correction(place=int(place), answers=_from_line(line)))
    return GameRecord(
        format="omerta-record-1",
        id=header["id"],
        game=header["game"],
        version=int(header["version"]),
        options=rulebook.options(json.loads(header["options"])).values,
        names=json.loads(header["names"]),
        began=int(began),
        ended=int(ended),
        winners=[int(seat) for seat in header["winners"].split()],
        game_id=header["fair-game"],
        commit=header["fair-commit"],
        server_seed=header["fair-server-seed"],
        seeds=json.loads(header["fair-seeds"]),
        answers=_from_line(header["answers"]),
        taken_back=taken_back,
    )


def _from_line(line: str) -> list[RecordAnswer]:
    answers = []
    for word in line.split():
        seat, _, choice = word.partition(":")
        answers.append(RecordAnswer(seat=int(seat), choice=int(choice), label="", of=[]))
    return answers
