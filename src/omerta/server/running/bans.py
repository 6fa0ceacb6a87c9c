"""Bans: people and addresses that the operator does not let in."""

from __future__ import annotations

import ipaddress
from typing import Final

import msgspec

from omerta.server.store import Store
from omerta.server.table.clock import now

KIND: Final = "ban"
PERSON, ADDRESS = "person", "address"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Ban(msgspec.Struct):
    """Who is not let in, for how long, and why."""

    what: str
    """`person` or `address`."""
    who: str
    """The id of a person, or an address or network."""
    until: int = 0
    """0 for ever."""
    why: str = ""


class BadBan(ValueError):
    """Something that cannot be banned, and why, for people."""


class Bans:
    """What this process knows of the bans; all processes read them again every few seconds."""

    def __init__(self) -> None:
        self.people: dict[str, Ban] = {}
        self.networks: list[tuple[Network, Ban]] = []

    async def read(self, store: Store) -> None:
        """Learn what has been banned, or is no more."""
        people: dict[str, Ban] = {}
        networks: list[tuple[Network, Ban]] = []
        for memo in await store.recall_all(KIND, 100_000):
            ban = msgspec.json.decode(memo.value, type=Ban)
            if ban.until and ban.until < now():
                await store.forget(KIND, memo.key)
            elif ban.what == PERSON:
                people[ban.who] = ban
            else:
                networks.append((ipaddress.ip_network(ban.who), ban))
        self.people, self.networks = people, networks

    def holds(self, address: str, person: str) -> bool:
        """Whether this person, or whoever comes from this address, is not let in."""
        if person in self.people:
            return True
        if not self.networks:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network, _ in self.networks)

    def all(self) -> list[Ban]:
        """Every ban that holds."""
        return [*self.people.values(), *(ban for _, ban in self.networks)]


async def ban(store: Store, banned: Ban) -> None:
    """Write a ban down; `BadBan` if nobody can be meant."""
    if banned.what == ADDRESS:
        try:
            banned.who = str(ipaddress.ip_network(banned.who, strict=False))
        except ValueError as error:
            raise BadBan(str(error)) from None
    elif await store.name_of(banned.who) is None:
        raise BadBan(f"there is no person {banned.who}")
    await store.remember(KIND, f"{banned.what}:{banned.who}", msgspec.json.encode(banned), now())


async def lift(store: Store, what: str, who: str) -> bool:
    """Let somebody in again; whether there was a ban."""
    if what == ADDRESS:
        try:
            who = str(ipaddress.ip_network(who, strict=False))
        except ValueError as error:
            raise BadBan(str(error)) from None
    return await store.forget(KIND, f"{what}:{who}") is not None
