"""Letters: an event in bytes is what the protocol says it is."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from omerta.games import GAMES
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table, fold
from omerta.server.table.plan import Plan
from omerta.server.table.state import Heard
from omerta.server.table.viewers import viewers
from omerta.server.telling import scene
from omerta.server.telling.letters import Letters
from omerta.server.wire import protocol

MOVES = 300


def dealt(game: str, options: dict[str, str]) -> Table:
    """A game that has just begun."""
    book = GAMES[game]
    seats = 6 if game == "palermo" else 4
    bodies: list[log.AnyBody] = [
        log.Made(
            code="ABCDEF",
            game=game,
            version=book.version,
            seats=seats,
            options=book.option_values(book.options(options)),
            settings=protocol.Settings(),
            host="person-0",
            game_id="t-1",
            server_seed="00" * 32,
        )
    ]
    for seat in range(seats):
        bodies.append(log.Sat(seat=seat, person=f"person-{seat}", name=f"Person {seat}"))
        bodies.append(log.Sown(seat=seat, seed=f"seed {seat}"))
    if options:
        bodies.append(log.Runs(person="master", name="Gina"))
    return fold([Entry("t", seq, seq, body) for seq, body in enumerate(bodies, start=1)])


def go_on(table: Table, tried: Plan) -> Heard:
    return table.apply(
        Entry(table.id, table.seq + 1, table.at + 1000, tried.body, tried.heard), tried.game
    )


def any_move(table: Table, rng: Random) -> Plan:
    """A whole move of somebody who is asked, or the end of some time."""
    ask = rng.choice(list(table.asks()))
    if ask.seat < 0:
        return play.lapse(table, [ask.seat])
    trial = play.copy(table)
    answers = [rng.choice(list(ask.choices))]
    trial.answer(ask.seat, answers[0])
    while (follow := trial.asked(ask.seat)) is not None and follow.continues:
        answers.append(rng.choice(list(follow.choices)))
        trial.answer(ask.seat, answers[-1])
    return play.move(table, ask.seat, answers)


def assert_choices_are_described(table: Table, letter: bytes, viewer: int) -> None:
    ask = table.asked(viewer)
    if ask is not None:
        described = msgspec.json.encode(table.rulebook.describe(table.game, ask))
        assert b'"choices":%b,' % described in letter


def timeless(text: bytes) -> bytes:
    return re.sub(rb'"now":\d+', b'"now":0', text)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "options"),
    [("mafia-city", {}), ("downtown", {}), ("palermo", {}), ("palermo", {"gm": "human"})],
)
def test_a_letter_is_the_event_of_the_protocol(
    game: str, options: dict[str, str], seed: int
) -> None:
    rng = Random(seed)
    table = dealt(game, options)
    tried = play.deal(table)
    for _ in range(MOVES):
        heard = go_on(table, tried)
        letters = Letters(table, heard)
        for viewer in viewers(heard.mask):
            event = protocol.encode(scene.event(table, heard, viewer))
            assert timeless(letters.to(viewer)) == timeless(event)
            assert_choices_are_described(table, letters.to(viewer), viewer)
        if table.phase != "playing":
            break
        tried = any_move(table, rng)
    else:
        assert table.seq > MOVES


def test_what_was_said_goes_out_without_a_view() -> None:
    table = dealt("mafia-city", {})
    go_on(table, play.deal(table))
    told = log.Told(name="Person 1", seat=1, text="Trust me.")
    heard = table.apply(Entry("t", table.seq + 1, table.at + 1, told, table.everybody()))
    letter = protocol.decode_server(Letters(table, heard).to(2))
    assert isinstance(letter, protocol.Event)
    assert letter.said is not None
    assert letter.said.text == "Trust me."
    assert letter.view is None
