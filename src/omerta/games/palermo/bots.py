"""A computer player of Palermo that plays by rules of thumb, from its view alone.

It uses its card at night, tells the town what it must know, accuses and votes against whom it
suspects most, and as a mafioso does all this as if it were an honest citizen.
"""

from __future__ import annotations

from random import Random
from typing import Final

from omerta.core import NOTHING, Player, Seat, View
from omerta.games.palermo.acts import (
    ASK,
    BOLD,
    BOMB,
    CATCH,
    CHOOSE,
    CLOSE,
    EARLY,
    ELECT,
    HEAL,
    HEAL_POISON,
    HIDE,
    KEEP_WAITING,
    KILL,
    MATCH,
    NO,
    NOBODY,
    NOMINATE,
    POINT,
    POISON,
    PROTECT,
    READY,
    SAY,
    SLIT,
    TAP,
    VOTE,
    YES,
    act_of,
    argument_of,
    choice_of,
    first_of,
    second_of,
    two,
)
from omerta.games.palermo.mind import ACCUSE, Mind, whim
from omerta.games.palermo.roles import GUARDIAN, MAFIA, PHARMACIST, is_bomber
from omerta.games.palermo.speech import (
    NO_STATEMENT,
    blame,
    is_late,
    statement,
    suspect_among,
    suspect_of,
    word,
)
from omerta.games.palermo.table import PLEAS
from omerta.games.palermo.talk import ACCUSED_BY
from omerta.games.palermo.view import TownView

TALKS: Final = ("discussion", "list", "plea", "election", "dusk", "nominate", "again")
"""Parts in which one may speak."""


class ThumbPlayer(Player):
    """Plays its card, claims, accuses, defends and votes; the mafia bluff."""

    def choose(self, view: View, rng: Random) -> int:
        """One of the choices of the question."""
        assert isinstance(view, TownView), "plays Palermo"
        assert view.asked is not None, "a player chooses only when asked"
        choices = view.asked.choices
        if len(choices) == 1:
            return choices[0]
        found = self.answer(view.asked.point, list(choices), Mind(view), rng)
        return found if found in choices else idle(list(choices))

    def answer(self, point: str, choices: list[int], mind: Mind, rng: Random) -> int:
        """The answer to one question."""
        if point.startswith("say/"):
            frame = mind.view.top
            assert frame is not None, "somebody is asked"
            return word(mind, frame.thing, mind.public.words, choices, rng)
        if point in TALKS:
            return by_day(mind, point, choices, rng)
        if point in ("vote", "forced"):
            return vote(mind, VOTE, choices, rng)
        if point == "question":
            return further_verdict(mind)
        if point in ("tie", "successor"):
            return choose_one(mind, point, choices)
        if point == "grief":
            return bomb(mind, choices)
        return by_night(mind, point, choices, rng)


def idle(choices: list[int]) -> int:
    """What does nothing."""
    for choice in (TAP, KEEP_WAITING):
        if choice in choices:
            return choice
    return choices[0]


def named(act: int, choices: list[int]) -> list[Seat]:
    """Whom an act may concern."""
    return [argument_of(choice) for choice in choices if act_of(choice) == act]


# By day.


def by_day(mind: Mind, point: str, choices: list[int], rng: Random) -> int:
    """Bomb if it is time, act, speak, or let the others go on."""
    if mind.mine.bomb and is_bomber(mind.role) and should_bomb(mind):
        return bomb(mind, choices)
    if point == "list" and should_accuse(mind) and choice_of(SAY, ACCUSE) in choices:
        return choice_of(SAY, ACCUSE)
    if point in ("nominate", "again") and TAP in choices:
        return nominate(mind, choices, rng)
    if point == "election" and named(ELECT, choices):
        return choice_of(ELECT, least_suspect(mind, named(ELECT, choices), rng))
    kind = statement(mind, choices, rng)
    if kind != NO_STATEMENT:
        return choice_of(SAY, kind)
    if named(EARLY, choices) and should_vote_early(mind):
        return vote(mind, EARLY, choices, rng)
    if choice_of(READY) in choices:
        return choice_of(READY)
    if choice_of(CLOSE) in choices and should_close(mind):
        return choice_of(CLOSE)
    return KEEP_WAITING


def wanted_length(mind: Mind) -> int:
    """How many names the list should have (PA-4.8)."""
    return min(3 if mind.public.day <= 2 else 2, len(mind.living))


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
        for fact in public.facts
        if fact.record == ACCUSED_BY and fact.seat == mind.me and fact.day == public.day
    ]
    length = len(public.accused)
    if mine:
        return length < 2 and len(mine) < 3
    if blame(mind, target) <= -10.0:
        return False
    if length < wanted_length(mind):
        return True
    on_list = max([blame(mind, seat) for seat in public.accused])
    return blame(mind, target) > max(0.8, on_list + 0.4) and length < wanted_length(mind) + 3


def should_close(mind: Mind) -> bool:
    """Ask to close a list that is long enough; the last word is left to persons and the clock."""
    public = mind.public
    enough = len(public.accused) >= wanted_length(mind)
    return enough and 2 * (public.ready + 1) <= public.living


def should_vote_early(mind: Mind) -> bool:
    """An early vote needs a strong suspicion, or company."""
    certainty = blame(mind, suspect_of(mind, mind.others))
    company = any(mind.public.votes[seat] != NOTHING for seat in mind.others)
    return certainty > (0.3 if company else 1.2)


def vote(mind: Mind, act: int, choices: list[int], rng: Random) -> int:
    """Against whom I blame most, a little with those who have voted already."""
    seats = named(act, choices)
    best = seats[0]
    most = -99.0
    for seat in seats:
        worth = blame(mind, seat) + 0.15 * rng.random()
        hands = votes_against(mind, seat)
        worth += (0.5 if mind.is_mafioso else 0.12) * hands
        if mind.is_mafioso and mind.known[seat] == MAFIA and is_given_up(mind, seat, seats):
            worth = 30.0
        if worth > most:
            most = worth
            best = seat
    return choice_of(act, best)


def votes_against(mind: Mind, seat: Seat) -> int:
    """Hands up against a seat so far."""
    return len([one for one in mind.public.votes if one == seat])


def is_given_up(mind: Mind, seat: Seat, seats: list[Seat]) -> bool:
    """Whether a fellow is convicted whatever I do; then I may as well be seen to agree."""
    public = mind.public
    lead = mind.heat[seat] - max([mind.heat[one] for one in seats if one != seat], default=0.0)
    if lead > 0.5 and not is_late(mind) and whim(seat, mind.me, public.day) < 0.6:
        return True
    open_hands = len([one for one in mind.living if public.votes[one] == NOTHING])
    others = [votes_against(mind, one) for one in mind.living if one != seat]
    return votes_against(mind, seat) > max(others) + open_hands


def further_verdict(mind: Mind) -> int:
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


def choose_one(mind: Mind, point: str, choices: list[int]) -> int:
    """Among the tied whom I blame most; as successor whom I trust most."""
    seats = named(CHOOSE, choices)
    if not seats:
        return idle(choices)
    best = seats[0]
    for seat in seats:
        more = blame(mind, seat) - blame(mind, best)
        if (more > 0) == (point == "tie") and more != 0:
            best = seat
    return choice_of(CHOOSE, best)


def least_suspect(mind: Mind, seats: list[Seat], rng: Random) -> Seat:
    """Whom I would make mayor."""
    best = seats[0]
    most = -99.0
    for seat in seats:
        worth = -mind.heat[seat] + 0.5 * rng.random()
        if mind.is_mafioso and mind.known[seat] == MAFIA:
            worth += 0.6
        if worth > most:
            most = worth
            best = seat
    return best


# Bombs (PA-15).


def should_bomb(mind: Mind) -> bool:
    """A bomber who is about to be convicted goes with a bang, if he knows against whom."""
    public = mind.public
    if public.part != PLEAS or mind.me not in public.accused:
        return False
    rivals = [mind.heat[seat] for seat in public.accused if seat != mind.me]
    in_danger = mind.accuser_by_result() != NOTHING or mind.heat[mind.me] > max(rivals) + 0.3
    if not in_danger:
        return False
    return mind.is_mafioso or mind.heat[suspect_of(mind, mind.others)] > 0.4


def bomb(mind: Mind, choices: list[int]) -> int:
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


def most_dangerous(mind: Mind, seats: list[Seat]) -> Seat:
    """The citizen whom the mafia would miss least."""
    best = seats[0]
    for seat in seats:
        if danger(mind, seat) > danger(mind, best):
            best = seat
    return best


def danger(mind: Mind, seat: Seat) -> float:
    """How much the mafia would like a citizen gone."""
    if seat == mind.mine.lover:
        return -30.0
    guarded = may_live(mind, GUARDIAN) or may_live(mind, PHARMACIST)
    worth = (1.5 if guarded else 4.0) * mind.credit[seat] - 0.4 * mind.heat[seat]
    if mind.heat[seat] > 0.8:
        worth -= 1.0  # the town may do it for us
    for fact in mind.public.facts:
        if fact.seat == seat and fact.about in mind.fellows:
            worth += 0.25
    return worth


def may_live(mind: Mind, role: int) -> bool:
    """Whether a card of the setup has not been seen dead."""
    dead = [seat for seat in mind.public.dead if mind.public.shown[seat] == role]
    return mind.public.cards[role] > len(dead)


# By night.


def by_night(mind: Mind, point: str, choices: list[int], rng: Random) -> int:
    """The task of the own card, or the neutral tap."""
    if point == "murder":
        return murder(mind, choices, rng)
    if point == "ballot":
        return blind_ballot(mind, choices)
    if point == "inquiry":
        return inquiry(mind, choices)
    if point == "protect":
        return protect(mind, choices, rng)
    if point == "potions":
        return potions(mind, choices)
    if point == "hide":
        return hide(mind, choices, rng)
    if point == "peek":
        return peek(mind, rng)
    if point == "match":
        return match(mind, choices, rng)
    if point == "signs":
        return brotherly_sign(mind, choices)
    return idle(choices)


def murder(mind: Mind, choices: list[int], rng: Random) -> int:
    """Catch a walker; point where fellows point, else at the most dangerous citizen."""
    caught = named(CATCH, choices)
    if caught:
        return choice_of(CATCH, caught[0])
    victims = named(KILL, choices)
    if not victims:
        return KEEP_WAITING
    pointing = mind.view.tonight.pointing
    target = where_fellows_point(mind)
    if target == NOTHING:
        target = pointing[mind.me]
    if target == NOTHING:
        target = victim_among(mind, victims, rng)
    if target == pointing[mind.me]:
        return KEEP_WAITING
    return TAP if target == NOBODY else choice_of(KILL, target)


def where_fellows_point(mind: Mind) -> int:
    """The target with most fingers and signs; of equals the one that is not mine."""
    pointing = mind.view.tonight.pointing
    wishes: dict[int, float] = {}
    for seat in mind.living:
        if pointing[seat] != NOTHING:
            weight = 0.9 if seat == mind.me else 1.0
            wishes[pointing[seat]] = wishes.get(pointing[seat], 0.0) + weight
    for sign in mind.view.signs:
        if sign.day == mind.public.day and sign.act == POINT and sign.seat != mind.me:
            wishes[sign.argument] = wishes.get(sign.argument, 0.0) + 1.0
    best = NOTHING
    for target in wishes:
        if target != NOBODY and mind.known[target] == MAFIA:
            continue
        if best == NOTHING or wishes[target] > wishes[best]:
            best = target
    return best


def victim_among(mind: Mind, seats: list[Seat], rng: Random) -> Seat:
    """The most dangerous citizen, with a whim so that nobody can count on it."""
    best = seats[0]
    most = -99.0
    for seat in seats:
        worth = danger(mind, seat) + 1.2 * rng.random()
        if mind.known[seat] == MAFIA:
            worth -= 40.0
        if worth > most:
            most = worth
            best = seat
    return best


def blind_ballot(mind: Mind, choices: list[int]) -> int:
    """Without consultation: what every mafioso must find the most dangerous (PA-25.2)."""
    caught = named(CATCH, choices)
    if caught:
        return choice_of(CATCH, caught[0])
    victims = [seat for seat in named(KILL, choices) if mind.known[seat] != MAFIA]
    if not victims:
        return idle(choices)
    return choice_of(KILL, most_dangerous(mind, victims))


def inquiry(mind: Mind, choices: list[int]) -> int:
    """Ask about the most suspect player not known yet; with a partner, about the same one."""
    seats = named(ASK, choices)
    asked = mind.view.tonight.asked
    for seat in mind.others:
        if asked[seat] in seats and asked[seat] != NOTHING:
            return KEEP_WAITING if asked[seat] == asked[mind.me] else choice_of(ASK, asked[seat])
    if not seats or asked[mind.me] != NOTHING:
        return KEEP_WAITING
    unknown = [seat for seat in seats if mind.known[seat] == NOTHING]
    if not unknown:
        return idle(choices)
    # Partners think alike: nothing but what both know decides.
    turn = len(mind.public.statements) + 31 * len(mind.public.facts)
    best = unknown[0]
    most = -99.0
    for seat in unknown:
        worth = mind.heat[seat] + 0.5 * whim(seat, mind.public.day, turn)
        if worth > most:
            most = worth
            best = seat
    return choice_of(ASK, best)


def protect(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whom the mafia must want most: a detective who is out, else whom everybody trusts."""
    seats = named(PROTECT, choices)
    if not seats:
        return idle(choices)
    best = seats[0]
    most = -99.0
    for seat in seats:
        worth = 3.0 * mind.credit[seat] - 0.6 * mind.heat[seat] + 0.8 * rng.random()
        if seat == mind.me:
            worth = 0.6 + 0.8 * rng.random()
        if worth > most:
            most = worth
            best = seat
    return choice_of(PROTECT, best)


def potions(mind: Mind, choices: list[int]) -> int:
    """Heal oneself, a believed detective, or later anybody trusted; poison the nearly certain."""
    shown = NOTHING
    for note in mind.mine.notes:
        if note.day == mind.public.day and note.key == "victim":
            shown = note.seat
    heal = choice_of(HEAL) in choices and should_heal(mind, shown)
    victims = named(HEAL_POISON if heal else POISON, choices)
    victims = [seat for seat in victims if seat != mind.mine.lover]
    if victims:
        worst = suspect_of(mind, victims)
        if mind.heat[worst] > (1.0 if is_late(mind) else 2.2):
            return choice_of(HEAL_POISON if heal else POISON, worst)
    return choice_of(HEAL) if heal else idle(choices)


def should_heal(mind: Mind, shown: Seat) -> bool:
    """Whether the player shown is worth the only healing potion."""
    if shown == NOTHING:
        return False
    if shown in (mind.me, mind.mine.lover) or mind.credit[shown] > 0.5:
        return True
    return mind.public.day > 2 and mind.heat[shown] < 0.3


def hide(mind: Mind, choices: list[int], rng: Random) -> int:
    """At a mafioso's one is safe; so hide with the most suspect, if he is suspect enough."""
    hosts = named(HIDE, choices)
    if not hosts:
        return idle(choices)
    host = suspect_of(mind, hosts)
    return choice_of(HIDE, host) if mind.heat[host] > 0.2 or rng.random() < 0.15 else TAP


def peek(mind: Mind, rng: Random) -> int:
    """Look carefully in most nights, boldly when time runs out."""
    if is_late(mind):
        return choice_of(BOLD)
    return choice_of(SLIT) if rng.random() < 0.7 else TAP


def match(mind: Mind, choices: list[int], rng: Random) -> int:
    """Any two others."""
    pairs = named(MATCH, choices)
    apart = [pair for pair in pairs if mind.me not in (first_of(pair), second_of(pair))]
    pairs = apart or pairs
    return choice_of(MATCH, pairs[int(rng.random() * len(pairs))]) if pairs else idle(choices)


def brotherly_sign(mind: Mind, choices: list[int]) -> int:
    """Show the brothers once a night whom to go for."""
    signed = [sign for sign in mind.view.signs if sign.seat == mind.me]
    if signed and signed[-1].day == mind.public.day:
        return idle(choices)
    suspects = [seat for seat in named(POINT, choices) if seat != mind.me]
    if not suspects:
        return idle(choices)
    return choice_of(POINT, suspect_of(mind, suspects))
