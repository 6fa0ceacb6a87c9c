"""What somebody who has missed nothing can reckon of hidden cards.

Three informant cards share each front, and three fences of each kind ask a quarter: cards
that look alike until their backs are seen. Such a trio can lie in six ways; what somebody
knows of it is the set of ways that are still possible, one bit each.

Of a hand of gangsters everybody knows the cards that came openly and the number of those
that were drawn. A drawn card that is shown later is known from then on.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from omerta.core.saving import Reduced
from omerta.games.downtown.state.gang import NOBODY, Gang, count, one, together, without

# Trios: nine informant fronts, then the quarter fences of the three kinds.

TRIOS: Final = 12
FENCE_TRIO: Final = 9
COPIES: Final = 36
"""How many cards belong to a trio."""

WAYS: Final = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
"""The back of the first, second and third card of a trio."""

ANY: Final = 63
"""Every way is possible."""

NOTHING_KNOWN: Final[tuple[int, ...]] = (ANY,) * TRIOS
"""What somebody knows who has seen no back."""


def with_value(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """A row of numbers with another one in this place."""
    return (*values[:place], value, *values[place + 1 :])


POSSIBLE: Final = tuple(
    [tuple([way for way in range(len(WAYS)) if known >> way & 1]) for known in range(ANY + 1)]
)
"""The ways that are possible, for all that can be known."""

BACKS: Final = tuple(
    [
        tuple([tuple(sorted({WAYS[way][place] for way in possible})) for place in range(3)])
        for possible in POSSIBLE
    ]
)
"""The backs of each card of a trio, for all that can be known."""


def ways(known: int) -> tuple[int, ...]:
    """The ways that are still possible."""
    return POSSIBLE[known]


def shown(known: int, place: int, back: int) -> int:
    """What is known when this card of the trio has shown its back."""
    left = 0
    for way in range(6):
        if known >> way & 1 and WAYS[way][place] == back:
            left |= 1 << way
    return left


def backs(known: int, place: int) -> tuple[int, ...]:
    """The backs that this card of the trio can have, in order."""
    return BACKS[known][place]


def swapped(way: int, place: int, other: int) -> int:
    """The way in which these two cards of the trio have changed places."""
    cards = list(WAYS[way])
    cards[place], cards[other] = cards[other], cards[place]
    return WAYS.index((cards[0], cards[1], cards[2]))


def mixed(known: int, place: int, others: list[int]) -> int:
    """What is known when one of these cards has been taken unseen and goes by `place` now."""
    left = 0
    for way in ways(known):
        for other in others:
            left |= 1 << swapped(way, place, other)
    return left


def shown_of(known: int, place: int, others: list[int], back: int) -> int:
    """The same, if the card that was taken has shown its back."""
    left = 0
    for way in ways(known):
        for other in others:
            if WAYS[way][other] == back:
                left |= 1 << swapped(way, place, other)
    return left


# Hands of gangsters.


@mypyc_attr(acyclic=True, free_list_len=1)
class Reckoned:
    """A hand as everybody can reckon it: what is sure, what was drawn, what is owed.

    Draws are numbers of cards, each with the shuffle of the pile they came from. Who shows a
    card that is not sure shows one that was drawn; if it is open from which shuffle, it is
    owed: one of the draws up to then was of that kind.
    """

    def __init__(
        self,
        sure: Gang,
        draws: tuple[tuple[int, int], ...],
        owed: tuple[tuple[int, int], ...],
    ) -> None:
        self.sure: Final = sure
        self.draws: Final = draws
        self.owed: Final = owed

    def __reduce__(self) -> Reduced:
        return (Reckoned, (self.sure, self.draws, self.owed))


def hand_of(sure: Gang) -> Reckoned:
    """A hand that is known."""
    return Reckoned(sure, (), ())


def with_gang(hand: Reckoned, gang: Gang) -> Reckoned:
    """Gangsters have come openly."""
    return Reckoned(together(hand.sure, gang), hand.draws, hand.owed)


def with_draw(hand: Reckoned, shuffle: int) -> Reckoned:
    """A gangster has been drawn unseen."""
    draws = hand.draws
    last = len(draws) - 1
    if joins_last(hand, shuffle):
        draws = (*draws[:last], (shuffle, draws[last][1] + 1))
    else:
        draws = (*draws, (shuffle, 1))
    return Reckoned(hand.sure, draws, hand.owed)


def joins_last(hand: Reckoned, shuffle: int) -> bool:
    """Whether a draw is of the same sort as the one before: same shuffle, nothing shown since."""
    if not hand.draws or hand.draws[-1][0] != shuffle:
        return False
    return not hand.owed or hand.owed[-1][1] < len(hand.draws)


def is_from_one_draw(hand: Reckoned, kind: int) -> bool:
    """Whether a shown gangster must be one that was drawn, and from which shuffle is clear."""
    return count(hand.sure, kind) == 0 and len(hand.draws) == 1


def without_shown(hand: Reckoned, kind: int) -> Reckoned:
    """A gangster has been shown and has left the hand."""
    if count(hand.sure, kind) > 0:
        return Reckoned(without(hand.sure, one(kind)), hand.draws, hand.owed)
    if len(hand.draws) == 1:
        shuffle, number = hand.draws[0]
        return Reckoned(hand.sure, ((shuffle, number - 1),) if number > 1 else (), hand.owed)
    return Reckoned(hand.sure, hand.draws, (*hand.owed, (kind, len(hand.draws))))


def owed_gang(hand: Reckoned) -> Gang:
    """The drawn gangsters that have been shown since."""
    gang = NOBODY
    for kind, _ in hand.owed:
        gang = together(gang, one(kind))
    return gang
