"""A computer player of Mafia City that plays by rules of thumb, from its view alone.

Its one thought: what is every location worth to me as it stands, and what would it be worth
with one chip more or less? Cards, reactions and bids are judged by the same difference.
"""

from __future__ import annotations

from random import Random

from omerta.core import NOTHING, Player, View
from omerta.games.mafia_city.mind import SYMBOL_WORTH, Mind, card_worth, text_worth
from omerta.games.mafia_city.table import (
    ACCEPT,
    CITY_HALL,
    DECLINE,
    DONE,
    EXCHANGE,
    JAIL,
    KEEP,
    PASS,
    SECRET_AGREEMENT,
    cards_of,
    kind_of,
    symbol_of,
)
from omerta.games.mafia_city.view import EFFECTS, CityView, is_in_the_air


class ThumbPlayer(Player):
    """Places where it counts, turns contested places with cards, reacts to what concerns it."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the choices of the question."""
        assert isinstance(view, CityView), "plays Mafia City"
        assert view.asked is not None, "a player chooses only when asked"
        choices = view.asked.choices
        if len(choices) == 1:
            return choices[0]
        return self.answer(view.asked.point, list(choices), Mind(view), rng)

    def answer(self, point: str, choices: list[int], mind: Mind, rng: Random) -> int:
        """The answer to one question."""
        if point in ("take_turn", "bullet_action"):
            return best_action(mind, choices, rng)
        if point == "react":
            return reaction(mind, choices)
        if point in ("action/chip", "action/location", "action/seat"):
            return target_of_action(mind, choices)
        if point == "bullet_turn":
            return bullet(mind, choices)
        if point == "bid_agreement":
            return bid(mind, choices)
        if point == "bid_agreement/more":
            return DONE
        if point in ("trade_discard", "district_discard"):
            return least_worth(choices)
        if point == "take_back":
            return take_back(mind, choices)
        if point == "complicity":
            return complicity(mind, choices)
        if point == "complicity/chip":
            return mind.best_jailing(choices)[1]
        return at_location(point, choices, mind)


def at_location(point: str, choices: list[int], mind: Mind) -> int:
    """The other questions: those of the locations, the Mayor's and the opening hand."""
    if point == "jail_pick":
        gain, chip = mind.best_jailing(choices[1:])
        return chip if gain > 0.02 else DECLINE
    if point == "hitman_move":
        return hitman_move(mind, choices)
    if point == "hitman_card":
        gain, _ = mind.best_killing(mind.public.hitman)
        can = len(choices) > 1 and gain > 0.1
        return least_symbol(choices[1:]) if can else DECLINE
    if point == "hitman_card/chip":
        return mind.best_killing(mind.public.hitman)[1]
    if point == "plus_one":
        return least_text(choices[1:]) if len(choices) > 1 else DECLINE
    if point == "pick_location":
        return pick_location(mind, choices)
    if point == "pick_strategy_location":
        return pick_strategy_location(mind, choices)
    if point == "pick_strategy_seat":
        return choices[0] if choices[0] != mind.me else choices[-1]
    if point == "mulligan":
        worth = card_worth(mind.cards[0]) + card_worth(mind.cards[1])
        return KEEP if worth > 0.9 else EXCHANGE
    if point == "location_effect":
        return ACCEPT
    return choices[0]


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


# The Action Phase.


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


def target_of_action(mind: Mind, choices: list[int]) -> int:
    """The target that the action was chosen for."""
    frame = mind.view.top
    assert frame is not None, "somebody is asked"
    effect = EFFECTS.get(frame.rule.clause, "")
    if effect == "snitch":
        return mind.best_jailing(choices)[1]
    if effect == "grand_scheme":
        if frame.target == NOTHING:
            return mind.best_moving()[1]
        return mind.best_landing(frame.target)[1]
    if effect == "shadow_games":
        return mind.best_swap(0 if frame.target == NOTHING else frame.target)[1]
    if effect == "police_raid":
        return mind.best_raid()[1]
    if effect == "thief":
        return mind.best_victim()[1]
    if effect == "hat":
        return mind.best_taking_back()[1]
    return mind.best_reserve_place()[1]


def bullet(mind: Mind, choices: list[int]) -> int:
    """Come back after a pass if there is something to gain."""
    if len(choices) == 1:
        return DECLINE
    card = least_text(choices[1:])
    gain = mind.best_place()[0] if mind.chips > 0 else 0.0
    for other in mind.cards:
        if other != card:
            gain = max(gain, mind.playing(other))
    return card if gain > mind.cost(card) + 0.05 else DECLINE


# Reactions.


def reaction(mind: Mind, choices: list[int]) -> int:
    """React if the effect at the bottom of the pile would go against me as things stand."""
    if len(choices) == 1:
        return DECLINE
    frame = mind.view.top
    answers = 0
    while frame is not None:
        effect = EFFECTS.get(frame.rule.clause, "")
        if effect in ("fists", "police_chief", "fbi"):
            answers += 1
        elif effect and is_in_the_air(frame):
            break
        frame = frame.below
    if frame is None:
        return DECLINE
    brings = mind.doing(effect, frame)
    # An even number of answers cancel each other: the effect would happen.
    stake = -brings if answers % 2 == 0 else brings
    best = DECLINE
    for choice in choices[1:]:
        price = 0.0
        for card in cards_of(choice):
            price += card_worth(card) * (0.5 if mind.late else 0.8)
        if stake - price > 0.0:
            stake = price
            best = choice
    return best


def complicity(mind: Mind, choices: list[int]) -> int:
    """Drag a third player's chip along if that serves me."""
    frame = mind.view.top
    assert frame is not None, "somebody is asked"
    involved = (frame.actor, mind.me)
    third = [chip for chip in mind.chips_on_board() if mind.owner(chip) not in involved]
    if len(choices) == 1 or mind.best_jailing(third)[0] < 0.03:
        return DECLINE
    return least_symbol(choices[1:])


# The Location Phase.


def bid(mind: Mind, choices: list[int]) -> int:
    """Play a Secret Agreement if those in hand can turn control."""
    if len(choices) == 1:
        return DECLINE
    location = mind.public.at
    held = 0
    for card in mind.cards:
        if kind_of(card) == SECRET_AGREEMENT:
            held += 1
    for number in range(1, held + 1):
        if mind.agreeing(mind.me, location, number) > 0.45 * number:
            return least_symbol(choices[1:])
    return DECLINE


def hitman_move(mind: Mind, choices: list[int]) -> int:
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


def pick_location(mind: Mind, choices: list[int]) -> int:
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


# The Strategy Phase.


def pick_strategy_location(mind: Mind, choices: list[int]) -> int:
    """Let others decide before me: first where I have no chips."""
    for location in choices:
        if mind.me not in mind.public.stacks[location]:
            return location
    return choices[0]


def take_back(mind: Mind, choices: list[int]) -> int:
    """Take back what does nothing: all where it is hopeless, the surplus where I lead."""
    location = mind.public.at
    stack = mind.public.stacks[location]
    best = 0
    most = -9.0
    for taken in choices:
        left: tuple[int, ...] = ()
        freed = 0
        for place in range(len(stack)):
            if taken >> place & 1:
                freed += 1
            else:
                left = (*left, stack[place])
        gain = mind.worth_of(location, left, mind.chips + freed, mind.public.agreements)
        gain += 0.14 * freed
        if gain > most:
            most = gain
            best = taken
    return best
