"""Refusals: why somebody may not do something now, as a text key for people."""

from __future__ import annotations

from omerta.core import Game
from omerta.server.table.fold import Table
from omerta.server.wire.protocol import LONGEST_TEXT


class NotAllowed(Exception):
    """Something that a person may not do now: a text key, perhaps with a clause."""

    def __init__(self, key: str, clause: str = "", detail: str = "", **args: int) -> None:
        super().__init__(key)
        self.key = key
        self.clause = clause
        self.detail = detail
        self.values: dict[str, str | int] = {**args}


def refusal(table: Table, game: Game, seat: int, choice: int) -> NotAllowed:
    """Why the rules refuse a choice, in the words of the rulebook."""
    clause, key = table.rulebook.why(game, seat, choice)
    return NotAllowed(f"{table.area}.refusal.{key}", clause)


def explanation(table: Table, seat: int, move: str) -> NotAllowed:
    """Why the rules refuse a move in the notation."""
    if table.game is None:
        return NotAllowed("server.refused.not_asked")
    clause, key = table.rulebook.explain(table.game, seat, move[:LONGEST_TEXT])
    if key == "allowed":
        return NotAllowed("server.refused.possible")
    return NotAllowed(f"{table.area}.refusal.{key}", clause)
