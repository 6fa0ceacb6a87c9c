"""The words of Downtown: gangs, cards, choices and moves as text, both ways."""

from __future__ import annotations

import re
from typing import Any, Final

from omerta.core import Ask, Refused, Seat
from omerta.games.downtown.deck import INFORMANTS, LOOT, Deck
from omerta.games.downtown.gang import GANGSTERS, Gang, gang_of, members
from omerta.games.downtown.rules.turn import moves_to_paid
from omerta.games.downtown.table import (
    DONE,
    DOWNTOWN,
    DRAW,
    EAST_SIDE,
    LOOK,
    LOOT_CARD,
    PAY,
    PLACES,
    STEPS,
    TOP,
    VISIT,
    WEST_SIDE,
)
from omerta.games.downtown.town import HALF_FENCES, Town, fence_kind

SEATS: Final = "ABCD"
LETTERS: Final = "STL"
"""Spy, safecracker, lookout."""


def seat_text(seat: Seat) -> str:
    """A seat as its letter."""
    return SEATS[seat]


def gang_text(gang: Gang) -> str:
    """A gang as its kinds with their numbers, as in `S1 L2`; nothing for nobody."""
    return " ".join(f"{LETTERS[kind]}{gang[kind]}" for kind in range(3) if gang[kind])


def read_gang(words: list[str]) -> Gang:
    """The gang that `S1 L2` names; ValueError says what is wrong."""
    found: list[int] = []
    for word in words:
        if not re.fullmatch(r"[STL]\d+", word):
            raise ValueError(f"expected gangsters as S1 T2 L3, got {word!r}")
        found += [LETTERS.index(word[0])] * int(word[1:])
    return gang_of(found)


def front_text(copy: int) -> str:
    """The front of a fence: a quarter buyer may be anybody, a half one is known by it."""
    kind = LOOT[fence_kind(copy)]
    return f"{kind}-half" if copy >= HALF_FENCES else f"{kind}-?"


# Every answer as the parts that name things on the board, and as words.

ENDS: Final = {"move": "done", "use": "done", "west": "done", "east": "done"}
"""Where the end of something is a move of its own; elsewhere it closes an enumeration."""


def parts(deck: Deck, point: str, choice: int) -> dict[str, Any]:
    """What an answer names: the act, and the place, seat, gangster, card or stack it is about."""
    if choice == DONE:
        return {"act": "done"}
    if point == "place_1":
        return {"act": "place", "place": PLACES[choice]}
    if point == "place_1/place_2":
        return {"place": PLACES[choice]}
    if point in ("move", "select/paymove"):
        steps: dict[str, Any] = {"from": PLACES[choice // STEPS], "to": PLACES[choice % STEPS]}
        return {"act": "shift", **steps} if point == "move" else steps
    if point == "select":
        if choice >= PAY:
            return {"act": "pay", "seat": choice - PAY}
        return {"act": "collect", "seat": choice}
    if point == "use":
        return {"place": PLACES[choice]}
    if point in ("use/west", "west"):
        verb = "look" if choice >= LOOK else "rob"
        return {"act": verb, "informant": INFORMANTS[choice % LOOK]}
    if point in ("use/east", "east"):
        return {"act": "look" if choice >= LOOK else "sell", "stack": choice % LOOK + 1}
    if point == "use/loot":
        return {"card": deck.word(choice)}
    if point == "shed" and choice >= LOOT_CARD:
        return {"act": "shed", "card": deck.word(choice - LOOT_CARD)}
    if point in ("use/buy", "add_money/add_gang", "lay_money/lay_gang", "shed"):
        act = {"act": "shed"} if point == "shed" else {}
        return {**act, "gangster": GANGSTERS[choice]}
    if point in AMOUNTS:
        return {"act": AMOUNTS[point], "amount": choice}
    if point == "eastput":
        return {"act": "put", "stack": choice + 1}
    return {"act": WORDS[point][choice]}


AMOUNTS: Final = {"open": "open", "stake": "stake", "add_money": "add", "lay_money": "lay"}
WORDS: Final = {
    "westput": ("bottom", "top"),
    "casino": ("skip", "visit"),
    "ghetto": ("decline", "draw"),
}


def words(deck: Deck, point: str, choice: int) -> str:
    """An answer as its words in a move; nothing for the end of an enumeration."""
    named = parts(deck, point, choice)
    if choice == DONE:
        return ENDS.get(point, "")
    if point == "use":
        return "buy" if choice == DOWNTOWN else ""
    said = [str(named["act"])] if "act" in named else []
    for kind in ("place", "from", "to", "informant", "stack", "card", "amount"):
        if kind in named:
            said.append(str(named[kind]))
    if "seat" in named:
        said.append(seat_text(named["seat"]))
    if "gangster" in named:
        said.append(LETTERS[choice])
    return " ".join(said)


def describe(deck: Deck, ask: Ask) -> list[dict[str, Any]]:
    """The choices of a question, each with its words and the things it names."""
    return [
        {
            "choice": choice,
            "move": words(deck, ask.point, choice),
            "parts": parts(deck, ask.point, choice),
        }
        for choice in ask.choices
    ]


def move_text(town: Town, seat: Seat, answers: tuple[int, ...]) -> str:
    """A whole move as text, from the position before it."""
    trial = town.copy()
    said: list[str] = []
    for choice in answers:
        ask = trial.asked(seat)
        if ask is None:
            raise Refused("", "not_asked", (seat,))
        said.append(words(town.options.deck, ask.point, choice))
        trial.answer(seat, choice)
    return canonical(" ".join(word for word in said if word))


def canonical(text: str) -> str:
    """The one form of a move: gangsters of a purchase in order, of a display by their numbers."""
    said = text.split()
    if said[:1] == ["buy"]:
        return " ".join(["buy", *sorted(said[1:], key="STL".find)])
    if said[:1] in (["add"], ["lay"]) and len(said) > 2:
        listed = [f"{word}1" if word in ("S", "T", "L") else word for word in said[2:]]
        try:
            return " ".join([*said[:2], gang_text(read_gang(listed))])
        except ValueError:
            return " ".join(said)
    return " ".join(said)


# Reading a move: the words fix the small answers; whether they are legal the game says.

MOVES: Final = {
    "place_1": ("place",),
    "open": ("open",),
    "move": ("shift", "done"),
    "select": ("collect", "pay"),
    "use": ("buy", "rob", "look", "sell", "done"),
    "west": ("rob", "done"),
    "westput": ("top", "bottom"),
    "east": ("sell", "done"),
    "eastput": ("put",),
    "casino": ("visit", "skip"),
    "stake": ("stake",),
    "add_money": ("add",),
    "lay_money": ("lay",),
    "shed": ("shed",),
    "ghetto": ("draw", "decline"),
}
"""The first words of the moves of every decision."""


def read_move(town: Town, seat: Seat, text: str) -> tuple[int, ...]:
    """The small answers that make up a move; `Refused` if it is not legal as a whole."""
    ask = town.asked(seat)
    clause = "" if town.top is None else town.top.rule.clause
    said = text.split()
    if ask is None:
        raise Refused(clause, "not_asked", (seat,))
    if not said or said[0] not in MOVES.get(ask.point, ()):
        raise Refused(clause, "no_such_move")
    try:
        answers = small_answers(town, ask.point, said)
    except (ValueError, IndexError):
        raise Refused(clause, "no_such_move") from None
    if said[0] == "pay" and len(said) == 4:
        check_paymove(town, seat, answers)
    return tried(town, seat, answers)


def check_paymove(town: Town, seat: Seat, answers: tuple[int, ...]) -> None:
    """A payment that ends the game leaves its move unasked (DT-16.1), but not unchecked."""
    if answers[1] not in moves_to_paid(town, seat, answers[0] - PAY):
        raise Refused("DT-6.12", "no_such_move")


def tried(town: Town, seat: Seat, answers: tuple[int, ...]) -> tuple[int, ...]:
    """The answers, if they are a whole move; what a decided game does not ask is left out."""
    trial = town.copy()
    for given, choice in enumerate(answers):
        if trial.is_over:
            return answers[:given]
        trial.answer(seat, choice)
    ask = trial.asked(seat)
    if ask is not None and ask.continues:
        raise Refused("" if trial.top is None else trial.top.rule.clause, "move_is_not_whole")
    return answers


def small_answers(town: Town, point: str, said: list[str]) -> tuple[int, ...]:
    """The answers that these words stand for."""
    verb = said[0]
    rest = said[1:]
    if verb == "done":
        only(rest, 0)
        return (DONE,)
    if verb == "place":
        only(rest, 2)
        return (PLACES.index(rest[0]), PLACES.index(rest[1]))
    if verb == "shift":
        only(rest, 2)
        return (PLACES.index(rest[0]) * STEPS + PLACES.index(rest[1]),)
    if verb == "collect":
        only(rest, 1)
        return (SEATS.index(rest[0]),)
    if verb == "pay":
        return pay_answers(town, rest)
    if verb == "buy":
        return (DOWNTOWN, *(LETTERS.index(letter) for letter in rest), DONE)
    if verb == "rob" or (verb == "look" and rest[0] in INFORMANTS):
        only(rest, 1)
        choice = INFORMANTS.index(rest[0]) + (LOOK if verb == "look" else 0)
        return (choice,) if point == "west" else (WEST_SIDE, choice)
    if verb == "look":
        only(rest, 1)
        return (EAST_SIDE, LOOK + "123".index(rest[0]))
    if verb == "sell":
        cards = [card_named(town, word) for word in rest[1:]]
        sale = ("123".index(rest[0]), *cards, DONE)
        return sale if point == "east" else (EAST_SIDE, *sale)
    if verb == "shed":
        only(rest, 1)
        if rest[0] in ("S", "T", "L"):
            return (LETTERS.index(rest[0]),)
        return (LOOT_CARD + card_named(town, rest[0]),)
    if verb in ("add", "lay"):
        return (int(rest[0]), *members(read_gang(canonical(" ".join(said)).split()[2:])), DONE)
    if verb in ("open", "stake"):
        only(rest, 1)
        return (int(rest[0]),)
    if verb == "put":
        only(rest, 1)
        return ("123".index(rest[0]),)
    only(rest, 0)
    return ({"top": TOP, "visit": VISIT, "draw": DRAW}.get(verb, 0),)


def pay_answers(town: Town, rest: list[str]) -> tuple[int, ...]:
    """`pay B bank villa`, or with two players `pay B`"""
    pay = PAY + SEATS.index(rest[0])
    if len(rest) == 1 and town.seats == 2:
        return (pay, DONE)
    if len(rest) == 1:
        return (pay,)
    only(rest, 3)
    return (pay, PLACES.index(rest[1]) * STEPS + PLACES.index(rest[2]))


def only(rest: list[str], number: int) -> None:
    """So many words follow the verb."""
    if len(rest) != number:
        raise ValueError(f"expected {number} words, got {len(rest)}")


def card_named(town: Town, word: str) -> int:
    """The informant card with this id; ValueError if there is none."""
    card = town.options.deck.card(word)
    if card < 0:
        raise ValueError(f"expected an informant card, got {word!r}")
    return card


def word(kind: str, value: int) -> str:
    """The id of a value, as the catalogues and the page know it."""
    if kind == "place":
        return PLACES[value]
    if kind == "gangster":
        return GANGSTERS[value]
    if kind == "informant":
        return INFORMANTS[value]
    if kind == "loot":
        return LOOT[value]
    if kind == "fence":
        return f"{LOOT[value // 4]}_{('half', 'quarter', 'quarter', 'police')[value % 4]}"
    if kind == "buyer":
        return f"{LOOT[value // 2]}_{('half', 'quarter')[value % 2]}"
    raise KeyError(kind)
