"""Kinds of answers in Downtown: number, parts and words of what is chosen, and how numbers count.

Where a place, a seat, a gangster, an amount, an informant card or a stack is asked for, the
answer is its number. All that is packed into one number is packed and unpacked here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from omerta.core import (
    Act,
    Kind,
    Name,
    OneOf,
    Pair,
    Parts,
    Reading,
    Seat,
    Single,
    SomeSeat,
    Unread,
    View,
    Whole,
)
from omerta.games.downtown.state.components import (
    BANK_TOTAL,
    CARDS,
    DOWNTOWN,
    EAST_SIDE,
    HALF,
    INFORMANTS,
    LOOT,
    PLACES,
    WEST_SIDE,
)
from omerta.games.downtown.state.gang import GANGSTERS, Gang, gang_of
from omerta.games.downtown.state.reckoning import COPIES, FENCE_TRIO

# Informant cards: a front (whose job it is, and for what loot) and one of its three backs.


def front_of(card: int) -> int:
    """The front of an informant card."""
    return card // 3


def back_on(card: int) -> int:
    """Which of the three backs of its front a card has."""
    return card % 3


def informant_of(card: int) -> int:
    """Who offers the job; this tells the front alone."""
    return card // 9


def loot_of(card: int) -> int:
    """What there is to rob, money, jewels or art; this tells the front alone."""
    return card // 3 % 3


def face(card: int) -> tuple[int, int]:
    """Whose card it is and what it promises, as everybody can tell from its front."""
    return (card // 9, card // 3 % 3)


# Fences: a kind of loot, and one of its four buyers.


def loot_of_fence(fence: int) -> int:
    """The loot that a fence handles."""
    return fence // 4


def buyer_of(fence: int) -> int:
    """Which of the four buyers of its loot a fence is: HALF, two clean ones, POLICE."""
    return fence % 4


def front_of_fence(fence: int) -> int:
    """The front of a fence: its loot, and whether it asks a half or a quarter."""
    return fence // 4 * 2 + (fence % 4 != HALF)


def fence_word(fence: int) -> str:
    """The id of a fence in the catalogues: the clean quarter buyers are one."""
    return f"{LOOT[fence // 4]}_{('half', 'quarter', 'quarter', 'police')[fence % 4]}"


def buyer_word(front: int) -> str:
    """The id of the front of a fence in the catalogues."""
    return f"{LOOT[front // 2]}_{('half', 'quarter')[front % 2]}"


# Copies: a card that has been seen from the front is a trio and a place in it; half fences,
# which are known by their fronts, follow behind the trios. Trios of informant cards are fronts.


def copy_of(trio: int, place: int) -> int:
    """The card in this place of a trio."""
    return trio * 3 + place


def trio_of(copy: int) -> int:
    """The trio of a card."""
    return copy // 3


def place_of(copy: int) -> int:
    """The place of a card in its trio."""
    return copy % 3


def half_of(loot: int) -> int:
    """The half fence for this loot."""
    return COPIES + loot


def is_half(copy: int) -> bool:
    """Whether a fence asks a half: it belongs to no trio, and its front says all."""
    return copy >= COPIES


def trio_of_fences(loot: int) -> int:
    """The trio of the quarter fences for this loot."""
    return FENCE_TRIO + loot


def loot_bought(copy: int) -> int:
    """The loot that a fence seen from the front handles."""
    return copy - COPIES if copy >= COPIES else copy // 3 - FENCE_TRIO


def back_of(copy: int, back: int) -> int:
    """The informant card or the fence that this copy is if it has this back."""
    if copy >= COPIES:
        return (copy - COPIES) * 4
    trio = copy // 3
    return trio * 3 + back if trio < FENCE_TRIO else (trio - FENCE_TRIO) * 4 + 1 + back


def place_of_back(card: int, copy: int) -> int:
    """Which back of its trio a card or a fence has."""
    return card % 3 if copy // 3 < FENCE_TRIO else card % 4 - 1


# Moves of pieces, selections, looks and shed cards as answers.

DONE: Final = -2
"""No more, no move, no place, no action: `done`, `none` and `stop` of section 7."""
STEPS: Final = len(PLACES)
"""A move of a piece: where it stands times this plus where it goes."""
PAY: Final = 10
"""Phase 2: a seat to collect from, or this plus a seat to pay."""
LOOK: Final = 3
"""West and East Side: a stack to rob or to sell at, or this plus a stack to look at."""
LOOT_CARD: Final = 3
"""Shedding: a kind of gangster, or this plus an informant card."""
BOTTOM: Final = 0
TOP: Final = 1
SKIP: Final = 0
VISIT: Final = 1
DECLINE: Final = 0
DRAW: Final = 1


def shift(origin: int, to: int) -> int:
    """A piece goes from one place to another."""
    return origin * STEPS + to


def origin_of(move: int) -> int:
    """Where the piece stands that moves."""
    return move // STEPS


def destination_of(move: int) -> int:
    """Where the piece goes that moves."""
    return move % STEPS


def payment(seat: Seat) -> int:
    """This player is paid."""
    return PAY + seat


def is_payment(selection: int) -> bool:
    """Whether the selected player is paid, not collected from."""
    return selection >= PAY


def selected(selection: int) -> Seat:
    """The player who is selected."""
    return selection - PAY if selection >= PAY else selection


def look_at(stack: int) -> int:
    """The top card of this informant or fence stack is looked at."""
    return LOOK + stack


def is_look(action: int) -> bool:
    """Whether the top card is looked at, not robbed or sold to."""
    return action >= LOOK


def stack_of(action: int) -> int:
    """The informant or the fence stack of a look, a robbery or a sale."""
    return action - LOOK if action >= LOOK else action


def shed_card(card: int) -> int:
    """This informant card is shed."""
    return LOOT_CARD + card


def is_shed_card(shed: int) -> bool:
    """Whether an informant card is shed, not a gangster."""
    return shed >= LOOT_CARD


def card_shed(shed: int) -> int:
    """The informant card that is shed."""
    return shed - LOOT_CARD


# Seats and gangs as text.

SEATS: Final = "ABCD"
LETTERS: Final = "STL"
"""Spy, safecracker, lookout."""


def seat_text(seat: Seat) -> str:
    """A seat as its letter."""
    return SEATS[seat]


def is_letter(word: str) -> bool:
    """Whether a word names a kind of gangster."""
    return word in ("S", "T", "L")


def gang_text(gang: Gang) -> str:
    """A gang as its kinds with their numbers, as in `S1 L2`; nothing for nobody."""
    return " ".join(f"{LETTERS[kind]}{gang[kind]}" for kind in range(3) if gang[kind])


def read_gang(words: Sequence[str]) -> Gang:
    """The gang that `S1 L2` names; ValueError says what is wrong."""
    found: list[int] = []
    for word in words:
        if not re.fullmatch(r"[STL][0-9]{1,2}", word):
            raise ValueError(f"expected gangsters as S1 T2 L3, got {word!r}")
        found += [LETTERS.index(word[0])] * int(word[1:])
    return gang_of(found)


def front_text(copy: int) -> str:
    """The front of a fence: a quarter buyer may be anybody, a half one is known by it."""
    loot = LOOT[loot_bought(copy)]
    return f"{loot}-half" if is_half(copy) else f"{loot}-?"


# Money and gangsters that change hands, as one number and as words of the catalogues.

MANY: Final = 64
"""More gangsters of one kind than there are."""


def haul(money: int, gang: Gang) -> int:
    """Money and gangsters together."""
    return ((money * MANY + gang[0]) * MANY + gang[1]) * MANY + gang[2]


def haul_word(value: int) -> str:
    """What a haul is made of, each with its number: `3 money, 1 spy`; nothing for nothing."""
    numbers = (value // MANY**3, value // MANY**2 % MANY, value // MANY % MANY, value % MANY)
    named = zip(numbers, ("money", *GANGSTERS), strict=True)
    return ", ".join([f"{number} {name}" for number, name in named if number])


def unseen(gangsters: int, *, money: bool) -> int:
    """What lies face down, as everybody can tell: how many gangsters, and money or none."""
    return gangsters * 2 + money


def unseen_word(value: int) -> str:
    """What lies face down: `1 money, 2 gangster`; nothing for nothing."""
    named = zip((value % 2, value // 2), ("money", "gangster"), strict=True)
    return ", ".join([f"{number} {name}" for number, name in named if number])


# The kinds of single things.


class Gangster(Single):
    """A kind of gangster, by its letter."""

    field = "gangster"
    missing = "wrong_words"
    unknown = "unknown_gangster"

    def parts(self, value: int, options: Any) -> Parts:
        """The id of the kind."""
        return {"gangster": GANGSTERS[value]}

    def words(self, value: int, options: Any) -> str:
        """The letter of the kind."""
        return LETTERS[value]

    def read_word(self, word: str, options: Any) -> int:
        """The kind of a letter."""
        if not is_letter(word):
            raise Unread(self.unknown)
        return LETTERS.index(word)

    def candidates(self, seen: View) -> Sequence[int]:
        """The three kinds."""
        return range(len(GANGSTERS))

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """The three kinds."""
        return range(len(GANGSTERS))


class Displayed(Gangster):
    """A gangster for a display, into which informant cards can never be laid (DT-7.7)."""

    def read_word(self, word: str, options: Any) -> int:
        """The kind of a letter; a card is no kind, but a known mistake."""
        if options.deck.card(word) >= 0:
            raise Unread("no_loot_in_display")
        return super().read_word(word, options)


class Card(Single):
    """An informant card, by the id that its deck gives it."""

    field = "card"
    missing = "wrong_words"
    unknown = "unknown_card"
    alike = False

    def words(self, value: int, options: Any) -> str:
        """The id, as in `luigi-art-52`."""
        if value < 0:
            raise IndexError(value)
        word: str = options.deck.words[value]
        return word

    def read_word(self, word: str, options: Any) -> int:
        """The card with this id."""
        card: int = options.deck.card(word)
        if card < 0:
            raise Unread(self.unknown)
        return card

    def candidates(self, seen: View) -> Sequence[int]:
        """All 27 cards."""
        return range(CARDS)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """All 27 cards."""
        return range(CARDS)


class Held(Single):
    """A gangster or an informant card of a hand."""

    missing = "wrong_words"
    unknown = "unknown_card"
    alike = False

    def parts(self, value: int, options: Any) -> Parts:
        """What either of both is called."""
        if is_shed_card(value):
            return CARD.parts(card_shed(value), options)
        return GANGSTER.parts(value, options)

    def words(self, value: int, options: Any) -> str:
        """The words of either of both."""
        if is_shed_card(value):
            return CARD.words(card_shed(value), options)
        return GANGSTER.words(value, options)

    def read_word(self, word: str, options: Any) -> int:
        """A letter is a gangster, everything else a card."""
        if is_letter(word):
            return GANGSTER.read_word(word, options)
        return shed_card(CARD.read_word(word, options))

    def candidates(self, seen: View) -> Sequence[int]:
        """Every kind and every card."""
        return range(shed_card(CARDS))

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """Every kind and every card."""
        return range(shed_card(CARDS))


class Stack(Single):
    """A fence stack; people count from 1."""

    field = "stack"
    missing = "wrong_words"
    unknown = "unknown_stack"

    def parts(self, value: int, options: Any) -> Parts:
        """Its number."""
        return {"stack": value + 1}

    def words(self, value: int, options: Any) -> str:
        """Its digit."""
        return str(value + 1)

    def read_word(self, word: str, options: Any) -> int:
        """The stack with this digit."""
        if word not in ("1", "2", "3"):
            raise Unread(self.unknown)
        return int(word) - 1

    def candidates(self, seen: View) -> Sequence[int]:
        """The three stacks."""
        return range(3)

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """The three stacks."""
        return range(3)


class UsedPlace(Kind):
    """A place to use; what is done there says which, so that only a purchase names its place."""

    def parts(self, value: int, options: Any) -> Parts:
        """The place, or the end of the phase."""
        return {"act": "done"} if value == DONE else {"place": PLACES[value]}

    def words(self, value: int, options: Any) -> str:
        """`buy`, `done`, or nothing: the action follows."""
        if value == DONE:
            return "done"
        return "buy" if value == DOWNTOWN else ""

    def read(self, said: Sequence[str], options: Any) -> Reading:
        """The place where such things are done."""
        act = said[0] if said else ""
        if act not in self.acts():
            raise Unread("unknown_move")
        if act == "done":
            return Reading(DONE, 1)
        if act == "buy":
            return Reading(DOWNTOWN, 1)
        if len(said) == 1:
            raise Unread("wrong_words")
        at_west = act == "rob" or (act == "look" and not said[1].isdecimal())
        return Reading(WEST_SIDE if at_west else EAST_SIDE, 0)

    def candidates(self, seen: View) -> Sequence[int]:
        """The end, and every place."""
        return (DONE, *range(len(PLACES)))

    def every(self, seats: int, options: Any) -> Sequence[int]:
        """The end, and every place."""
        return (DONE, *range(len(PLACES)))

    def acts(self) -> tuple[str, ...]:
        """What can be done at the places."""
        return ("buy", "rob", "look", "sell", "done")


GANGSTER: Final = Gangster()
CARD: Final = Card()
SEAT: Final = SomeSeat(SEATS, missing="wrong_words")
PLACE: Final = Name("place", PLACES, "unknown_place", missing="wrong_words")
INFORMANT: Final = Name("informant", INFORMANTS, "unknown_informant", missing="wrong_words")
STACK: Final = Stack()
MONEY: Final = Whole("amount", 0, BANK_TOTAL, missing="wrong_words")
MOVE: Final = Pair(
    Name("from", PLACES, "unknown_place", missing="wrong_words"),
    Name("to", PLACES, "unknown_place", missing="wrong_words"),
    STEPS,
)

# The answers of the questions, in the order of section 7.

NO_MORE: Final = Act("done", base=DONE, silent=True)
"""The end of an enumeration is not said."""
STOP: Final = Act("done", base=DONE)

FIRST_PLACE: Final = Act("place", PLACE)
OPENING_MONEY: Final = Act("open", MONEY)
SHIFT_OR_DONE: Final = OneOf(STOP, Act("shift", MOVE))
COLLECT_OR_PAY: Final = OneOf(Act("collect", SEAT), Act("pay", SEAT, base=PAY))
PAID_MOVE: Final = OneOf(NO_MORE, MOVE)
USED_PLACE: Final = UsedPlace()
PURCHASE: Final = OneOf(NO_MORE, GANGSTER)
ROB_OR_LOOK: Final = OneOf(NO_MORE, Act("rob", INFORMANT), Act("look", INFORMANT, base=LOOK))
ROB_OR_STOP: Final = OneOf(STOP, Act("rob", INFORMANT))
TOP_OR_BOTTOM: Final = OneOf(Act("bottom", base=BOTTOM), Act("top", base=TOP))
SELL_OR_LOOK: Final = OneOf(NO_MORE, Act("sell", STACK), Act("look", STACK, base=LOOK))
SELL_OR_STOP: Final = OneOf(STOP, Act("sell", STACK))
PUT: Final = Act("put", STACK)
OFFER: Final = OneOf(NO_MORE, CARD)
VISIT_OR_SKIP: Final = OneOf(Act("skip", base=SKIP), Act("visit", base=VISIT))
STAKED_BILL: Final = Act("stake", MONEY)
ADDED_MONEY: Final = Act("add", MONEY)
LAID_MONEY: Final = Act("lay", MONEY)
DISPLAYED: Final = OneOf(NO_MORE, Displayed())
SHED: Final = Act("shed", Held())
DRAW_OR_DECLINE: Final = OneOf(Act("decline", base=DECLINE), Act("draw", base=DRAW))
