"""What a seat sees of Mafia City: what is public, and what is its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from omerta.core import EVERYBODY, NOTHING, SEALED, Ask, Frame, Seat, View
from omerta.core.wording import describe
from omerta.games.mafia_city.state.components import LOCATIONS, PHASES
from omerta.games.mafia_city.state.game import City, ReactionWindow
from omerta.games.mafia_city.state.kinds import (
    card_text,
    cards_of,
    chip_text,
    place_of,
    without_place,
)
from omerta.games.mafia_city.state.options import Options
from omerta.games.mafia_city.state.queries import controller, is_in_stack, leaders, owner_of
from omerta.games.mafia_city.state.table import Public, Secret

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
"""The effects of symbols, texts and locations (MC-3.1) that can be answered, by their clause."""

AIMED_AT_CHIPS: Final = ("hat", "hitman", "snitch", "complicity", "jail_effect")
AIMED_AT_LOCATIONS: Final = ("hats", "police_raid", "hitman_move", "secret_agreement")

STACKS: Final = 10_000
"""Stacks of which it is remembered who leads: most of them stay as they are for many moves."""


class CityView(View):
    """Public knowledge, the own hand (MC-18.2) and, for the Policeman's holder, all (MC-11.4)."""

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
        if city.public.policeman == seat:  # and not a moment longer (MC-11.6, MC-18.3)
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


# Effects that have been announced and not yet resolved.


def effect_of(frame: Frame) -> str:
    """The name of an effect, if the rule is one."""
    return EFFECTS.get(frame.rule.clause, "")


def is_in_the_air(frame: Frame) -> bool:
    """Whether an effect is announced: its window has come, be it open, answered or closed."""
    return frame.has_reached(ReactionWindow)


def in_the_air(top: Frame | None) -> list[Frame]:
    """The effects in the air, the one announced last first."""
    found: list[Frame] = []
    frame = top
    while frame is not None:
        if effect_of(frame) and is_in_the_air(frame):
            found.append(frame)
        frame = frame.below
    return found


def effect_to_answer(top: Frame | None) -> str:
    """The effect whose window is open, by name."""
    return "" if top is None or top.asking.shape != SEALED else effect_of(top)


def chain(top: Frame | None) -> list[dict[str, Any]]:
    """The effects in the air, the first one first: who, what, with which cards, at what."""
    effects: list[dict[str, Any]] = []
    for frame in in_the_air(top):
        effect = effect_of(frame)
        effects.append(
            {
                "effect": effect,
                "seat": frame.actor,
                "cards": [card_text(card) for card in cards_of(frame.thing)],
                "target": target(effect, frame.target),
            }
        )
    effects.reverse()
    return effects


def target(effect: str, value: int) -> dict[str, Any]:
    """What an effect was announced at, by name."""
    if value == NOTHING:
        return {}
    if effect in AIMED_AT_CHIPS:
        return {"chip": chip_text(value)}
    if effect in AIMED_AT_LOCATIONS:
        return {"location": value}
    if effect == "shadow_games":
        return {"locations": [without_place(value), place_of(value)]}
    if effect == "grand_scheme":
        return {"chip": chip_text(without_place(value)), "location": place_of(value)}
    return {"seat": value}


def concerns(city: City, seat: Seat) -> bool:
    """Whether an effect in the air is this seat's own or aims at it or its chips."""
    return any(touches(city.public, seat, frame) for frame in in_the_air(city.top))


def touches(public: Public, seat: Seat, frame: Frame) -> bool:
    """Whether one effect is this seat's own or aims at it or its chips."""
    effect = effect_of(frame)
    aim = frame.target
    if seat == frame.actor or aim == NOTHING:
        return seat == frame.actor
    if effect in AIMED_AT_CHIPS:
        return is_in_stack(public, aim) and owner_of(public, aim) == seat
    if effect in AIMED_AT_LOCATIONS:
        return seat in public.stacks[aim]
    if effect == "shadow_games":
        return seat in public.stacks[without_place(aim)] or seat in public.stacks[place_of(aim)]
    if effect == "grand_scheme":
        chip = without_place(aim)
        is_own = is_in_stack(public, chip) and owner_of(public, chip) == seat
        return is_own or seat in public.stacks[place_of(aim)]
    return seat == aim


def controllers(public: Public) -> list[Seat]:
    """Who would control each location if it were solved as it stands."""
    found: list[Seat] = []
    for place in range(1, 8):
        if place == public.at:  # only there Secret Agreements stand
            leading = leaders(public.stacks[place], public.agreements, public.first)
        else:
            leading = leaders_by_chips(public.stacks[place])
        found.append(controller(place, leading))
    return found


@lru_cache(STACKS)
def leaders_by_chips(stack: tuple[Seat, ...]) -> list[Seat]:
    """Who leads at a stack where nothing but chips counts."""
    return leaders(stack, [0] * (max(stack) + 1), 0) if stack else []


def encode(seen: CityView) -> dict[str, Any]:
    """The view as plain JSON values; locations by number, seats by number, cards as text."""
    return {**encode_public(seen), **encode_own(seen)}


def encode_public(seen: CityView) -> dict[str, Any]:
    """What everybody sees."""
    public = seen.public
    if seen.options.is_on("discard_browsable"):
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
        "control": controllers(public),
        "cell": public.cell[:],
        "chips": public.hand[:],
        "reserve": public.reserve[:],
        "vp": public.vp[:],
        "target": seen.options.target[seen.seats],
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
            "point": seen.asked.point.name,
            "choices": describe(seen.asked, seen.options),
        }
    return encoded
