"""What a computer player says: which statement it begins; its words are in `fields`.

It lies as people may, and hears nothing but statements (PA-31.7).
"""

from __future__ import annotations

from random import Random
from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.claims import (
    AGREE,
    ANNOUNCE_VOTE,
    CALL_TO_VOTE,
    CLAIM_GLIMPSE,
    CLAIM_RESULT,
    CLAIM_ROLE,
    DISAGREE,
    GUT,
    SUSPECT,
    TRUST,
    VOUCH,
)
from omerta.games.palermo.bots.mind import Mind, whim
from omerta.games.palermo.bots.whom import is_late, suspect_of
from omerta.games.palermo.state.kinds import SAY, choice_of, is_accusers, name_of_speech
from omerta.games.palermo.state.roles import (
    CITIZEN,
    CITIZENS,
    COWARD,
    DESPERADO,
    DETECTIVE1,
    FREEMASON,
    MAFIA,
    MATCHMAKER,
    WALKER,
    is_detective,
)
from omerta.games.palermo.state.statements import (
    ACCUSED_BY,
    CITE,
    NAMES,
    QUESTIONS,
    VOTED,
    Said,
)
from omerta.games.palermo.state.table import DISCUSSION, LIST, PLEAS

DEFEND_SELF: Final = NAMES.index("defend_self")
ASK_ALL: Final = NAMES.index("ask_all")
MOOD: Final = NAMES.index("mood")
ASK: Final = NAMES.index("ask")
ANSWER: Final = NAMES.index("answer")
PASS: Final = NAMES.index("pass")
NO_STATEMENT: Final = -1

CALM: Final = 0
YES: Final = 0
NO: Final = 1
RATHER_NOT: Final = 2
LIE: Final = 1
"""The second word of `disagree`."""

LOUD_CLAIMS: Final = (FREEMASON, MATCHMAKER, CITIZEN)
"""Cards that one may name without giving the mafia a target."""


# Which statement to begin.


def statement(mind: Mind, choices: list[int], rng: Random) -> int:
    """The kind of the next statement that is offered here, or none."""
    part = mind.public.part
    if part == PLEAS:
        wanted = plea(mind)
    elif part in (DISCUSSION, LIST):
        wanted = debate(mind, rng)
    else:
        return NO_STATEMENT
    return wanted if choice_of(SAY, wanted) in choices else NO_STATEMENT


def said_here(mind: Mind) -> list[Said]:
    """What has been said in this part of this day."""
    public = mind.public
    return [said for said in mind.spoken if said.day == public.day and said.part == public.part]


def debate(mind: Mind, rng: Random) -> int:
    """An answer if I am asked, what the town must hear, or an opinion while few have spoken."""
    here = said_here(mind)
    own = [said for said in here if said.seat == mind.me]
    if len(own) >= 4:
        return NO_STATEMENT
    question = pending_question(mind)
    if question != NOTHING:
        return reply(mind, mind.spoken[question - 1])
    if len(own) >= 2:
        return NO_STATEMENT
    urgent = news(mind)
    if urgent != NO_STATEMENT or own or mind.public.part != DISCUSSION:
        return urgent
    if not mind.public.alive[mind.me]:
        return NO_STATEMENT
    if len(here) >= max(3, len(mind.living) // 2):
        return NO_STATEMENT
    return opinion(mind, here, rng)


def news(mind: Mind) -> int:
    """What must not wait: findings, false claims, brothers in danger, glimpses."""
    if is_detective(mind.role):
        urgent = detectives_news(mind)
        if urgent != NO_STATEMENT:
            return urgent
    if mind.is_mafioso:
        return counterclaim(mind)
    if false_claim(mind) != NOTHING and not has_said(mind, DISAGREE):
        return DISAGREE
    if friend_in_danger(mind) != NOTHING:
        return VOUCH
    if mind.role == WALKER and untold_glimpse(mind):
        return CLAIM_GLIMPSE
    return NO_STATEMENT


def detectives_news(mind: Mind) -> int:
    """A mafioso found is told at once; all findings, when the town doubts or time runs out."""
    unsaid = mind.unsaid_findings()
    out = is_detective(mind.claimed_role())
    for _, seat, side in unsaid:
        if side == MAFIA and mind.public.alive[seat]:
            return CLAIM_RESULT
    if unsaid and (out or rivals(mind) or mind.me in mind.public.accused or is_late(mind)):
        return CLAIM_RESULT
    if rivals(mind) and not out:
        return CLAIM_ROLE
    return NO_STATEMENT


def rivals(mind: Mind) -> list[Seat]:
    """Living players who claim my card and cannot hold it."""
    return [
        seat
        for seat in mind.claimants()
        if seat != mind.me and mind.public.alive[seat] and mind.credit[seat] <= 0.0
    ]


def counterclaim(mind: Mind) -> int:
    """Found out, a mafioso may claim the finder's card and turn the tables."""
    finder = mind.accuser_by_result()
    if finder == NOTHING or mind.credit[finder] <= 0.3:
        return NO_STATEMENT
    if claims_detective_myself(mind):
        has_told = any(finding.seat == mind.me for finding in mind.findings)
        return NO_STATEMENT if has_told else CLAIM_RESULT
    if dares_to_claim(mind):
        return CLAIM_RESULT if mind.public.day > 1 else CLAIM_ROLE
    return NO_STATEMENT if has_said(mind, DISAGREE) else DISAGREE


def claims_detective_myself(mind: Mind) -> bool:
    """Whether I have claimed to be a detective."""
    return mind.me in mind.claimants()


def dares_to_claim(mind: Mind) -> bool:
    """Whether a mafioso claims to be a detective: while a card may be open, and half the time."""
    if mind.dead_detectives() >= mind.detectives():
        return False
    return whim(mind.me, mind.public.day, len(mind.facts)) < 0.5


def false_claim(mind: Mind) -> int:
    """The number of a statement that calls me a mafioso, though I am none; or NOTHING."""
    for place in range(len(mind.spoken)):
        said = mind.spoken[place]
        if said.kind == CLAIM_RESULT and said.words[1] == mind.me and said.words[2] == MAFIA:
            return place + 1
    return NOTHING


def has_said(mind: Mind, kind: int) -> bool:
    """Whether I have made such a statement today."""
    for said in mind.spoken:
        if said.seat == mind.me and said.day == mind.public.day and said.kind == kind:
            return True
    return False


def friend_in_danger(mind: Mind) -> Seat:
    """A brother or partner who is accused, or disbelieved, and for whom I have not spoken."""
    friends = mind.freemasons()
    partner = mind.partner
    if partner in mind.claimants() and mind.public.alive[partner] and rivals(mind):
        friends = [*friends, partner]
    for seat in friends:
        accused = seat in mind.public.accused or seat in mind.claimants()
        if accused and not mind.is_vouched_for(seat):
            return seat
    return NOTHING


def untold_glimpse(mind: Mind) -> list[Seat]:
    """The names of the last glimpse, unless I have told one already."""
    groups = mind.glimpses()
    if not groups or any(said.kind == CLAIM_GLIMPSE for said in own_words(mind)):
        return []
    return groups[-1] if len(groups[-1]) < 3 or mind.public.day > 3 else []


def own_words(mind: Mind) -> list[Said]:
    """All that I have said."""
    return [said for said in mind.statements if said.seat == mind.me]


def opinion(mind: Mind, here: list[Said], rng: Random) -> int:
    """Suspect, trust, agree or ask; early on rather ask, later rather suspect."""
    drawn = rng.random()
    target = suspect_of(mind, mind.others)
    if mind.is_mafioso and claims_boldly(mind):
        return CLAIM_RESULT
    if drawn < 0.2 and agreeable(mind, here) != NOTHING:
        return AGREE
    if drawn < 0.3 and mind.public.day > 1:
        return TRUST
    if drawn < 0.45 and quiet_player(mind) != NOTHING:
        return ASK
    if mind.public.day == 1 and not here and drawn < 0.7:
        return MOOD if drawn < 0.55 else ASK_ALL
    if drawn < 0.5 and mind.heat[target] > 0.8:
        return CALL_TO_VOTE
    return SUSPECT


def claims_boldly(mind: Mind) -> bool:
    """Now and then a mafioso plays the detective of his own accord, if nobody else does."""
    if mind.public.day < 3 or mind.claimants() or mind.claimed_role() != NOTHING:
        return False
    return dares_to_claim(mind) and whim(mind.me, len(mind.living), 77) < 0.2


def agreeable(mind: Mind, here: list[Said]) -> int:
    """The number of the latest suspicion that I share, or NOTHING."""
    target = suspect_of(mind, mind.others)
    statements = mind.spoken
    for place in range(len(statements) - 1, len(statements) - 1 - len(here), -1):
        said = statements[place]
        alike = said.kind in (SUSPECT, CALL_TO_VOTE) and said.words[0] == target
        if alike and said.seat != mind.me:
            return place + 1
    return NOTHING


def quiet_player(mind: Mind) -> Seat:
    """Somebody who has said nothing yet and whom nobody has asked."""
    if len(mind.spoken) < 2:
        return NOTHING
    speakers = [said.seat for said in mind.statements]
    asked = [said.words[0] for said in mind.statements if said.kind == ASK]
    turn = len(speakers)
    quiet = [seat for seat in mind.others if seat not in speakers and seat not in asked]
    return quiet[int(whim(mind.me, turn, 5) * len(quiet))] if quiet else NOTHING


# Questions and answers (6.4).


def pending_question(mind: Mind) -> int:
    """The number of a question to me that I have said nothing after, or NOTHING."""
    statements = mind.spoken
    for place in range(len(statements) - 1, -1, -1):
        said = statements[place]
        if said.seat == mind.me or said.day != mind.public.day:
            return NOTHING
        if said.kind == ASK and said.words[0] == mind.me:
            return place + 1
    return NOTHING


def reply(mind: Mind, asked: Said) -> int:
    """The statement that answers a question."""
    question = QUESTIONS[asked.words[1]]
    if question == "role":
        return CLAIM_ROLE if role_to_claim(mind) in LOUD_CLAIMS else ANSWER
    if question == "trusts":
        return TRUST
    if question in ("suspects", "why_vote", "why_accuse", "why_quiet"):
        return SUSPECT
    if question == "vote_plan":
        return ANNOUNCE_VOTE
    if question == "result" and is_detective(mind.role) and mind.unsaid_findings():
        return detectives_news(mind) if detectives_news(mind) != NO_STATEMENT else ANSWER
    return ANSWER


def answer_word(mind: Mind, asked: Said) -> int:
    """Yes, no, or rather not."""
    question = QUESTIONS[asked.words[1]]
    if question == "believe":
        author = mind.spoken[asked.words[2] - 1].seat
        return YES if author == mind.me or mind.heat[author] < 0.0 else NO
    if question == "result" and not is_detective(mind.role):
        return NO
    return RATHER_NOT


# Pleas.


def plea(mind: Mind) -> int:
    """The accuser asks for votes and cites the record; the accused says who he is."""
    frame = mind.view.top
    assert frame is not None, "somebody is asked"
    own = [said.kind for said in said_here(mind) if said.seat == mind.me]
    spoken = own[-mind.public.said_in_plea :] if mind.public.said_in_plea else []
    if len(spoken) >= 2:
        return NO_STATEMENT
    accuses = bool(mind.public.accusers) and mind.public.accusers[0] != NOTHING
    if accuses and is_accusers(frame.thing):
        if not spoken:
            return CALL_TO_VOTE
        accused = mind.public.accused[name_of_speech(frame.thing)]
        return CITE if bad_deed(mind, accused) else NO_STATEMENT
    has_merit = mind.why_trust(mind.me) != GUT
    if spoken:
        return DEFEND_SELF if has_merit and spoken[0] != DEFEND_SELF else SUSPECT
    urgent = news(mind)
    if urgent != NO_STATEMENT:
        return urgent
    if is_detective(role_to_claim(mind)) and mind.unsaid_findings():
        return CLAIM_RESULT
    if role_to_claim(mind) != mind.claimed_role():
        return CLAIM_ROLE
    return DEFEND_SELF if has_merit else SUSPECT


def role_to_claim(mind: Mind) -> int:
    """The own role; a mafioso stays with his lie, or is a plain citizen."""
    claimed = mind.claimed_role()
    if not mind.is_mafioso:
        return mind.role
    if claimed != NOTHING:
        return claimed
    if mind.accuser_by_result() != NOTHING and dares_to_claim(mind):
        return DETECTIVE1
    for role in (CITIZEN, MATCHMAKER, COWARD, DESPERADO):
        if mind.public.cards[role]:
            return role
    return CITIZEN


def bad_deed(mind: Mind, seat: Seat) -> tuple[int, ...]:
    """A vote or accusation of the seat against somebody who proved to be a citizen."""
    for fact in mind.facts:
        done = fact.seat == seat and fact.record in (VOTED, ACCUSED_BY)
        if done and mind.shown[fact.about] == CITIZENS:
            return (fact.record, fact.seat, fact.day, fact.about)
    return ()
