"""The table as it is kept in memory."""

from __future__ import annotations

from typing import Any

import pytest

from omerta.games import GAMES
from omerta.server.table import entries as log
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table
from omerta.server.wire.protocol import Settings

FORGOTTEN = {
    *("answers", "tail", "coming", "shown", "foreseen", "owned"),
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
