"""What a seat sees of Mafia City: what is public, and what is its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from omerta.core import EVERYBODY, NOTHING, SEALED, Frame, Seat, View
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
    pass

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
    """Public knowledge, one's own hand (MC-18.2) and, for the Policeman's holder, all (MC-11.4).

    What the seat knows of other hands without him is in `mine.knows` (MC-18.3).
    """

    def __init__(
        self, city: City, seat: Seat, public: Public, mine: Secret, hands: list[tuple[int, ...]]
    ) -> None:
        super().__init__(city, seat)
        self.options: Final = city.options
        self.rules: Final = city.rules
        self.public: Final = public
        self.mine: Final = mine
        self.hands: Final = hands

    def known(self, other: Seat) -> tuple[int, ...]:
        """The cards of which this seat knows that they are in another hand."""
        if self.hands:
            return self.hands[other]
        return self.mine.knows[other] if self.mine.knows else ()

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        city = City(self.seats, self.options, self.rules, self.public, [])
        return (self.standing(city), self.seat, self.public, self.mine, self.hands)


def view(city: City, seat: Seat) -> CityView:
    """What this seat sees; a spectator sees what is public."""
    return look(city, seat, city.public.copy())


def own(city: City, seat: Seat) -> dict[str, Any]:
    """What this seat alone sees, as plain JSON values."""
    return encode_own(look(city, seat, city.public))


def own_fingerprint(city: City, seat: Seat) -> object:
    """All that `own` shows, but for the question, before it is put into words."""
    if seat < 0:
        return ()
    mine = city.secret[seat]
    hands: tuple[tuple[int, ...], ...] = ()
    if city.public.policeman == seat:
        hands = tuple([city.secret[other].cards for other in range(city.seats)])
    return (mine.cards, mine.drawn, mine.knows, city.sealed[seat] != NOTHING, hands)


def shown(city: City) -> dict[str, Any]:
    """What everybody sees, as plain JSON values."""
    return encode_public(look(city, EVERYBODY, city.public))


def shown_after(city: City, before: City, known: dict[str, Any]) -> dict[str, Any]:
    """What everybody sees and may not have seen before; `known` is what was seen then."""
    found = anew(city.public, before.public, known)
    if city.public.discard is not before.public.discard:
        found |= discards(city.public, city.options)
    if city.top is not before.top:
        found["chain"] = chain(city.top)
    return found


def look(city: City, seat: Seat, public: Public) -> CityView:
    """A view built up from what everybody sees and what is the seat's own."""
    mine = Secret((), ())
    hands: list[tuple[int, ...]] = []
    if seat >= 0:
        own = city.secret[seat]
        mine = Secret(own.cards, own.drawn, own.knows)
        if city.public.policeman == seat:  # and not a moment longer (MC-11.6)
            hands = [city.secret[other].cards for other in range(city.seats)]
    return CityView(city, seat, public, mine, hands)


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
    return [controller_at(public, place) for place in range(1, 8)]


def controller_at(public: Public, place: int) -> Seat:
    """Who would control this location if it were solved as it stands."""
    stack = public.stacks[place]
    if place == public.at:  # only there Secret Agreements stand
        return controller(place, leaders(stack, public.agreements, public.first))
    return controller(place, leaders_by_chips(stack)) if stack else NOTHING


def controllers_after(public: Public, before: Public, known: list[Seat]) -> list[Seat]:
    """The same, where it is known who did before."""
    found = known[:]
    for place in range(1, 8):
        is_solved = place in (public.at, before.at)
        if is_solved or public.stacks[place] is not before.stacks[place]:
            found[place - 1] = controller_at(public, place)
    return found


@lru_cache(STACKS)
def leaders_by_chips(stack: tuple[Seat, ...]) -> list[Seat]:
    """Who leads at a stack where nothing but chips counts."""
    return leaders(stack, [0] * (max(stack) + 1), 0)


def encode(seen: CityView) -> dict[str, Any]:
    """The view as plain JSON values; locations by number, seats by number, cards as text."""
    return {**encode_public(seen), **encode_own(seen)}


def encode_public(seen: CityView) -> dict[str, Any]:
    """What everybody sees."""
    public = seen.public
    return {
        "game": "mafia-city",
        "seats": seen.seats,
        "round": public.round,
        "phase": PHASES[public.phase],
        "first": public.first,
        "turn": public.turn,
        "at": public.at,
        "layout": list(public.layout),
        "stacks": stacks(public),
        "control": controllers(public),
        "cell": public.cell[:],
        "chips": public.hand[:],
        "reserve": public.reserve[:],
        "vp": public.vp[:],
        "target": seen.options.target[seen.seats],
        "cards": public.cards[:],
        "passed": public.passed[:],
        "marked": marked(public),
        "hitman": public.hitman,
        "policeman": public.policeman,
        "mayor": public.mayor,
        "deck": public.deck,
        **discards(public, seen.options),
        "announced": [card_text(card) for card in public.announced],
        "agreements": public.agreements[:],
        "chain": chain(seen.top),
        "ranking": list(public.ranking),
    }


def anew(public: Public, before: Public, known: dict[str, Any]) -> dict[str, Any]:
    """The fields of `encode_public` whose parts of the table are not what they were before.

    It writes what `encode_public` writes; a test plays every game with both. What copies share
    is compared by what it is, the rest by what is in it: that is quick.
    """
    found: dict[str, Any] = {}
    if public.round != before.round:
        found["round"] = public.round
    if public.phase != before.phase:
        found["phase"] = PHASES[public.phase]
    if public.first != before.first:
        found["first"] = public.first
    if public.turn != before.turn:
        found["turn"] = public.turn
    if public.at != before.at:
        found["at"] = public.at
    if public.layout is not before.layout:
        found["layout"] = list(public.layout)
    if public.stacks != before.stacks:
        found["stacks"] = stacks_after(public, before, known["stacks"])
    if "stacks" in found or public.at or before.at:
        found["control"] = controllers_after(public, before, known["control"])
    if public.cell != before.cell:
        found["cell"] = public.cell[:]
    if public.hand != before.hand:
        found["chips"] = public.hand[:]
    if public.reserve != before.reserve:
        found["reserve"] = public.reserve[:]
    if public.vp != before.vp:
        found["vp"] = public.vp[:]
    if public.cards != before.cards:
        found["cards"] = public.cards[:]
    if public.passed != before.passed:
        found["passed"] = public.passed[:]
    if public.marked != before.marked:
        found["marked"] = marked(public)
    if public.hitman != before.hitman:
        found["hitman"] = public.hitman
    if public.policeman != before.policeman:
        found["policeman"] = public.policeman
    if public.mayor != before.mayor:
        found["mayor"] = public.mayor
    if public.deck != before.deck:
        found["deck"] = public.deck
    if public.announced is not before.announced:
        found["announced"] = [card_text(card) for card in public.announced]
    if public.agreements != before.agreements:
        found["agreements"] = public.agreements[:]
    if public.ranking is not before.ranking:
        found["ranking"] = list(public.ranking)
    return found


def stacks(public: Public) -> dict[str, list[Seat]]:
    """Whose chips lie at each location, from the bottom to the top."""
    return {LOCATIONS[place]: list(public.stacks[place]) for place in range(1, 8)}


def stacks_after(
    public: Public, before: Public, known: dict[str, list[Seat]]
) -> dict[str, list[Seat]]:
    """The same, where it is known whose did before."""
    found = known.copy()
    for place in range(1, 8):
        if public.stacks[place] is not before.stacks[place]:
            found[LOCATIONS[place]] = list(public.stacks[place])
    return found


def marked(public: Public) -> list[int]:
    """The locations with a cube."""
    return [place for place in range(1, 8) if public.marked[place]]


def discards(public: Public, options: Options) -> dict[str, Any]:
    """The discard pile, as far as it may be looked through, and how many cards it has."""
    if options.is_on("discard_browsable"):
        discard = [card_text(card) for card in public.discard]
    else:
        discard = [] if public.last_discard == NOTHING else [card_text(public.last_discard)]
    return {"discard": discard, "discards": len(public.discard)}


def encode_own(seen: CityView) -> dict[str, Any]:
    """What this seat alone sees: its hand, the hands shown to it or remembered, its question."""
    encoded: dict[str, Any] = {
        "seat": seen.seat,
        "hand": [card_text(card) for card in seen.mine.cards],
        "drawn": [card_text(card) for card in seen.mine.drawn],
        "hands": [[card_text(card) for card in hand] for hand in seen.hands],
        "remembered": remembered(seen),
        "answered": seen.sealed != NOTHING,
        "asked": None,
    }
    if seen.asked is not None:
        encoded["asked"] = {
            "point": seen.asked.point.name,
            "choices": describe(seen.asked, seen.options),
        }
    return encoded


def remembered(seen: CityView) -> list[list[str]]:
    """Seat by seat the cards that must still be in that hand; none where the hands are shown."""
    if seen.hands or not any(seen.mine.knows):
        return []
    return [[card_text(card) for card in cards] for cards in seen.mine.knows]
