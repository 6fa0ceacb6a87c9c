"""FAIR-1: a deal that everybody can recompute after the game (docs/fairness.md)."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

RANGE: Final = 2**32


def new_seed() -> str:
    """The server's seed for one game: 32 random bytes as hex."""
    return secrets.token_hex(32)


def client_seed() -> str:
    """A seed as browsers make it, for computer players."""
    return secrets.token_hex(16)


def seed_hash(game_id: str, seat: int, seed: str) -> str:
    """What a seat shows before anybody shows a seed; it is of use for this seat and game only."""
    return hashlib.sha256(f"fair1-seed:{game_id}:{seat}:{seed}".encode()).hexdigest()


def commitment(game_id: str, server_seed: str) -> str:
    """What the server shows before anybody shows a seed."""
    return hashlib.sha256(f"fair1:{game_id}:{server_seed}".encode()).hexdigest()


def is_seed(seed: str) -> bool:
    """Whether a seat may use this seed: printable ASCII, not too long."""
    return len(seed) <= 64 and all(" " <= letter <= "~" for letter in seed)


class Stream:
    """The random numbers of one event, named by its label."""

    def __init__(self, key: bytes, label: str) -> None:
        self.key: Final = key
        self.label: Final = label
        self.block = 0
        self.unused = b""

    def number(self) -> int:
        """The next 32 bits."""
        if not self.unused:
            self.unused = hmac.digest(self.key, f"{self.label}#{self.block}".encode(), "sha256")
            self.block += 1
        found = int.from_bytes(self.unused[:4], "big")
        self.unused = self.unused[4:]
        return found

    def below(self, bound: int) -> int:
        """An exactly uniform number from 0 to bound - 1."""
        limit = RANGE - RANGE % bound
        while True:
            number = self.number()
            if number < limit:
                return number % bound


class Deal:
    """The random numbers of one game: one independent stream per random event."""

    def __init__(self, game_id: str, server_seed: str, seeds: Sequence[str]) -> None:
        message = json.dumps(["fair1", game_id, *seeds], separators=(",", ":"))
        self.key = hmac.digest(bytes.fromhex(server_seed), message.encode(), "sha256")

    def below(self, label: str, bound: int) -> int:
        """An exactly uniform number from 0 to bound - 1."""
        return Stream(self.key, label).below(bound)

    def shuffled(self, label: str, things: Sequence[T]) -> list[T]:
        """All the things in a random order."""
        order = list(things)
        stream = Stream(self.key, label)
        for i in range(len(order) - 1, 0, -1):
            j = stream.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def pick(self, seq: int, name: str, choices: Sequence[int]) -> int:
        """The answer of chance to the random event with this label."""
        return choices[self.below(label(seq, name), len(choices))]


def label(seq: int, name: str) -> str:
    """The label of a random event: its place among the answers of the game, and its name."""
    return f"{seq}:{name}"
