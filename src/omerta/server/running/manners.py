"""Manners among strangers: whom a person blocks, and what is reported to the operator."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from omerta.server.table.clock import now
from omerta.server.table.fold import Table
from omerta.server.table.refusals import NotAllowed

if TYPE_CHECKING:
    from omerta.server.running.house import House

MOST_BLOCKED: Final = 200
MOST_QUOTED: Final = 20
"""Things said at the table that go with a report: only what the reporter has heard."""

REPORT: Final = "report"


class Blocked(msgspec.Struct):
    """Somebody whom a person does not want to meet."""

    id: str
    """By what the person can name them; it tells nothing else."""
    name: str
    person: str


class Report(msgspec.Struct):
    """What somebody tells the operator about somebody else."""

    table: str
    by: str
    about: str
    name: str
    reason: str
    text: str
    said: list[str]
    """What was heard at the table before, `name: text`, the last one last."""


async def block(house: House, person: str, other: str, name: str) -> None:
    """Do not meet this one any more."""
    if len(await house.store.recall_all(_kind(person), MOST_BLOCKED)) >= MOST_BLOCKED:
        raise NotAllowed("server.problem.too_many_blocked", number=MOST_BLOCKED)
    await house.store.remember(_kind(person), other, name.encode(), now())


async def unblock(house: House, person: str, other: str) -> None:
    """Do not block this person any more."""
    await house.store.forget(_kind(person), other)


async def blocked(house: House, person: str) -> list[Blocked]:
    """Whom a person blocks, newest first."""
    return [
        Blocked(house.people.mark_of(f"{person}/{memo.key}"), memo.value.decode(), memo.key)
        for memo in await house.store.recall_all(_kind(person), MOST_BLOCKED)
    ]


async def is_blocked(house: House, person: str, by: str) -> bool:
    """Whether `by` does not want to meet this person."""
    return await house.store.recall(_kind(by), person) is not None


async def report(house: House, table: Table, by: str, seat: int, reason: str, text: str) -> None:
    """Tell the operator about whoever sits on this chair."""
    chair = table.chairs[seat]
    written = Report(
        table=table.id,
        by=by,
        about=chair.person,
        name=chair.name,
        reason=reason,
        text=text,
        said=_heard(table, by),
    )
    key = secrets.token_hex(4)
    await house.store.remember(REPORT, key, msgspec.json.encode(written), now())
    house.metrics.reports.inc()
    house.journal.warning("somebody was reported", table=table.id, report=key, reason=reason)


def _heard(table: Table, person: str) -> list[str]:
    """What was said lately and heard by this person."""
    seats = table.seats_of(person)
    said = [
        f"{heard.told.name}: {heard.told.text}"
        for heard in table.tail
        if heard.told is not None and any(heard.mask >> seat & 1 for seat in seats)
    ]
    return said[-MOST_QUOTED:]


def _kind(person: str) -> str:
    return f"block:{person}"
