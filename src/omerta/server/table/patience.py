"""Patience: computer players leave people the time to read, to speak and to act.

How long they wait depends on what everybody sees and on nothing else: what was said, how long the
part has lasted, who is here and how many are ready.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from omerta.core import CLOCK, NOTHING
from omerta.server.table.clock import fair_chance
from omerta.server.table.fold import Table

UNTIL_THEY_ARE_DONE: Final = 5000
"""Milliseconds after which somebody who waits for people looks again, whatever has happened."""

MOST_OF_A_TIME: Final = 0.7
"""Whoever has waited for so much of a time that runs out waits no longer for a fair chance."""


def left(table: Table, choice: int, people: Sequence[int]) -> int:
    """Milliseconds for which a computer player keeps this answer back; 0 if it need not wait.

    `people` are the seats of those who play themselves and are here.
    """
    game = table.game
    manners = table.rulebook.manners
    if game is None or not people or table.lesson is not None or manners.is_hushed(game):
        return 0
    moment = table.now()
    chances = manners.courtesy(game, choice, tuple(people))
    if chances == NOTHING:
        return UNTIL_THEY_ARE_DONE
    due = table.read_until
    if manners.is_talked:
        due = max(due, table.shown_until)
    if chances:
        due = max(due, _after(table, chances))
    return max(0, due - moment)


def _after(table: Table, chances: int) -> int:
    """When people have had this many fair chances since the time that runs began."""
    began = table.since.get(CLOCK, table.at)
    wait = chances * fair_chance(table.settings.pace)
    ask = table.asked(CLOCK)
    limit = None if ask is None else table.deadline(ask)
    if limit is not None:
        wait = min(wait, int((limit - began) * MOST_OF_A_TIME))
    return began + wait
