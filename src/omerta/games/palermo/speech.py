"""What a computer player says: which statement to begin, and how to fill in its fields.

A statement is asked for word by word; every word follows from the mind and from the words before
it, so that it comes out whole without anything to remember.
"""

from __future__ import annotations

from random import Random
from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.acts import SAY, choice_of
from omerta.games.palermo.mind import (
    ACCUSE,
    AGREE,
    ANNOUNCE_VOTE,
    BOND_DETECTIVE,
    CALL_TO_VOTE,
    CLAIM_GLIMPSE,
    CLAIM_RESULT,
    CLAIM_ROLE,
    DEFEND,
    DISAGREE,
    GUT,
    SUSPECT,
    TRUST,
    VOUCH,
    Mind,
    whim,
)
from omerta.games.palermo.roles import (
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
from omerta.games.palermo.table import DISCUSSION, LIST, PLEAS
from omerta.games.palermo.talk import (
    ACCUSED_BY,
    CITE,
    DONE,
    NAMES,
    QUESTIONS,
    VOTED,
    Said,
)

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
    return [
        said for said in public.statements if said.day == public.day and said.part == public.part
    ]


def debate(mind: Mind, rng: Random) -> int:
    """An answer if I am asked, what the town must hear, or an opinion while few have spoken."""
    here = said_here(mind)
    own = [said for said in here if said.seat == mind.me]
    if len(own) >= 4:
        return NO_STATEMENT
    question = pending_question(mind)
    if question != NOTHING:
        return reply(mind, mind.public.statements[question - 1])
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


def is_late(mind: Mind) -> bool:
    """Whether one more mistake may lose the game."""
    return 2 * mind.mafiosi_left() + 2 >= len(mind.living)


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
    return whim(mind.me, mind.public.day, len(mind.public.facts)) < 0.5


def false_claim(mind: Mind) -> int:
    """The number of a statement that calls me a mafioso, though I am none; or NOTHING."""
    public = mind.public
    for place in range(len(public.statements)):
        said = public.statements[place]
        if said.kind == CLAIM_RESULT and said.words[1] == mind.me and said.words[2] == MAFIA:
            return place + 1
    return NOTHING


def has_said(mind: Mind, kind: int) -> bool:
    """Whether I have made such a statement today."""
    for said in mind.public.statements:
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
    statements = mind.public.statements
    for place in range(len(statements) - 1, len(statements) - 1 - len(here), -1):
        said = statements[place]
        alike = said.kind in (SUSPECT, CALL_TO_VOTE) and said.words[0] == target
        if alike and said.seat != mind.me:
            return place + 1
    return NOTHING


def quiet_player(mind: Mind) -> Seat:
    """Somebody who has said nothing yet and whom nobody has asked."""
    if len(mind.public.statements) < 2:
        return NOTHING
    speakers = [said.seat for said in mind.statements]
    asked = [said.words[0] for said in mind.statements if said.kind == ASK]
    turn = len(speakers)
    quiet = [seat for seat in mind.others if seat not in speakers and seat not in asked]
    return quiet[int(whim(mind.me, turn, 5) * len(quiet))] if quiet else NOTHING


# Questions and answers (6.4).


def pending_question(mind: Mind) -> int:
    """The number of a question to me that I have said nothing after, or NOTHING."""
    statements = mind.public.statements
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
        author = mind.public.statements[asked.words[2] - 1].seat
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
    if accuses and frame.thing % 2 == 0:
        if not spoken:
            return CALL_TO_VOTE
        accused = mind.public.accused[frame.thing // 2]
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
    for fact in mind.public.facts:
        done = fact.seat == seat and fact.record in (VOTED, ACCUSED_BY)
        if done and mind.shown[fact.about] == CITIZENS:
            return (fact.record, fact.seat, fact.day, fact.about)
    return ()


# Filling in the fields.


def word(mind: Mind, kind: int, said: tuple[int, ...], choices: list[int], rng: Random) -> int:
    """The next word of a statement begun with these words."""
    wanted = next_word(mind, kind, said, choices, rng)
    return wanted if wanted in choices else choices[0]


def next_word(mind: Mind, kind: int, said: tuple[int, ...], choices: list[int], rng: Random) -> int:
    """What I would say next if it is allowed."""
    place = len(said)
    if kind in (SUSPECT, ACCUSE, CALL_TO_VOTE, ANNOUNCE_VOTE):
        if place == 0:
            return named(mind, kind, choices, rng)
        if kind == SUSPECT and place == 1:
            return strength(mind.heat[said[0]])
        return mind.why_suspect(said[0])
    if kind in (TRUST, DEFEND):
        if place == 0:
            return trusted(mind, choices, rng)
        if kind == TRUST and place == 1:
            return strength(-mind.heat[said[0]] - 0.5)
        return mind.why_trust(said[0])
    if kind == CLAIM_ROLE:
        return role_to_claim(mind)
    if kind == CLAIM_RESULT:
        return finding_to_tell(mind, choices)[place]
    if kind == CLAIM_GLIMPSE:
        return glimpse_word(mind, said)
    if kind == VOUCH:
        return friend_in_danger(mind) if place == 0 else bond(mind, said[0])
    if kind == DEFEND_SELF:
        return mind.why_trust(mind.me)
    if kind == ASK:
        if place == 0:
            return quiet_player(mind)
        return QUESTIONS.index("suspects" if rng.random() < 0.6 else "why_quiet")
    if kind == ASK_ALL:
        return QUESTIONS.index("suspects")
    if kind == MOOD:
        return CALM
    return about_statement(mind, kind, said)


def about_statement(mind: Mind, kind: int, said: tuple[int, ...]) -> int:
    """The words of answers, agreement, doubt and citations."""
    place = len(said)
    if kind == ANSWER:
        question = pending_question(mind)
        if place == 0 or question == NOTHING:
            return question
        return answer_word(mind, mind.public.statements[said[0] - 1])
    if kind == AGREE:
        return agreeable(mind, said_here(mind))
    if kind == DISAGREE:
        return false_claim(mind) if place == 0 else LIE
    if kind == CITE:
        frame = mind.view.top
        below = None if frame is None else frame.below
        if below is not None and mind.public.accused:
            deed = bad_deed(mind, mind.public.accused[below.thing // 2])
            return deed[place] if deed else NOTHING
    return NOTHING


def named(mind: Mind, kind: int, choices: list[int], rng: Random) -> Seat:
    """Whom to speak against; the accuser speaks against the accused."""
    frame = mind.view.top
    below = None if frame is None else frame.below
    if mind.public.part == PLEAS and kind == CALL_TO_VOTE and below is not None:
        place = below.thing // 2
        if place < len(mind.public.accused):
            return mind.public.accused[place]
    living = [seat for seat in choices if mind.public.alive[seat]]
    return suspect_among(mind, living or choices, rng)


def strength(heat: float) -> int:
    """How strongly to say it."""
    return 3 if heat > 1.5 else 2 if heat > 0.3 else 1


def suspect_of(mind: Mind, seats: list[Seat]) -> Seat:
    """Whom I would accuse among these, without any whim."""
    best = seats[0]
    for seat in seats:
        if blame(mind, seat) > blame(mind, best):
            best = seat
    return best


def suspect_among(mind: Mind, seats: list[Seat], rng: Random) -> Seat:
    """Whom I accuse among these; of equals any."""
    best = seats[0]
    most = -99.0
    for seat in seats:
        worth = blame(mind, seat) + (0.8 if mind.public.day == 1 else 0.4) * rng.random()
        if worth > most:
            most = worth
            best = seat
    return best


def blame(mind: Mind, seat: Seat) -> float:
    """How much I want the town to convict a seat."""
    if seat == mind.me:
        return -50.0
    if seat == mind.mine.lover:
        return -30.0
    if not mind.is_mafioso:
        return mind.heat[seat]
    if mind.known[seat] != MAFIA:
        return mind.heat[seat]
    # A fellow whom nobody believes any more is given up, to be believed oneself.
    if mind.heat[seat] > 1.8 and whim(mind.me, seat, mind.public.day) < 0.5:
        return mind.heat[seat] - 0.5
    return -20.0


def trusted(mind: Mind, choices: list[int], rng: Random) -> Seat:
    """Whom to speak for: the least suspect; a mafioso also speaks for a fellow now and then."""
    best = choices[0]
    most = -99.0
    for seat in choices:
        if not mind.public.alive[seat] or seat == mind.me:
            continue
        worth = -mind.heat[seat] + 0.4 * rng.random()
        if mind.is_mafioso and mind.is_friend(seat) and mind.heat[seat] < 0.8:
            worth += 0.3
        if worth > most:
            most = worth
            best = seat
    return best


def finding_to_tell(mind: Mind, choices: list[int]) -> tuple[int, int, int]:
    """The most important finding that I have not told; a mafioso makes one up."""
    unsaid = mind.unsaid_findings()
    if unsaid and not mind.is_mafioso:
        for night, seat, side in unsaid:
            if side == MAFIA and mind.public.alive[seat]:
                return (night, seat, 0)
        night, seat, side = unsaid[0]
        return (night, seat, side)
    target = mind.accuser_by_result()
    if target == NOTHING:
        citizens = [seat for seat in mind.others if not mind.is_friend(seat)]
        target = suspect_of(mind, citizens or mind.others)
    return (max(1, mind.public.day), target, 0)


def glimpse_word(mind: Mind, said: tuple[int, ...]) -> int:
    """The night, then the names in order, then the end."""
    names = sorted(untold_glimpse(mind))
    if not said:
        nights = [note.day for note in mind.mine.notes if note.key == "glimpse"]
        return nights[-1] if nights else NOTHING
    left = [name for name in names if name > (said[-1] if len(said) > 1 else -1)]
    return left[0] if left else DONE


def bond(mind: Mind, seat: Seat) -> int:
    """How I know."""
    return BOND_DETECTIVE if seat == mind.partner else 0
