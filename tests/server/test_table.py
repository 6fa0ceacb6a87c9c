"""The table as it is kept in memory."""

from __future__ import annotations

from typing import Any

import pytest

from omerta.core import CHANCE, CLOCK
from omerta.games import GAMES
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table
from omerta.server.wire.protocol import Settings

FORGOTTEN = {
    *("answers", "tail", "coming", "shown", "foreseen"),
    *("_open_before", "_run_by"),
}
"""What a table needs for its past and its memory alone, not for what comes next."""


def made() -> Entry:
    book = GAMES["mafia-city"]
    return Entry(
        "t",
        1,
        0,
        log.Made(
            code="ABCDEF",
            game=book.name,
            version=book.version,
            seats=4,
            options=book.options({}).values,
            settings=Settings(),
            host="ann",
            game_id="t-1",
            server_seed="00" * 32,
        ),
    )


def fields(table: Table) -> dict[str, Any]:
    return {name: value for name, value in vars(table).items() if name not in FORGOTTEN}


@pytest.mark.pure_only
def test_a_preview_begins_with_every_field_of_the_table() -> None:
    table = Table(made())
    table.apply(Entry("t", 2, 5, log.Sat(seat=1, person="bob", name="Bob")))
    for name, value in fields(table).items():
        if isinstance(value, int) and name not in ("made", "seq", "at"):
            setattr(table, name, value + 7)
    table.master, table.next, table.phase = "cat", "u", "over"
    copied = table._copy()
    one, other = fields(table), fields(copied)
    assert [vars_of(chair) for chair in one.pop("chairs")] == [
        vars_of(chair) for chair in other.pop("chairs")
    ]
    assert one == other


def vars_of(chair: Any) -> dict[str, Any]:
    return {name: getattr(chair, name) for name in chair.__slots__}


def test_what_a_preview_does_is_not_done_to_the_table() -> None:
    table = Table(made())
    after = table.preview(Entry("t", 2, 5, log.Sat(seat=1, person="bob", name="Bob")), None)
    assert (after.seq, after.chairs[1].name, after.free) == (2, "Bob", 3)
    assert (table.seq, table.chairs[1].name, table.free) == (1, "", 4)


def dealt() -> Table:
    """A table at which four computer players have been dealt their cards."""
    table = Table(made())
    for seat in range(4):
        body = log.Hired(seat=seat, level="random", name=f"C{seat}", seed="s")
        table.apply(Entry("t", table.seq + 1, 5, body))
    deal = play.deal(table)
    table.apply(Entry("t", table.seq + 1, 6, deal.body, deal.heard), deal.game)
    return table


def next_move(table: Table) -> Entry:
    plan = play.lapse(table, [table.asks()[0].seat])
    return Entry("t", table.seq + 1, 7, plan.body, plan.heard)


def looks(table: Table) -> tuple[Any, ...]:
    """All that can be seen of a table, its game included."""
    position = table.game and tuple(table.rulebook.position(table.game))
    past = (list(table.answers), len(table.tail), table.moves[:], table.corrections[:])
    alike = (table.seq, table.at, table.phase, table.options, list(table.count), table.deal is None)
    asks = [(ask.seat, ask.point.name) for ask in table.asks()]
    chairs = [(chair.kind, chair.name, chair.person, chair.away) for chair in table.chairs]
    return (position, past, alike, asks, chairs, dict(table.since), table.host, set(table.wishes))


BAD: dict[str, log.AnyBody] = {
    "a refused answer": log.Played(answers=[0, 10**9], seat=CLOCK, by="time"),
    "no answer": log.Played(answers=[], seat=0),
    "a strange seat": log.Replaced(seat=9, level="random"),
    "half a change": log.Changed(options={"no such": "1"}, settings=Settings(), seats=6),
    "nothing to take back": log.TakenBack(kept=0, entry=3),
}


@pytest.mark.parametrize("what", BAD)
def test_an_entry_that_cannot_be_applied_leaves_the_table_as_it_was(what: str) -> None:
    table = dealt()
    before = looks(table)
    entry = Entry("t", table.seq + 1, 99, BAD[what], table.everybody())
    with pytest.raises(Exception, match=r".*"):
        table.apply(entry)
    assert looks(table) == before
    good = next_move(table)
    table.apply(good)
    assert table.seq == good.seq


def test_a_move_of_which_the_last_answer_is_refused_is_not_begun() -> None:
    table = dealt()
    before = looks(table)
    entry = next_move(table)
    assert isinstance(entry.body, log.Played)
    entry.body.answers += (0, 10**9)
    with pytest.raises(Exception, match=r".*"):
        table.apply(entry)
    assert looks(table) == before
    table.apply(next_move(table))


def test_a_deal_that_cannot_be_applied_leaves_the_lobby_as_it_was() -> None:
    table = Table(made())
    before = looks(table)
    with pytest.raises(Exception, match=r".*"):
        table.apply(Entry("t", 2, 99, log.Dealt(answers=[CHANCE, 10**9]), 1))
    assert looks(table) == before


def test_an_entry_for_ears_that_nobody_knows_changes_nothing() -> None:
    table = dealt()
    before = looks(table)
    entry = next_move(table)
    entry.heard = 1 << 40
    with pytest.raises(AssertionError):
        table.apply(entry)
    assert looks(table) == before
