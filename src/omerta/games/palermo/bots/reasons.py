"""Why somebody is suspected or trusted: only what is true, as far as the speaker can know.

Whoever listens looks it up too: a reason that holds counts for more than one that does not.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.claims import (
    ACCUSED_BY_DEAD,
    ACCUSED_MAFIA,
    ALIKE,
    CLAIM_DOUBLE,
    CLAIM_OPEN,
    CLAIM_ROLE,
    CONTRADICTION,
    DEFENDED_MAFIA,
    GUT,
    LOUD,
    NOISE,
    QUIET,
    RESULT,
    SPEAKS_AGAINST,
    SURVIVED,
    VOTE_BAD,
    VOTE_GOOD,
    VOUCH,
    claims_detective,
    reason_given,
)
from omerta.games.palermo.bots.mind import Mind
from omerta.games.palermo.bots.reading import meaning
from omerta.games.palermo.state.roles import CITIZEN, CITIZENS, DETECTIVE1, FREEMASON, MAFIA
from omerta.games.palermo.state.statements import ACCUSED_BY, VOTED, Fact

AGAINST: Final = (
    *(RESULT, CLAIM_DOUBLE, CONTRADICTION, DEFENDED_MAFIA, NOISE, VOTE_BAD, ALIKE),
    *(ACCUSED_BY_DEAD, SURVIVED, QUIET, LOUD),
)
"""Reasons to suspect somebody, the best one first."""

FOR: Final = (RESULT, VOTE_GOOD, ACCUSED_MAFIA, CLAIM_OPEN)
"""Reasons to trust somebody, the best one first."""


def why_suspect(mind: Mind, seat: Seat) -> int:
    """The best reason against a seat that I have not given yet; a feeling if there is none."""
    for reason in AGAINST:
        if holds_against(mind, reason, seat) and not is_hypocrisy(mind, reason, seat):
            return reason
    return GUT


def why_trust(mind: Mind, seat: Seat) -> int:
    """The best reason for a seat."""
    for reason in FOR:
        if holds_for(mind, reason, seat):
            return reason
    return GUT


def is_hypocrisy(mind: Mind, reason: int, seat: Seat) -> bool:
    """Whether I have done the same myself."""
    if reason == VOTE_BAD:
        return not bad_deed(mind, seat)
    return reason in (DEFENDED_MAFIA, ALIKE, LOUD) and holds_against(mind, reason, mind.me)


def holds_against(mind: Mind, reason: int, seat: Seat) -> bool:
    """Whether a reason to suspect somebody is true, as far as I can know."""
    if reason == RESULT:
        return is_found(mind, seat, MAFIA)
    if reason == CLAIM_DOUBLE:
        return is_disputed(mind, seat)
    if reason == CONTRADICTION:
        return len(roles_claimed(mind, seat)) > 1
    if reason == DEFENDED_MAFIA:
        return has_defended(mind, seat)
    if reason == NOISE:
        return any(seat in group for group in mind.glimpses())
    if reason == VOTE_BAD:
        return bool(deeds(mind, seat, VOTED, CITIZENS))
    if reason == ALIKE:
        return votes_alike(mind, seat)
    if reason == ACCUSED_BY_DEAD:
        return is_suspected_by_dead(mind, seat)
    if reason == SURVIVED:
        return is_spared(mind, seat)
    if reason == QUIET:
        return mind.public.day > 1 and not any(one.seat == seat for one in mind.spoken)
    if reason == LOUD:
        return len([one for one in mind.spoken if one.seat == seat]) > 3 * mind.public.day
    return reason == GUT


def holds_for(mind: Mind, reason: int, seat: Seat) -> bool:
    """Whether a reason to trust somebody is true, as far as I can know."""
    if reason == RESULT:
        return is_found(mind, seat, CITIZENS)
    if reason == VOTE_GOOD:
        return bool(deeds(mind, seat, VOTED, MAFIA))
    if reason == ACCUSED_MAFIA:
        return bool(deeds(mind, seat, ACCUSED_BY, MAFIA))
    if reason == CLAIM_OPEN:
        claims = roles_claimed(mind, seat)
        return bool(claims) and claims != [CITIZEN] and not is_disputed(mind, seat)
    return reason == GUT


def deeds(mind: Mind, seat: Seat, record: int, side: int) -> list[Fact]:
    """What a seat did to others whose cards showed this side."""
    return [
        fact
        for fact in mind.facts
        if fact.seat == seat
        and fact.record == record
        and fact.about != seat
        and mind.shown[fact.about] == side
    ]


def bad_deed(mind: Mind, seat: Seat) -> tuple[int, ...]:
    """A vote or accusation of the seat against a proven citizen in which I had no part."""
    for record in (VOTED, ACCUSED_BY):
        for fact in deeds(mind, seat, record, CITIZENS):
            mine = [one for one in mind.facts if one.seat == mind.me and one.about == fact.about]
            if not mine and fact.about != mind.me:
                return (fact.record, fact.seat, fact.day, fact.about)
    return ()


def is_found(mind: Mind, seat: Seat, side: int) -> bool:
    """Whether somebody who is believed, or I, claim to have found it out."""
    for finding in mind.findings:
        told = finding.about == seat and finding.side == side and finding.seat != seat
        if told and (finding.seat == mind.me or mind.credit[finding.seat] > 0.5):
            return True
    return False


def roles_claimed(mind: Mind, seat: Seat) -> list[int]:
    """The cards that a seat claims to hold; who said citizen first only hid."""
    roles: list[int] = []
    for said in mind.statements:
        role = NOTHING
        if said.seat == seat and said.kind == CLAIM_ROLE:
            role = said.words[0]
        elif said.seat == seat and claims_detective(said):
            role = DETECTIVE1
        if role == NOTHING or role in roles:
            continue
        roles = [one for one in roles if one != CITIZEN]
        roles.append(role)
    return roles


def is_disputed(mind: Mind, seat: Seat) -> bool:
    """Whether more players claim the seat's card than there are."""
    for role in roles_claimed(mind, seat):
        if role in (CITIZEN, FREEMASON):
            continue
        cards = mind.detectives() if role == DETECTIVE1 else mind.public.cards[role]
        holders = [other for other in range(mind.view.seats) if role in roles_claimed(mind, other)]
        if len(holders) > cards:
            return True
    return False


def has_defended(mind: Mind, seat: Seat) -> bool:
    """Whether a seat spoke for somebody who proved to be a mafioso."""
    for said in mind.statements:
        if said.seat != seat:
            continue
        meant = said if said.kind == VOUCH else meaning(said, mind.spoken)
        if meant is None or meant.kind in SPEAKS_AGAINST:
            continue
        if mind.shown[meant.words[0]] == MAFIA:
            return True
    return False


def votes_alike(mind: Mind, seat: Seat) -> bool:
    """Whether a seat voted like a proven mafioso, and not against a mafioso, more than once."""
    count = 0
    for fact in mind.facts:
        if fact.record != VOTED or fact.seat != seat or mind.shown[fact.about] == MAFIA:
            continue
        for other in mind.facts:
            alike = other.record == VOTED and other.day == fact.day and other.about == fact.about
            if alike and other.seat != seat and mind.shown[other.seat] == MAFIA:
                count += 1
    return count > 1


def is_suspected_by_dead(mind: Mind, seat: Seat) -> bool:
    """Whether a proven citizen who is dead spoke against a seat."""
    for said in mind.statements:
        told = said.kind in SPEAKS_AGAINST and said.words[0] == seat
        if told and not mind.public.alive[said.seat] and mind.shown[said.seat] == CITIZENS:
            return True
    return False


def is_spared(mind: Mind, seat: Seat) -> bool:
    """Whether the mafia let somebody live for two nights who claims to be a detective."""
    for said in mind.statements:
        if said.seat == seat and claims_detective(said):
            return mind.public.alive[seat] and mind.public.day - said.day > 1
    return False


# What others say.


def voices(mind: Mind, seat: Seat) -> float:
    """How strongly the town speaks against a seat today, as far as I believe the speakers.

    A reason that holds counts twice; each speaker counts once.
    """
    loudest: dict[Seat, float] = {}
    for said in mind.statements:
        if said.day != mind.public.day or said.seat == mind.me:
            continue
        meant = meaning(said, mind.spoken)
        if meant is None or meant.words[0] != seat or said.seat == seat:
            continue
        against = meant.kind in SPEAKS_AGAINST
        reason = reason_given(meant)
        true = holds_against(mind, reason, seat) if against else holds_for(mind, reason, seat)
        weight = 0.15 if reason == GUT else 0.4 if true else 0.1
        weight *= 1.0 - mind.chance[said.seat]
        before = loudest.get(said.seat, 0.0)
        if weight > abs(before):
            loudest[said.seat] = weight if against else -weight
    return sum(loudest.values())
