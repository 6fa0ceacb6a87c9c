"""The answers of somebody in a night channel, who may react to every sign made so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, overload

from omerta.games.palermo.state.kinds import (
    LAST_SIGN,
    REACT,
    act_of,
    argument_of,
    choice_of,
    number_of,
    reaction,
)


class Signing(Sequence[int]):
    """Some answers, then no and yes to each of a number of signs, then the other answers.

    The reactions are not listed, so that many signs cost no more than few.
    """

    def __init__(self, before: tuple[int, ...], signs: int, after: tuple[int, ...]) -> None:
        self.before: Final = before
        self.signs: Final = min(signs, LAST_SIGN)
        self.after: Final = after

    def __len__(self) -> int:
        """How many answers there are."""
        return len(self.before) + 2 * self.signs + len(self.after)

    def __contains__(self, choice: object) -> bool:
        """Whether this may be answered."""
        if not isinstance(choice, int):
            return False
        if act_of(choice) == REACT:
            return 1 <= number_of(argument_of(choice)) <= self.signs
        return choice in self.before or choice in self.after

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> list[int]: ...

    def __getitem__(self, place: int | slice) -> int | list[int]:
        """The answer at this place."""
        if isinstance(place, slice):
            return list(self)[place]
        if not 0 <= place < len(self):
            raise IndexError(f"no place {place} among {len(self)} answers")
        if place < len(self.before):
            return self.before[place]
        place -= len(self.before)
        if place < 2 * self.signs:
            return choice_of(REACT, reaction(place // 2 + 1, place % 2))
        return self.after[place - 2 * self.signs]
