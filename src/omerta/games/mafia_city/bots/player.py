"""A computer player of Mafia City that plays by rules of thumb, from its view alone.

Its one thought: what is every location worth to me as it stands, and what would it be worth
with one chip more or less? Cards, reactions and bids are judged by the same difference.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from omerta.core import NOTHING, Ask, ThinkingPlayer, View
from omerta.games.mafia_city.bots.mind import SYMBOL_WORTH, Mind, card_worth, text_worth
from omerta.games.mafia_city.state.components import CITY_HALL, JAIL, SECRET_AGREEMENT
from omerta.games.mafia_city.state.kinds import (
    ACCEPT,
    DECLINE,
    DONE,
    EXCHANGE,
    KEEP,
    LEAVE,
    PASS,
    cards_of,
    has_position,
    kind_of,
    symbol_of,
)
from omerta.games.mafia_city.state.queries import third_chips
from omerta.games.mafia_city.view import CityView, effect_of, in_the_air


class ThumbPlayer(ThinkingPlayer):
    """Places where it counts, turns contested places with cards, reacts to what concerns it."""

    def think(self, view: View, ask: Ask, choices: list[int], rng: Random) -> int:
        """As the point demands."""
        assert isinstance(view, CityView), "plays Mafia City"
        return ANSWERS[ask.point.name](Mind(view), choices, rng)


# Choosing among cards.


def least_worth(cards: list[int]) -> int:
    """The card that is least missed."""
    best = cards[0]
    for card in cards:
        if card_worth(card) < card_worth(best):
            best = card
    return best


def least_text(cards: list[int]) -> int:
    """The card whose text is least missed, to be used for its symbol."""
    best = cards[0]
    for card in cards:
        if text_worth(card) < text_worth(best):
            best = card
    return best


def least_symbol(cards: list[int]) -> int:
    """The card whose symbol is least missed, to be used for its text."""
    best = cards[0]
    for card in cards:
        if SYMBOL_WORTH[symbol_of(card)] < SYMBOL_WORTH[symbol_of(best)]:
            best = card
    return best


# The opening hand and the Action Phase.


def mulligan(mind: Mind, choices: list[int], rng: Random) -> int:
    """Exchange a hand that is worth little."""
    worth = card_worth(mind.cards[0]) + card_worth(mind.cards[1])
    return KEEP if worth > 0.9 else EXCHANGE


def best_action(mind: Mind, choices: list[int], rng: Random) -> int:
    """The action that brings most, with a little whim among equals; passing brings nothing."""
    best = choices[0]
    most = -9.0
    for choice in choices:
        gain = mind.acting(choice)
        if choice != PASS:
            gain += 0.03 * rng.random() - 0.02
        if gain > most:
            most = gain
            best = choice
    return best


def target_of_action(mind: Mind, choices: list[int], rng: Random) -> int:
    """The target that the action was chosen for."""
    frame = mind.view.top
    assert frame is not None, "somebody is asked"
    effect = effect_of(frame)
    if effect == "snitch":
        return mind.best_jailing(choices)[1]
    if effect == "grand_scheme":
        if frame.target == NOTHING:
            return mind.best_moving()[1]
        return mind.best_landing(frame.target)[1]
    if effect == "shadow_games":
        return mind.best_swap(frame.target)[1]
    if effect == "police_raid":
        return mind.best_raid()[1]
    if effect == "thief":
        return mind.best_victim()[1]
    if effect == "hat":
        return mind.best_taking_back()[1]
    return mind.best_reserve_place()[1]


def bullet(mind: Mind, choices: list[int], rng: Random) -> int:
    """Come back after a pass if there is something to gain."""
    card = least_text(choices[1:])
    gain = mind.best_place()[0] if mind.chips > 0 else 0.0
    for other in mind.cards:
        if other != card:
            gain = max(gain, mind.playing(other))
    return card if gain > mind.cost(card) + 0.05 else DECLINE


def discard(mind: Mind, choices: list[int], rng: Random) -> int:
    """What is least missed."""
    return least_worth(choices)


# Reactions.


def reaction(mind: Mind, choices: list[int], rng: Random) -> int:
    """React if the effect at the bottom of the pile would go against me as things stand."""
    answers = 0
    for frame in in_the_air(mind.view.top):
        effect = effect_of(frame)
        if effect not in ("fists", "police_chief", "fbi"):
            break
        answers += 1
    brings = mind.doing(effect, frame)
    # An even number of answers cancel each other: the effect would happen.
    stake = -brings if answers % 2 == 0 else brings
    best = DECLINE
    for choice in choices[1:]:
        price = 0.0
        for card in cards_of(choice):
            price += mind.cost(card)
        if stake - price > 0.0:
            stake = price
            best = choice
    return best


def complicity(mind: Mind, choices: list[int], rng: Random) -> int:
    """Drag a third player's chip along if that serves me."""
    frame = mind.view.top
    assert frame is not None, "somebody is asked"
    third = third_chips(mind.public, frame.actor, mind.me)
    return DECLINE if mind.best_jailing(third)[0] < 0.03 else least_symbol(choices[1:])


def dragged_along(mind: Mind, choices: list[int], rng: Random) -> int:
    """The chip that I like best in the cell."""
    return mind.best_jailing(choices)[1]


# The Location Phase.


def pick_location(mind: Mind, choices: list[int], rng: Random) -> int:
    """Solve first what is mine, the Jail before all; what unseats me last."""
    best = choices[0]
    most = -9.0
    for location in choices:
        order = mind.worths[location]
        if location == JAIL:
            order += 3.0 if order > 0 else -3.0
        if location == CITY_HALL:
            order -= 2.0 if order > 0 else 5.0
        if order > most:
            most = order
            best = location
    return best


def bid(mind: Mind, choices: list[int], rng: Random) -> int:
    """Play a Secret Agreement if those in hand can turn control."""
    held = 0
    for card in mind.cards:
        if kind_of(card) == SECRET_AGREEMENT:
            held += 1
    for number in range(1, held + 1):
        if mind.agreeing(mind.me, mind.public.at, number) > 0.45 * number:
            return least_symbol(choices[1:])
    return DECLINE


def bid_no_more(mind: Mind, choices: list[int], rng: Random) -> int:
    """One after the other."""
    return DONE


def jail(mind: Mind, choices: list[int], rng: Random) -> int:
    """Send whom it serves me to send."""
    gain, chip = mind.best_jailing(choices[1:])
    return chip if gain > 0.02 else DECLINE


def hitman_move(mind: Mind, choices: list[int], rng: Random) -> int:
    """Send the Hitman where a kill would serve me best; away from my own chips."""
    best = DECLINE
    most = mind.best_killing(mind.public.hitman)[0]
    if not mind.public.stacks[mind.public.hitman]:
        most = 0.0
    for location in choices[1:]:
        if mind.public.stacks[location]:
            gain = mind.best_killing(location)[0]
            if gain > most:
                most = gain
                best = location
    return best


def hitman_card(mind: Mind, choices: list[int], rng: Random) -> int:
    """Kill if it serves me."""
    gain, _ = mind.best_killing(mind.public.hitman)
    return least_symbol(choices[1:]) if gain > 0.1 else DECLINE


def killed(mind: Mind, choices: list[int], rng: Random) -> int:
    """The chip that I like best in a reserve."""
    return mind.best_killing(mind.public.hitman)[1]


def accept(mind: Mind, choices: list[int], rng: Random) -> int:
    """What a location gives is never refused."""
    return ACCEPT


def plus_one(mind: Mind, choices: list[int], rng: Random) -> int:
    """A point is worth more than a card."""
    return least_text(choices[1:])


# The Strategy Phase.


def pick_strategy_location(mind: Mind, choices: list[int], rng: Random) -> int:
    """Let others decide before me: first where I have no chips."""
    for location in choices:
        if mind.me not in mind.public.stacks[location]:
            return location
    return choices[0]


def pick_strategy_seat(mind: Mind, choices: list[int], rng: Random) -> int:
    """Others first."""
    return choices[0] if choices[0] != mind.me else choices[-1]


def take_back(mind: Mind, choices: list[int], rng: Random) -> int:
    """Take back what does nothing: all where it is hopeless, the surplus where I lead."""
    location = mind.public.at
    stack = mind.public.stacks[location]
    best = LEAVE
    most = -9.0
    for taken in choices:
        left: tuple[int, ...] = ()
        freed = 0
        for place in range(len(stack)):
            if has_position(taken, place + 1):
                freed += 1
            else:
                left = (*left, stack[place])
        gain = mind.worth_of(location, left, mind.chips + freed, mind.public.agreements)
        gain += 0.14 * freed
        if gain > most:
            most = gain
            best = taken
    return best


ANSWERS: Final[dict[str, Callable[[Mind, list[int], Random], int]]] = {
    "mulligan": mulligan,
    "take_turn": best_action,
    "action/chip": target_of_action,
    "action/location": target_of_action,
    "action/seat": target_of_action,
    "bullet_turn": bullet,
    "bullet_action": best_action,
    "react": reaction,
    "complicity": complicity,
    "complicity/chip": dragged_along,
    "trade_discard": discard,
    "pick_location": pick_location,
    "bid_agreement": bid,
    "bid_agreement/more": bid_no_more,
    "jail_pick": jail,
    "hitman_move": hitman_move,
    "hitman_card": hitman_card,
    "hitman_card/chip": killed,
    "location_effect": accept,
    "district_discard": discard,
    "plus_one": plus_one,
    "pick_strategy_location": pick_strategy_location,
    "pick_strategy_seat": pick_strategy_seat,
    "take_back": take_back,
}
"""How it answers each point of the rulebook."""
