"""How the public record is read: how likely honest players and mafiosi do and say what was done.

Whoever votes, accuses or speaks picks somebody. An honest player picks a mafioso so many times as
readily as a citizen, and a mafioso picks a fellow so many times as readily as a citizen; the
numbers are counted in games of computer players (docs/players-palermo.md) and differ for a mafia
that is careful and one that is not.
"""

from __future__ import annotations

from math import log
from typing import Final, NamedTuple

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.beliefs import Beliefs
from omerta.games.palermo.bots.claims import (
    AGREE,
    CLAIM_GLIMPSE,
    CLAIM_ROLE,
    DISAGREE,
    GUT,
    SPEAKS_AGAINST,
    SPEAKS_FOR,
    VOUCH,
    Finding,
    claims_detective,
    reason_given,
)
from omerta.games.palermo.state.roles import (
    CITIZEN,
    FREEMASON,
    MAFIA,
    is_detective,
    is_mafia,
)
from omerta.games.palermo.state.statements import ACCUSED_BY, DONE, VOTED, Fact, Said
from omerta.games.palermo.state.table import MURDER
from omerta.games.palermo.view import VillageView


class Readiness(NamedTuple):
    """How much more readily than a citizen a mafioso is picked, by honest players and mafiosi."""

    honest: float
    mafia: float


class Style(NamedTuple):
    """How a mafia behaves, by the kind of pick: on the first day, later, and at the end."""

    votes: tuple[Readiness, Readiness, Readiness]
    accusations: tuple[Readiness, Readiness, Readiness]
    words_against: tuple[Readiness, Readiness, Readiness]
    words_for: tuple[Readiness, Readiness, Readiness]
    claims: float
    """How often a mafioso plays the detective."""


CAREFUL: Final = Style(
    votes=(Readiness(1.3, 0.3), Readiness(3.0, 0.35), Readiness(5.0, 0.1)),
    accusations=(Readiness(1.1, 0.3), Readiness(3.5, 0.35), Readiness(5.0, 0.05)),
    words_against=(Readiness(1.1, 0.3), Readiness(3.0, 0.35), Readiness(5.0, 0.05)),
    words_for=(Readiness(0.9, 1.0), Readiness(0.4, 0.8), Readiness(0.4, 0.8)),
    claims=0.06,
)
CARELESS: Final = Style(
    votes=(Readiness(1.5, 0.1), Readiness(5.0, 0.2), Readiness(5.0, 0.05)),
    accusations=(Readiness(1.2, 0.04), Readiness(5.0, 0.04), Readiness(5.0, 0.04)),
    words_against=(Readiness(1.2, 0.04), Readiness(5.0, 0.04), Readiness(5.0, 0.04)),
    words_for=(Readiness(0.9, 1.2), Readiness(0.2, 1.2), Readiness(0.2, 1.2)),
    claims=0.03,
)
STYLES: Final = (CAREFUL, CARELESS)

NEVER: Final = -5.0
"""The logarithm of what an honest player hardly ever does."""

CAUTION: Final = 0.8
"""What many say and do at once is not as much as if each had made it up alone."""


class Reader:
    """Reads the record of one game, with what is known for certain, in one style."""

    def __init__(
        self,
        view: VillageView,
        sides: list[int],
        spoken: list[Said],
        statements: list[Said],
        facts: list[Fact],
        findings: list[Finding],
        style: Style,
        largest: int,
        *,
        reads_deeds: bool,
    ) -> None:
        public = view.public
        self.view: Final = view
        self.public: Final = public
        self.style: Final = style
        self.spoken: Final = spoken
        self.statements: Final = statements
        self.facts: Final = facts
        self.findings: Final = findings
        self.mafiosi: Final = sum([public.cards[role] for role in range(13) if is_mafia(role)])
        self.beliefs: Final = Beliefs(sides, self.mafiosi, largest)
        self.days: Final[dict[int, tuple[int, int]]] = {}
        self.weights: Final[dict[tuple[Readiness, int], tuple[float, float, float, float]]] = {}
        self.read_claims()
        self.read_findings()
        self.read_words()
        if reads_deeds:
            self.read_deeds()
            self.read_murders()

    # Picks.

    def pick(
        self,
        who: Seat,
        whom: Seat,
        day: int,
        kind: tuple[Readiness, Readiness, Readiness],
        weight: float,
    ) -> None:
        """Somebody picked somebody, as honest players and mafiosi do."""
        living, left = self.standing(day)
        readiness = kind[phase(day, living, left)]
        key = (readiness, day)
        found = self.weights.get(key)
        if found is None:
            found = pick_weights(readiness, living, left)
            self.weights[key] = found
        neither, second, first, both = found
        self.beliefs.between(
            who, whom, weight * neither, weight * second, weight * first, weight * both
        )

    def standing(self, day: int) -> tuple[int, int]:
        """How many lived on a day, and how many of them were mafiosi as far as is known."""
        found = self.days.get(day)
        if found is None:
            public = self.public
            living = 0
            left = self.mafiosi
            for seat in range(self.view.seats):
                if public.died_on[seat] == 0 or public.died_on[seat] >= day:
                    living += 1
                elif self.beliefs.sides[seat] == MAFIA:
                    left -= 1
            found = (living, max(1, left))
            self.days[day] = found
        return found

    def read_deeds(self) -> None:
        """Votes, accusations and nominations."""
        style = self.style
        for fact in self.facts:
            if fact.seat == fact.about:
                continue
            kind = style.votes if fact.record == VOTED else style.accusations
            self.pick(fact.seat, fact.about, fact.day, kind, 1.0)

    def read_words(self) -> None:
        """Who speaks for or against whom; said twice counts once."""
        style = self.style
        counted: set[tuple[Seat, Seat, int, bool]] = set()
        for fact in self.facts:
            if fact.record == ACCUSED_BY:
                counted.add((fact.seat, fact.about, fact.day, True))
        for said in self.statements:
            meant = meaning(said, self.spoken)
            if meant is None or meant.words[0] == said.seat:
                continue
            against = meant.kind in SPEAKS_AGAINST
            entry = (said.seat, meant.words[0], said.day, against)
            if entry in counted:
                continue
            counted.add(entry)
            kind = style.words_against if against else style.words_for
            weight = 0.6 if reason_given(meant) == GUT else 1.0
            self.pick(said.seat, meant.words[0], said.day, kind, weight)

    def read_murders(self) -> None:
        """The mafia murder those who are on their track."""
        public = self.public
        for seat in public.dead:
            if public.causes[seat] != MURDER:
                continue
            suspects: list[Seat] = []
            for said in self.statements:
                if said.seat == seat and said.kind in SPEAKS_AGAINST:
                    suspects.append(said.words[0])
            for suspect in set(suspects):
                self.beliefs.about(suspect, 0.15)

    # Claims.

    def read_claims(self) -> None:
        """Who says who he is, what the cards allow, and how long the mafia let him live."""
        public = self.public
        cards = public.cards
        claimants: list[tuple[Seat, int]] = []
        detectives: list[Seat] = []
        for said in self.statements:
            if claims_detective(said):
                if said.seat not in detectives:
                    detectives.append(said.seat)
            elif said.kind == CLAIM_ROLE and (said.seat, said.words[0]) not in claimants:
                claimants.append((said.seat, said.words[0]))
        self.read_detectives(detectives)
        for seat, role in claimants:
            if is_mafia(role):
                self.beliefs.about(seat, 2.0)
                continue
            if role == CITIZEN:
                continue
            held = [one for one in range(self.view.seats) if public.revealed[one] == role]
            if (len(held) >= cards[role] and seat not in held) or self.is_mine(role, seat):
                self.beliefs.about(seat, -NEVER)
            if role != FREEMASON:
                for other, same in claimants:
                    if other < seat and same == role:
                        self.beliefs.between(seat, other, NEVER, 0.0, 0.0, -1.0)

    def is_mine(self, role: int, seat: Seat) -> bool:
        """Whether I hold the only card of a role, as an honest player."""
        mine = self.view.mine
        if mine is None or is_mafia(mine.role) or seat == self.view.seat:
            return False
        return mine.role == role and self.public.cards[role] == 1

    def read_detectives(self, claimants: list[Seat]) -> None:
        """Who claims to be a detective: the cards, the rivals, and the nights outlived."""
        public = self.public
        cards = sum([public.cards[role] for role in range(13) if is_detective(role)])
        shown = [seat for seat in range(self.view.seats) if is_detective(public.revealed[seat])]
        honest = max(1, self.view.seats - self.mafiosi)
        left = cards - len(shown)
        rivals = [seat for seat in claimants if seat not in shown]
        for seat in rivals:
            if left <= 0:
                self.beliefs.about(seat, -NEVER)
                continue
            self.beliefs.about(seat, log(self.style.claims * honest / (0.7 * cards)))
            self.beliefs.about(seat, 0.3 * self.nights_outlived(seat))
            for other in rivals:
                if other < seat and len(rivals) > left:
                    self.beliefs.between(seat, other, NEVER if left == 1 else -1.5, 0.0, 0.0, -0.5)

    def nights_outlived(self, seat: Seat) -> int:
        """How many nights the mafia have spared who claims to be a detective."""
        if not self.public.alive[seat]:
            return 0
        for said in self.statements:
            if said.seat == seat and claims_detective(said):
                return max(0, self.public.day - said.day - 1)
        return 0

    def read_findings(self) -> None:
        """An honest finder tells the truth; a mafioso rather blames citizens."""
        for finding in self.findings:
            if finding.about == finding.seat:
                continue
            if finding.side == MAFIA:
                self.beliefs.between(finding.seat, finding.about, NEVER, 0.0, -0.7, -2.5)
            else:
                self.beliefs.between(finding.seat, finding.about, 0.0, NEVER, -1.0, -0.6)
        for said in self.statements:
            if said.kind == VOUCH:
                self.beliefs.between(said.seat, said.words[0], 0.0, NEVER, -1.0, -0.5)
            elif said.kind == CLAIM_GLIMPSE and self.beliefs.sides[said.seat] != MAFIA:
                self.share_blame([word for word in said.words[1:] if word != DONE], 1.4)

    def share_blame(self, names: list[Seat], weight: float) -> None:
        """One of them is a mafioso; unless it is known which, each is more suspect."""
        sides = self.beliefs.sides
        if any(sides[name] == MAFIA for name in names):
            return
        left = [name for name in names if sides[name] == NOTHING]
        for name in left:
            self.beliefs.about(name, weight / len(left))


def pick_weights(
    readiness: Readiness, living: int, mafiosi: int
) -> tuple[float, float, float, float]:
    """How likely a pick is among the living, as `Beliefs.between` wants it."""
    others = max(1, living - 1)
    share = min(0.5, mafiosi / others)
    citizen = -log(1.0 - share + share * readiness.honest)
    share = (mafiosi - 1) / others
    mafioso = -log(1.0 - share + share * readiness.mafia)
    return (
        CAUTION * citizen,
        CAUTION * (citizen + log(readiness.honest)),
        CAUTION * mafioso,
        CAUTION * (mafioso + log(readiness.mafia)),
    )


def phase(day: int, living: int, mafiosi: int) -> int:
    """The first day, later, or the end, when one more mistake gives the mafia the town."""
    if 2 * mafiosi + 2 > living:
        return 2
    return 0 if day == 1 else 1


def meaning(said: Said, spoken: list[Said]) -> Said | None:
    """What a statement says about a player; whoever agrees says the same, who doubts, less."""
    if said.kind in (AGREE, DISAGREE):
        meant = spoken[said.words[0] - 1]
        if meant.kind not in SPEAKS_AGAINST and meant.kind not in SPEAKS_FOR:
            return None
        if said.kind == AGREE:
            return Said(said.seat, said.day, said.part, meant.kind, meant.words)
        return None
    if said.kind in SPEAKS_AGAINST or said.kind in SPEAKS_FOR:
        return said
    return None
