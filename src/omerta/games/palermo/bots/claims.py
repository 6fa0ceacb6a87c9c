"""What has been said at the table: kinds of statements, reasons, and what they claim."""

from __future__ import annotations

from typing import Final, NamedTuple

from omerta.core import NOTHING, Seat
from omerta.games.palermo.state.kinds import is_side_only, side_seen
from omerta.games.palermo.state.roles import MAFIA, is_detective, side_of
from omerta.games.palermo.state.statements import NAMES, NO_REASON, REASONS, Said

CLAIM_ROLE: Final = NAMES.index("claim_role")
CLAIM_RESULT: Final = NAMES.index("claim_result")
CLAIM_SHOWN: Final = NAMES.index("claim_shown")
CLAIM_GLIMPSE: Final = NAMES.index("claim_glimpse")
VOUCH: Final = NAMES.index("vouch")
SUSPECT: Final = NAMES.index("suspect")
TRUST: Final = NAMES.index("trust")
SUSPECT_PAIR: Final = NAMES.index("suspect_pair")
ACCUSE: Final = NAMES.index("accuse")
DEFEND: Final = NAMES.index("defend")
AGREE: Final = NAMES.index("agree")
DISAGREE: Final = NAMES.index("disagree")
ANNOUNCE_VOTE: Final = NAMES.index("announce_vote")
CALL_TO_VOTE: Final = NAMES.index("call_to_vote")
RETRACT: Final = NAMES.index("retract")
DEFEND_SELF: Final = NAMES.index("defend_self")

BOND_DETECTIVE: Final = 1
"""`vouch`: we are both detectives."""

GUT: Final = REASONS.index("gut")
QUIET: Final = REASONS.index("quiet")
LOUD: Final = REASONS.index("loud")
VOTE_GOOD: Final = REASONS.index("vote_good")
VOTE_BAD: Final = REASONS.index("vote_bad")
ALIKE: Final = REASONS.index("alike")
DEFENDED_MAFIA: Final = REASONS.index("defended_mafia")
ACCUSED_MAFIA: Final = REASONS.index("accused_mafia")
ACCUSED_BY_DEAD: Final = REASONS.index("accused_by_dead")
RESULT: Final = REASONS.index("result")
SURVIVED: Final = REASONS.index("survived")
CLAIM_OPEN: Final = REASONS.index("claim_open")
CLAIM_DOUBLE: Final = REASONS.index("claim_double")
CONTRADICTION: Final = REASONS.index("contradiction")
NOISE: Final = REASONS.index("noise")

SPEAKS_AGAINST: Final = (SUSPECT, ACCUSE, CALL_TO_VOTE, ANNOUNCE_VOTE, SUSPECT_PAIR)
"""Statements against the player named first."""

SPEAKS_FOR: Final = (TRUST, DEFEND)
"""Statements for the player named first."""


class Finding(NamedTuple):
    """What somebody claims to have found out at night (T-04, T-05)."""

    seat: Seat
    about: Seat
    side: int
    day: int


def shown_side(shown: int) -> int:
    """The side that a shown card proves."""
    if shown == NOTHING:
        return NOTHING
    return side_seen(shown) if is_side_only(shown) else side_of(shown)


def heard(statements: list[Said]) -> list[Said]:
    """What was said and not taken back by its speaker."""
    taken_back: list[int] = []
    for said in statements:
        if said.kind == RETRACT and statements[said.words[0] - 1].seat == said.seat:
            taken_back.append(said.words[0] - 1)
    return [statements[place] for place in range(len(statements)) if place not in taken_back]


def claims_detective(said: Said) -> bool:
    """Whether the speaker says, or must be, a detective."""
    if said.kind == CLAIM_ROLE:
        return is_detective(said.words[0])
    if said.kind == VOUCH:
        return said.words[1] == BOND_DETECTIVE
    return said.kind in (CLAIM_RESULT, CLAIM_SHOWN)


def found(statements: list[Said]) -> list[Finding]:
    """All findings that were claimed."""
    findings: list[Finding] = []
    for said in statements:
        if said.kind == CLAIM_RESULT:
            findings.append(Finding(said.seat, said.words[1], said.words[2], said.day))
        elif said.kind == CLAIM_SHOWN:
            findings.append(Finding(said.seat, said.words[1], MAFIA, said.day))
    return findings


def reason_given(said: Said) -> int:
    """The reason of a statement for or against somebody; a feeling if there is none."""
    if said.kind in (SUSPECT, TRUST, SUSPECT_PAIR):
        reason = said.words[2]
    elif said.kind in (ACCUSE, CALL_TO_VOTE, DEFEND):
        reason = said.words[1]
    elif said.kind == DEFEND_SELF:
        reason = said.words[0]
    else:
        return GUT
    return GUT if reason == NO_REASON else reason
