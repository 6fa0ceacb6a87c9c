"""The words of Mafia City: cards, chips, choices and moves as text, both ways."""

from __future__ import annotations

from typing import Any, Final

from omerta.core import Ask, Refused, Seat
from omerta.games.mafia_city.city import City
from omerta.games.mafia_city.table import (
    ACCEPT,
    CARDS,
    DECLINE,
    DISCARD,
    EXCHANGE,
    KINDS,
    LOCATIONS,
    ONE_HAT,
    PASS,
    SYMBOLS,
    TEXT,
    TWO_HATS,
    card_of,
    cards_of,
    chip_of,
    location_of,
    pair_of,
    position_of,
)

SEATS: Final = "ABCDE"
CARD_TEXTS: Final = [f"{kind}/{symbol}" for kind in KINDS for symbol in SYMBOLS]


def seat_text(seat: Seat) -> str:
    """A seat as its letter."""
    return SEATS[seat]


def card_text(card: int) -> str:
    """A card as `kind/symbol`."""
    return CARD_TEXTS[card]


def read_card(text: str) -> int:
    """The card that `kind/symbol` names; ValueError says what is wrong."""
    kind, slash, symbol = text.partition("/")
    if not slash or kind not in KINDS or symbol not in SYMBOLS:
        raise ValueError(f"expected a card as kind/symbol, got {text!r}")
    return card_of(KINDS.index(kind), SYMBOLS.index(symbol))


def chip_text(chip: int) -> str:
    """A chip as `location:position`."""
    return f"{location_of(chip)}:{position_of(chip)}"


def take_text(chips: int) -> str:
    """The positions of a take-back."""
    if chips == 0:
        return "leave"
    places = [str(place + 1) for place in range(chips.bit_length()) if chips >> place & 1]
    return " ".join(["take", *places])


# Every answer as the parts that name things on the board, and as words.

VERBS: Final = {
    "bullet_turn": "bullet",
    "complicity": "complicity",
    "trade_discard": "discard",
    "district_discard": "discard",
    "pick_location": "pick",
    "pick_strategy_location": "pick",
    "pick_strategy_seat": "name",
    "bid_agreement": "agree",
    "jail_pick": "jail",
    "hitman_move": "move",
    "hitman_card": "kill",
    "plus_one": "plus",
}
MOVES: Final = {
    "mulligan": ("keep", "exchange"),
    "take_turn": ("place", "play", "hat", "hats", "discard", "pass"),
    "bullet_action": ("place", "play", "hat", "hats", "discard"),
    "bullet_turn": ("bullet", "decline"),
    "react": ("fists", "react", "decline"),
    "complicity": ("complicity", "decline"),
    "trade_discard": ("discard",),
    "district_discard": ("discard",),
    "pick_location": ("pick",),
    "pick_strategy_location": ("pick",),
    "pick_strategy_seat": ("name",),
    "bid_agreement": ("agree", "decline"),
    "location_effect": ("accept", "decline"),
    "jail_pick": ("jail", "decline"),
    "hitman_move": ("move", "decline"),
    "hitman_card": ("kill", "decline"),
    "plus_one": ("plus", "decline"),
    "take_back": ("take", "leave"),
}
"""The first words of the moves of every decision."""
ANSWERED_BY_CARD: Final = (
    "bullet_turn",
    "complicity",
    "trade_discard",
    "district_discard",
    "bid_agreement",
    "bid_agreement/more",
    "hitman_card",
    "plus_one",
)
ANSWERED_BY_CHIP: Final = ("jail_pick", "action/chip", "complicity/chip", "hitman_card/chip")
ANSWERED_BY_LOCATION: Final = (
    "pick_location",
    "pick_strategy_location",
    "hitman_move",
    "action/location",
)


def parts(point: str, choice: int) -> dict[str, Any]:
    """What an answer names: the act, and the card, chip, location or seat it is about."""
    if point in ("take_turn", "bullet_action"):
        return turn_parts(choice)
    if point == "mulligan":
        return {"act": "exchange" if choice == EXCHANGE else "keep"}
    if point == "location_effect":
        return {"act": "accept" if choice == ACCEPT else "decline"}
    if point == "take_back":
        places = [place + 1 for place in range(choice.bit_length()) if choice >> place & 1]
        return {"act": "take", "positions": places} if places else {"act": "leave"}
    if choice == DECLINE:
        return {"act": "done" if point == "bid_agreement/more" else "decline"}
    if point == "react":
        cards = [card_text(card) for card in cards_of(choice)]
        return {"act": "fists" if choice >= CARDS else "react", "cards": cards}
    act = {"act": VERBS[point]} if point in VERBS else {}
    if point in ANSWERED_BY_CARD:
        return {**act, "cards": [card_text(choice)]}
    if point in ANSWERED_BY_CHIP:
        return {**act, "chip": chip_text(choice)}
    if point in ANSWERED_BY_LOCATION:
        return {**act, "location": choice}
    return {**act, "seat": choice}


def turn_parts(choice: int) -> dict[str, Any]:
    """What an action names."""
    if choice == PASS:
        return {"act": "pass"}
    if choice < TEXT:
        return {"act": "place", "location": choice}
    if choice < ONE_HAT:
        return {"act": "play", "cards": [card_text(choice - TEXT)]}
    if choice < DISCARD:
        return {"act": "hat", "cards": [card_text(choice - ONE_HAT)]}
    if choice < TWO_HATS:
        return {"act": "discard", "cards": [card_text(choice - DISCARD)]}
    return {"act": "hats", "cards": [card_text(card) for card in cards_of(choice - TWO_HATS)]}


def words(point: str, choice: int) -> str:
    """An answer as its words in a move; nothing for the end of an enumeration."""
    return spoken(parts(point, choice))


def spoken(named: dict[str, Any]) -> str:
    """The words for what an answer names."""
    if named.get("act") == "done":
        return ""
    said = [named["act"]] if "act" in named else []
    said += named.get("cards", [])
    said += [str(place) for place in named.get("positions", [])]
    if "chip" in named:
        said.append(named["chip"])
    if "location" in named:
        said.append(str(named["location"]))
    if "seat" in named:
        said.append(seat_text(named["seat"]))
    return " ".join(said)


def describe(ask: Ask) -> list[dict[str, Any]]:
    """The choices of a question, each with its words and the things it names."""
    point = ask.point
    found: list[dict[str, Any]] = []
    for choice in ask.choices:
        described = DESCRIBED.get((point, choice))
        if described is None:
            named = parts(point, choice)
            described = {"choice": choice, "move": spoken(named), "parts": named}
            DESCRIBED[point, choice] = described
        found.append(described)
    return found


DESCRIBED: Final[dict[tuple[str, int], dict[str, Any]]] = {}
"""Every answer that was described before: it never reads differently."""


def move_text(city: City, seat: Seat, answers: tuple[int, ...]) -> str:
    """A whole move as text, from the position before it."""
    trial = city.copy()
    said: list[str] = []
    for choice in answers:
        ask = trial.asked(seat)
        if ask is None:
            raise Refused("", "not_asked", (seat,))
        said.append(words(ask.point, choice))
        trial.answer(seat, choice)
    return " ".join(word for word in said if word)


def canonical(city: City, text: str) -> str:
    """The one form of a move: the order of pairs does not matter, nor which of equal chips."""
    said = [same_chip(city, word) for word in text.split()]
    if said[:1] in (["fists"], ["hats"]) and len(said) >= 3:
        said[1:3] = [card_text(card) for card in ordered(said[1], said[2])]
    if said[:1] == ["play"] and len(said) == 4 and said[1].startswith("shadow_games/"):
        said[2:4] = sorted(said[2:4])
    if said[:1] == ["take"]:
        said[1:] = lowest_of_runs(city, said[1:])
    return " ".join(said)


def ordered(card: str, other: str) -> tuple[int, ...]:
    """Two cards in the order of a pair; text that names no cards is refused."""
    try:
        return cards_of(pair_of(read_card(card), read_card(other)))
    except ValueError:
        raise Refused("MC-2.14", "unknown_card") from None


def same_chip(city: City, word: str) -> str:
    """The lowest of the neighbouring chips of one owner (MC-2.11)."""
    location, colon, position = word.partition(":")
    if not colon or not location.isdecimal() or not position.isdecimal():
        return word
    if not 1 <= int(location) <= 7 or int(position) < 1:
        return word
    stack = city.public.stacks[int(location)]
    place = int(position) - 1
    if place >= len(stack):
        return word
    while place > 0 and stack[place - 1] == stack[place]:
        place -= 1
    return chip_text(chip_of(int(location), place + 1))


def lowest_of_runs(city: City, places: list[str]) -> list[str]:
    """Positions of a take-back, the lowest of each run of neighbouring chips first."""
    stack = city.public.stacks[city.public.at]
    wanted = [int(place) - 1 for place in places if place.isdecimal()]
    if len(wanted) != len(places) or any(not 0 <= place < len(stack) for place in wanted):
        return places
    chosen: list[int] = []
    for place in sorted(set(wanted)):
        while place > 0 and stack[place - 1] == stack[place] and place - 1 not in chosen:
            place -= 1
        chosen.append(place)
    return [str(place + 1) for place in sorted(chosen)]


def read_move(city: City, seat: Seat, text: str) -> tuple[int, ...]:
    """The small answers that make up a move; `Refused` if no legal move has these words."""
    said = canonical(city, text).split()
    found = matching(city, seat, said)
    if found is None:
        raise Refused("" if city.top is None else city.top.rule.clause, "no_such_move")
    return found


def matching(city: City, seat: Seat, said: list[str]) -> tuple[int, ...] | None:
    """The answers whose words are exactly these, if there are such."""
    ask = city.asked(seat)
    if ask is None:
        return None
    for choice in ask.choices:
        own = words(ask.point, choice).split()
        if said[: len(own)] != own:
            continue
        trial = city.copy()
        trial.answer(seat, choice)
        follow = trial.asked(seat)
        if follow is not None and follow.continues:
            rest = matching(trial, seat, said[len(own) :])
            if rest is not None:
                return (choice, *rest)
        elif len(own) == len(said):
            return (choice,)
    return None


def word(kind: str, value: int) -> str:
    """The id of a value, as the catalogues and the page know it."""
    if kind == "card":
        return card_text(value)
    if kind == "location":
        return LOCATIONS[value]
    raise KeyError(kind)
