"""What a computer player makes of the town: whom it knows, whom it suspects, and what was said.

Suspicion is kept as log-odds: above zero more likely mafia than not. It is drawn from the public
record alone, who said, accused and voted what and what the dead turned out to be, and from the
own notes. A mafioso reckons what an honest citizen would think, and keeps what it knows apart.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.claims import (
    CLAIM_ROLE,
    VOUCH,
    Finding,
    claims_detective,
    found,
    heard,
    shown_side,
)
from omerta.games.palermo.bots.levels import CASUAL, Level
from omerta.games.palermo.bots.reading import CAREFUL, STYLES, Reader
from omerta.games.palermo.state.roles import (
    CITIZEN,
    CITIZENS,
    DETECTIVE1,
    DETECTIVE2,
    FREEMASON,
    MAFIA,
    SPY,
    is_detective,
    is_mafia,
    side_of,
)
from omerta.games.palermo.state.statements import Fact, Said
from omerta.games.palermo.view import VillageView

CERTAIN: Final = 9.0
"""So sure is what one knows."""

DARING: Final = 0.3
"""How much rarer than its cards a mafioso plays a detective of his own accord."""


def whim(first: int, second: int, third: int) -> float:
    """A number from 0 to 1 that is always the same for the same three."""
    mixed = (first * 7919 + second * 104729 + third * 1299709 + 12345) & 0x7FFFFFFF
    mixed = (mixed ^ mixed >> 13) * 1103515245 & 0x7FFFFFFF
    mixed = (mixed ^ mixed >> 11) * 69069 & 0x7FFFFFFF
    return (mixed >> 7 & 0xFFFF) / 65536


class Mind:
    """What one seat makes of the town at one moment."""

    def __init__(self, view: VillageView, level: Level = CASUAL) -> None:
        assert view.mine is not None, "a player holds a card"
        public = view.public
        self.view: Final = view
        self.level: Final = level
        self.public: Final = public
        self.me: Final = view.seat
        self.mine: Final = view.mine
        self.role: Final = view.mine.role
        self.is_mafioso: Final = is_mafia(view.mine.role)
        self.living: Final = [seat for seat in range(view.seats) if public.alive[seat]]
        self.others: Final = [seat for seat in self.living if seat != self.me]
        self.shown: Final = [shown_side(shown) for shown in public.revealed]
        self.known: Final = self.shown[:]
        self.fellows: Final[list[Seat]] = []
        self.partner: Seat = NOTHING
        self.read_notes()
        self.spoken: Final = list(public.statements)
        self.statements: Final = heard(self.spoken)
        self.facts: Final = list(public.facts)
        self.findings: Final = found(self.statements)
        self.secret: Final = self.own_number()
        self.chance: Final = self.chances(self.shown if self.is_mafioso else self.known)
        self.heat: Final = [self.suspicion(seat) for seat in range(view.seats)]
        self.credit: Final = [0.0] * view.seats
        for seat in self.claimants():
            self.credit[seat] = self.belief_in(seat)

    # What it knows.

    def read_notes(self) -> None:
        """What was whispered at night."""
        self.known[self.me] = side_of(self.role)
        for note in self.mine.notes:
            if note.key in ("fellow", "fellow_card", "is_mafioso", "informed"):
                self.known[note.seat] = MAFIA
                if self.is_mafioso:
                    self.fellows.append(note.seat)
            elif note.key == "freemason":
                self.known[note.seat] = CITIZENS
                self.fellows.append(note.seat)
            elif note.key == "partner":
                self.known[note.seat] = CITIZENS
                self.partner = note.seat
            elif note.key == "answer":
                self.known[note.seat] = note.thing
            elif note.key == "lover_card":
                self.known[note.seat] = side_of(note.thing)
        if self.view.secrets:
            for seat in range(self.view.seats):
                self.known[seat] = side_of(self.view.secrets[seat].role)
        if self.is_mafioso and len(self.fellows) + 1 == self.mafiosi():
            # Once the mafia have met, whoever is no fellow is a citizen.
            for seat in range(self.view.seats):
                if self.known[seat] == NOTHING:
                    self.known[seat] = CITIZENS

    def own_number(self) -> int:
        """A number of this game that nobody else can know: whims depend on it."""
        number = self.role + 16 * self.me
        for seat in self.fellows:
            number = number * 23 + seat + 1
        return number & 0xFFFFFF

    def is_friend(self, seat: Seat) -> bool:
        """Whether the seat is a mafioso as I am, or known to be a citizen as I am."""
        return self.known[seat] == side_of(self.role)

    def mafiosi(self) -> int:
        """How many mafia cards are in the game."""
        return sum(self.public.cards[: SPY + 1])

    def mafiosi_left(self) -> int:
        """Living mafiosi, as far as the shown cards tell."""
        dead = len([seat for seat in self.public.dead if self.shown[seat] == MAFIA])
        return max(1, self.mafiosi() - dead)

    # What it makes of the record.

    def chances(self, sides: list[int]) -> list[float]:
        """How likely each player is a mafioso, if these sides are certain."""
        return self.chances_from(sides, self.statements, self.facts, self.findings)

    def chances_from(
        self,
        sides: list[int],
        statements: list[Said],
        facts: list[Fact],
        findings: list[Finding],
    ) -> list[float]:
        """The same if no more than this were on the record."""
        styles = STYLES if self.level.reads_styles else (CAREFUL,)
        readings: list[list[float]] = []
        fits: list[float] = []
        for style in styles:
            reader = Reader(
                self.view,
                sides,
                self.spoken,
                statements,
                facts,
                findings,
                style,
                self.level.largest,
                reads_deeds=self.level.reads_deeds,
            )
            for group in self.glimpses() if not self.is_mafioso else []:
                reader.share_blame(group, 2.4)
            reading, fit = reader.beliefs.chances()
            readings.append(reading)
            fits.append(fit)
        best = max(fits)
        weights = [exp(max(-30.0, fit - best)) for fit in fits]
        total = sum(weights, 0.0)
        return [
            sum([weights[place] * readings[place][seat] for place in range(len(styles))], 0.0)
            / total
            for seat in range(self.view.seats)
        ]

    def suspicion(self, seat: Seat) -> float:
        """The chance as log-odds."""
        chance = self.chance[seat]
        if chance < 0.0002 or chance > 0.9998:
            return CERTAIN if chance > 0.5 else -CERTAIN
        return log(chance / (1.0 - chance))

    def slip(self, seat: Seat) -> float:
        """How far a player who is not at his best misjudges somebody today; never what is plain."""
        chance = self.chance[seat]
        drawn = 2.0 * whim(seat + 32 * self.me, self.public.day, self.secret) - 1.0
        return self.level.slips * drawn * min(1.0, 4.0 * chance * (1.0 - chance))

    def base(self) -> float:
        """The log-odds of a living player about whom nothing is known."""
        mafiosi = self.mafiosi_left()
        unknown = max(mafiosi + 1, len(self.others))
        return log(max(mafiosi, 0.5) / (unknown - mafiosi + 0.5))

    def seen_from_outside(self) -> list[float]:
        """How likely each player is a mafioso for somebody who knows the public record alone."""
        return self.chance if self.is_mafioso else self.chances(self.shown)

    def glimpses(self) -> list[list[Seat]]:
        """The names I was shown as the night walker, night by night."""
        groups: list[list[Seat]] = []
        for note in self.mine.notes:
            if note.key == "glimpse":
                groups.append([])
            elif note.key == "awake" and groups:
                groups[-1].append(note.seat)
        return groups

    # Claims to be a detective.

    def claimants(self) -> list[Seat]:
        """Who has claimed to be a detective, the first one first."""
        claimed: list[Seat] = []
        for said in self.statements:
            if claims_detective(said) and said.seat not in claimed:
                claimed.append(said.seat)
        return claimed

    def belief_in(self, seat: Seat) -> float:
        """How likely the claim is true: honest players do not claim to be what they are not."""
        card = self.public.revealed[seat]
        if 0 <= card <= CITIZEN:
            return 1.0 if is_detective(card) else 0.0
        joint = self.view.options["detective_mode"] == "joint"
        is_rival = seat not in (self.me, self.partner) and is_detective(self.role)
        if is_rival and (joint or self.detectives() == 1):
            return 0.0
        return 1.0 - self.chance[seat]

    def detectives(self) -> int:
        """How many detectives are in the game."""
        return self.public.cards[DETECTIVE1] + self.public.cards[DETECTIVE2]

    def dead_detectives(self) -> int:
        """How many of them have been seen dead."""
        shown = self.public.revealed
        return len([seat for seat in self.public.dead if is_detective(shown[seat])])

    # What has been said of me, and by me.

    def accuser_by_result(self) -> Seat:
        """Who claims to have found out that I am a mafioso, if he still lives."""
        for finding in self.findings:
            named = finding.about == self.me and finding.side == MAFIA
            if named and self.public.alive[finding.seat]:
                return finding.seat
        return NOTHING

    def claimed_role(self) -> int:
        """The role that I have claimed last, or NOTHING."""
        claimed = NOTHING
        for said in self.statements:
            if said.seat == self.me:
                if said.kind == CLAIM_ROLE:
                    claimed = said.words[0]
                elif claims_detective(said):
                    claimed = DETECTIVE1
        return claimed

    def pretended_role(self) -> int:
        """The card I play: my own, or as a mafioso a citizen's card, drawn once for the game.

        Detectives are rather left alone: the true one would not keep silent.
        """
        if not self.is_mafioso:
            return self.role
        cards = self.public.cards
        drawn = whim(self.secret, self.me, 3) * sum(cards[SPY + 1 :])
        for role in range(SPY + 1, CITIZEN):
            drawn -= DARING * cards[role] if is_detective(role) else cards[role]
            if drawn < 0.0:
                return role
        return CITIZEN

    def unsaid_findings(self) -> list[tuple[int, Seat, int]]:
        """Nights, names and sides that I was told and have not told the town; newest first."""
        told = [(one.about, one.side) for one in self.findings if one.seat == self.me]
        unsaid: list[tuple[int, Seat, int]] = []
        for note in reversed(self.mine.notes):
            side = NOTHING
            if note.key == "answer":
                side = note.thing
            elif note.key in ("is_mafioso", "informed") and not self.is_mafioso:
                side = MAFIA
            if side != NOTHING and (note.seat, side) not in told:
                unsaid.append((note.day, note.seat, side))
        return unsaid

    def is_vouched_for(self, seat: Seat) -> bool:
        """Whether I have vouched for a seat."""
        for said in self.statements:
            if said.seat == self.me and said.kind == VOUCH and said.words[0] == seat:
                return True
        return False

    def freemasons(self) -> list[Seat]:
        """My living brothers."""
        if self.role != FREEMASON:
            return []
        return [seat for seat in self.fellows if self.public.alive[seat]]
