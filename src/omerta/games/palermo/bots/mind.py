"""What a computer player makes of the town: whom it knows, whom it suspects, and why.

Suspicion is kept as log-odds: above zero more likely mafia than not. It is drawn from the public
record alone, who said, accused and voted what and what the dead turned out to be, and from the
own notes. A mafioso reckons what an honest citizen would think, and keeps what it knows apart.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.claims import (
    ACCUSE,
    ACCUSED_BY_DEAD,
    ACCUSED_MAFIA,
    AGREE,
    ALIKE,
    ANNOUNCE_VOTE,
    CALL_TO_VOTE,
    CLAIM_DOUBLE,
    CLAIM_GLIMPSE,
    CLAIM_OPEN,
    CLAIM_ROLE,
    CONTRADICTION,
    DEFEND,
    DEFENDED_MAFIA,
    GUT,
    LOUD,
    NOISE,
    QUIET,
    RESULT,
    RETRACT,
    SUSPECT,
    SUSPECT_PAIR,
    TRUST,
    VOTE_BAD,
    VOTE_GOOD,
    VOUCH,
    claims_detective,
    found,
    heard,
    shown_side,
)
from omerta.games.palermo.state.kinds import is_side_only, side_seen
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
from omerta.games.palermo.state.statements import ACCUSED_BY, DONE, NO_REASON, VOTED, Fact, Said
from omerta.games.palermo.view import VillageView

CERTAIN: Final = 9.0
"""So sure is what one knows."""

SPEAKS_AGAINST: Final[dict[int, float]] = {
    SUSPECT: 1.0,
    ACCUSE: 1.2,
    CALL_TO_VOTE: 1.0,
    ANNOUNCE_VOTE: 0.6,
    SUSPECT_PAIR: 0.6,
}
"""Statements against the player named first, and how much they say."""

SPEAKS_FOR: Final[dict[int, float]] = {TRUST: 0.8, DEFEND: 1.0, VOUCH: 1.3}
"""Statements for the player named first."""


def whim(first: int, second: int, third: int) -> float:
    """A number from 0 to 1 that is always the same for the same three."""
    mixed = (first * 7919 + second * 104729 + third * 1299709 + 12345) & 0x7FFFFFFF
    mixed = (mixed ^ mixed >> 13) * 1103515245 & 0x7FFFFFFF
    mixed = (mixed ^ mixed >> 11) * 69069 & 0x7FFFFFFF
    return (mixed >> 7 & 0xFFFF) / 65536


class Mind:
    """What one seat makes of the town at one moment."""

    def __init__(self, view: VillageView) -> None:
        assert view.mine is not None, "a player holds a card"
        public = view.public
        self.view: Final = view
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
        self.heat: Final = [0.0] * view.seats
        self.most: Final = [0.0] * view.seats
        self.least: Final = [0.0] * view.seats
        self.against: Final = [GUT] * view.seats
        self.speaks_for: Final = [GUT] * view.seats
        self.findings: Final = found(self.statements)
        self.credit: Final = [0.0] * view.seats
        self.reckon()

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
        if self.is_mafioso and len(self.fellows) + 1 == sum(self.public.cards[: SPY + 1]):
            # Once the mafia have met, whoever is no fellow is a citizen.
            for seat in range(self.view.seats):
                if self.known[seat] == NOTHING:
                    self.known[seat] = CITIZENS

    def truth(self, seat: Seat) -> int:
        """The side that the reckoning may take for granted."""
        if self.is_mafioso:
            return self.shown[seat]
        return self.known[seat]

    def is_friend(self, seat: Seat) -> bool:
        """Whether the seat is a mafioso as I am, or known to be a citizen as I am."""
        return self.known[seat] == side_of(self.role)

    # What it makes of the record.

    def note(self, seat: Seat, weight: float, reason: int) -> None:
        """Evidence for or against a seat; the strongest one is the reason to give."""
        self.heat[seat] += weight
        if weight > self.most[seat]:
            self.most[seat] = weight
            self.against[seat] = reason
        if weight < self.least[seat]:
            self.least[seat] = weight
            self.speaks_for[seat] = reason

    def reckon(self) -> None:
        """From the cards to the deeds, the claims, and at last the words."""
        base = self.base()
        for seat in range(self.view.seats):
            self.heat[seat] = base
        for fact in self.facts:
            self.weigh_deed(fact)
        self.weigh_company()
        self.weigh_claims()
        self.weigh_silence()
        self.weigh_glimpses()
        self.weigh_words()
        if not self.is_mafioso:
            for seat in range(self.view.seats):
                if self.known[seat] != NOTHING:
                    self.heat[seat] = CERTAIN if self.known[seat] == MAFIA else -CERTAIN

    def base(self) -> float:
        """How likely any unknown player is a mafioso."""
        mafiosi = self.mafiosi_left()
        unknown = max(mafiosi + 1, len(self.others))
        return log(max(mafiosi, 0.5) / (unknown - mafiosi + 0.5))

    def mafiosi_left(self) -> int:
        """Living mafiosi, as far as the shown cards tell."""
        dead = len([seat for seat in self.public.dead if self.shown[seat] == MAFIA])
        return max(1, sum(self.public.cards[: SPY + 1]) - dead)

    def weigh_deed(self, fact: Fact) -> None:
        """Votes, accusations and nominations, once the card of the accused is known."""
        if fact.seat == fact.about:
            return
        side = self.truth(fact.about)
        weight = 0.8 if fact.record == ACCUSED_BY else 0.6
        if side == MAFIA:
            good = VOTE_GOOD if fact.record == VOTED else ACCUSED_MAFIA
            self.note(fact.seat, -weight, good)
        elif side == CITIZENS and self.shown[fact.about] != NOTHING:
            self.note(fact.seat, 0.35 * weight, VOTE_BAD)

    def weigh_company(self) -> None:
        """Who voted like a mafioso that is known by now, against somebody else."""
        for fact in self.facts:
            if fact.record != VOTED or self.truth(fact.seat) != MAFIA:
                continue
            if self.truth(fact.about) == MAFIA:
                continue
            for other in self.facts:
                if (
                    other.record == VOTED
                    and other.day == fact.day
                    and other.about == fact.about
                    and other.seat != fact.seat
                ):
                    self.note(other.seat, 0.2, ALIKE)

    # Claims to be a detective.

    def weigh_claims(self) -> None:
        """What is said to have been found out counts as much as the finder is believed."""
        claimants = self.claimants()
        for seat in claimants:
            self.credit[seat] = self.belief_in(seat, claimants)
        for seat in claimants:
            if self.shown[seat] == NOTHING and seat != self.me:
                credit = self.credit[seat]
                odds = log((1.03 - credit) / (credit + 0.03))
                reason = CLAIM_OPEN if odds < 0 else CLAIM_DOUBLE
                self.note(seat, odds - 0.5 * self.heat[seat], reason)
        for finding in self.findings:
            credit = self.credit[finding.seat]
            if finding.seat == self.me or credit <= 0.0:
                continue
            if finding.side == MAFIA:
                self.note(finding.about, 4.5 * credit - 1.0, RESULT)
            else:
                self.note(finding.about, -2.5 * credit, RESULT)
        self.weigh_double_roles()

    def claimants(self) -> list[Seat]:
        """Who has claimed to be a detective, the first one first."""
        claimed: list[Seat] = []
        for said in self.statements:
            if claims_detective(said) and said.seat not in claimed:
                claimed.append(said.seat)
        return claimed

    def belief_in(self, seat: Seat, claimants: list[Seat]) -> float:
        """How likely the claim is true."""
        card = self.public.revealed[seat]
        if is_side_only(card):
            return 0.9 if side_seen(card) == CITIZENS else 0.0
        if card != NOTHING:
            return 1.0 if is_detective(card) else 0.0
        if seat == self.partner:
            return 1.0
        joint = self.view.options["detective_mode"] == "joint"
        if is_detective(self.role) and (joint or self.detectives() == 1):
            return 0.0
        open_cards = self.detectives() - self.dead_detectives()
        right, wrong = self.proofs(seat)
        if wrong or open_cards <= 0:
            return 0.0
        if right:
            return 0.93
        rivals = [other for other in claimants if self.shown[other] == NOTHING]
        if len(rivals) <= open_cards:
            return 0.85 - 0.1 * min(3, self.nights_outlived(seat))
        return 0.9 * open_cards / len(rivals) + (0.06 if seat == rivals[0] else -0.04)

    def proofs(self, seat: Seat) -> tuple[int, int]:
        """How many findings of a seat have proved right against a mafioso, and how many wrong."""
        right, wrong = 0, 0
        for finding in self.findings:
            if finding.seat != seat:
                continue
            side = self.shown[finding.about]
            if finding.about == self.me and not self.is_mafioso:
                side = CITIZENS
            if side != NOTHING and side != finding.side:
                wrong += 1
            elif side == MAFIA:
                right += 1
        return right, wrong

    def detectives(self) -> int:
        """How many detectives are in the game."""
        return self.public.cards[DETECTIVE1] + self.public.cards[DETECTIVE2]

    def dead_detectives(self) -> int:
        """How many of them have been seen dead."""
        shown = self.public.revealed
        return len([seat for seat in self.public.dead if is_detective(shown[seat])])

    def nights_outlived(self, seat: Seat) -> int:
        """How many nights the mafia have spared who claims to be a detective."""
        for said in self.statements:
            if said.seat == seat and claims_detective(said):
                return max(0, self.public.day - said.day - 1)
        return 0

    def weigh_double_roles(self) -> None:
        """Other cards that more players claim than there are; and who claims two of them."""
        claims: list[tuple[Seat, int]] = []
        for said in self.statements:
            if said.kind == CLAIM_ROLE and (said.seat, said.words[0]) not in claims:
                claims.append((said.seat, said.words[0]))
        for seat, role in claims:
            if is_mafia(role):
                self.note(seat, 2.0, CONTRADICTION)
            if is_detective(role) or role == CITIZEN:
                continue
            rivals = len([one for one, other in claims if other == role])
            if rivals > self.public.cards[role]:
                self.note(seat, 0.9, CLAIM_DOUBLE)
        for seat in self.living:
            roles = [role for one, role in claims if one == seat and not is_detective(role)]
            if len(roles) > 1:
                self.note(seat, 0.8, CONTRADICTION)

    # Silence, glimpses and words.

    def weigh_silence(self) -> None:
        """Who lets others talk."""
        if self.public.day < 2:
            return
        for seat in self.living:
            if not self.has_spoken(seat):
                self.note(seat, 0.2, QUIET)

    def has_spoken(self, seat: Seat) -> bool:
        """Whether the seat has said anything on an earlier day."""
        today = self.public.day
        return any(said.seat == seat and said.day < today for said in self.statements)

    def weigh_glimpses(self) -> None:
        """At least one of these was awake (PA-19.5)."""
        for said in self.statements:
            if said.kind == CLAIM_GLIMPSE and self.truth(said.seat) != MAFIA:
                names = [word for word in said.words[1:] if word != DONE]
                self.share_blame(names, 0.6)
        for group in self.glimpses():
            self.share_blame(group, 1.0)

    def glimpses(self) -> list[list[Seat]]:
        """The names I was shown as the night walker, night by night."""
        groups: list[list[Seat]] = []
        for note in self.mine.notes:
            if note.key == "glimpse":
                groups.append([])
            elif note.key == "awake" and groups:
                groups[-1].append(note.seat)
        return groups

    def share_blame(self, names: list[Seat], weight: float) -> None:
        """One of them is a mafioso; unless it is known which, each is more suspect."""
        if any(self.truth(name) == MAFIA for name in names):
            return
        left = [name for name in names if self.truth(name) == NOTHING]
        for name in left:
            self.note(name, 2.4 * weight / len(left), NOISE)

    def weigh_words(self) -> None:
        """Who speaks for or against whom, as much as the speaker is believed."""
        voices = [1.6 / (1.0 + exp(max(-5.0, min(5.0, heat)))) for heat in self.heat]
        counted: dict[tuple[Seat, Seat], float] = {}
        for said in self.statements:
            meant = self.meaning(said)
            if meant is None or meant.words[0] == meant.seat:
                continue
            about = meant.words[0]
            weight = SPEAKS_AGAINST.get(meant.kind, 0.0) - SPEAKS_FOR.get(meant.kind, 0.0)
            if weight == 0.0:
                continue
            self.weigh_loyalty(said.seat, about, weight)
            # Said twice counts once; said yesterday counts half.
            weight *= 0.3 if said.day == self.public.day else 0.15
            pair = (said.seat, about)
            before = counted.get(pair, 0.0)
            if abs(weight) > abs(before):
                counted[pair] = weight
                self.hear(said.seat, about, (weight - before) * voices[said.seat], meant)

    def meaning(self, said: Said) -> Said | None:
        """Whoever agrees with a statement says the same."""
        if said.kind == AGREE:
            number = said.words[0] - 1
            meant = self.spoken[number]
            if meant.kind == AGREE or meant.kind == RETRACT or not meant.words:
                return None
            return Said(said.seat, said.day, said.part, meant.kind, meant.words)
        if said.kind in SPEAKS_AGAINST or said.kind in SPEAKS_FOR:
            return said
        return None

    def weigh_loyalty(self, seat: Seat, about: Seat, weight: float) -> None:
        """Words about a player whose card is known by now."""
        side = self.truth(about)
        if side == MAFIA:
            reason = DEFENDED_MAFIA if weight < 0 else ACCUSED_MAFIA
            self.note(seat, -0.35 * weight, reason)
        elif side == CITIZENS and weight > 0 and self.shown[about] != NOTHING:
            self.note(seat, 0.08 * weight, VOTE_BAD)

    def hear(self, seat: Seat, about: Seat, weight: float, said: Said) -> None:
        """One player's word about another."""
        side = self.shown[seat]
        if side == MAFIA:
            return
        if side == CITIZENS:
            self.note(about, weight, ACCUSED_BY_DEAD if weight > 0 else CLAIM_OPEN)
            return
        reason = GUT
        if said.kind in (SUSPECT, TRUST):
            reason = said.words[2]
        elif said.kind in (ACCUSE, CALL_TO_VOTE, DEFEND):
            reason = said.words[1]
        if reason in (NO_REASON, GUT):
            weight *= 0.5
        self.note(about, weight, reason)

    # What it would say of somebody.

    def why_suspect(self, seat: Seat) -> int:
        """The reason to give against a seat."""
        if self.most[seat] > 0.15 and self.against[seat] > 0:
            return self.against[seat]
        said = len([one for one in self.statements if one.seat == seat])
        if said == 0 and self.public.day > 1:
            return QUIET
        if said > 2 * self.public.day:
            return LOUD
        return GUT

    def why_trust(self, seat: Seat) -> int:
        """The reason to give for a seat."""
        if self.least[seat] < -0.15 and self.speaks_for[seat] > 0:
            return self.speaks_for[seat]
        return GUT

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
