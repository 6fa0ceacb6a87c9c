"""What a seat sees of Mafia City, and a full game that it cannot tell from the true one."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from omerta.core import EVERYBODY, NOTHING, SEALED, Ask, Frame, Rule, Seat, View
from omerta.games.mafia_city.city import City
from omerta.games.mafia_city.notation import card_text, chip_text, describe
from omerta.games.mafia_city.rules.location import Control, leaders_of
from omerta.games.mafia_city.table import (
    DECK,
    LOCATIONS,
    PHASES,
    TARGET,
    Options,
    Public,
    Secret,
    cards_of,
)

if TYPE_CHECKING:
    from omerta.games.mafia_city.rules.book import Rules

EFFECTS: Final = {
    "MC-5.1": "hat",
    "MC-5.3": "hats",
    "MC-5.7": "fists",
    "MC-5.10": "bullet",
    "MC-5.11": "plus_one",
    "MC-6.2": "hitman",
    "MC-6.5": "snitch",
    "MC-6.6": "thief",
    "MC-6.9": "police_chief",
    "MC-6.11": "fbi",
    "MC-6.13": "police_raid",
    "MC-6.17": "shadow_games",
    "MC-6.19": "grand_scheme",
    "MC-6.22": "complicity",
    "MC-6.29": "trade",
    "MC-6.31": "secret_agreement",
    "MC-8.5": "jail_effect",
    "MC-9.2": "hitman_move",
}
"""The rules that can be answered, by their clause."""

STACKS: Final = 10_000
"""Stacks of which it is remembered who leads: most of them stay as they are for many moves."""


class CityView(View):
    """Public knowledge, the own hand and, for the Policeman's holder, every hand (MC-11.4)."""

    def __init__(
        self,
        seat: Seat,
        seats: int,
        top: Frame | None,
        asked: Ask | None,
        options: Options,
        rules: Rules,
        public: Public,
        mine: Secret,
        sealed: int,
        hands: list[tuple[int, ...]],
    ) -> None:
        super().__init__(seat, seats, top, asked)
        self.options: Final = options
        self.rules: Final = rules
        self.public: Final = public
        self.mine: Final = mine
        self.sealed: Final = sealed
        self.hands: Final = hands


def view(city: City, seat: Seat) -> CityView:
    """What this seat sees; a spectator sees what is public."""
    return look(city, seat, city.public.copy())


def own(city: City, seat: Seat) -> dict[str, Any]:
    """What this seat alone sees, as plain JSON values."""
    return encode_own(look(city, seat, city.public))


def own_mark(city: City, seat: Seat) -> object:
    """All that `own` shows, but for the question, before it is put into words."""
    if seat < 0:
        return ()
    mine = city.secret[seat]
    hands: tuple[tuple[int, ...], ...] = ()
    if city.public.policeman == seat:
        hands = tuple([city.secret[other].cards for other in range(city.seats)])
    return (mine.cards, mine.drawn, city.sealed[seat] != NOTHING, hands)


def shown(city: City) -> dict[str, Any]:
    """What everybody sees, as plain JSON values."""
    return encode_public(look(city, EVERYBODY, city.public))


def look(city: City, seat: Seat, public: Public) -> CityView:
    """A view built up from what everybody sees and what is the seat's own."""
    asked: Ask | None = None
    mine = Secret((), ())
    sealed = NOTHING
    hands: list[tuple[int, ...]] = []
    if seat >= 0:
        own = city.secret[seat]
        asked = city.asked(seat)
        mine = Secret(own.cards, own.drawn)
        sealed = city.sealed[seat]
        if city.public.policeman == seat:
            hands = [city.secret[other].cards for other in range(city.seats)]
    return CityView(
        seat,
        city.seats,
        city.top,
        asked,
        city.options,
        city.rules,
        public,
        mine,
        sealed,
        hands,
    )


def guess(seen: CityView, rng: Random) -> City:
    """Deal everything this seat cannot see anew, and stand where it stands."""
    public = seen.public.copy()
    unseen = list(DECK)
    known = [*seen.mine.cards, *public.discard, *public.on_table]
    for other in range(len(seen.hands)):
        if other != seen.seat:
            known += seen.hands[other]
    for card in known:
        unseen.remove(card)
    rng.shuffle(unseen)
    secret: list[Secret] = []
    for seat in range(seen.seats):
        if seat == seen.seat:
            secret.append(Secret(seen.mine.cards, seen.mine.drawn))
            continue
        if seen.hands:
            cards = list(seen.hands[seat])
        else:
            cards = [unseen.pop() for _ in range(public.cards[seat])]
        drawn = tuple(rng.sample(cards, min(public.drawn, len(cards))))
        secret.append(Secret(tuple(sorted(cards)), drawn))
    secret.append(Secret(tuple(sorted(unseen)), ()))
    city = City(seen.seats, seen.options, seen.rules, public, secret)
    if seen.top is not None:
        city.resume(seen.top)
        if seen.sealed != NOTHING:
            city.answer(seen.seat, seen.sealed)
    return city


def chain(top: Frame | None) -> list[dict[str, Any]]:
    """The effects in the air, the first one first: who, what, with which cards, at what."""
    effects: list[dict[str, Any]] = []
    frame = top
    while frame is not None:
        effect = EFFECTS.get(frame.rule.clause, "")
        if effect and is_in_the_air(frame):
            effects.append(
                {
                    "effect": effect,
                    "seat": frame.actor,
                    "cards": [card_text(card) for card in cards_of(frame.thing)],
                    "target": target(effect, frame.target),
                }
            )
        frame = frame.below
    effects.reverse()
    return effects


def is_in_the_air(frame: Frame) -> bool:
    """Whether the effect is announced, so that its window has been reached."""
    return any(step.shape == SEALED for step in frame.rule.steps[: frame.step])


def target(effect: str, value: int) -> dict[str, Any]:
    """What an effect was announced at, by name."""
    if value == NOTHING:
        return {}
    if effect in ("hat", "hitman", "snitch", "complicity", "jail_effect"):
        return {"chip": chip_text(value)}
    if effect in ("hats", "police_raid", "hitman_move", "secret_agreement"):
        return {"location": value}
    if effect == "shadow_games":
        return {"locations": [value // 8, value % 8]}
    if effect == "grand_scheme":
        return {"chip": chip_text(value // 8), "location": value % 8}
    return {"seat": value}


def concerns(city: City, seat: Seat) -> bool:
    """Whether an effect in the air is this seat's own or aims at it or its chips."""
    stacks = city.public.stacks
    for effect in chain(city.top):
        aim = effect["target"]
        if seat in (effect["seat"], aim.get("seat", NOTHING)):
            return True
        if "chip" in aim:
            location, position = aim["chip"].split(":")
            stack = stacks[int(location)]
            if int(position) <= len(stack) and stack[int(position) - 1] == seat:
                return True
        places = aim.get("locations", [aim["location"]] if "location" in aim else [])
        if any(seat in stacks[place] for place in places):
            return True
    return False


def controllers(seen: CityView) -> list[Seat]:
    """Who would control each location if it were solved as it stands (MC-7.13 to MC-7.15)."""
    public = seen.public
    found: list[Seat] = []
    for place in range(1, 8):
        stack = public.stacks[place]
        controller = NOTHING
        if stack:
            if place == public.at:  # only there Secret Agreements stand
                leading = leaders_of(stack, public.agreements, public.first)
            else:
                leading = leaders_by_chips(stack)
            if control_of(seen.rules.LOCATIONS[place]).decides(leading):
                controller = leading[0]
        found.append(controller)
    return found


@lru_cache(STACKS)
def leaders_by_chips(stack: tuple[Seat, ...]) -> list[Seat]:
    """Who leads at a stack where nothing but chips counts."""
    return leaders_of(stack, [0] * (max(stack) + 1), 0)


def control_of(rule: Rule) -> Control:
    """The sentence that says who controls a location."""
    for step in rule.steps:
        if isinstance(step, Control):
            return step
    raise ValueError(f"{rule} tells nothing of control")


def encode(seen: CityView) -> dict[str, Any]:
    """The view as plain JSON values; locations by number, seats by number, cards as text."""
    return {**encode_public(seen), **encode_own(seen)}


def encode_public(seen: CityView) -> dict[str, Any]:
    """What everybody sees."""
    public = seen.public
    if seen.options.discard_browsable == "yes":
        discard = [card_text(card) for card in public.discard]
    else:
        discard = [] if public.last_discard == NOTHING else [card_text(public.last_discard)]
    return {
        "game": "mafia-city",
        "seats": seen.seats,
        "round": public.round,
        "phase": PHASES[public.phase],
        "first": public.first,
        "turn": public.turn,
        "at": public.at,
        "layout": list(public.layout),
        "stacks": {LOCATIONS[place]: list(public.stacks[place]) for place in range(1, 8)},
        "control": controllers(seen),
        "cell": public.cell[:],
        "chips": public.hand[:],
        "reserve": public.reserve[:],
        "vp": public.vp[:],
        "target": TARGET[seen.options.level][seen.seats],
        "cards": public.cards[:],
        "passed": public.passed[:],
        "marked": [place for place in range(1, 8) if public.marked[place]],
        "hitman": public.hitman,
        "policeman": public.policeman,
        "mayor": public.mayor,
        "deck": public.deck,
        "discard": discard,
        "discards": len(public.discard),
        "announced": [card_text(card) for card in public.announced],
        "agreements": public.agreements[:],
        "chain": chain(seen.top),
        "ranking": list(public.ranking),
    }


def encode_own(seen: CityView) -> dict[str, Any]:
    """What this seat alone sees: its hand, the hands shown to it, its question."""
    encoded: dict[str, Any] = {
        "seat": seen.seat,
        "hand": [card_text(card) for card in seen.mine.cards],
        "drawn": [card_text(card) for card in seen.mine.drawn],
        "hands": [[card_text(card) for card in hand] for hand in seen.hands],
        "answered": seen.sealed != NOTHING,
        "asked": None,
    }
    if seen.asked is not None:
        encoded["asked"] = {
            "point": seen.asked.point,
            "choices": describe(seen.asked),
        }
    return encoded
