"""What a computer player says: which statement it begins; its words are in `fields`.

It says what should change something: an answer to what was said to it or about it, news that the
town must hear, a suspicion that nobody has voiced. It says nothing twice, lies as people may, and
hears nothing but statements (PA-31.7).
"""

from __future__ import annotations

from random import Random
from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.claims import (
    ACCUSE,
    AGREE,
    ANNOUNCE_VOTE,
    CALL_TO_VOTE,
    CLAIM_GLIMPSE,
    CLAIM_RESULT,
    CLAIM_ROLE,
    CLAIM_SHOWN,
    DEFEND,
    DEFEND_SELF,
    DISAGREE,
    GUT,
    RETRACT,
    SPEAKS_AGAINST,
    SUSPECT,
    TRUST,
    VOUCH,
)
from omerta.games.palermo.bots.mind import Mind, whim
from omerta.games.palermo.bots.reading import meaning
from omerta.games.palermo.bots.reasons import bad_deed, why_suspect, why_trust
from omerta.games.palermo.bots.whom import is_late, suspect_of
from omerta.games.palermo.state.kinds import SAY, choice_of, is_accusers, name_of_speech
from omerta.games.palermo.state.roles import (
    CITIZEN,
    FREEMASON,
    MAFIA,
    MATCHMAKER,
    WALKER,
    is_detective,
)
from omerta.games.palermo.state.statements import CITE, NAMES, QUESTIONS, Said
from omerta.games.palermo.state.table import DISCUSSION, LIST, PLEAS

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
DOUBT: Final = 0
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
    """An answer if I am spoken to, what the town must hear, or an opinion while few have spoken."""
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
    if urgent == NO_STATEMENT:
        urgent = retort(mind)
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
    """Whether a mafioso claims to be a detective: while a card may be open, and as sly as he is."""
    if mind.dead_detectives() >= mind.detectives():
        return False
    return whim(mind.me, mind.public.day, mind.secret) < 0.6 * mind.level.guile


def false_claim(mind: Mind) -> int:
    """The number of a statement that calls me a mafioso, though I am none; or NOTHING."""
    for place in range(len(mind.spoken)):
        said = mind.spoken[place]
        if said.kind == CLAIM_SHOWN and said.words[1] == mind.me:
            return place + 1
        if said.kind == CLAIM_RESULT and said.words[1] == mind.me and said.words[2] == MAFIA:
            return place + 1
    return NOTHING


def has_said(mind: Mind, kind: int) -> bool:
    """Whether I have made such a statement today."""
    for said in mind.spoken:
        if said.seat == mind.me and said.day == mind.public.day and said.kind == kind:
            return True
    return False


def has_told(mind: Mind, kind: int, seat: Seat, reason: int) -> bool:
    """Whether I have said the same of somebody before, or today for whatever reason."""
    for said in mind.spoken:
        if said.seat != mind.me or said.kind != kind or said.words[0] != seat:
            continue
        if said.day == mind.public.day or said.words[-1] == reason:
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


# Opinions.


def opinion(mind: Mind, here: list[Said], rng: Random) -> int:
    """Suspect, trust, agree or ask; on the first day rather ask, for nobody knows anything."""
    drawn = rng.random()
    if mind.is_mafioso and claims_boldly(mind):
        return CLAIM_RESULT
    target = suspect_of(mind, mind.others)
    if mind.public.day == 1:
        if not here:
            return MOOD if drawn < 0.3 else ASK_ALL if drawn < 0.6 else NO_STATEMENT
        if drawn < 0.35 and quiet_player(mind) != NOTHING:
            return ASK
        if drawn < 0.5 and agreeable(mind, here) != NOTHING:
            return AGREE
        return SUSPECT if drawn > 0.75 or mind.heat[target] > mind.base() + 0.5 else NO_STATEMENT
    if wronged(mind) != NOTHING and drawn < 0.6:
        return DEFEND
    if agreeable(mind, here) != NOTHING:
        return AGREE if drawn < 0.7 else NO_STATEMENT
    if mind.heat[target] > mind.base() + 0.3:
        reason = why_suspect(mind, target)
        if mind.heat[target] > 1.5 and not has_told(mind, CALL_TO_VOTE, target, reason):
            return CALL_TO_VOTE
        if not has_told(mind, SUSPECT, target, reason):
            return SUSPECT
    if drawn < 0.3 and quiet_player(mind) != NOTHING:
        return ASK
    friend = best_friend(mind)
    if friend != NOTHING and drawn < 0.6:
        reason = why_trust(mind, friend)
        return TRUST if not has_told(mind, TRUST, friend, reason) else NO_STATEMENT
    return NO_STATEMENT


def best_friend(mind: Mind) -> Seat:
    """The living player whom I trust most, if the record speaks for him."""
    found = NOTHING
    for seat in mind.others:
        better = found == NOTHING or mind.heat[seat] < mind.heat[found]
        if better and mind.heat[seat] < mind.base() - 0.5:
            found = seat
    return found


def wronged(mind: Mind) -> Seat:
    """Somebody whom others suspect today, and I do not, for whom I have not spoken."""
    for said in mind.statements:
        if said.day != mind.public.day or said.seat == mind.me:
            continue
        if said.kind not in SPEAKS_AGAINST or said.words[0] == mind.me:
            continue
        seat = said.words[0]
        if not mind.public.alive[seat] or mind.heat[seat] > mind.base() - 0.4:
            continue
        if not has_told(mind, DEFEND, seat, why_trust(mind, seat)):
            return seat
    return NOTHING


def claims_boldly(mind: Mind) -> bool:
    """Now and then a mafioso plays the detective of his own accord, if nobody else does."""
    if mind.public.day < 3 or mind.claimants() or mind.claimed_role() != NOTHING:
        return False
    return dares_to_claim(mind) and whim(mind.me, len(mind.living), 77) < 0.2


def agreeable(mind: Mind, here: list[Said]) -> int:
    """The number of the latest suspicion that I share and have not voiced, or NOTHING."""
    target = suspect_of(mind, mind.others)
    if mind.public.day > 1 and mind.heat[target] < mind.base() + 0.2:
        return NOTHING
    for said in mind.spoken:
        if said.seat == mind.me and said.day == mind.public.day:
            meant = meaning(said, mind.spoken)
            if meant is not None and meant.words[0] == target:
                return NOTHING
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
        return CLAIM_ROLE if card_to_play(mind) in LOUD_CLAIMS else ANSWER
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


def pending_words(mind: Mind) -> int:
    """The number of the latest words against me, or against what I said, since I spoke last."""
    statements = mind.spoken
    for place in range(len(statements) - 1, -1, -1):
        said = statements[place]
        if said.seat == mind.me or said.day != mind.public.day:
            return NOTHING
        if said.kind in SPEAKS_AGAINST and said.words[0] == mind.me:
            return place + 1
        if said.kind == DISAGREE and statements[said.words[0] - 1].seat == mind.me:
            return place + 1
    return NOTHING


def retort(mind: Mind) -> int:
    """An answer to words against me: what speaks for me, doubt, or my reason once more."""
    number = pending_words(mind)
    if number == NOTHING or not mind.public.alive[mind.me]:
        return NO_STATEMENT
    said = mind.spoken[number - 1]
    if said.kind == DISAGREE:
        mine = mind.spoken[said.words[0] - 1]
        if mine.kind not in SPEAKS_AGAINST or not mind.public.alive[mine.words[0]]:
            return NO_STATEMENT
        if mind.heat[mine.words[0]] < mind.base() - 0.3 and mine.kind != ACCUSE:
            return RETRACT
        return CITE if bad_deed(mind, mine.words[0]) else NO_STATEMENT
    if why_trust(mind, mind.me) != GUT and not has_said(mind, DEFEND_SELF):
        return DEFEND_SELF
    if not has_said(mind, DISAGREE):
        return DISAGREE
    return NO_STATEMENT


def words_doubted(mind: Mind) -> int:
    """The number of the statement with which I disagree."""
    false = NOTHING if mind.is_mafioso else false_claim(mind)
    if false == NOTHING and mind.accuser_by_result() != NOTHING:
        false = false_claim(mind)
    return false if false != NOTHING and not has_said(mind, DISAGREE) else pending_words(mind)


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
        return CITE if bad_deed(mind, accused) and CITE not in spoken else NO_STATEMENT
    wanted = [DEFEND_SELF] if why_trust(mind, mind.me) != GUT else []
    urgent = news(mind)
    if urgent != NO_STATEMENT:
        wanted.insert(0, urgent)
    elif is_detective(role_to_claim(mind)) and unsaid_in_plea(mind):
        wanted.insert(0, CLAIM_RESULT)
    elif role_to_claim(mind) != mind.claimed_role():
        wanted.insert(0, CLAIM_ROLE)
    target = suspect_of(mind, mind.others)
    if not has_told(mind, SUSPECT, target, why_suspect(mind, target)):
        wanted.append(SUSPECT)
    for kind in wanted:
        if kind not in spoken:
            return kind
    return NO_STATEMENT


def unsaid_in_plea(mind: Mind) -> bool:
    """Whether a detective, or who plays one, has a finding to tell."""
    if mind.is_mafioso:
        told = any(finding.seat == mind.me for finding in mind.findings)
        return mind.public.day > 1 and not told
    return bool(mind.unsaid_findings())


def role_to_claim(mind: Mind) -> int:
    """The card I play; on the first day half of those with a special card hide it."""
    claimed = mind.claimed_role()
    if mind.is_mafioso and mind.accuser_by_result() != NOTHING and dares_to_claim(mind):
        return role_of_detective(mind)
    role = card_to_play(mind)
    if mind.is_mafioso and claimed not in (NOTHING, CITIZEN):
        return claimed
    if role == CITIZEN or not mind.public.cards[CITIZEN]:
        return role
    if mind.public.day == 1 and whim(mind.secret, mind.me, 11) < 0.5:
        return CITIZEN
    return role


def card_to_play(mind: Mind) -> int:
    """My card, or as a mafioso the one I pretend to hold; without guile a plain citizen's."""
    plain = mind.is_mafioso and mind.level.guile == 0.0
    return CITIZEN if plain else mind.pretended_role()


def role_of_detective(mind: Mind) -> int:
    """The detective's card of this game."""
    for role in range(len(mind.public.cards)):
        if is_detective(role) and mind.public.cards[role]:
            return role
    return CITIZEN
