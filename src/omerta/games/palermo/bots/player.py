"""A computer player of Palermo, from its view alone.

It uses its card at night, tells the town what it must know, accuses and votes against whom it
suspects most, and as a mafioso does all this as if it were an honest citizen.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from omerta.core import NOTHING, Ask, Seat, ThinkingPlayer, View
from omerta.games.palermo.bots.claims import ACCUSE
from omerta.games.palermo.bots.fields import word
from omerta.games.palermo.bots.levels import CASUAL, LEVELS
from omerta.games.palermo.bots.mind import Mind
from omerta.games.palermo.bots.nights import (
    blind_ballot,
    brotherly_sign,
    hide,
    inquiry,
    match,
    murder,
    peek,
    potions,
    protect,
)
from omerta.games.palermo.bots.reasons import voices
from omerta.games.palermo.bots.speech import NO_STATEMENT, statement
from omerta.games.palermo.bots.whom import (
    best_of,
    blame,
    least_suspect,
    most_dangerous,
    suspect_among,
    suspect_of,
)
from omerta.games.palermo.state.kinds import (
    BOMB,
    CHOOSE,
    CLOSE,
    EARLY,
    ELECT,
    KEEP_WAITING,
    NO,
    NOBODY,
    NOMINATE,
    READY,
    SAY,
    TAP,
    VOTE,
    YES,
    choice_of,
    first_of,
    idle,
    named,
    second_of,
    two,
)
from omerta.games.palermo.state.queries import has_bomb, wanted_length
from omerta.games.palermo.state.roles import MAFIA
from omerta.games.palermo.state.statements import ACCUSED_BY
from omerta.games.palermo.state.table import PLEAS
from omerta.games.palermo.view import VillageView


class ThumbPlayer(ThinkingPlayer):
    """Plays its card, claims, accuses, defends and votes; the mafia bluff."""

    def __init__(self, level: str = CASUAL.name) -> None:
        self.level: Final = LEVELS[level]

    def think(self, view: View, ask: Ask, choices: list[int], rng: Random) -> int:
        """As the point demands, or idle where that cannot be done."""
        assert isinstance(view, VillageView), "plays Palermo"
        mind = Mind(view, self.level)
        if ask.continues:
            return say_on(mind, choices, rng)
        found = ANSWERS.get(ask.point.name, do_nothing)(mind, choices, rng)
        return found if found in choices else idle(choices)


def relaxed() -> ThumbPlayer:
    """Goes by what is said and found out, slips, and lies badly."""
    return ThumbPlayer("relaxed")


def casual() -> ThumbPlayer:
    """Remembers votes and accusations, and plays a citizen as a mafioso."""
    return ThumbPlayer("casual")


def sharp() -> ThumbPlayer:
    """Weighs every mafia that there could be, and lies well."""
    return ThumbPlayer("sharp")


def master() -> ThumbPlayer:
    """Leaves none of them out, and lies whenever it pays."""
    return ThumbPlayer("master")


def do_nothing(mind: Mind, choices: list[int], rng: Random) -> int:
    """The neutral tap, or waiting."""
    return idle(choices)


def say_on(mind: Mind, choices: list[int], rng: Random) -> int:
    """The next word of the statement that was begun."""
    frame = mind.view.top
    assert frame is not None, "somebody is asked"
    return word(mind, frame.thing, mind.public.words, choices, rng)


# By day.


def talk(mind: Mind, choices: list[int], rng: Random) -> int:
    """Bomb if it is time, speak, vote early, or let the others go on."""
    if is_time_to_bomb(mind):
        return bomb(mind, choices, rng)
    kind = statement(mind, choices, rng)
    if kind != NO_STATEMENT:
        return choice_of(SAY, kind)
    if named(EARLY, choices) and should_vote_early(mind):
        return vote(mind, choices, rng)
    if choice_of(READY) in choices:
        return choice_of(READY)
    if choice_of(CLOSE) in choices and should_close(mind):
        return choice_of(CLOSE)
    return KEEP_WAITING


def make_list(mind: Mind, choices: list[int], rng: Random) -> int:
    """Accuse somebody, or talk."""
    if should_accuse(mind) and choice_of(SAY, ACCUSE) in choices and not is_time_to_bomb(mind):
        return choice_of(SAY, ACCUSE)
    return talk(mind, choices, rng)


def take_turn(mind: Mind, choices: list[int], rng: Random) -> int:
    """Nominate when it is my turn, else talk."""
    if TAP in choices and not is_time_to_bomb(mind):
        return nominate(mind, choices, rng)
    return talk(mind, choices, rng)


def elect(mind: Mind, choices: list[int], rng: Random) -> int:
    """A mayor, or talk."""
    seats = named(ELECT, choices)
    if seats and not is_time_to_bomb(mind):
        return choice_of(ELECT, least_suspect(mind, seats, rng))
    return talk(mind, choices, rng)


def should_accuse(mind: Mind) -> bool:
    """Add a name while names are missing, or if the one I suspect most is not on the list."""
    public = mind.public
    if not public.alive[mind.me]:
        return False
    free = [seat for seat in mind.others if seat not in public.accused]
    if not free:
        return False
    target = suspect_of(mind, free)
    mine = [
        fact
        for fact in mind.facts
        if fact.record == ACCUSED_BY and fact.seat == mind.me and fact.day == public.day
    ]
    length = len(public.accused)
    if mine:
        return length < 2 and len(mine) < 3
    if blame(mind, target) <= -10.0:
        return False
    if length < wanted_length(public):
        return True
    on_list = max([blame(mind, seat) for seat in public.accused])
    return blame(mind, target) > max(0.8, on_list + 0.4) and length < wanted_length(public) + 3


def should_close(mind: Mind) -> bool:
    """Ask to close a list that is long enough; the table sees to it that people come first."""
    return len(mind.public.accused) >= wanted_length(mind.public)


def should_vote_early(mind: Mind) -> bool:
    """An early vote needs a strong suspicion, or company."""
    certainty = blame(mind, suspect_of(mind, mind.others))
    company = any(mind.public.votes[seat] != NOTHING for seat in mind.others)
    return certainty > (0.3 if company else 1.2)


def vote(mind: Mind, choices: list[int], rng: Random) -> int:
    """Against whom I blame most, a little with those who have voted already."""
    act = EARLY if named(EARLY, choices) else VOTE
    seats = named(act, choices)
    worths: list[float] = []
    for seat in seats:
        worth = blame(mind, seat) + 0.15 * rng.random()
        if seat != mind.me and not mind.is_friend(seat):
            worth += voices(mind, seat)
        hands = votes_against(mind, seat)
        worth += (0.3 if mind.is_mafioso else 0.12) * hands
        if mind.is_mafioso and mind.known[seat] == MAFIA and is_given_up(mind, seat):
            worth = 30.0
        worths.append(worth)
    return choice_of(act, best_of(seats, worths))


def votes_against(mind: Mind, seat: Seat) -> int:
    """Hands up against a seat so far."""
    return len([one for one in mind.public.votes if one == seat])


def is_given_up(mind: Mind, seat: Seat) -> bool:
    """Whether a fellow is convicted whatever I do; then I may as well be seen to agree."""
    public = mind.public
    open_hands = len([one for one in mind.living if public.votes[one] == NOTHING])
    others = [votes_against(mind, one) for one in mind.living if one != seat]
    return votes_against(mind, seat) > max(others) + open_hands


def further_verdict(mind: Mind, choices: list[int], rng: Random) -> int:
    """After a bombing: a citizen who suspects somebody wants a verdict; so does a sly mafioso."""
    top = suspect_of(mind, mind.others)
    wants = blame(mind, top) > 0.3
    if mind.is_mafioso and any(mind.heat[seat] > 1.0 for seat in mind.fellows):
        wants = False
    return choice_of(YES if wants else NO)


def nominate(mind: Mind, choices: list[int], rng: Random) -> int:
    """One or two whom I suspect."""
    pairs = named(NOMINATE, choices)
    seats = [first_of(pair) for pair in pairs if second_of(pair) == NOBODY]
    if not seats:
        return TAP
    first = suspect_among(mind, seats, rng)
    if blame(mind, first) <= -10.0:
        return TAP
    rest = [second_of(pair) for pair in pairs if first_of(pair) == first]
    rest = [seat for seat in rest if seat != NOBODY]
    if rest:
        second = suspect_among(mind, rest, rng)
        if blame(mind, second) > -0.5:
            return choice_of(NOMINATE, two(first, second))
    return choice_of(NOMINATE, two(first, NOBODY))


def break_tie(mind: Mind, choices: list[int], rng: Random) -> int:
    """Among the tied whom I blame most."""
    seats = named(CHOOSE, choices)
    if not seats:
        return idle(choices)
    return choice_of(CHOOSE, best_of(seats, [blame(mind, seat) for seat in seats]))


def name_successor(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whom I trust most."""
    seats = named(CHOOSE, choices)
    if not seats:
        return idle(choices)
    return choice_of(CHOOSE, best_of(seats, [-blame(mind, seat) for seat in seats]))


# Bombs (PA-15).


def is_time_to_bomb(mind: Mind) -> bool:
    """A bomber who is about to be convicted goes with a bang, if he knows against whom."""
    public = mind.public
    if not has_bomb(mind.mine):
        return False
    if public.part != PLEAS or mind.me not in public.accused:
        return False
    outside = mind.seen_from_outside()
    rivals = [outside[seat] for seat in public.accused if seat != mind.me]
    in_danger = mind.accuser_by_result() != NOTHING or outside[mind.me] > max(rivals) + 0.1
    if not in_danger:
        return False
    return mind.is_mafioso or mind.heat[suspect_of(mind, mind.others)] > 0.4


def bomb(mind: Mind, choices: list[int], rng: Random) -> int:
    """The desperado takes whom he suspects most, the killer whom the town needs most."""
    seats = [seat for seat in named(BOMB, choices) if seat != mind.mine.lover]
    if not seats:
        return idle(choices)
    if not mind.is_mafioso:
        best = suspect_of(mind, seats)
        return choice_of(BOMB, best) if mind.heat[best] > 0.4 else idle(choices)
    citizens = [seat for seat in seats if mind.known[seat] != MAFIA]
    if not citizens:
        return idle(choices)
    return choice_of(BOMB, most_dangerous(mind, citizens))


Answer = Callable[[Mind, list[int], Random], int]

ANSWERS: Final[dict[str, Answer]] = {
    "match": match,
    "hide": hide,
    "protect": protect,
    "murder": murder,
    "ballot": blind_ballot,
    "peek": peek,
    "potions": potions,
    "inquiry": inquiry,
    "signs": brotherly_sign,
    "election": elect,
    "discussion": talk,
    "question": further_verdict,
    "list": make_list,
    "nominate": take_turn,
    "again": take_turn,
    "plea": talk,
    "vote": vote,
    "forced": vote,
    "tie": break_tie,
    "grief": bomb,
    "successor": name_successor,
    "dusk": talk,
}
"""What it does at each decision point; at all others it does nothing."""
