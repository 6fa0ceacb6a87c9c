"""What a seat sees of Palermo (8): public knowledge, its own card and notes, its channels.

A computer player gets exactly this (PA-31.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from omerta.core import EVERYBODY, MASTER, NOTHING, Seat, View
from omerta.core.saving import Reduced, by_fields
from omerta.core.wording import describe
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import NOBODY, is_side_only, side_seen
from omerta.games.palermo.state.roles import (
    COWARD,
    FREEMASON,
    GUARDIAN,
    PHARMACIST,
    ROLE_NAMES,
    SIDES,
    is_bomber,
    is_detective,
    is_mafia,
)
from omerta.games.palermo.state.speaking import sign_text, statement_text
from omerta.games.palermo.state.table import (
    CAUSES,
    NO_WINNER,
    PARTS,
    WINNERS,
    Box,
    Note,
    Public,
    Secret,
    Sign,
    box_at_start,
)
from omerta.games.palermo.text.notices import call_text, word

if TYPE_CHECKING:
    from omerta.games.palermo.rules.night_lines import NightLine


class Tonight:
    """What a seat knows of the choices of this part: its own, and those its fellows show it."""

    def __init__(self, seats: int) -> None:
        self.tapped = False
        self.ready = False
        self.noticed = False
        self.locked = False
        self.grieves = False
        """Whether the seat dies of grief and may use its bomb (PA-18.6)."""
        self.host: Seat = NOTHING
        self.guard: Seat = NOTHING
        self.pointing: list[int] = [NOTHING] * seats
        self.asked: list[int] = [NOTHING] * seats

    def __reduce__(self) -> Reduced:
        return by_fields(self, len(self.asked))


class VillageView(View):
    """Public knowledge, one's own secret, and everything for whoever may see all (8)."""

    def __init__(
        self,
        village: Village,
        seat: Seat,
        public: Public,
        mine: Secret | None,
        tonight: Tonight,
        signs: Sequence[Sign],
        secrets: list[Secret],
        box: Box | None,
        night_lines: list[NightLine],
        fate: list[tuple[Seat, int]],
    ) -> None:
        super().__init__(village, seat)
        self.options: Final = village.options
        self.rules: Final = village.rules
        self.public: Final = public
        self.mine: Final = mine
        self.tonight: Final = tonight
        self.signs: Final = signs
        self.secrets: Final = secrets
        self.box: Final = box
        self.night_lines: Final = night_lines
        self.fate: Final = fate

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        secret = [Secret(NOTHING)] * self.seats
        village = Village(self.options, self.rules, self.public, secret, box_at_start(self.seats))
        seen = (self.public, self.mine, self.tonight, self.signs)
        rest = (self.secrets, self.box, self.night_lines, self.fate)
        return (self.standing(village), self.seat, *seen, *rest)


def sees_all(village: Village, seat: Seat) -> bool:
    """A human game master at once, the dead from nightfall on (PA-9.7), all at the end."""
    if seat >= 0:
        return village.public.full_view[seat]
    if seat == EVERYBODY:
        return village.public.winner != NO_WINNER  # PA-9.11
    return seat == MASTER and village.has_master


def view(village: Village, seat: Seat) -> VillageView:
    """What this seat sees; a spectator sees what is public."""
    return look(village, seat, village.public.copy())


def own(village: Village, seat: Seat) -> dict[str, Any]:
    """What this seat alone sees, as plain JSON values."""
    return encode_own(look(village, seat, village.public))


def shown(village: Village) -> dict[str, Any]:
    """What everybody sees, as plain JSON values."""
    return encode_public(look(village, EVERYBODY, village.public))


def look(village: Village, seat: Seat, public: Public) -> VillageView:
    """A view built up from what everybody sees and what is the seat's own."""
    everything = sees_all(village, seat)
    mine = village.secret[seat] if seat >= 0 else None
    return VillageView(
        village,
        seat,
        public,
        mine,
        tonight(village, seat),
        signs(village, seat),
        village.secret[:] if everything else [],
        village.box.copy() if everything else None,
        village.rules.night_lines(village) if everything and seat == MASTER else [],
        village.rules.fate(village) if everything and seat == MASTER else [],
    )


def tonight(village: Village, seat: Seat) -> Tonight:
    """The choices of this part that a seat may know."""
    found = Tonight(village.seats)
    if seat < 0:
        return found
    box = village.box
    role = village.role(seat)
    found.tapped = box.tapped[seat]
    found.ready = box.ready[seat]
    found.grieves = box.grieving == seat and queries.has_bomb(village.secret[seat])
    if role == COWARD:
        found.host = box.host
    elif role == GUARDIAN:
        found.guard = box.guard
    elif is_mafia(role):
        found.noticed = box.noticed[seat]
        shared = village.options["murder"] == "agree" and village.public.alive[seat]
        for other in range(village.seats):
            if other == seat or (shared and village.is_mafioso(other)):
                found.pointing[other] = box.pointing[other]
        found.locked = shared and box.locked
    elif is_detective(role):
        joint = village.options["detective_mode"] == "joint" and village.public.alive[seat]
        for other in range(village.seats):
            if other == seat or (joint and is_detective(village.role(other))):
                found.asked[other] = box.asked[other]
    return found


def signs(village: Village, seat: Seat) -> Sequence[Sign]:
    """The signs of the seat's own night channel, as long as it lived."""
    if seat < 0:
        return ()
    role = village.role(seat)
    if is_mafia(role):
        channel = village.box.mafia_signs
    elif role == FREEMASON:
        channel = village.box.mason_signs
    else:
        return ()
    if not village.public.alive[seat]:
        channel = channel.until(village.public.died_on[seat])
    return channel if len(channel) else ()


# Plain JSON values.


def encode(seen: VillageView) -> dict[str, Any]:
    """The view as plain JSON values; seats by number from 0, all else by its id."""
    return {**encode_public(seen), **encode_own(seen)}


def encode_public(seen: VillageView) -> dict[str, Any]:
    """What everybody sees."""
    public = seen.public
    return {
        "game": "palermo",
        "seats": seen.seats,
        "day": public.day,
        "part": PARTS[public.part],
        "turn": NOTHING if seen.top is None else seen.top.actor,
        "thing": NOTHING if seen.top is None else seen.top.thing,
        "cards": cards_in_game(seen),
        "alive": public.alive[:],
        "dead": list(public.dead),
        "causes": [NOTHING if cause == NOTHING else CAUSES[cause] for cause in public.causes],
        "shown": [shown_text(shown) for shown in public.revealed],
        "full_view": public.full_view[:],
        "away": public.away[:],
        "replaced": public.replaced[:],
        "master": public.master,
        "calls": [call_text(call) for call in public.calls],
        "counter": counter(seen),
        "mayor": public.mayor,
        "election_due": public.election_due,
        "question_due": public.bombed,
        "settled": public.settled,
        "verdict": list(public.verdict),
        "accused": list(public.accused),  # with their accusers, at all times (PA-4.14)
        "accusers": list(public.accusers),
        "standing": list(public.standing),
        "votes": public.votes[:],
        "nominations": [list(pair) for pair in public.nominations],
        "count": [list(pair) for pair in public.count],
        "ready": public.ready,
        "statements": [
            {
                "number": number,
                "seat": said.seat,
                "day": said.day,
                "part": PARTS[said.part],
                "text": statement_text(said.kind, said.words),
            }
            for number, said in enumerate(public.statements, start=1)
        ],
        "winner": "" if public.winner == NO_WINNER else WINNERS[public.winner],
        "winners": list(public.winners),
    }


def encode_own(seen: VillageView) -> dict[str, Any]:
    """What is this seat's own: card and notes, its channel, everything if it may see all."""
    encoded: dict[str, Any] = {
        "seat": seen.seat,
        "mine": encode_mine(seen),
        "signs": [encode_sign(sign) for sign in seen.signs],
        "all": encode_all(seen),
        "asked": None,
    }
    if seen.asked is not None:
        encoded["asked"] = {
            "point": seen.asked.point.name,
            "choices": describe(seen.asked, seen.options),
        }
    return encoded


def cards_in_game(seen: VillageView) -> dict[str, int]:
    """How many cards of each role are in the game (PA-1.15)."""
    cards = seen.public.cards
    return {ROLE_NAMES[role]: cards[role] for role in range(len(cards)) if cards[role]}


def counter(seen: VillageView) -> int:
    """Rounds without a death, once everybody is warned (8)."""
    limit = seen.options.number("deadlock_rounds")
    return seen.public.counter if limit and seen.public.counter >= limit - 1 else NOTHING


def shown_text(shown: int) -> str:
    """What everybody sees of a card."""
    if shown == NOTHING:
        return ""
    return SIDES[side_seen(shown)] if is_side_only(shown) else ROLE_NAMES[shown]


def encode_mine(seen: VillageView) -> dict[str, Any]:
    """The seat's own card, marks, notes and choices."""
    own = seen.mine
    if own is None:
        return {}
    tonight = seen.tonight
    encoded: dict[str, Any] = {
        "role": ROLE_NAMES[own.role],
        "lover": own.lover,
        "notes": [encode_note(note) for note in own.notes],
        "tapped": tonight.tapped,
        "ready": tonight.ready,
    }
    if is_bomber(own.role):
        encoded["bomb"] = own.bomb
    if is_mafia(own.role):
        encoded["pointing"] = tonight.pointing[:]
        encoded["locked"] = tonight.locked
        encoded["noticed"] = tonight.noticed
    elif is_detective(own.role):
        encoded["asked"] = tonight.asked[:]
    elif own.role == PHARMACIST:
        encoded["heal"] = own.heal
        encoded["poison"] = own.poison
    elif own.role == COWARD:
        encoded["hides"] = own.hides
        encoded["host"] = tonight.host
    elif own.role == GUARDIAN:
        encoded["guard"] = tonight.guard
        encoded["guarded"] = own.guarded
    return encoded


NOTE_THINGS: Final = {"fellow_card": "role", "lover_card": "role", "answer": "side"}
"""What the second word of a note is; a seat if it is not here."""


def encode_note(note: Note) -> dict[str, Any]:
    """One note."""
    encoded: dict[str, Any] = {"day": note.day, "key": note.key}
    if note.key == "code":
        encoded["code"] = word("code", note.seat)
    elif note.seat != NOTHING:
        encoded["seat"] = note.seat
    if note.key in NOTE_THINGS:
        encoded[NOTE_THINGS[note.key]] = word(NOTE_THINGS[note.key], note.thing)
    elif note.thing != NOTHING:
        encoded["seat_second"] = note.thing
    return encoded


def encode_sign(sign: Sign) -> dict[str, Any]:
    """One sign of a night channel."""
    return {"seat": sign.seat, "day": sign.day, "text": sign_text(sign.act, sign.argument)}


def encode_all(seen: VillageView) -> dict[str, Any]:
    """Cards, marks and night actions, for whoever sees all."""
    box = seen.box
    if box is None:
        return {}
    return {
        "roles": [ROLE_NAMES[own.role] for own in seen.secrets],
        "couple": list(box.couple),
        "notes": [[encode_note(note) for note in own.notes] for own in seen.secrets],
        "bomb": [own.bomb for own in seen.secrets],
        "heal": [own.heal for own in seen.secrets],
        "poison": [own.poison for own in seen.secrets],
        "hides": [own.hides for own in seen.secrets],
        "saved": [own.saved for own in seen.secrets],
        "host": box.host,
        "guard": box.guard,
        "victim": box.victim,
        "heals": box.heals,
        "poisoned": box.poisoned,
        "pointing": [NOTHING if target == NOBODY else target for target in box.pointing],
        "asked": box.asked[:],
        "glimpse": list(box.glimpse),
        "noticed": box.noticed[:],
        "mafia_signs": [encode_sign(sign) for sign in box.mafia_signs],
        "mason_signs": [encode_sign(sign) for sign in box.mason_signs],
        "counter": seen.public.counter if seen.seat == MASTER else counter(seen),
        "script": [encode_line(line) for line in seen.night_lines],
        "fate": [{"seat": seat, "cause": CAUSES[cause]} for seat, cause in seen.fate],
    }


def encode_line(line: NightLine) -> dict[str, Any]:
    """One line of the night, for whoever reads it aloud."""
    call = "" if line.call == NOTHING else call_text(line.call)
    return {"key": line.key, "call": call, "sleep": line.sleep}
