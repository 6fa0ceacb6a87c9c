"""A full game of Palermo that a seat cannot tell from the true one."""

from __future__ import annotations

from random import Random
from typing import Final

from omerta.core import CHANCE, NOTHING, Frame
from omerta.games.palermo.acts import two
from omerta.games.palermo.annals import Signs
from omerta.games.palermo.roles import (
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
from omerta.games.palermo.table import (
    CALL_LOVERS,
    CARDS,
    CITIZENS_WIN,
    DAWN,
    GRIEF,
    GRIEVING,
    MAFIA_WIN,
    NO_WINNER,
    SETUP,
    SHOWN_SIDE,
    SUCCESSOR,
    Secret,
    box_at_start,
    is_night,
)
from omerta.games.palermo.town import Town
from omerta.games.palermo.view import TownView

TRIES: Final = 300
"""So often a deal is tried before one that does not fit everything is taken."""

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


def guess(seen: TownView, rng: Random) -> Town:
    """Deal everything this seat cannot see anew, and stand where it stands."""
    if seen.box is not None:
        town = Town(
            seen.seats,
            seen.options,
            seen.rules,
            seen.public.copy(),
            seen.secrets[:],
            seen.box.copy(),
        )
        stand(town, seen)
        return town
    for _ in range(TRIES):
        town = deal(seen, rng)
        if fits(seen, town):
            stand(town, seen)
            if stands_alike(seen, town):
                return town
    town = deal(seen, rng)
    stand(town, seen)
    return town


def stand(town: Town, seen: TownView) -> None:
    """The viewer has its own secret, and what was asked is asked again."""
    if seen.mine is not None:
        town.secret[seen.seat] = seen.mine
    if seen.top is not None:
        town.resume(seen.top)


def stands_alike(seen: TownView, town: Town) -> bool:
    """Whether the same step asks the same as in the true game, as far as the seat can tell."""
    if seen.top is None or town.top is None:
        return seen.top is town.top
    if repr(seen.top) != repr(town.top):
        return False
    step = seen.top.rule.steps[seen.top.step - 1]
    return not isinstance(step, HIDDEN_LOTS) or town.asks[0].seat == CHANCE


# Cards.


def deal(seen: TownView, rng: Random) -> Town:
    """One world: roles, couple, marks and the choices of this night."""
    roles = deal_roles(seen, rng)
    secret = [Secret(role) for role in roles]
    box = box_at_start(seen.seats)
    town = Town(seen.seats, seen.options, seen.rules, seen.public.copy(), secret, box)
    if seen.public.part == SETUP:
        return town
    rank_mafia(town)
    make_couple(seen, town, rng)
    remember_first_night(town, seen)
    set_night(seen, town, rng)
    set_ready(seen, town, rng)
    return town


def deal_roles(seen: TownView, rng: Random) -> list[int]:
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


def is_excluded(seen: TownView, role: int) -> bool:
    """A mafioso knows all mafiosi, a freemason all freemasons, once they have met."""
    own = seen.mine
    if own is None or not own.notes:
        return False
    return own.role == FREEMASON and role == FREEMASON


def knowledge(seen: TownView) -> tuple[list[int], list[int]]:
    """For every seat the card, or at least the side, if the viewer knows it."""
    public = seen.public
    known = [UNKNOWN] * seen.seats
    sides = [UNKNOWN] * seen.seats
    for seat in range(seen.seats):
        shown = public.shown[seat]
        if shown >= SHOWN_SIDE:
            sides[seat] = shown - SHOWN_SIDE
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


def make_couple(seen: TownView, town: Town, rng: Random) -> None:
    """Two lovers where there may be some; the viewer's own, if it knows them."""
    own = seen.mine
    if not town.has_couple or not is_matched(seen):
        return
    if own is not None:
        matched = [note for note in own.notes if note.key == "matched"]
        if matched:
            join(town, two(matched[0].seat, matched[0].thing))
            return
        if own.lover != NOTHING:
            join(town, two(min(seen.seat, own.lover), max(seen.seat, own.lover)))
            return
    pairs = possible_pairs(seen, town)
    if pairs and not (seen.options.matchmaker_timeout == "none" and rng.random() < 0.2):
        join(town, pairs[int(rng.random() * len(pairs))])


def is_matched(seen: TownView) -> bool:
    """Whether the lovers have met, or the viewer has chosen them."""
    own = seen.mine
    if own is not None and any(note.key == "matched" for note in own.notes):
        return True
    if seen.public.day > 1 or not is_night(seen.public.part):
        return seen.public.part != CARDS
    return CALL_LOVERS in seen.public.calls


def possible_pairs(seen: TownView, town: Town) -> list[int]:
    """Pairs that live together or died together, grief by day included."""
    public = seen.public
    for seat in public.dead:
        if public.causes[seat] == GRIEVING and not seen.options.announce_causes:
            before = public.dead[public.dead.index(seat) - 1]
            return [two(min(before, seat), max(before, seat))]
    found: list[int] = []
    apart = [seen.seat] if seen.mine is not None else []
    if not seen.options.matchmaker_self:
        apart += [seat for seat in range(seen.seats) if town.role(seat) == MATCHMAKER]
    for one in range(seen.seats):
        for other in range(one + 1, seen.seats):
            if one in apart or other in apart:
                continue
            if public.alive[one] != public.alive[other]:
                continue
            if public.alive[one] or public.died_on[one] == public.died_on[other]:
                found.append(two(one, other))
    return found


# Notes and choices of the others.


def remember_first_night(town: Town, seen: TownView) -> None:
    """What the others were told when they met."""
    public = seen.public
    if public.part == CARDS or (public.day == 1 and is_night(public.part)):
        return
    frame = Frame(town.rules.GAME, 0, NOTHING, NOTHING, NOTHING, None)
    day = public.day
    town.public.day = 1
    MafiaMeet().do(town, frame)
    LoversMeet().do(town, frame)
    FreemasonsMeet().do(town, frame)
    town.public.day = day


def set_night(seen: TownView, town: Town, rng: Random) -> None:
    """The viewer's own choices, and any that explain a lot that is being drawn."""
    box, tonight = town.box, seen.tonight
    if seen.seat >= 0:
        box.tapped[seen.seat] = tonight.tapped
        box.noticed[seen.seat] = tonight.noticed
        box.pointing = tonight.pointing[:]
        box.asked = tonight.asked[:]
        box.host = tonight.host
        box.guard = tonight.guard
        box.locked = tonight.locked
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
    step = seen.top.rule.steps[seen.top.step - 1]
    if isinstance(step, ReportQuestion):
        for seat in range(seen.seats):
            if is_detective(town.role(seat)) and town.public.alive[seat]:
                box.asked[seat] = int(rng.random() * seen.seats)
    elif isinstance(step, DrawFurtherNames) and town.mafiosi():
        box.glimpse = (town.mafiosi()[0],)


def set_ready(seen: TownView, town: Town, rng: Random) -> None:
    """So many are ready as everybody sees; who they are only each one knows."""
    public = seen.public
    ready = [False] * seen.seats
    number = public.ready
    if seen.seat >= 0 and seen.tonight.ready:
        ready[seen.seat] = True
        number -= 1
    others = [seat for seat in town.living() if seat != seen.seat]
    for seat in rng.sample(others, min(max(number, 0), len(others))):
        ready[seat] = True
    town.box.ready = ready


# Does it fit?


def fits(seen: TownView, town: Town) -> bool:
    """Whether nothing that the viewer knows contradicts this world."""
    own = seen.mine
    if seen.public.part == SETUP:
        return True
    known, sides = knowledge(seen)
    for seat in range(seen.seats):
        if known[seat] not in (UNKNOWN, town.role(seat)):
            return False
        if sides[seat] not in (UNKNOWN, side_of(town.role(seat))):
            return False
    if own is not None:
        if is_mafia(own.role) and town.secret[seen.seat].rank != own.rank:
            return False
        awake = [note for note in own.notes if note.key == "awake"]
        for day in {note.day for note in awake}:
            if not any(town.is_mafioso(note.seat) for note in awake if note.day == day):
                return False
    return goes_on(town)


def goes_on(town: Town) -> bool:
    """Whether the game would not have ended at its last check."""
    if town.public.part in (CARDS, DAWN, GRIEF, SUCCESSOR):
        return True
    side = winning_side(town)
    if town.options.mafia_win == "safe" and side == MAFIA_WIN:
        return True  # an election may have made it so since
    if town.options.reveal == "none" and side == CITIZENS_WIN:
        town.box.citizens_won = True
        return True
    return side == NO_WINNER
