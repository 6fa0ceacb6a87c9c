"""A computer player of Downtown that plays by rules of thumb, from its view alone.

It plans a job, buys the crew, robs, sells where it pays, and lays out what makes it worth a
visit when it is ready and expensive to pass when it is not.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from omerta.core import Player, View
from omerta.games.downtown.bots.mind import GANGSTER_WORTH, LOOK_WORTH, Mind
from omerta.games.downtown.state.components import DOWNTOWN, GHETTO, WEST_SIDE
from omerta.games.downtown.state.kinds import (
    BOTTOM,
    DONE,
    DRAW,
    SKIP,
    TOP,
    VISIT,
    card_shed,
    is_look,
    is_payment,
    is_shed_card,
    look_at,
    loot_of,
    selected,
    stack_of,
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
        return ANSWERS[view.asked.point.name](mind, choices, rng)


def first(mind: Mind, choices: list[int], rng: Random) -> int:
    """The first choice: the least money."""
    return choices[0]


def last(mind: Mind, choices: list[int], rng: Random) -> int:
    """The last choice: everything that fits, one after the other."""
    return choices[-1]


def done(mind: Mind, choices: list[int], rng: Random) -> int:
    """No more."""
    return DONE


def any_of_them(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whatever nobody can foresee."""
    return choices[int(rng.random() * len(choices))]


def place(mind: Mind, choices: list[int], rng: Random) -> int:
    """Buy first."""
    return DOWNTOWN


def place_other(mind: Mind, choices: list[int], rng: Random) -> int:
    """Rob next."""
    return WEST_SIDE if WEST_SIDE in choices else GHETTO


def move(mind: Mind, choices: list[int], rng: Random) -> int:
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


def select(mind: Mind, choices: list[int], rng: Random) -> int:
    """Collect or pay, whatever brings more."""
    pieces = mind.public.pieces[mind.seat]
    best = -1_000.0
    found = choices[0]
    for choice in choices:
        if is_payment(choice):
            gain = mind.paying(selected(choice), pieces)
        else:
            gain = mind.collecting(choice, pieces)
        if gain > best:
            best = gain
            found = choice
    return found


def paid_move(mind: Mind, choices: list[int], rng: Random) -> int:
    """The move that is worth most."""
    pieces = mind.public.pieces[mind.seat]
    best = mind.standing(pieces) if DONE in choices else -1_000.0
    found = choices[-1]
    for choice in choices:
        if choice != DONE and mind.standing(mind.moved(pieces, choice)) > best:
            best = mind.standing(mind.moved(pieces, choice))
            found = choice
    return found


def use(mind: Mind, choices: list[int], rng: Random) -> int:
    """The place that brings most."""
    best = 0.25
    found = DONE
    for choice in choices:
        if choice != DONE and mind.use(choice) > best:
            best = mind.use(choice)
            found = choice
    return found


def buy(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whom the plan needs, the dear ones first; then what is cheap."""
    for kind in sorted((c for c in choices if c != DONE), key=lambda k: -mind.public.prices[k]):
        if mind.wants(kind):
            return kind
    if DONE in choices:
        return DONE
    return min(choices, key=lambda kind: mind.public.prices[kind])


def at_west(mind: Mind, choices: list[int], rng: Random) -> int:
    """The best job, or a look at the most promising card."""
    gain, informant = mind.best_robbery()
    if gain > LOOK_WORTH and informant in choices:
        return informant
    if DONE in choices:
        return DONE
    looks = [stack_of(choice) for choice in choices if is_look(choice)]
    best = max(looks, key=lambda whose: (not mind.is_known(whose), mind.promise(whose)))
    return look_at(best)


def put_card(mind: Mind, choices: list[int], rng: Random) -> int:
    """A card that promises little goes to the bottom."""
    top = mind.seen.top
    assert top is not None, "a card has been looked at"
    others = [mind.promise(informant) for informant in range(3) if informant != top.target]
    return TOP if mind.promise(top.target) > 0.5 * max(others) else BOTTOM


def at_east(mind: Mind, choices: list[int], rng: Random) -> int:
    """The best sale, or a look at a fence that is in the way."""
    gain, stack = mind.best_sale()
    if gain > 0 and stack in choices:
        return stack
    if DONE in choices:
        return DONE
    looks = [stack_of(choice) for choice in choices if is_look(choice)]
    if mind.restlessness() > 0:
        return look_at(min(looks, key=lambda stack: fences_in(mind, stack)))
    below = mind.public.below
    return look_at(max(looks, key=lambda stack: (not mind.fitting(stack), below[stack])))


def fences_in(mind: Mind, stack: int) -> int:
    """The size of a fence stack."""
    return len(mind.public.fences[stack]) + mind.public.below[stack]


def put_fence(mind: Mind, choices: list[int], rng: Random) -> int:
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


def lay(mind: Mind, choices: list[int], rng: Random) -> int:
    """Ready to rob or to sell: lay out a bait. Otherwise a little, so that passing costs."""
    return bait(mind, choices, 3 if is_ready(mind) else 1)


def add(mind: Mind, choices: list[int], rng: Random) -> int:
    """A little more, if somebody who is ready can spare it."""
    return bait(mind, choices, 1 if is_ready(mind) and mind.cash > 6 else 0)


def is_ready(mind: Mind) -> bool:
    """Whether the next turn would bring something in."""
    return bool(mind.loot) or mind.best_robbery()[0] > 5


def bait(mind: Mind, choices: list[int], amount: int) -> int:
    """So much, if enough stays in cash."""
    return min(amount, max(choices)) if mind.cash > amount + 3 else 0


def visit(mind: Mind, choices: list[int], rng: Random) -> int:
    """With some money to lose."""
    return VISIT if mind.cash > 3 else SKIP


def draw(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whatever costs nothing."""
    return DRAW


def shed(mind: Mind, choices: list[int], rng: Random) -> int:
    """What the plan does not need: the cheapest gangster, or a card that is worth less."""
    best = 1_000.0
    found = choices[0]
    for choice in choices:
        if is_shed_card(choice):
            card = card_shed(choice)
            loss = mind.deck.value(card) * mind.outlook(loot_of(card))
        else:
            loss = GANGSTER_WORTH[choice] - 0.3 * mind.spare(choice)
            if mind.spare(choice) <= 0:
                loss += 6
        if loss < best:
            best = loss
            found = choice
    return found


ANSWERS: Final[dict[str, Callable[[Mind, list[int], Random], int]]] = {
    "place_1": place,
    "place_1/place_2": place_other,
    "open": first,
    "move": move,
    "select": select,
    "select/paymove": paid_move,
    "use": use,
    "use/buy": buy,
    "use/west": at_west,
    "west": at_west,
    "westput": put_card,
    "use/east": at_east,
    "east": at_east,
    "eastput": put_fence,
    "use/loot": last,
    "casino": visit,
    "stake": any_of_them,
    "add_money": add,
    "add_money/add_gang": done,
    "lay_money": lay,
    "lay_money/lay_gang": done,
    "shed": shed,
    "ghetto": draw,
}
"""What answers each question of the rulebook."""
