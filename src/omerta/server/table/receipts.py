"""Receipts: what was fixed before anybody showed a seed, short enough to be kept and compared.

Whoever has one need not believe the record that the server hands out (docs/fairness.md).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

KIND: Final = "omerta-receipt-1"
HALF: Final = 32
"""Digits of the part that is about names: half a SHA-256 is enough for a handful of them."""


class Seal(NamedTuple):
    """Everything about a deal that is fixed before the first seed is shown."""

    game_id: str
    commit: str
    hashes: list[str]
    rulebook: str
    version: int
    options: Mapping[str, str]
    names: list[str]

    def digest(self) -> str:
        """What stands for all of it but the names, in 64 digits."""
        options = sorted([name, value] for name, value in self.options.items())
        told = ["fair1-receipt", self.game_id, self.commit, *self.hashes]
        return _sha256([*told, self.rulebook, self.version, options])

    def people(self) -> str:
        """What stands for who sits where."""
        return _sha256(["fair1-names", self.game_id, *self.names])[:HALF]


class Receipt(NamedTuple):
    """A seal as one person keeps it, with the seeds of that person's seats."""

    game_id: str
    digest: str
    people: str
    seeds: dict[int, str]

    def line(self) -> str:
        """The receipt as a line of text."""
        own = [f"{seat}={quote(seed, safe='')}" for seat, seed in sorted(self.seeds.items())]
        return " ".join([KIND, self.game_id, self.digest, self.people, *own])


class BadReceipt(ValueError):
    """Something that is not a receipt, and why."""


def read_receipt(line: str) -> Receipt:
    """The inverse of `Receipt.line`."""
    kind, *words = line.split() or [""]
    if kind != KIND or len(words) < 3:
        raise BadReceipt(f"a receipt begins with {KIND!r} and names a game and two digests")
    game_id, digest, people, *own = words
    if not (_is_hex(digest, 64) and _is_hex(people, HALF)):
        raise BadReceipt("a digest of this receipt is not whole")
    seeds: dict[int, str] = {}
    for word in own:
        seat, sign, seed = word.partition("=")
        if not sign or not (seat.isascii() and seat.isdigit() and len(seat) < 4):
            raise BadReceipt(f"expected a seat and its seed, got {word!r}")
        seeds[int(seat)] = unquote(seed)
    return Receipt(game_id, digest, people, seeds)


def thread(digest: str) -> str:
    """How the next deal at a table names one that was sealed and thrown away."""
    return digest[:12]


def _is_hex(text: str, digits: int) -> bool:
    return len(text) == digits and all(letter in "0123456789abcdef" for letter in text)


def _sha256(told: Sequence[object]) -> str:
    return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()
