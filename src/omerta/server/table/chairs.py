"""A chair at a table, and who sits on it."""

from __future__ import annotations


class Chair:
    """One place at the table."""

    __slots__ = (
        "away",
        "hash",
        "kind",
        "left_at",
        "level",
        "moves",
        "name",
        "person",
        "ready",
        "seed",
    )

    def __init__(self) -> None:
        self.stand_up()

    def stand_up(self) -> None:
        """Nobody sits here."""
        self.kind = "empty"
        self.person = ""
        self.name = ""
        self.level = ""
        self.ready = False
        self.hash = ""
        self.seed = ""
        self.away = False
        self.moves: list[str] = []
        self.left_at = 0

    def copy(self) -> Chair:
        """A chair of its own with the same person on it."""
        copy = Chair()
        copy.kind, copy.person, copy.name, copy.level = (
            self.kind,
            self.person,
            self.name,
            self.level,
        )
        copy.ready, copy.hash, copy.seed = self.ready, self.hash, self.seed
        copy.away, copy.moves, copy.left_at = self.away, self.moves[:], self.left_at
        return copy

    @property
    def is_played_by_computer(self) -> bool:
        """Whether a computer player answers here, for good or while the person is away."""
        return self.kind == "computer" or self.away
