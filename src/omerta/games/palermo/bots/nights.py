"""What a computer player does at night: the task of its card, or the neutral tap."""

from __future__ import annotations

from random import Random

from omerta.core import NOTHING, Seat
from omerta.games.palermo.bots.mind import Mind, whim
from omerta.games.palermo.bots.whom import (
    best_of,
    is_late,
    most_dangerous,
    suspect_of,
    victim_among,
)
from omerta.games.palermo.state.kinds import (
    ASK,
    BOLD,
    CATCH,
    HEAL,
    HEAL_POISON,
    HIDE,
    KEEP_WAITING,
    KILL,
    MATCH,
    NOBODY,
    POINT,
    POISON,
    PROTECT,
    SLIT,
    TAP,
    choice_of,
    first_of,
    idle,
    named,
    second_of,
)
from omerta.games.palermo.state.queries import victim_shown
from omerta.games.palermo.state.roles import MAFIA


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


def blind_ballot(mind: Mind, choices: list[int], rng: Random) -> int:
    """Without consultation: what every mafioso must find the most dangerous (PA-25.2)."""
    caught = named(CATCH, choices)
    if caught:
        return choice_of(CATCH, caught[0])
    victims = [seat for seat in named(KILL, choices) if mind.known[seat] != MAFIA]
    if not victims:
        return idle(choices)
    return choice_of(KILL, most_dangerous(mind, victims))


def inquiry(mind: Mind, choices: list[int], rng: Random) -> int:
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
    turn = len(mind.spoken) + 31 * len(mind.facts)
    day = mind.public.day
    worths = [4.0 * mind.chance[seat] + 0.5 * whim(seat, day, turn) for seat in unknown]
    return choice_of(ASK, best_of(unknown, worths))


def protect(mind: Mind, choices: list[int], rng: Random) -> int:
    """Whom the mafia must want most: a detective who is out, else whom everybody trusts."""
    seats = named(PROTECT, choices)
    if not seats:
        return idle(choices)
    worths: list[float] = []
    for seat in seats:
        worth = 3.0 * mind.credit[seat] - 0.6 * mind.heat[seat] + 0.8 * rng.random()
        worths.append(0.6 + 0.8 * rng.random() if seat == mind.me else worth)
    return choice_of(PROTECT, best_of(seats, worths))


def potions(mind: Mind, choices: list[int], rng: Random) -> int:
    """Heal oneself, a believed detective, or later anybody trusted; poison the nearly certain."""
    shown = victim_shown(mind.mine, mind.public.day)
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


def peek(mind: Mind, choices: list[int], rng: Random) -> int:
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


def brotherly_sign(mind: Mind, choices: list[int], rng: Random) -> int:
    """Show the brothers once a night whom to go for."""
    signed = [sign for sign in mind.view.signs if sign.seat == mind.me]
    if signed and signed[-1].day == mind.public.day:
        return idle(choices)
    suspects = [seat for seat in named(POINT, choices) if seat != mind.me]
    if not suspects:
        return idle(choices)
    return choice_of(POINT, suspect_of(mind, suspects))
