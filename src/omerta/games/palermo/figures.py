"""What a seat sees of Palermo as figures; nothing that `encode` does not show."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.core.figures import Figures, flags, one_of, round_the_table, which_seat
from omerta.games.palermo.state.kinds import NOBODY, is_side_only, side_seen
from omerta.games.palermo.state.roles import PHARMACIST, ROLE_NAMES, SIDES, is_bomber
from omerta.games.palermo.state.statements import NAMES, SPOKEN
from omerta.games.palermo.state.table import PARTS, WINNERS, Secret
from omerta.games.palermo.view import VillageView, counter

ROLES: Final = len(ROLE_NAMES)
STATEMENTS: Final = 16
"""How many of the latest statements are shown, the newest first."""
WORDS: Final = 4
"""How many words of each, as numbers; 0 for none, seats and ids from 1 on."""
KNOWN: Final = ("fellow", "informed", "is_mafioso", "freemason", "partner", "answer", "noticed")
"""The notes about another player that say something of his card."""


def figures(seen: VillageView) -> list[Figures]:
    """Every row, in the order of the table from what is common to what is the seat's own."""
    public = seen.public
    seat, seats = seen.seat, seen.seats
    clockwise = [(seat + steps) % seats for steps in range(seats)]
    shown: list[float] = []
    votes: list[float] = []
    accusers: list[float] = []
    for other in clockwise:
        shown += card_shown(public.revealed[other])
        votes += which_seat(public.votes[other], seat, seats)
        accuser = NOTHING
        if other in public.accused:
            accuser = public.accusers[public.accused.index(other)]
        accusers += which_seat(accuser, seat, seats)
    return [
        Figures("day", "the day", [float(public.day)]),
        Figures("part", "one of " + ", ".join(PARTS), one_of(public.part, len(PARTS))),
        Figures("cards", "how many cards of each role are in the game", numbers(public.cards)),
        Figures("alive", "who lives", round_the_table(public.alive, seat)),
        Figures("away", "who has left", round_the_table(public.away, seat)),
        Figures("shown", "seat by seat the role, or else the side, that all see", shown),
        Figures("mayor", "who is mayor", which_seat(public.mayor, seat, seats)),
        Figures("accused", "seat by seat who accuses this player", accusers),
        Figures("standing", "who can be voted for", marked(public.standing, seen)),
        Figures("votes", "seat by seat for whom this player has voted", votes),
        Figures("nominated", "who is nominated", nominated(seen)),
        Figures("ready", "how many are ready", [float(public.ready)]),
        Figures("counter", "rounds without a death, once all are warned", [float(counter(seen))]),
        Figures("winner", "one of " + ", ".join(WINNERS), one_of(public.winner, len(WINNERS))),
        *talk(seen),
        *own(seen),
    ]


def numbers(values: tuple[int, ...]) -> list[float]:
    """A row as it is."""
    return [float(value) for value in values]


def marked(who: tuple[Seat, ...], seen: VillageView) -> list[float]:
    """A one for each of these seats, counted from the viewer."""
    return flags([(other - seen.seat) % seen.seats for other in who if other >= 0], seen.seats)


def nominated(seen: VillageView) -> list[float]:
    """A one for everybody whom somebody has nominated."""
    named = tuple([second for pair in seen.public.nominations for second in pair[1:]])
    return marked(tuple([who for who in named if who != NOBODY]), seen)


def card_shown(shown: int) -> list[float]:
    """What everybody sees of a card: role, then side."""
    if shown == NOTHING:
        return [0.0] * (ROLES + len(SIDES))
    if is_side_only(shown):
        return [0.0] * ROLES + one_of(side_seen(shown), len(SIDES))
    return one_of(shown, ROLES) + [0.0] * len(SIDES)


def talk(seen: VillageView) -> list[Figures]:
    """The latest statements."""
    said = seen.public.statements
    by: list[float] = []
    kinds: list[float] = []
    words: list[float] = []
    for back in range(STATEMENTS):
        place = len(said) - 1 - back
        if place < 0:
            by += [0.0] * seen.seats
            kinds += [0.0] * SPOKEN
            words += [0.0] * WORDS
            continue
        latest = said[place]
        by += which_seat(latest.seat, seen.seat, seen.seats)
        kinds += one_of(latest.kind, SPOKEN)
        words += [
            float(latest.words[word] + 1) if word < len(latest.words) else 0.0
            for word in range(WORDS)
        ]
    return [
        Figures("said", "statements so far", [float(len(said))]),
        Figures("speakers", f"who made each of the latest {STATEMENTS} statements", by),
        Figures("statements", f"each as one of {NAMES[0]} to {NAMES[SPOKEN - 1]}", kinds),
        Figures("words", f"each one's first {WORDS} words as numbers from 1 on", words),
    ]


def own(seen: VillageView) -> list[Figures]:
    """Card, marks and notes; the cards of all for whoever sees all."""
    mine = Secret(NOTHING, bomb=0, heal=0, poison=0) if seen.mine is None else seen.mine
    seat, seats = seen.seat, seen.seats
    tonight = seen.tonight
    pointing: list[float] = []
    asked: list[float] = []
    roles: list[float] = []
    known = [0.0] * (seats * len(KNOWN))
    for steps in range(seats):
        other = (seat + steps) % seats
        pointing += which_seat(own_of(tonight.pointing[other]), seat, seats)
        asked += which_seat(own_of(tonight.asked[other]), seat, seats)
        roles += one_of(seen.secrets[other].role if seen.secrets else NOTHING, ROLES)
    for note in mine.notes:
        if note.key in KNOWN and note.seat != NOTHING:
            # Of an answer the side counts, of every other note that it was told.
            value = 1.0 + note.thing if note.key == "answer" else 1.0
            known[(note.seat - seat) % seats * len(KNOWN) + KNOWN.index(note.key)] = value
    marks = [tonight.tapped, tonight.ready, tonight.noticed, tonight.locked]
    return [
        Figures("role", "one's own role", one_of(mine.role, ROLES)),
        Figures("lover", "whom one loves", which_seat(mine.lover, seat, seats)),
        Figures("known", "seat by seat what one was told: " + ", ".join(KNOWN), known),
        Figures("marks", "tapped, ready, noticed, locked", [float(mark) for mark in marks]),
        Figures("potions", "bomb, healing and poison left, as far as one has them", left(mine)),
        Figures("host", "where one hides", which_seat(own_of(tonight.host), seat, seats)),
        Figures("guard", "whom one protects", which_seat(own_of(tonight.guard), seat, seats)),
        Figures("pointing", "seat by seat whom this mafioso points at", pointing),
        Figures("asked_about", "seat by seat about whom this detective asks", asked),
        Figures("signs", "signs made in one's own channel", [float(len(seen.signs))]),
        Figures("roles", "seat by seat the role, for whoever sees all", roles),
    ]


def own_of(who: int) -> Seat:
    """A seat, or nobody."""
    return NOTHING if who == NOBODY else who


def left(mine: Secret) -> list[float]:
    """What one may still use, where the role has it; all that a seat sees of itself."""
    mixes = mine.role == PHARMACIST
    return [
        float(mine.bomb) if is_bomber(mine.role) else 0.0,
        float(mine.heal) if mixes else 0.0,
        float(mine.poison) if mixes else 0.0,
    ]
