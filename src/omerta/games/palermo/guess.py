"""A full game of Palermo that a seat cannot tell from the true one."""

from __future__ import annotations

from random import Random
from typing import Final

from omerta.core import CHANCE, NOTHING, NoWorld
from omerta.games.palermo.rules.citizens import PickForInformant
from omerta.games.palermo.rules.first_night import (
    FreemasonsMeet,
    LoversMeet,
    MafiaMeet,
    MatchByLot,
    join,
)
from omerta.games.palermo.rules.mafia import (
    DrawFurtherNames,
    DrawMafioso,
    DrawNotices,
    ReportQuestion,
)
from omerta.games.palermo.rules.setup import rank_mafia
from omerta.games.palermo.rules.victory import winning_side
from omerta.games.palermo.state.annals import Signs
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import couple_of, is_side_only, side_seen
from omerta.games.palermo.state.roles import (
    CITIZENS,
    DETECTIVE1,
    DETECTIVE2,
    FREEMASON,
    MAFIA,
    MATCHMAKER,
    ROLES,
    WALKER,
    is_detective,
    is_mafia,
    side_of,
)
from omerta.games.palermo.state.table import (
    CALL_LOVERS,
    CARDS,
    CITIZENS_WIN,
    DAWN,
    GRIEF,
    GRIEVING,
    MAFIA_WIN,
    NO_WINNER,
    SETUP,
    SUCCESSOR,
    Secret,
    box_at_start,
    is_night,
)
from omerta.games.palermo.view import VillageView

TRIES: Final = 300
"""So often a deal is tried; random play never needs nearly as many."""

UNKNOWN: Final = NOTHING
HIDDEN_LOTS: Final = (
    MatchByLot,
    DrawMafioso,
    DrawFurtherNames,
    DrawNotices,
    ReportQuestion,
    PickForInformant,
)
"""Steps at which chance is asked for reasons that only some seats know."""


def guess(seen: VillageView, rng: Random) -> Village:
    """Deal everything this seat cannot see anew, and stand where it stands."""
    if seen.box is not None:
        public, box = seen.public.copy(), seen.box.copy()
        village = Village(seen.options, seen.rules, public, seen.secrets[:], box)
        stand(village, seen)
        return village
    against = ""
    for _ in range(TRIES):
        village = deal(seen, rng)
        against = contradiction(seen, village)
        if not against:
            stand(village, seen)
            if stands_alike(seen, village):
                return village
            against = f"it stands at {village.top!r} and not at {seen.top!r}"
    raise NoWorld(seen.seat, TRIES, against)


def stand(village: Village, seen: VillageView) -> None:
    """The viewer has its own secret, and what was asked is asked again."""
    if seen.mine is not None:
        village.secret[seen.seat] = seen.mine
    if seen.top is not None:
        village.resume(seen.top)


def stands_alike(seen: VillageView, village: Village) -> bool:
    """Whether the same step asks the same as in the true game, as far as the seat can tell."""
    if seen.top is None or village.top is None:
        return seen.top is village.top
    if repr(seen.top) != repr(village.top):
        return False
    step = seen.top.asking
    return not isinstance(step, HIDDEN_LOTS) or village.asks[0].seat == CHANCE


# Cards.


def deal(seen: VillageView, rng: Random) -> Village:
    """One world: roles, couple, marks and the choices of this night."""
    roles = deal_roles(seen, rng)
    secret = [Secret(role) for role in roles]
    box = box_at_start(seen.seats)
    village = Village(seen.options, seen.rules, seen.public.copy(), secret, box)
    if seen.public.part == SETUP:
        return village
    rank_mafia(village)
    make_couple(seen, village, rng)
    remember_first_night(village, seen)
    set_night(seen, village, rng)
    set_ready(seen, village, rng)
    return village


def deal_roles(seen: VillageView, rng: Random) -> list[int]:
    """Roles that agree with every card, side and meeting the seat knows of."""
    known, sides = knowledge(seen)
    left: list[int] = []
    for role in range(len(ROLES)):
        left += [role] * (seen.public.cards[role] - known.count(role))
    rng.shuffle(left)
    roles = known[:]
    open_seats = [seat for seat in range(seen.seats) if known[seat] == UNKNOWN]
    rng.shuffle(open_seats)
    open_seats.sort(key=lambda seat: sides[seat] == UNKNOWN)
    for seat in open_seats:
        fitting = [
            role
            for role in left
            if sides[seat] in (UNKNOWN, side_of(role)) and not is_excluded(seen, role)
        ]
        role = fitting[0] if fitting else left[0]
        left.remove(role)
        roles[seat] = role
    return roles


def is_excluded(seen: VillageView, role: int) -> bool:
    """A mafioso knows all mafiosi, a freemason all freemasons, once they have met."""
    own = seen.mine
    if own is None or not own.notes:
        return False
    return own.role == FREEMASON and role == FREEMASON


def knowledge(seen: VillageView) -> tuple[list[int], list[int]]:
    """For every seat the card, or at least the side, if the viewer knows it."""
    public = seen.public
    known = [UNKNOWN] * seen.seats
    sides = [UNKNOWN] * seen.seats
    for seat in range(seen.seats):
        shown = public.revealed[seat]
        if is_side_only(shown):
            sides[seat] = side_seen(shown)
        elif shown != NOTHING:
            known[seat] = shown
    own = seen.mine
    if own is None or public.part == SETUP:
        if own is not None:
            known[seen.seat] = own.role
        return known, sides
    known[seen.seat] = own.role
    for note in own.notes:
        if note.key in ("fellow", "informed", "is_mafioso"):
            sides[note.seat] = MAFIA
        elif note.key in ("fellow_card", "lover_card"):
            known[note.seat] = note.thing
        elif note.key == "freemason":
            known[note.seat] = FREEMASON
        elif note.key == "partner":
            known[note.seat] = DETECTIVE2 if own.role == DETECTIVE1 else DETECTIVE1
        elif note.key == "answer":
            sides[note.seat] = note.thing
        elif note.key == "noticed":
            known[note.seat] = WALKER
    if is_mafia(own.role) and own.notes:
        for seat in range(seen.seats):
            if sides[seat] == UNKNOWN and known[seat] == UNKNOWN:
                sides[seat] = CITIZENS
    return known, sides


# The couple.


def make_couple(seen: VillageView, village: Village, rng: Random) -> None:
    """Two lovers where there may be some; the viewer's own, if it knows them."""
    own = seen.mine
    if not village.has_couple or not is_matched(seen):
        return
    if own is not None:
        matched = [note for note in own.notes if note.key == "matched"]
        if matched:
            join(village, couple_of(matched[0].seat, matched[0].thing))
            return
        if own.lover != NOTHING:
            join(village, couple_of(seen.seat, own.lover))
            return
    pairs = possible_pairs(seen, village)
    if pairs and not (seen.options["matchmaker_timeout"] == "none" and rng.random() < 0.2):
        join(village, pairs[int(rng.random() * len(pairs))])


def is_matched(seen: VillageView) -> bool:
    """Whether the lovers have met, or the viewer has chosen them."""
    own = seen.mine
    if own is not None and any(note.key == "matched" for note in own.notes):
        return True
    if seen.public.day > 1 or not is_night(seen.public.part):
        return seen.public.part != CARDS
    return CALL_LOVERS in seen.public.calls


def possible_pairs(seen: VillageView, village: Village) -> list[int]:
    """Pairs that live together or died together, grief by day included."""
    public = seen.public
    for seat in public.dead:
        if public.causes[seat] == GRIEVING and not seen.options.is_on("announce_causes"):
            before = public.dead[public.dead.index(seat) - 1]
            return [couple_of(before, seat)]
    found: list[int] = []
    apart = [seen.seat] if seen.mine is not None else []
    if not seen.options.is_on("matchmaker_self"):
        apart += [seat for seat in range(seen.seats) if village.role(seat) == MATCHMAKER]
    for one in range(seen.seats):
        for other in range(one + 1, seen.seats):
            if one in apart or other in apart:
                continue
            if public.alive[one] != public.alive[other]:
                continue
            if public.alive[one] or public.died_on[one] == public.died_on[other]:
                found.append(couple_of(one, other))
    return found


# Notes and choices of the others.


def remember_first_night(village: Village, seen: VillageView) -> None:
    """What the others were told when they met."""
    public = seen.public
    if public.part == CARDS or (public.day == 1 and is_night(public.part)):
        return
    frame = village.rules.GAME.begin()
    day = public.day
    village.public.day = 1
    MafiaMeet().do(village, frame)
    LoversMeet().do(village, frame)
    FreemasonsMeet().do(village, frame)
    village.public.day = day


def set_night(seen: VillageView, village: Village, rng: Random) -> None:
    """The viewer's own choices, and any that explain a lot that is being drawn."""
    box, tonight = village.box, seen.tonight
    if seen.seat >= 0:
        box.tapped[seen.seat] = tonight.tapped
        box.noticed[seen.seat] = tonight.noticed
        box.pointing = tonight.pointing[:]
        box.asked = tonight.asked[:]
        box.host = tonight.host
        box.guard = tonight.guard
        box.locked = tonight.locked
        if tonight.grieves:
            box.grieving = seen.seat
        if seen.mine is not None:
            if isinstance(seen.signs, Signs):
                if is_mafia(seen.mine.role):
                    box.mafia_signs = seen.signs
                else:
                    box.mason_signs = seen.signs
            box.informed = tuple([note.seat for note in seen.mine.notes if note.key == "informed"])
            for note in seen.mine.notes:
                if note.key == "victim" and note.day == seen.public.day:
                    box.victim = note.seat
    if seen.top is None:
        return
    step = seen.top.asking
    if isinstance(step, ReportQuestion):
        for seat in range(seen.seats):
            if is_detective(village.role(seat)) and village.public.alive[seat]:
                box.asked[seat] = int(rng.random() * seen.seats)
    elif isinstance(step, DrawFurtherNames) and village.mafiosi():
        box.glimpse = (village.mafiosi()[0],)


def set_ready(seen: VillageView, village: Village, rng: Random) -> None:
    """As many are ready as everybody sees; who they are only each one knows."""
    public = seen.public
    ready = [False] * seen.seats
    number = public.ready
    if seen.seat >= 0 and seen.tonight.ready:
        ready[seen.seat] = True
        number -= 1
    others = [seat for seat in village.living() if seat != seen.seat]
    for seat in rng.sample(others, min(max(number, 0), len(others))):
        ready[seat] = True
    village.box.ready = ready


# Does it fit?


def contradiction(seen: VillageView, village: Village) -> str:
    """What the viewer knows that contradicts this world; nothing if nothing does."""
    own = seen.mine
    if seen.public.part == SETUP:
        return ""
    known, sides = knowledge(seen)
    for seat in range(seen.seats):
        role = village.role(seat)
        if known[seat] not in (UNKNOWN, role) or sides[seat] not in (UNKNOWN, side_of(role)):
            return f"the card of seat {seat}"
    if own is not None:
        if is_mafia(own.role) and village.secret[seen.seat].rank != own.rank:
            return "the rank of one's own card"
        awake = [note for note in own.notes if note.key == "awake"]
        for day in {note.day for note in awake}:
            if not any(village.is_mafioso(note.seat) for note in awake if note.day == day):
                return f"nobody seen in night {day} was awake (PA-19.5)"
    return "" if goes_on(village) else "the game would be over"


def goes_on(village: Village) -> bool:
    """Whether the game would not have ended at its last check."""
    if village.public.part in (CARDS, DAWN, GRIEF, SUCCESSOR):
        return True
    side = winning_side(village)
    if village.options["mafia_win"] == "safe" and side == MAFIA_WIN:
        return True  # an election may have made it so since
    if village.options["reveal"] == "none" and side == CITIZENS_WIN:
        village.box.citizens_won = True
        return True
    return side == NO_WINNER
