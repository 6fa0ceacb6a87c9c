"""One person on several devices: codes that carry a guest over, and tokens that are taken back."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from omerta.server.table.clock import now
from omerta.server.table.refusals import NotAllowed

if TYPE_CHECKING:
    from omerta.server.running.house import House

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 8
CODE_LASTS: Final = 10 * 60_000
"""Milliseconds for which a code can be used, once."""

MOST_DEVICES: Final = 20

CODE: Final = "code"
REVOKED: Final = "revoked"
"""Kinds of memos; the devices of a person are a kind of their own."""


class Passage(msgspec.Struct):
    """What a code stands for."""

    person: str
    device: str
    """The device that has shown the code."""
    name: str
    """How the person calls that device."""
    moves: bool
    """Whether that device gives the person up when the code is used."""
    until: int


class Device(msgspec.Struct):
    """A device on which a person is at home."""

    id: str
    name: str
    since: int


def new_device() -> str:
    """What tells the token of one device from that of another."""
    return secrets.token_hex(6)


async def is_revoked(house: House, person: str, device: str) -> bool:
    """Whether the token of this device counts no more."""
    return await house.store.recall(REVOKED, f"{person}.{device}") is not None


async def new_code(
    house: House, person: str, device: str, name: str, *, moves: bool
) -> tuple[str, int]:
    """A code that brings this person to another device, and until when."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    passage = Passage(person, device, name, moves, now() + CODE_LASTS)
    await house.store.remember(CODE, _kept(house, code), msgspec.json.encode(passage), now())
    return code, passage.until


async def use_code(house: House, code: str, name: str) -> tuple[str, str]:
    """Person and new device for whoever knows a code; it is of no use a second time."""
    tidy = "".join(letter for letter in code.upper() if letter.isalnum())
    memo = await house.store.forget(CODE, _kept(house, tidy))
    passage = None if memo is None else msgspec.json.decode(memo.value, type=Passage)
    if passage is None or passage.until < now():
        raise NotAllowed("server.problem.no_such_code")
    if await is_revoked(house, passage.person, passage.device):
        raise NotAllowed("server.problem.no_such_code")
    device = new_device()
    if passage.moves:
        await revoke(house, passage.person, passage.device)
    else:
        await _note(house, passage.person, passage.device, passage.name)
    await _note(house, passage.person, device, name)
    return passage.person, device


async def devices(house: House, person: str) -> list[Device]:
    """The devices of a person that are known, newest first."""
    return [
        Device(memo.key, memo.value.decode(), memo.at)
        for memo in await house.store.recall_all(_kind(person), MOST_DEVICES)
    ]


async def revoke(house: House, person: str, device: str) -> None:
    """The token of this device counts no more, and what is connected with it is sent away."""
    await house.store.remember(REVOKED, f"{person}.{device}", b"", now())
    await house.store.forget(_kind(person), device)
    await house.look_round()


async def forget_old_codes(house: House) -> None:
    """Throw codes away that nobody has used."""
    for memo in await house.store.recall_all(CODE):
        if memo.at < now() - CODE_LASTS:
            await house.store.forget(CODE, memo.key)


async def _note(house: House, person: str, device: str, name: str) -> None:
    kind = _kind(person)
    if await house.store.recall(kind, device) is None:
        await house.store.remember(kind, device, name.encode(), now())


def _kept(house: House, code: str) -> str:
    """A code as it is stored: whoever reads the database cannot use it."""
    return house.people.mark_of(f"code:{code}")


def _kind(person: str) -> str:
    return f"device:{person}"
