"""What is wrong with a move that the open question knows: its words, cards and targets.

Each function gives the key of a reason, or nothing if it finds nothing wrong.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, SEALED, Frame, Seat
from omerta.games.mafia_city import notation
from omerta.games.mafia_city.table import (
    BULLET,
    COMPLICITY,
    FBI,
    FIST,
    GRAND_SCHEME,
    HAT,
    HITMAN,
    PLUS_ONE,
    POLICE_CHIEF,
    POLICE_RAID,
    SECRET_AGREEMENT,
    SHADOW_GAMES,
    SNITCH,
    THIEF,
    TRADE,
    are_adjacent,
    cards_of,
    chip_of,
    kind_of,
    location_of,
    position_of,
    symbol_of,
    without_card,
)
from omerta.games.mafia_city.view import EFFECTS, CityView

LOCATION_TEXTS: Final = (HITMAN, SECRET_AGREEMENT)
REACTION_TEXTS: Final = (POLICE_CHIEF, FBI, COMPLICITY)
CHIEF_LIST: Final = ("snitch", "thief", "police_raid", "jail_effect")
FBI_LIST: Final = ("hitman", "trade", "grand_scheme", "hitman_move")
CHIEF_KINDS: Final = (SNITCH, THIEF, POLICE_RAID)
FBI_KINDS: Final = (HITMAN, TRADE, GRAND_SCHEME)
SYMBOL_EFFECTS: Final = ("hat", "hats", "bullet", "plus_one")


def wrong_with(seen: CityView, point: str, act: str, rest: list[str]) -> str:
    """What is wrong with a move that the open question knows; nothing if nothing is found."""
    if act == "exchange" and rest:
        return "one_card_only"
    if act in ("keep", "pass", "decline", "exchange", "leave", "accept"):
        return "wrong_words" if rest else ""
    if act == "place":
        return wrong_place(seen, rest)
    if act in ("pick", "move"):
        return wrong_location(seen, point, rest)
    if act == "name":
        return wrong_name(seen, rest)
    if act == "take":
        return wrong_take(seen, rest)
    if act == "jail":
        return wrong_chip(seen, rest)
    return wrong_cards(seen, point, act, rest)


# Reading single words.


def read_location(word: str) -> int:
    """A location by its number, or 0."""
    return int(word) if len(word) == 1 and word in "1234567" else 0


def read_chip(word: str) -> int:
    """A chip as `location:position`, or NOTHING."""
    location, colon, position = word.partition(":")
    if not colon or not read_location(location) or not position.isdecimal() or len(position) > 2:
        return NOTHING
    return chip_of(int(location), int(position)) if 1 <= int(position) < 64 else NOTHING


def read_seat(seen: CityView, word: str) -> Seat:
    """A seat by its letter, or NOTHING."""
    letters = notation.SEATS[: seen.seats]
    return letters.index(word) if len(word) == 1 and word in letters else NOTHING


def read_cards(words: list[str]) -> list[int]:
    """The cards these words name; -1 stands for a word that names none."""
    cards: list[int] = []
    for word in words:
        try:
            cards.append(notation.read_card(word))
        except ValueError:
            cards.append(NOTHING)
    return cards


def not_held(seen: CityView, cards: list[int]) -> str:
    """Whether a word names no card, or a card that is not in the hand so often."""
    if NOTHING in cards:
        return "unknown_card"
    hand = seen.mine.cards
    for card in cards:
        if card not in hand:
            return "not_in_hand"
        hand = without_card(hand, card)
    return ""


# Moves without a card.


def wrong_place(seen: CityView, rest: list[str]) -> str:
    """`place LOC`"""
    if len(rest) != 1:
        return "wrong_words"
    if not read_location(rest[0]):
        return "in_cell" if "cell" in rest[0] else "unknown_location"
    if seen.public.hand[seen.seat] == 0:
        return "no_chip_in_hand"
    return ""


def wrong_location(seen: CityView, point: str, rest: list[str]) -> str:
    """`pick LOC`, `move LOC`"""
    if len(rest) != 1:
        return "wrong_words"
    location = read_location(rest[0])
    public = seen.public
    if not location:
        return "unknown_location"
    if point == "hitman_move":
        near = are_adjacent(public.layout, public.hitman, location)
        return "" if near else "not_adjacent"
    if point == "pick_location":
        return "already_marked" if public.marked[location] else ""
    return "" if public.marked[location] else "no_cube"


def wrong_name(seen: CityView, rest: list[str]) -> str:
    """`name SEAT`"""
    if len(rest) != 1:
        return "wrong_words"
    seat = read_seat(seen, rest[0])
    if seat == NOTHING:
        return "unknown_seat"
    assert seen.asked is not None, "who names is asked"
    return "" if seat in seen.asked.choices else "not_undecided"


def wrong_take(seen: CityView, rest: list[str]) -> str:
    """`take POS...`"""
    stack = seen.public.stacks[seen.public.at]
    if not rest:
        return "wrong_words"
    for word in rest:
        if "cell" in word:
            return "in_cell"
        if not word.isascii() or not word.isdecimal() or len(word) > 2 or int(word) == 0:
            return "unknown_chip"
        if int(word) > len(stack):
            return "no_such_chip"
        if stack[int(word) - 1] != seen.seat:
            return "not_own_here"
    return ""


def wrong_chip(seen: CityView, rest: list[str]) -> str:
    """A chip in any stack."""
    if len(rest) != 1:
        return "wrong_words" if rest else "target_missing"
    if "cell" in rest[0]:
        return "in_cell"
    chip = read_chip(rest[0])
    if chip == NOTHING:
        return "unknown_chip"
    if position_of(chip) > len(seen.public.stacks[location_of(chip)]):
        return "no_such_chip"
    return ""


def owner_of(seen: CityView, word: str) -> Seat:
    """Whose chip it is that this word names; it must be in a stack."""
    chip = read_chip(word)
    return seen.public.stacks[location_of(chip)][position_of(chip) - 1]


# Moves with cards.


def wrong_cards(seen: CityView, point: str, act: str, rest: list[str]) -> str:
    """A move that begins with one card, or with two, or with any number of them."""
    number = 2 if act in ("hats", "fists") else 1
    if act == "agree":
        number = max(1, len(rest))
    if not rest:
        return "wrong_words"
    cards = read_cards(rest[:number])
    held = not_held(seen, cards)
    if act in ("hats", "fists") and (len(cards) < 2 or NOTHING in cards[1:]):
        held = "" if NOTHING not in cards[:1] else held
        return held or ("two_hats" if act == "hats" else "two_fists")
    if held:
        return held
    rest = rest[number:]
    if act in ("hats", "hat", "bullet", "plus"):
        return wrong_symbol(seen, act, cards, rest)
    if act in ("fists", "react"):
        return wrong_reaction(seen, act, cards, rest)
    if act == "discard":
        return wrong_discard(seen, point, cards[0], rest)
    if act == "play":
        return wrong_text(seen, cards[0], rest)
    if act == "agree":
        wrong = any(kind_of(card) != SECRET_AGREEMENT for card in cards)
        return "not_an_agreement" if wrong else ""
    if act == "complicity":
        return wrong_complicity(seen, cards[0], rest)
    return wrong_kill(seen, cards[0], rest)


def wrong_symbol(seen: CityView, act: str, cards: list[int], rest: list[str]) -> str:
    """One or two cards that are used for their symbol."""
    public = seen.public
    symbol = BULLET if act == "bullet" else PLUS_ONE if act == "plus" else HAT
    if any(symbol_of(card) != symbol for card in cards):
        return "no_bullet" if act == "bullet" else "no_plus_one" if act == "plus" else "no_hat"
    if act in ("bullet", "plus"):
        return "wrong_words" if rest else ""
    if act == "hats":
        if public.reserve[seen.seat] == 0:
            return "reserve_empty"
        return wrong_target_place(rest)
    if not any(seen.seat in stack for stack in public.stacks):
        return "no_own_chip"
    wrong = wrong_chip(seen, rest)
    if wrong:
        return wrong
    return "" if owner_of(seen, rest[0]) == seen.seat else "not_own_chip"


def wrong_target_place(rest: list[str]) -> str:
    """A location as a target, any of the seven."""
    if len(rest) != 1:
        return "wrong_words" if rest else "target_missing"
    if "cell" in rest[0]:
        return "in_cell"
    return "" if read_location(rest[0]) else "unknown_location"


def wrong_discard(seen: CityView, point: str, card: int, rest: list[str]) -> str:
    """`discard CARD`"""
    if rest:
        return "discard_one"
    if point == "trade_discard" and card not in seen.mine.drawn:
        return "only_drawn"
    return forced_pass(seen)


def forced_pass(seen: CityView) -> str:
    """With the strict note nothing but a pass may be left (MC-R7)."""
    ask = seen.asked
    only_pass = ask is not None and ask.point == "take_turn" and len(ask.choices) == 1
    return "must_pass" if only_pass else ""


def wrong_text(seen: CityView, card: int, rest: list[str]) -> str:
    """`play CARD TARGETS`"""
    public = seen.public
    kind = kind_of(card)
    if kind in LOCATION_TEXTS:
        return "location_text"
    if kind in REACTION_TEXTS:
        return "reaction_text"
    if kind == TRADE:
        if public.deck == 0 and not public.discard:
            return "nothing_to_draw"
        return "wrong_words" if rest else ""
    if kind == THIEF:
        return wrong_victim(seen, rest)
    if kind == POLICE_RAID:
        return wrong_raid(seen, rest)
    if kind == SHADOW_GAMES:
        return wrong_swap(seen, rest)
    if not any(public.stacks):
        return "no_chip_in_stacks"
    if kind == GRAND_SCHEME:
        return wrong_scheme(seen, rest)
    return wrong_chip(seen, rest)


def wrong_victim(seen: CityView, rest: list[str]) -> str:
    """Another player who has a card (MC-6.6)."""
    cards = seen.public.cards
    if not any(cards[seat] for seat in range(seen.seats) if seat != seen.seat):
        return "nobody_has_cards"
    if len(rest) != 1:
        return "wrong_words" if rest else "target_missing"
    victim = read_seat(seen, rest[0])
    if victim == NOTHING:
        return "unknown_seat"
    if victim == seen.seat:
        return "not_oneself"
    return "" if cards[victim] else "victim_without_cards"


def wrong_raid(seen: CityView, rest: list[str]) -> str:
    """A location in whose stack the raider has two chips (MC-6.13)."""
    own = [stack.count(seen.seat) for stack in seen.public.stacks]
    if max(own) < 2:
        return "raid_needs_two"
    wrong = wrong_target_place(rest)
    if wrong:
        return wrong
    return "" if own[read_location(rest[0])] >= 2 else "raid_needs_two"


def wrong_swap(seen: CityView, rest: list[str]) -> str:
    """Two different locations with non-empty stacks (MC-6.17)."""
    stacks = seen.public.stacks
    if sum(1 for stack in stacks if stack) < 2:
        return "needs_two_stacks"
    if len(rest) < 2:
        return "target_missing"
    if len(rest) > 2:
        return "wrong_words"
    first = read_location(rest[0])
    second = read_location(rest[1])
    if not first or not second:
        return "unknown_location"
    if first == second:
        return "two_different"
    return "" if stacks[first] and stacks[second] else "stack_empty"


def wrong_scheme(seen: CityView, rest: list[str]) -> str:
    """A chip, and another location than its own (MC-6.19, MC-6.20)."""
    if len(rest) < 2:
        return wrong_chip(seen, rest) or "target_missing"
    wrong = wrong_chip(seen, rest[:1]) or wrong_target_place(rest[1:])
    if wrong:
        return wrong
    here = location_of(read_chip(rest[0]))
    return "same_location" if read_location(rest[1]) == here else ""


# Reactions and the cards of the Location Phase.


def top_effect(seen: CityView) -> str:
    """The effect whose window is open, by name."""
    frame = seen.top
    if frame is None or frame.rule.steps[frame.step - 1].shape != SEALED:
        return ""
    return EFFECTS.get(frame.rule.clause, "")


def wrong_reaction(seen: CityView, act: str, cards: list[int], rest: list[str]) -> str:
    """`fists CARD CARD`, `react CARD`"""
    effect = top_effect(seen)
    if rest:
        return "two_fists" if act == "fists" else "wrong_words"
    if act == "fists":
        if effect in ("jail_effect", "hitman_move"):
            return "fists_never_at_location"
        return "two_fists" if any(symbol_of(card) != FIST for card in cards) else ""
    kind = kind_of(cards[0])
    if kind not in (POLICE_CHIEF, FBI):
        return "not_a_reaction"
    if effect in ("fists", "police_chief", "fbi", "complicity"):
        return "only_fists"
    if effect in (CHIEF_LIST if kind == POLICE_CHIEF else FBI_LIST):
        return ""
    listed = CHIEF_KINDS if kind == POLICE_CHIEF else FBI_KINDS
    assert seen.top is not None, "a window is open"
    shown = [kind_of(card) for card in cards_of(seen.top.thing)]
    if effect in SYMBOL_EFFECTS and any(one in listed for one in shown):
        return "only_text"
    return "not_on_chief_list" if kind == POLICE_CHIEF else "not_on_fbi_list"


def wrong_complicity(seen: CityView, card: int, rest: list[str]) -> str:
    """`complicity CARD CHIP`"""
    if kind_of(card) != COMPLICITY:
        return "not_a_complicity"
    wrong = wrong_chip(seen, rest)
    if wrong:
        return wrong
    assert seen.top is not None, "a transport is under way"
    # The transport's frame holds its causer and the owner of the chip just sent.
    return not_third(seen, rest[0], seen.top.actor)


def not_third(seen: CityView, word: str, causer: Seat) -> str:
    """Neither the causer's chip nor an own one (MC-6.22)."""
    return "not_third_player" if owner_of(seen, word) in (causer, seen.seat) else ""


def wrong_kill(seen: CityView, card: int, rest: list[str]) -> str:
    """`kill CARD CHIP`"""
    if kind_of(card) != HITMAN:
        return "not_a_hitman"
    wrong = wrong_chip(seen, rest)
    if wrong:
        return wrong
    here = location_of(read_chip(rest[0]))
    return "" if here == seen.public.hitman else "not_at_hitman"


# The rest of a move that has been begun.


def wrong_rest(seen: CityView, point: str, said: list[str]) -> str:
    """What is wrong with the target of a move whose card is named already."""
    frame = seen.top
    assert frame is not None, "somebody is asked"
    if point == "bid_agreement/more":
        cards = read_cards(said)
        wrong = not_held(seen, cards)
        return wrong or "not_an_agreement"
    effect = EFFECTS.get(frame.rule.clause, "")
    wrong = ""
    if effect == "thief":
        wrong = wrong_victim(seen, said)
    elif effect == "police_raid":
        wrong = wrong_raid(seen, said)
    elif effect == "shadow_games":
        wrong = wrong_rest_of_swap(seen, frame, said)
    elif point.endswith("/location"):
        wrong = wrong_target_place(said) or "same_location"
    else:
        wrong = wrong_chip(seen, said)
        if not wrong and effect == "hat":
            wrong = "not_own_chip"
        elif not wrong and effect == "complicity":
            wrong = not_third(seen, said[0], frame.target)
        elif not wrong and effect == "hitman":
            wrong = "not_at_hitman"
    return wrong or "not_a_choice"


def wrong_rest_of_swap(seen: CityView, frame: Frame, said: list[str]) -> str:
    """One of the two locations; the one with the lower number is named first."""
    wrong = wrong_target_place(said)
    if wrong:
        return wrong
    location = read_location(said[0])
    if location == frame.target:
        return "two_different"
    return "lower_first" if seen.public.stacks[location] else "stack_empty"
