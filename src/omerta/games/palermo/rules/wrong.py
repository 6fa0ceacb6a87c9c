"""Why a move is refused: the clause and the words for it. It explains; it decides nothing.

Everything here is found in the seat's own view, so that a reason tells nobody anything new
(8, leaks, 5).
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Refused, Seat
from omerta.games.palermo.state import kinds as a
from omerta.games.palermo.state.speaking import read_move, read_words
from omerta.games.palermo.state.options import setup_faults
from omerta.games.palermo.state.roles import (
    COWARD,
    GUARDIAN,
    MATCHMAKER,
    PHARMACIST,
    WALKER,
    is_bomber,
    is_detective,
    is_mafia,
)
from omerta.games.palermo.state.table import (
    AGAIN,
    DISCUSSION,
    ELECTION,
    FORCED,
    LIST,
    NOMINATE,
    OVER,
    PLEAS,
    QUESTION,
    RUNOFF,
    SETUP,
    TIE,
    VOTE,
    is_day,
    is_night,
)
from omerta.games.palermo.state.statements import ACCUSE, PER_DAY, STATEMENTS, WITHDRAW
from omerta.games.palermo.state.game import Town
from omerta.games.palermo.view import TownView, view

REFUSALS: Final = {
    "allowed": "",
    "unknown_move": "",
    "not_a_choice": "",
    "not_asked": "",
    "only_players": "",
    "game_over": "PA-12.15",
    # Setup.
    "players": "PA-1.1",
    "cards": "PA-1.6",
    "mafiosi": "PA-1.9",
    "second_detective": "PA-1.10",
    "one_each": "PA-1.11",
    "one_freemason": "PA-1.13",
    "tie_needs_mayor": "PA-8.2",
    "director_needs_human": "PA-24.2",
    "physical_needs_table": "PA-19.14",
    "counts_differ": "PA-24.2",
    "not_in_setup": "PA-24.2",
    "setup_first": "PA-1.4",
    # Who may do what at all.
    "you_are_dead": "PA-9.6",
    "you_have_left": "PA-31.2",
    "target_dead": "PA-9.1",
    "only_by_day": "PA-3.1",
    "only_at_night": "PA-10.1",
    "not_first_night": "PA-2.2",
    "not_called": "PA-10.1",
    "immune": "PA-23.2",
    # Talk.
    "nobody_speaks": "PA-7.13",
    "only_speaker": "PA-6.3",
    "kept_apart": "PA-6.4",
    "not_said_here": "PA-3.3",
    "said_enough": "PA-3.3",
    "dead_are_silent": "PA-9.6",
    # The list, nominations, early votes.
    "list_not_open": "PA-4.1",
    "accuse_oneself": "PA-4.3",
    "already_listed": "PA-4.4",
    "not_your_accusation": "PA-4.5",
    "one_accusation": "PA-4.7",
    "already_asked_to_close": "PA-4.9",
    "already_ready": "PA-3.4",
    "not_your_turn": "PA-5.2",
    "two_different": "PA-5.1",
    "only_tied": "PA-5.6",
    "early_is_final": "PA-28.3",
    "no_early_votes": "PA-28.1",
    "not_oneself": "PA-28.11",
    # Votes.
    "no_vote_now": "PA-7.1",
    "must_vote": "PA-7.4",
    "hand_is_up": "PA-7.5",
    "vote_against_oneself": "PA-7.8",
    "not_accused": "PA-7.2",
    "not_yours_to_choose": "PA-8.8",
    "elect_oneself": "PA-22.2",
    "no_election": "PA-22.1",
    "not_standing": "PA-22.4",
    "no_question": "PA-15.11",
    # Bombs.
    "no_bomb": "PA-15.1",
    "too_late": "PA-15.4",
    "bomb_oneself": "PA-15.2",
    # Night.
    "only_mafia": "PA-10.3",
    "only_citizens": "PA-10.5",
    "victim_locked": "PA-10.3",
    "not_noticed": "PA-19.8",
    "only_walker": "PA-19.1",
    "peek_over": "PA-19.3",
    "only_coward": "PA-20.1",
    "hide_with_other": "PA-20.1",
    "no_hides_left": "PA-20.11",
    "only_guardian": "PA-16.1",
    "guard_oneself": "PA-16.2",
    "guard_again": "PA-16.6",
    "only_pharmacist": "PA-17.1",
    "nothing_to_heal": "PA-17.2",
    "heal_spent": "PA-17.2",
    "heal_oneself": "PA-17.5",
    "poison_spent": "PA-17.3",
    "poison_not_this": "PA-17.6",
    "only_detectives": "PA-13.1",
    "ask_oneself": "PA-13.8",
    "one_question": "PA-13.2",
    "only_matchmaker": "PA-2.7",
    "match_two": "PA-2.7",
    "match_oneself": "PA-18.1",
    "chosen_already": "PA-10.1",
    # Game master.
    "only_master": "PA-31.11",
    "not_to_show": "PA-27.3",
}
"""Every reason with the clause it comes from."""


def refusal(key: str) -> tuple[str, str]:
    """A reason with its clause."""
    return (REFUSALS[key], key)


def why(town: Town, seat: Seat, choice: int) -> tuple[str, str]:
    """The clause and the text key that explain why this choice is not open."""
    ask = town.asked(seat)
    if ask is not None and choice in ask.choices:
        return refusal("allowed")
    if choice < 0 or a.act_of(choice) >= len(a.ACTS):
        return refusal("not_a_choice")
    if ask is not None and ask.continues:
        return refusal(wrong_field(view(town, seat), choice))
    return refusal(reason(town, view(town, seat), choice))


def explain(town: Town, seat: Seat, text: str) -> tuple[str, str]:
    """The clause and the text key that explain why a move is refused; `allowed` if it is not."""
    try:
        read_move(town, seat, text)
    except Refused:
        pass
    else:
        return refusal("allowed")
    try:
        answers = read_words(text)
    except (ValueError, IndexError):
        return refusal("unknown_move")
    ask = town.asked(seat)
    if ask is None or answers[0] not in ask.choices:
        return why(town, seat, answers[0])
    trial = town.copy()
    for choice in answers:
        asked = trial.asked(seat)
        if asked is None or choice not in asked.choices:
            return why(trial, seat, choice)
        trial.answer(seat, choice)
    return refusal("not_a_choice")


def wrong_field(seen: TownView, choice: int) -> str:
    """What is wrong with one word of a statement."""
    assert seen.top is not None
    public = seen.public
    if seen.top.thing == WITHDRAW:
        return "not_your_accusation"
    if seen.top.thing == ACCUSE and not public.words and 0 <= choice < seen.seats:
        if choice == seen.seat:
            return "accuse_oneself"
        if choice in public.accused:
            return "already_listed"
        return "immune" if public.alive[choice] else "target_dead"
    return "not_said_here"


def reason(town: Town, seen: TownView, choice: int) -> str:
    """Why such an answer is not open to this seat at this moment."""
    public = seen.public
    act, argument = a.act_of(choice), a.argument_of(choice)
    if public.part == OVER:
        return "game_over"
    if act in (a.NEXT, a.SHOW, a.ASSIGN, a.START):
        return no_master_act(town, seen, act)
    if seen.seat < 0:
        return "only_players"
    if public.part == SETUP:
        return "setup_first"
    if public.away[seen.seat]:
        return "you_have_left"
    if act in (a.SAY, a.POINT, a.REACT, a.HINT):
        return no_word(seen, act, argument)
    if act == a.BOMB:
        return no_bomb(seen, argument)
    if act in NIGHT_ACTS:
        return no_night_act(seen, act, argument)
    if not public.alive[seen.seat] and act != a.CHOOSE:
        return "you_are_dead"
    return no_day_act(seen, act, argument)


NIGHT_ACTS: Final = (
    *(a.MATCH, a.HIDE, a.PROTECT, a.KILL, a.CATCH, a.SLIT, a.BOLD),
    *(a.HEAL, a.POISON, a.HEAL_POISON, a.ASK),
)


def no_master_act(town: Town, seen: TownView, act: int) -> str:
    """What only a game master does."""
    if seen.seat != a.MASTER:
        return "only_master"
    if act == a.START and seen.public.part == SETUP:
        faults = setup_faults(seen.options, seen.seats, seen.public.cards)
        return faults[0].key if faults else "counts_differ"
    if act == a.ASSIGN and seen.public.part == SETUP:
        return "not_in_setup"
    if act == a.SHOW:
        return "not_to_show"
    return "only_master" if act == a.NEXT else "not_a_choice"


def no_word(seen: TownView, act: int, kind: int) -> str:
    """Why this cannot be said now."""
    public = seen.public
    if not public.alive[seen.seat] and seen.options.talking_dead == "off":
        return "dead_are_silent"
    if act != a.SAY or kind >= len(STATEMENTS):
        return "only_at_night"
    if public.said[seen.seat] >= PER_DAY:
        return "said_enough"
    if kind == ACCUSE:
        if public.part != LIST:
            return "list_not_open"
        return "one_accusation" if seen.seat in public.accusers else "immune"
    if kind == WITHDRAW:
        return "not_your_accusation" if public.part == LIST else "list_not_open"
    if public.part == PLEAS:
        return "kept_apart" if seen.asked is not None and is_speaking(seen) else "only_speaker"
    if not is_day(public.part) or public.part in (VOTE, RUNOFF, FORCED, QUESTION, TIE):
        return "nobody_speaks"
    return "not_said_here" if public.alive[seen.seat] else "dead_are_silent"


def is_speaking(seen: TownView) -> bool:
    """Whether the seat may say something now."""
    asked = seen.asked
    return asked is not None and any(a.act_of(choice) == a.SAY for choice in asked.choices)


def no_bomb(seen: TownView, named: Seat) -> str:
    """Why no bomb goes off."""
    own = seen.mine
    if own is None or not own.bomb or not is_bomber(own.role):
        return "no_bomb"
    if not seen.public.alive[seen.seat]:
        return "you_are_dead"
    if named == seen.seat:
        return "bomb_oneself"
    if not is_day(seen.public.part):
        return "only_by_day"
    if seen.public.part in (VOTE, RUNOFF, FORCED, TIE):
        return "too_late"
    return "target_dead"


def no_day_act(seen: TownView, act: int, argument: int) -> str:
    """Why this is not done by day, or not now."""
    public = seen.public
    if act == a.VOTE:
        return no_vote(seen, argument)
    if act == a.READY:
        return "already_ready" if public.part == DISCUSSION else "not_asked"
    if act == a.CLOSE:
        return "already_asked_to_close" if public.part == LIST else "list_not_open"
    if act == a.NOMINATE:
        return no_nomination(seen, argument)
    if act == a.EARLY:
        if public.part != DISCUSSION or seen.options.trial != "forced":
            return "no_early_votes"
        if public.votes[seen.seat] != NOTHING:
            return "early_is_final"
        return against_whom(seen, argument, "not_oneself")
    if act == a.ELECT:
        if public.part not in (ELECTION, RUNOFF):
            return "no_election"
        return against_whom(seen, argument, "elect_oneself", "not_standing")
    if act == a.CHOOSE:
        return "not_yours_to_choose"
    if act in (a.YES, a.NO):
        return "no_question"
    if act == a.DECLINE and public.part in (VOTE, RUNOFF, FORCED):
        return "must_vote"
    return "not_asked"


def against_whom(seen: TownView, named: Seat, itself: str, other: str = "immune") -> str:
    """What is wrong with the player named."""
    if named == seen.seat:
        return itself
    if not 0 <= named < seen.seats or not seen.public.alive[named]:
        return "target_dead"
    return other


def no_vote(seen: TownView, named: Seat) -> str:
    """Why this vote does not count."""
    public = seen.public
    if public.part == FORCED:
        turn = seen.top is not None and seen.top.actor == seen.seat
        return against_whom(seen, named, "not_oneself") if turn else "not_your_turn"
    if public.part not in (VOTE, RUNOFF):
        return "no_vote_now"
    if public.votes[seen.seat] != NOTHING:
        return "hand_is_up"
    return "vote_against_oneself" if named == seen.seat else "not_accused"


def no_nomination(seen: TownView, argument: int) -> str:
    """Why these cannot be nominated."""
    public = seen.public
    if public.part not in (NOMINATE, AGAIN) or seen.top is None or seen.top.actor != seen.seat:
        return "not_your_turn"
    first, second = a.first_of(argument), a.second_of(argument)
    if first == second or seen.seat in (first, second):
        return "two_different"
    return "only_tied" if public.part == AGAIN else against_whom(seen, first, "two_different")


def no_night_act(seen: TownView, act: int, argument: int) -> str:
    """Why this is not done at night, or not by this seat, or not to this player."""
    public, own = seen.public, seen.mine
    assert own is not None
    wrong = WRONG_ROLE[act]
    holds = {
        a.MATCH: own.role == MATCHMAKER,
        a.HIDE: own.role == COWARD,
        a.PROTECT: own.role == GUARDIAN,
        a.KILL: is_mafia(own.role),
        a.CATCH: is_mafia(own.role),
        a.SLIT: own.role == WALKER,
        a.BOLD: own.role == WALKER,
        a.ASK: is_detective(own.role),
    }.get(act, own.role == PHARMACIST)
    if not public.alive[seen.seat]:
        return "you_are_dead"
    if not is_night(public.part):
        return "only_at_night"
    if not holds:
        return wrong
    if public.day == 1 and act != a.MATCH:
        return "not_first_night"
    if seen.asked is None or seen.asked.point == "tap":
        return "peek_over" if own.role == WALKER else "not_called"
    if act not in (a.KILL, a.CATCH) and seen.tonight.tapped:
        return "one_question" if act == a.ASK else "chosen_already"
    return wrong_target(seen, act, argument)


WRONG_ROLE: Final = {
    a.MATCH: "only_matchmaker",
    a.HIDE: "only_coward",
    a.PROTECT: "only_guardian",
    a.KILL: "only_mafia",
    a.CATCH: "only_mafia",
    a.SLIT: "only_walker",
    a.BOLD: "only_walker",
    a.HEAL: "only_pharmacist",
    a.POISON: "only_pharmacist",
    a.HEAL_POISON: "only_pharmacist",
    a.ASK: "only_detectives",
}


def wrong_target(seen: TownView, act: int, argument: int) -> str:
    """What is wrong with whom an act of the night names."""
    public, own = seen.public, seen.mine
    assert own is not None
    if act == a.MATCH:
        first, second = a.first_of(argument), a.second_of(argument)
        return "match_two" if first == second else "match_oneself"
    if act == a.CATCH:
        return "not_noticed"
    if act == a.KILL and seen.tonight.locked:
        return "victim_locked"
    if act == a.HIDE and seen.options.coward_limit and own.hides >= seen.options.coward_limit:
        return "no_hides_left"
    if act in (a.HEAL, a.HEAL_POISON) and not own.heal:
        return "heal_spent"
    if act in (a.POISON, a.HEAL_POISON) and not own.poison:
        return "poison_spent"
    if act == a.HEAL:
        shown = [note.seat for note in own.notes if note.key == "victim" and note.day == public.day]
        return "heal_oneself" if seen.seat in shown else "nothing_to_heal"
    if not 0 <= argument < seen.seats or not public.alive[argument]:
        return "target_dead"
    if act == a.PROTECT:
        return "guard_oneself" if argument == seen.seat else "guard_again"
    return {
        a.KILL: "only_citizens",
        a.HIDE: "hide_with_other",
        a.ASK: "ask_oneself",
    }.get(act, "poison_not_this")
