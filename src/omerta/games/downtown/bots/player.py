"""A computer player of Downtown that plays by rules of thumb, from its view alone.

It plans a job, buys the crew, robs, sells where it pays, and lays out what makes it worth a
visit when it is ready and expensive to pass when it is not.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from omerta.core import Ask, ThinkingPlayer, View
from omerta.games.downtown.bots.mind import GANGSTER_WORTH, LOOK_WORTH, TRIUMPH, Mind, worth
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

READY: Final = 5.0
"""What a turn has to bring in to be worth a bait."""

GENEROUS: Final = 0.2
"""How much of what a turn brings may be laid out for it."""

BAIT_GANG: Final = 4.0
"""How many gangsters, by their worth, are laid out at most."""


class ThumbPlayer(ThinkingPlayer):
    """Plans a job, hires, robs and sells."""

    def think(self, view: View, ask: Ask, choices: list[int], rng: Random) -> int:
        """As the point demands."""
        assert isinstance(view, TownView), "plays Downtown"
        return ANSWERS[ask.point.name](Mind(view), choices, rng)


def last(mind: Mind, choices: list[int], rng: Random) -> int:
    """The last choice: everything that fits, one after the other."""
    return choices[-1]


def any_of_them(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whatever nobody can foresee."""
    return choices[int(rng.random() * len(choices))]


def place(mind: Mind, choices: list[int], rng: Random) -> int:
    """Where there is something to do for this hand, rather alone, and not always the same."""
    best = choices[0]
    most = -9.0
    for choice in choices:
        gain = mind.opening(choice) + 0.8 * rng.random()
        if gain > most:
            most = gain
            best = choice
    return best


def open_display(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whoever is ready wants the turn; others lay out more or less."""
    if mind.best_robbery()[0] > READY:
        return choices[-1] if rng.random() < 0.7 else choices[-2]
    return choices[0] if rng.random() < 0.6 else choices[1]


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
    """The best sale, or a look at a fence that is in the way; who may do both looks first."""
    gain, stack = mind.best_sale()
    if gain > 0 and stack in choices:
        if mind.has_villa() and mind.is_doubtful(stack) and look_at(stack) in choices:
            return look_at(stack)
        if mind.share(stack) > 0.3 or gain > TRIUMPH / 2 or look_at(stack) not in choices:
            return stack
        return look_at(stack)
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


def wanted(mind: Mind, whim: float) -> float:
    """What my display should be worth: more than others', if the turn is worth even more."""
    if mind.seen.seats == 2:
        return mind.hindrance() + whim
    brings = mind.turn_worth()
    if brings < READY:
        return whim
    return min(mind.attraction() + 1.0 + whim, brings * GENEROUS)


def lay(mind: Mind, choices: list[int], rng: Random) -> int:
    """Ready to rob or to sell: outbid the others. Otherwise a little, so that passing costs."""
    amount = wanted(mind, 2.0 * rng.random())
    if amount > 2.0:
        amount -= worth(mind.spares())
    return affordable(mind, choices, amount)


def lay_gangster(mind: Mind, choices: list[int], rng: Random) -> int:
    """Gangsters whom nobody needs, as far as the display is not worth enough yet."""
    spares = mind.spares()
    if worth(mind.public.display[mind.seat]) < BAIT_GANG and wanted(mind, 1.0) > 2.0:
        for kind in choices:
            if kind != DONE and spares[kind] > 0:
                return kind
    return DONE


def add(mind: Mind, choices: list[int], rng: Random) -> int:
    """As much as is missing for the best display, if the turn is worth it."""
    if mind.turn_worth() < READY:
        return 0
    missing = mind.attraction() + 1.0 + 2.0 * rng.random() - mind.shown(mind.seat)
    if missing > 1.0:
        missing -= worth(mind.spares())
    return affordable(mind, choices, min(missing, mind.turn_worth() * GENEROUS))


def add_gangster(mind: Mind, choices: list[int], rng: Random) -> int:
    """Gangsters whom nobody needs, as long as another display is worth more."""
    adding = mind.seen.mine.adding_gang
    here = mind.shown(mind.seat) + mind.seen.mine.adding + worth(adding)
    if mind.turn_worth() >= READY and here < mind.attraction() + 1.0:
        spares = mind.spares()
        for kind in choices:
            if kind != DONE and spares[kind] > adding[kind]:
                return kind
    return DONE


def affordable(mind: Mind, choices: list[int], amount: float) -> int:
    """This much money, but not the last that is needed for a crew."""
    reserve = 1 if mind.turn_worth() >= READY else 4
    return max(0, min(int(amount), choices[-1] - reserve))


def visit(mind: Mind, choices: list[int], rng: Random) -> int:
    """If enough others may have staked the same."""
    return VISIT if mind.best_stake()[0] > 0 else SKIP


def stake(mind: Mind, choices: list[int], rng: Random) -> int:
    """At one's own visit what others are likely to stake; else what the visitor cannot match."""
    visitor = mind.public.turn
    if visitor == mind.seat:
        return mind.best_stake()[1] if rng.random() < 0.7 else any_of_them(mind, choices, rng)
    for bill in choices:
        if bill > mind.public.purse[visitor]:
            return bill
    # A higher stake comes back, so the highest are best; but whoever knows that stakes the same.
    chance = rng.random()
    if chance < 0.45 or len(choices) == 1:
        return choices[-1]
    return choices[-2] if chance < 0.8 else any_of_them(mind, choices, rng)


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
            loss += (
                4.0 * rng.random() * (1.0 - mind.caution)
            )  # what is shed blocks, if always the same
        if loss < best:
            best = loss
            found = choice
    return found


ANSWERS: Final[dict[str, Callable[[Mind, list[int], Random], int]]] = {
    "place_1": place,
    "place_1/place_2": place,
    "open": open_display,
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
    "stake": stake,
    "add_money": add,
    "add_money/add_gang": add_gangster,
    "lay_money": lay,
    "lay_money/lay_gang": lay_gangster,
    "shed": shed,
    "ghetto": draw,
}
"""What answers each question of the rulebook."""
