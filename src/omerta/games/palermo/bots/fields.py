"""The words of a computer player: how it fills in the fields of a statement.

A statement is asked for word by word; every word follows from the mind and from the words before
it, so that it comes out whole without anything to remember.
"""

from __future__ import annotations

from random import Random

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.claims import (
    ACCUSE,
    AGREE,
    ANNOUNCE_VOTE,
    BOND_DETECTIVE,
    CALL_TO_VOTE,
    CLAIM_GLIMPSE,
    CLAIM_RESULT,
    CLAIM_ROLE,
    DEFEND,
    DEFEND_SELF,
    DISAGREE,
    RETRACT,
    SUSPECT,
    TRUST,
    VOUCH,
)
from omerta.games.palermo.bots.mind import Mind
from omerta.games.palermo.bots.reasons import bad_deed, why_suspect, why_trust
from omerta.games.palermo.bots.speech import (
    ANSWER,
    ASK,
    ASK_ALL,
    CALM,
    DOUBT,
    LIE,
    MOOD,
    agreeable,
    answer_word,
    best_friend,
    false_claim,
    friend_in_danger,
    pending_question,
    pending_words,
    quiet_player,
    role_to_claim,
    said_here,
    untold_glimpse,
    words_doubted,
    wronged,
)
from omerta.games.palermo.bots.whom import suspect_among, suspect_of, trusted
from omerta.games.palermo.state.kinds import name_of_speech
from omerta.games.palermo.state.roles import MAFIA
from omerta.games.palermo.state.statements import CITE, DONE, QUESTIONS
from omerta.games.palermo.state.table import PLEAS


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
            return strength(mind.chance[said[0]])
        return why_suspect(mind, said[0])
    if kind in (TRUST, DEFEND):
        if place == 0:
            friend = wronged(mind) if kind == DEFEND else best_friend(mind)
            return trusted(mind, choices, rng) if friend == NOTHING else friend
        if kind == TRUST and place == 1:
            return strength(1.0 - 2.0 * mind.chance[said[0]])
        return why_trust(mind, said[0])
    if kind == CLAIM_ROLE:
        return role_to_claim(mind)
    if kind == CLAIM_RESULT:
        return finding_to_tell(mind, choices)[place]
    if kind == CLAIM_GLIMPSE:
        return glimpse_word(mind, said)
    if kind == VOUCH:
        return friend_in_danger(mind) if place == 0 else bond(mind, said[0])
    if kind == DEFEND_SELF:
        return why_trust(mind, mind.me)
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
        return answer_word(mind, mind.spoken[said[0] - 1])
    if kind == AGREE:
        return agreeable(mind, said_here(mind))
    if kind == DISAGREE:
        if place == 0:
            return words_doubted(mind)
        return LIE if said[0] == false_claim(mind) else DOUBT
    if kind == RETRACT:
        number = pending_words(mind)
        return mind.spoken[number - 1].words[0] if number != NOTHING else NOTHING
    if kind == CITE:
        deed = bad_deed(mind, cited(mind))
        return deed[place] if deed else NOTHING
    return NOTHING


def cited(mind: Mind) -> Seat:
    """Whose deed I remind the town of: the accused's, or his whom I suspect in spite of doubt."""
    frame = mind.view.top
    below = None if frame is None else frame.below
    if mind.public.part == PLEAS and below is not None and mind.public.accused:
        return mind.public.accused[name_of_speech(below.thing)]
    number = pending_words(mind)
    if number == NOTHING or mind.spoken[number - 1].kind != DISAGREE:
        return mind.me
    return mind.spoken[mind.spoken[number - 1].words[0] - 1].words[0]


def named(mind: Mind, kind: int, choices: list[int], rng: Random) -> Seat:
    """Whom to speak against; the accuser speaks against the accused."""
    frame = mind.view.top
    below = None if frame is None else frame.below
    if mind.public.part == PLEAS and kind == CALL_TO_VOTE and below is not None:
        place = name_of_speech(below.thing)
        if place < len(mind.public.accused):
            return mind.public.accused[place]
    living = [seat for seat in choices if mind.public.alive[seat]]
    return suspect_among(mind, living or choices, rng)


def strength(chance: float) -> int:
    """How strongly to say it."""
    return 3 if chance > 0.75 else 2 if chance > 0.45 else 1


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
