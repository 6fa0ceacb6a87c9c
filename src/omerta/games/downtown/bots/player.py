"""A computer player of Downtown that plays by rules of thumb, from its view alone.

It plans a job, buys the crew, robs, sells where it pays, and lays out what makes it worth a
visit when it is ready and expensive to pass when it is not.
"""

from __future__ import annotations

from random import Random

from omerta.core import Player, View
from omerta.games.downtown.mind import GANGSTER_WORTH, LOOK_WORTH, Mind
from omerta.games.downtown.table import (
    BOTTOM,
    DONE,
    DOWNTOWN,
    DRAW,
    GHETTO,
    LOOK,
    LOOT_CARD,
    PAY,
    SKIP,
    TOP,
    VISIT,
    WEST_SIDE,
)
from omerta.games.downtown.view import TownView


class ThumbPlayer(Player):
    """Plans a job, hires, robs and sells."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the choices of the question."""
        assert isinstance(view, TownView), "plays Downtown"
        assert view.asked is not None, "a player chooses only when asked"
        choices = list(view.asked.choices)
        if len(choices) == 1:
            return choices[0]
        mind = Mind(view)
        if rng.random() * 100 < mind.restlessness():
            return choices[int(rng.random() * len(choices))]
        return self.answer(view.asked.point, choices, mind, rng)

    def answer(self, point: str, choices: list[int], mind: Mind, rng: Random) -> int:
        """The answer to one question."""
        if point in ("place_1", "place_1/place_2"):
            return place(point, choices)
        if point == "open":
            return choices[0]
        if point == "move":
            return move(mind, choices)
        if point == "select":
            return select(mind, choices)
        if point == "select/paymove":
            return paid_move(mind, choices)
        if point == "use":
            return use(mind, choices)
        if point in ("add_money", "lay_money"):
            return display(mind, choices, point)
        if point == "stake":
            return choices[int(rng.random() * len(choices))]
        if point == "casino":
            return VISIT if mind.cash > 3 else SKIP
        if point == "ghetto":
            return DRAW
        if point == "shed":
            return shed(mind, choices)
        return action(point, choices, mind)


def action(point: str, choices: list[int], mind: Mind) -> int:
    """The questions of a place that is being used, and the ends of enumerations."""
    if point == "use/buy":
        return buy(mind, choices)
    if point in ("use/west", "west"):
        return at_west(mind, choices)
    if point == "westput":
        return put_card(mind)
    if point in ("use/east", "east"):
        return at_east(mind, choices)
    if point == "eastput":
        return put_fence(mind, choices)
    if point == "use/loot":
        return choices[-1]
    return DONE


def place(point: str, choices: list[int]) -> int:
    """Buy first, rob next."""
    return DOWNTOWN if point == "place_1" else WEST_SIDE if WEST_SIDE in choices else GHETTO


def move(mind: Mind, choices: list[int]) -> int:
    """To an empty place, if the turn gains by it."""
    pieces = mind.public.pieces[mind.seat]
    best = mind.selection(pieces) + 0.05
    found = DONE
    for choice in choices:
        if choice != DONE:
            gain = mind.selection(mind.moved(pieces, choice))
            if gain > best:
                best = gain
                found = choice
    return found


def select(mind: Mind, choices: list[int]) -> int:
    """Collect or pay, whatever brings more."""
    pieces = mind.public.pieces[mind.seat]
    best = -1_000.0
    found = choices[0]
    for choice in choices:
        if choice >= PAY:
            gain = mind.paying(choice - PAY, pieces)
        else:
            gain = mind.collecting(choice, pieces)
        if gain > best:
            best = gain
            found = choice
    return found


def paid_move(mind: Mind, choices: list[int]) -> int:
    """The move that is worth most."""
    pieces = mind.public.pieces[mind.seat]
    best = mind.standing(pieces) if DONE in choices else -1_000.0
    found = choices[-1]
    for choice in choices:
        if choice != DONE and mind.standing(mind.moved(pieces, choice)) > best:
            best = mind.standing(mind.moved(pieces, choice))
            found = choice
    return found


def use(mind: Mind, choices: list[int]) -> int:
    """The place that brings most."""
    best = 0.25
    found = DONE
    for choice in choices:
        if choice != DONE and mind.use(choice) > best:
            best = mind.use(choice)
            found = choice
    return found


def buy(mind: Mind, choices: list[int]) -> int:
    """Whom the plan needs, the dear ones first; then what is cheap."""
    for kind in sorted((c for c in choices if c != DONE), key=lambda k: -mind.public.prices[k]):
        if mind.wants(kind):
            return kind
    if DONE in choices:
        return DONE
    return min(choices, key=lambda kind: mind.public.prices[kind])


def at_west(mind: Mind, choices: list[int]) -> int:
    """The best job, or a look at the most promising card."""
    gain, informant = mind.best_robbery()
    if gain > LOOK_WORTH and informant in choices:
        return informant
    if DONE in choices:
        return DONE
    looks = [choice for choice in choices if choice >= LOOK]
    return max(looks, key=lambda c: (not mind.is_known(c - LOOK), mind.promise(c - LOOK)))


def put_card(mind: Mind) -> int:
    """A card that promises little goes to the bottom."""
    top = mind.seen.top
    assert top is not None, "a card has been looked at"
    others = [mind.promise(informant) for informant in range(3) if informant != top.target]
    return TOP if mind.promise(top.target) > 0.5 * max(others) else BOTTOM


def at_east(mind: Mind, choices: list[int]) -> int:
    """The best sale, or a look at a fence that is in the way."""
    gain, stack = mind.best_sale()
    if gain > 0 and stack in choices:
        return stack
    if DONE in choices:
        return DONE
    looks = [choice for choice in choices if choice >= LOOK]
    if mind.restlessness() > 0:
        return min(looks, key=lambda c: fences_in(mind, c - LOOK))
    return max(looks, key=lambda c: (not mind.fitting(c - LOOK), mind.public.below[c - LOOK]))


def fences_in(mind: Mind, stack: int) -> int:
    """The size of a fence stack."""
    return len(mind.public.fences[stack]) + mind.public.below[stack]


def put_fence(mind: Mind, choices: list[int]) -> int:
    """A fence that takes nothing of ours goes out of the way, onto another stack."""
    top = mind.seen.top
    assert top is not None, "a fence has been looked at"
    others = [stack for stack in choices if stack != top.target]
    if mind.restlessness() > 0:
        return max(others, key=lambda stack: fences_in(mind, stack), default=top.target)
    if mind.fitting(top.target) and mind.share(top.target) > 0.4:
        return top.target
    free = [stack for stack in others if not mind.fitting(stack)]
    return free[0] if free else top.target


def display(mind: Mind, choices: list[int], point: str) -> int:
    """Ready to rob or to sell: lay out a bait. Otherwise a little, so that passing costs."""
    ready = bool(mind.loot) or mind.best_robbery()[0] > 5
    bait = 3 if ready else 1
    if point == "add_money":
        bait = 1 if ready and mind.cash > 6 else 0
    return min(bait, max(choices)) if mind.cash > bait + 3 else 0


def shed(mind: Mind, choices: list[int]) -> int:
    """What the plan does not need: the cheapest gangster, or a card that is worth less."""
    best = 1_000.0
    found = choices[0]
    for choice in choices:
        if choice >= LOOT_CARD:
            card = choice - LOOT_CARD
            loss = mind.deck.value(card) * mind.outlook(card // 3 % 3)
        else:
            loss = GANGSTER_WORTH[choice] - 0.3 * mind.spare(choice)
            if mind.spare(choice) <= 0:
                loss += 6
        if loss < best:
            best = loss
            found = choice
    return found
