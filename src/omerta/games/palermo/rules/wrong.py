"""What speaks against an answer. It explains; what may be done says `queries`.

Everything here is found in the seat's own view, so that a reason tells nobody anything new
(8, leaks, 5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from omerta.core import MASTER, NOTHING, Seat
from omerta.games.palermo.state import kinds as k
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.kinds import act_of, argument_of, first_of, number_of, second_of
from omerta.games.palermo.state.options import setup_faults
from omerta.games.palermo.state.roles import ROLE_NAMES, SPY, is_mafia
from omerta.games.palermo.state.speaking import hinted
from omerta.games.palermo.state.statements import ACCUSE, PER_DAY, WITHDRAW, field_wanted, values
from omerta.games.palermo.state.table import (
    AGAIN,
    AT_DETECTIVE1,
    AT_DETECTIVE2,
    AT_DETECTIVES,
    AT_SPY,
    CARDS,
    DAWN,
    DISCUSSION,
    FORCED,
    GRIEF,
    LIST,
    NOMINATE,
    PLEAS,
    TIE,
    WAVE,
    Secret,
    is_night,
)
from omerta.games.palermo.view import VillageView


def wrong(seen: VillageView, choice: int) -> str:
    """What speaks against an answer to a question that could be answered so."""
    return AGAINST[act_of(choice)](seen, argument_of(choice))


def nothing(seen: VillageView, argument: int) -> str:
    """Whoever is asked may answer this."""
    return ""


def wrong_target(
    seen: VillageView, named: Seat, open_to: list[Seat], other: str, itself: str = ""
) -> str:
    """What is wrong with the player named: nothing if he is among these."""
    if named in open_to:
        return ""
    if itself and named == seen.seat:
        return itself
    if not 0 <= named < seen.seats or not seen.public.alive[named]:
        return "target_dead"
    return other


def own_of(seen: VillageView) -> Secret:
    """The card of the seat; whoever is asked about it has one."""
    assert seen.mine is not None, "only players are asked about their cards"
    return seen.mine


# Words.


def wrong_field(seen: VillageView, choice: int) -> str:
    """What is wrong with one word of a statement: only what fits can be said (6.1)."""
    assert seen.top is not None
    public = seen.public
    kind = seen.top.thing
    field = field_wanted(kind, public.words)
    floor = queries.floor(public, seen.options, seen.seat, field)
    if choice in values(kind, public.words, seen.seat, floor):
        return ""
    if kind == WITHDRAW:
        return "not_your_accusation"
    if kind == ACCUSE and not public.words:
        if choice == seen.seat:
            return "accuse_oneself"
        if choice in public.accused:
            return "already_listed"
        if 0 <= choice < seen.seats:
            return "immune" if public.alive[choice] else "target_dead"
    return "not_said_here"


def saying(seen: VillageView, kind: int) -> str:
    """Why this cannot be said now."""
    public, options, seat = seen.public, seen.options, seen.seat
    assert seen.top is not None
    speech = seen.top.thing
    if not public.alive[seat] and options["talking_dead"] == "off":
        return "dead_are_silent"
    if public.said[seat] >= PER_DAY:
        return "said_enough"
    if kind == ACCUSE and public.part != LIST:
        return "list_not_open"
    if kind == WITHDRAW:
        if public.part != LIST:
            return "list_not_open"
        return "" if seat in public.accusers else "not_your_accusation"
    if not queries.has_voice(public, options, seat, own_of(seen).role):
        return "dead_are_silent"
    if public.part == PLEAS:
        if seat != queries.speaker(public, options, speech):
            return "only_speaker"
        if not queries.may_say_more(public, seat):
            return "only_speaker"
    if kind == ACCUSE:
        return accusing(seen)
    if k.choice_of(k.SAY, kind) in queries.statements_open(public, options, seat, speech):
        return ""
    if not public.alive[seat]:
        return "dead_are_silent"
    return "kept_apart" if public.part == PLEAS else "not_said_here"


def accusing(seen: VillageView) -> str:
    """Why nobody can be accused by this seat (PA-4.1)."""
    public = seen.public
    if not public.alive[seen.seat]:
        return "dead_are_silent"
    if queries.has_anybody_to_list(public, seen.options, seen.seat):
        return ""
    return "one_accusation" if seen.seat in public.accusers else "immune"


# Signs (6.2, T-40 to T-44).


def signing(seen: VillageView) -> str:
    """Why no sign can be made: the mafia's choice is locked."""
    return "victim_locked" if seen.tonight.locked and seen.public.day > 1 else ""


def pointing(seen: VillageView, named: Seat) -> str:
    """A sign points at somebody who lives, or at nobody."""
    if named != k.NOBODY and not is_living(seen, named):
        return "target_dead"
    return signing(seen)


def reacting(seen: VillageView, argument: int) -> str:
    """A sign answers one that was made before."""
    return signing(seen) if number_of(argument) <= len(seen.signs) else "not_said_here"


def hinting(seen: VillageView, argument: int) -> str:
    """A hint is about somebody who lives."""
    return signing(seen) if is_living(seen, hinted(argument)[0]) else "target_dead"


def is_living(seen: VillageView, seat: Seat) -> bool:
    """Whether somebody at this table is meant who lives."""
    return 0 <= seat < seen.seats and seen.public.alive[seat]


# By day.


def bombing(seen: VillageView, named: Seat) -> str:
    """Why no bomb goes off (PA-15)."""
    own, public = own_of(seen), seen.public
    if public.part in (GRIEF, DAWN):  # the last bomb (PA-18.6)
        if not seen.tonight.grieves or not queries.has_bomb(own):
            return "no_bomb"
        return wrong_target(seen, named, queries.living(public), "target_dead", "bomb_oneself")
    if not queries.has_bomb(own):
        return "no_bomb"
    if not public.alive[seen.seat]:
        return "you_are_dead"
    others = queries.bombable(public, seen.seat)
    return wrong_target(seen, named, others, "target_dead", "bomb_oneself")


def being_ready(seen: VillageView, argument: int) -> str:
    """Why a talk, or a speech, does not end for this seat."""
    public = seen.public
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if public.part == DISCUSSION:
        return "already_ready" if seen.tonight.ready else ""
    assert seen.top is not None
    speaks = seen.seat == queries.speaker(public, seen.options, seen.top.thing)
    return "" if speaks else "not_asked"


def closing(seen: VillageView, argument: int) -> str:
    """Why the list cannot be closed by this seat (PA-4.9)."""
    if not seen.public.alive[seen.seat]:
        return "you_are_dead"
    return "already_asked_to_close" if seen.tonight.ready else ""


def nominating(seen: VillageView, argument: int) -> str:
    """Why these cannot be nominated (PA-5.1, PA-5.6)."""
    public = seen.public
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if seen.top is None or seen.top.actor != seen.seat:
        return "not_your_turn"
    first, second = first_of(argument), second_of(argument)
    if first == second or seen.seat in (first, second):
        return "two_different"
    names = queries.accusable(public, seen.options, seen.seat)
    if public.part == AGAIN:
        fits = second == k.NOBODY and first in names and first in public.standing
        return "" if fits else "only_tied"
    if first not in names:
        return wrong_target(seen, first, names, "immune")
    return "" if second == k.NOBODY else wrong_target(seen, second, names, "immune")


def voting(seen: VillageView, named: Seat) -> str:
    """Why this vote does not count (PA-7.4, PA-28.11)."""
    public, options = seen.public, seen.options
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if public.part == FORCED:
        if seen.top is None or seen.top.actor != seen.seat:
            return "not_your_turn"
        return wrong_target(
            seen, named, queries.accusable(public, options, seen.seat), "immune", "not_oneself"
        )
    if public.votes[seen.seat] != NOTHING:
        return "hand_is_up"
    if named in queries.votable(public, options, seen.seat):
        return ""
    return "vote_against_oneself" if named == seen.seat else "not_accused"


def voting_early(seen: VillageView, named: Seat) -> str:
    """Why there is no early vote (PA-28.1)."""
    public, options = seen.public, seen.options
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if options["trial"] != "forced":
        return "no_early_votes"
    if public.votes[seen.seat] != NOTHING:
        return "early_is_final"
    return wrong_target(
        seen, named, queries.accusable(public, options, seen.seat), "immune", "not_oneself"
    )


def electing(seen: VillageView, named: Seat) -> str:
    """Why this ballot does not count (PA-22.2)."""
    public = seen.public
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if named in queries.standing_for_mayor(public) and named != seen.seat:
        return "no_election" if public.votes[seen.seat] != NOTHING else ""
    return wrong_target(seen, named, [], "not_standing", "elect_oneself")


def choosing(seen: VillageView, named: Seat) -> str:
    """Why this seat does not choose this one (PA-8.8, PA-8.13, PA-22.10)."""
    public = seen.public
    if public.part == TIE:
        return "" if named in public.standing else "not_yours_to_choose"
    return "" if seen.seat == public.late_mayor and is_living(seen, named) else "target_dead"


def answering(seen: VillageView, argument: int) -> str:
    """Each living player answers the question once (PA-15.11)."""
    waits = seen.public.alive[seen.seat] and seen.public.votes[seen.seat] == NOTHING
    return "" if waits else "no_question"


# At night.


def tapping(seen: VillageView, argument: int) -> str:
    """Why nothing can be tapped: a tap is final, but for those who must agree (PA-R4)."""
    public, tonight = seen.public, seen.tonight
    if public.part in (NOMINATE, AGAIN):
        if not public.alive[seen.seat]:
            return "you_are_dead"
        return "" if seen.top is not None and seen.top.actor == seen.seat else "not_your_turn"
    if public.part in (GRIEF, CARDS, DAWN) or not tonight.tapped:
        return ""
    return "" if may_change(seen) else "not_asked"


def may_change(seen: VillageView) -> bool:
    """Whether the seat agrees with others on something and has not yet (PA-R4, PA-13.5)."""
    own, options = own_of(seen), seen.options
    if seen.asked is None or not is_night(seen.public.part) or seen.public.day == 1:
        return False
    acts = seen.asked.point.asks.acts()
    if is_mafia(own.role) and "kill" in acts:
        return options["murder"] == "agree" and not seen.tonight.locked
    return "ask" in acts and options["detective_mode"] == "joint"


def matching(seen: VillageView, pair: int) -> str:
    """Why these two are not joined (PA-2.7, PA-18.1)."""
    if any(note.key == "matched" for note in own_of(seen).notes):
        return "chosen_already"
    if pair in queries.pairs(seen.public, seen.options, seen.seat):
        return ""
    return "match_two" if first_of(pair) == second_of(pair) else "match_oneself"


def hiding(seen: VillageView, host: Seat) -> str:
    """Why he cannot hide there (PA-20.1)."""
    if seen.tonight.tapped:
        return "chosen_already"
    hosts = queries.hosts(seen.public, seen.options, own_of(seen), seen.seat)
    return wrong_target(seen, host, hosts, "hide_with_other") if hosts else "no_hides_left"


def protecting(seen: VillageView, named: Seat) -> str:
    """Why he cannot protect this one (PA-16.1)."""
    if seen.tonight.tapped:
        return "chosen_already"
    seats = queries.protectable(seen.public, seen.options, own_of(seen), seen.seat)
    return wrong_target(
        seen, named, seats, "guard_oneself" if named == seen.seat else "guard_again"
    )


def killing(seen: VillageView, named: Seat) -> str:
    """Why this one cannot be murdered (PA-10.5)."""
    if seen.options["murder"] == "blind":
        if seen.tonight.tapped:
            return "chosen_already"
    elif seen.tonight.locked:
        return "victim_locked"
    mafiosi = [seen.seat, *queries.fellows(own_of(seen))]
    victims = queries.murderable(seen.public, seen.options, mafiosi)
    return wrong_target(seen, named, victims, "only_citizens")


def catching(seen: VillageView, named: Seat) -> str:
    """Why nobody is caught: only a walker whom this mafioso has noticed can be (PA-19.8)."""
    if seen.tonight.locked:
        return "victim_locked" if seen.tonight.noticed else "not_noticed"
    walker = queries.walker_noticed(own_of(seen), seen.public.day)
    if not seen.tonight.noticed or named != walker:
        return "not_noticed"
    has_caught = seen.tonight.tapped and seen.tonight.pointing[seen.seat] == NOTHING
    return "chosen_already" if has_caught else ""


def peeping(seen: VillageView, argument: int) -> str:
    """He looks once a night (PA-19.3)."""
    return "chosen_already" if seen.tonight.tapped else ""


def healing(seen: VillageView, argument: int) -> str:
    """Why she cannot heal (PA-17.2, PA-17.5)."""
    own = own_of(seen)
    if seen.tonight.tapped:
        return "chosen_already"
    if not own.heal:
        return "heal_spent"
    shown = queries.victim_shown(own, seen.public.day)
    if queries.can_heal(seen.options, own, seen.seat, shown):
        return ""
    return "heal_oneself" if shown == seen.seat else "nothing_to_heal"


def poisoning(seen: VillageView, named: Seat) -> str:
    """Why she cannot poison this one (PA-17.3, PA-17.6)."""
    own = own_of(seen)
    if seen.tonight.tapped:
        return "chosen_already"
    if not own.poison:
        return "poison_spent"
    shown = queries.victim_shown(own, seen.public.day)
    seats = queries.poisonable(seen.public, own, seen.seat, shown)
    return wrong_target(seen, named, seats, "poison_not_this")


def healing_and_poisoning(seen: VillageView, named: Seat) -> str:
    """Both must be possible (PA-17.4)."""
    return healing(seen, named) or poisoning(seen, named)


def asking(seen: VillageView, named: Seat) -> str:
    """Why he cannot ask about this one (PA-13.8)."""
    if seen.tonight.tapped and seen.options["detective_mode"] != "joint":
        return "one_question"
    others = queries.others_living(seen.public, seen.seat)
    return wrong_target(seen, named, others, "ask_oneself")


# The game master.


def ending_part(seen: VillageView, argument: int) -> str:
    """Only a game master ends a part (PA-31.11)."""
    return "" if seen.seat == MASTER else "only_master"


def showing(seen: VillageView, named: Seat) -> str:
    """Whom a game master may show: a mafioso, or one of two names for the spy (DP-32)."""
    if seen.seat != MASTER:
        return "only_master"
    return "" if named in may_be_shown(seen) else "not_to_show"


def may_be_shown(seen: VillageView) -> list[Seat]:
    """Whom the detectives, or the spy, can be shown in this part (PA-14.3, PA-27.2)."""
    public, options, box, frame = seen.public, seen.options, seen.box, seen.top
    if box is None or frame is None or public.day == 1 or box.told_of != NOTHING:
        return []
    wave = frame.rule is seen.rules.FIRST_WAVE
    if options["detective_info"] == "informant" and options["informant_pick"] == "gm":
        theirs = public.part in (AT_DETECTIVES, AT_DETECTIVE1, AT_DETECTIVE2)
        if (theirs or (wave and public.part == WAVE)) and queries.detectives(public, seen.secrets):
            return queries.not_yet_shown(public, seen.secrets, box)
    if options["detective_info"] == "ask" and options["spy_pick"] == "gm":
        names = queries.names_asked(public, seen.secrets, box)
        spies = queries.holders(public, seen.secrets, SPY)
        if (public.part == AT_SPY or (not wave and public.part == WAVE)) and spies:
            return names if len(names) > 1 else []
    return []


def assigning(seen: VillageView, argument: int) -> str:
    """Only roles of the published setup are assigned, and only by a director (PA-24.2)."""
    if seen.seat != MASTER:
        return "only_master"
    public = seen.public
    if seen.options["deal"] != "director" or not public.cards[second_of(argument)]:
        return "not_in_setup"
    return "not_in_setup" if setup_faults(seen.options, seen.seats, public.cards) else ""


def starting(seen: VillageView, argument: int) -> str:
    """What is forbidden cannot start, nor other cards than the published ones (PA-24.2)."""
    if seen.seat != MASTER:
        return "only_master"
    faults = setup_faults(seen.options, seen.seats, seen.public.cards)
    if faults:
        return faults[0].key
    if seen.options["deal"] == "random":
        return ""
    held = [own.role for own in seen.secrets]
    counts = tuple([held.count(role) for role in range(len(ROLE_NAMES))])
    return "" if counts == seen.public.cards else "counts_differ"


AGAINST: Final[dict[int, Callable[[VillageView, int], str]]] = {
    k.WAIT: nothing,
    k.DECLINE: tapping,
    k.READY: being_ready,
    k.SAY: saying,
    k.BOMB: bombing,
    k.CLOSE: closing,
    k.NOMINATE: nominating,
    k.VOTE: voting,
    k.EARLY: voting_early,
    k.ELECT: electing,
    k.CHOOSE: choosing,
    k.YES: answering,
    k.NO: answering,
    k.MATCH: matching,
    k.HIDE: hiding,
    k.PROTECT: protecting,
    k.KILL: killing,
    k.CATCH: catching,
    k.SLIT: peeping,
    k.BOLD: peeping,
    k.HEAL: healing,
    k.POISON: poisoning,
    k.HEAL_POISON: healing_and_poisoning,
    k.ASK: asking,
    k.POINT: pointing,
    k.REACT: reacting,
    k.HINT: hinting,
    k.NEXT: ending_part,
    k.SHOW: showing,
    k.ASSIGN: assigning,
    k.START: starting,
}
"""What speaks against each act."""
