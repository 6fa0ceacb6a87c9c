"""What the rules and the players may ask of what is public and of a seat's own things.

Each rule about who may do what to whom stands here once: the list of choices is made of it, a
refusal is explained by it, and a computer player reckons with it.
"""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.state.kinds import couple_of, is_accusers, name_of_speech
from omerta.games.palermo.state.options import Options
from omerta.games.palermo.state.roles import (
    CITIZENS,
    DESPERADO,
    DETECTIVE1,
    DETECTIVE2,
    KILLER,
    MATCHMAKER,
    WALKER,
    is_bomber,
    is_mafia,
    side_of,
)
from omerta.games.palermo.state.statements import (
    ACCUSED,
    LIVING,
    OWN,
    PER_DAY,
    PER_PLEA,
    Floor,
    offered,
)
from omerta.games.palermo.state.table import (
    AGAIN,
    DISCUSSION,
    DUSK,
    ELECTION,
    LIST,
    NOMINATE,
    PLEAS,
    RUNOFF,
    Box,
    Public,
    Secret,
)

# The living and the setup.


def living(public: Public) -> list[Seat]:
    """All living seats in seat order (PA-1.20)."""
    alive = public.alive
    return [seat for seat in range(len(alive)) if alive[seat]]


def others_living(public: Public, seat: Seat) -> list[Seat]:
    """All living seats but this one."""
    return [other for other in living(public) if other != seat]


def has_couple(public: Public) -> bool:
    """Whether there may be a couple: a matchmaker is in the setup."""
    return public.cards[MATCHMAKER] > 0


def has_bomber(public: Public) -> bool:
    """Whether a bomb is in the setup."""
    return public.cards[DESPERADO] + public.cards[KILLER] > 0


def has_walker(public: Public, options: Options) -> bool:
    """Whether somebody may spy through the program (PA-19.3)."""
    return public.cards[WALKER] > 0 and options["walker_form"] == "digital"


def has_master(public: Public, options: Options) -> bool:
    """Whether a person is game master: from the start, or the first dead (PA-23.3)."""
    if options["gm"] == "human":
        return True
    master = public.master
    return options["gm"] == "provisional" and master != NOTHING and public.full_view[master]


# Talk (6.1).

LETTERS: Final = {
    ELECTION: "E",
    RUNOFF: "E",
    DISCUSSION: "D",
    DUSK: "D",
    LIST: "A",
    NOMINATE: "A",
    AGAIN: "A",
}
"""Which statements belong to a part in which there is talk (6.1.5)."""


def letter_now(public: Public, options: Options, speech: int) -> str:
    """Which statements belong here now; in the pleas that depends on the speech.

    Accusing and defending are kept apart (PA-6.4); a closing plea only defends (PA-6.5).
    """
    if public.part != PLEAS:
        return LETTERS[public.part]
    return "X" if options["trial"] == "accusation" and is_accusers(speech) else "Y"


def has_voice(public: Public, options: Options, seat: Seat, role: int) -> bool:
    """The living may speak, the dead are silent (PA-9.6) unless PA-29.1 lets them talk.

    A dead player who became game master only announces (PA-23.7); with `citizens` the dead of the
    mafia stay silent (PA-29.3).
    """
    if public.alive[seat]:
        return True
    if has_master(public, options) and seat == public.master:
        return False
    talking = options["talking_dead"]
    return side_of(role) == CITIZENS if talking == "citizens" else talking == "all"


def may_say_more(public: Public, seat: Seat) -> bool:
    """Whether one more statement is open to this seat (6.1.6)."""
    if public.said[seat] >= PER_DAY:
        return False
    return public.part != PLEAS or public.said_in_plea < PER_PLEA


def speaker(public: Public, options: Options, speech: int) -> Seat:
    """Whose speech it is: for each name the accuser's, then the accused's (PA-6.1).

    Who is both speaks twice (PA-6.4). In the nomination trial accusers do not plead (PA-6.5).
    """
    if options["trial"] != "accusation":
        return public.accused[speech]
    name = name_of_speech(speech)
    return public.accusers[name] if is_accusers(speech) else public.accused[name]


def speeches(public: Public, options: Options) -> int:
    """How many speeches there are."""
    return len(public.accused) * (2 if options["trial"] == "accusation" else 1)


def statements_open(public: Public, options: Options, seat: Seat, speech: int) -> tuple[int, ...]:
    """The statements that may be begun; each asks for its fields.

    Any role may be claimed, truly or falsely (PA-1.19, PA-13.10), and lovers are bound in nothing
    (PA-18.9).
    """
    return offered(
        letter_now(public, options, speech),
        len(public.statements),
        facts=bool(public.facts or public.statements),
        dead=bool(public.dead),
        others=public.living > (1 if public.alive[seat] else 0),
        by_dead=not public.alive[seat],
    )


def floor(public: Public, options: Options, seat: Seat, field: int) -> Floor:
    """The talk so far, as one speaker finds it who is asked for such a field."""
    named: list[Seat] = []
    if field == LIVING:
        named = living(public)
    elif field == ACCUSED:
        named = listable(public, options, seat)
    elif field == OWN:
        named = accused_by(public, seat)
    seats = len(public.alive)
    return Floor(seats, public.day, public.dead, public.statements, public.facts, tuple(named))


# The trial.


def is_immune(public: Public, options: Options, seat: Seat) -> bool:
    """The provisional game master cannot be accused or voted against on day 1 (PA-23.2).

    Bombs, grief and heart attacks do not ask (PA-23.6).
    """
    return (
        seat == public.master
        and public.day == 1
        and options["gm"] == "provisional"
        and options.is_on("prov_immunity")
    )


def accusable(public: Public, options: Options, seat: Seat) -> list[Seat]:
    """Any other living player, unless immune (PA-4.1, PA-4.3, PA-28.11)."""
    return [
        other for other in living(public) if other != seat and not is_immune(public, options, other)
    ]


def listable(public: Public, options: Options, seat: Seat) -> list[Seat]:
    """Whom a seat may put on the list, however long it is (PA-4.13): nobody on it (PA-4.4).

    With `one_accusation_each` nobody at all before he withdraws (PA-4.7).
    """
    if seat in public.accusers and options.is_on("one_accusation_each"):
        return []
    return [other for other in accusable(public, options, seat) if other not in public.accused]


def has_anybody_to_list(public: Public, options: Options, seat: Seat) -> bool:
    """Whether there is anybody left to accuse."""
    if seat in public.accusers and options.is_on("one_accusation_each"):
        return False
    for other in range(len(public.alive)):
        if public.alive[other] and other != seat and other not in public.accused:
            return not is_immune(public, options, other) or bool(listable(public, options, seat))
    return False


def accused_by(public: Public, seat: Seat) -> list[Seat]:
    """Whom a seat has put on the list: only these may he have taken off (PA-4.5)."""
    return [
        public.accused[place]
        for place in range(len(public.accused))
        if public.accusers[place] == seat
    ]


def wanted_length(public: Public) -> int:
    """3 names on days 1 and 2, 2 names later; never more than the living (PA-4.8)."""
    return min(3 if public.day <= 2 else 2, public.living)


def votable(public: Public, options: Options, seat: Seat) -> list[Seat]:
    """Nobody votes against himself unless `self_vote=on` (PA-7.8)."""
    itself = options.is_on("self_vote")
    return [other for other in public.standing if other != seat or itself]


def standing_for_mayor(public: Public) -> list[Seat]:
    """Those who stand and live."""
    return [seat for seat in public.standing if public.alive[seat]]


def vote_weight(public: Public, options: Options, seat: Seat) -> int:
    """The vote of a living mayor counts two (PA-7.12, PA-22.6)."""
    return 2 if seat == public.mayor and options.is_on("mayor_double") else 1


# Bombs (PA-15).


def has_bomb(own: Secret) -> bool:
    """Desperado and killer may each bomb once (PA-15.1, PA-15.10)."""
    return bool(own.bomb) and is_bomber(own.role)


def bombable(public: Public, seat: Seat) -> list[Seat]:
    """Any other living player: team mate, lover, mayor, the other bomber (PA-15.2, PA-15.6)."""
    return others_living(public, seat)


# Night 1.


def pairs(public: Public, options: Options, matchmaker: Seat) -> list[int]:
    """All pairs he may name, ordered by lower, then higher seat (PA-18.1, PA-18.12)."""
    seats = living(public)
    if not options.is_on("matchmaker_self"):
        seats.remove(matchmaker)
    return [couple_of(one, other) for one in seats for other in seats if one < other]


# Later nights.


def hosts(public: Public, options: Options, own: Secret, seat: Seat) -> list[Seat]:
    """Any host, the same again too (PA-20.2); `coward_limit` counts hosts (PA-20.11)."""
    limit = options.number("coward_limit")
    return [] if limit and own.hides >= limit else others_living(public, seat)


def protectable(public: Public, options: Options, own: Secret, seat: Seat) -> list[Seat]:
    """Himself unless `guardian_self=off` (PA-16.2); twice
    unless `guardian_repeat=off` (PA-16.6)."""
    last = NOTHING if options.is_on("guardian_repeat") else own.guarded
    itself = options.is_on("guardian_self")
    return [other for other in living(public) if other != last and (other != seat or itself)]


def victim_shown(own: Secret, day: int) -> Seat:
    """Whom the pharmacist was shown tonight (PA-17.1)."""
    for note in own.notes:
        if note.key == "victim" and note.day == day:
            return note.seat
    return NOTHING


def can_heal(options: Options, own: Secret, seat: Seat, shown: Seat) -> bool:
    """Once per game (PA-17.2), and herself unless `pharmacist_self_heal=off` (PA-17.5)."""
    if not own.heal or shown == NOTHING:
        return False
    return shown != seat or options.is_on("pharmacist_self_heal")


def poisonable(public: Public, own: Secret, seat: Seat, shown: Seat) -> list[Seat]:
    """Once per game any living player but herself and the player shown (PA-17.3, PA-17.6)."""
    return [other for other in others_living(public, seat) if other != shown] if own.poison else []


def murderable(public: Public, options: Options, mafiosi: list[Seat]) -> list[Seat]:
    """Only a living citizen can be chosen, unless `mafia_own` allows mafiosi (PA-10.5)."""
    if options.is_on("mafia_own"):
        return living(public)
    return [seat for seat in living(public) if seat not in mafiosi]


def fellows(own: Secret) -> list[Seat]:
    """The mafiosi that a mafioso has met, living and dead (PA-2.4)."""
    return [note.seat for note in own.notes if note.key in ("fellow", "fellow_card")]


def walker_noticed(own: Secret, day: int) -> Seat:
    """The walker whom a mafioso has noticed tonight (PA-19.7)."""
    for note in own.notes:
        if note.key == "noticed" and note.day == day:
            return note.seat
    return NOTHING


# What only whoever sees all can ask.


def holders(public: Public, secrets: list[Secret], role: int) -> list[Seat]:
    """Who lives and holds such a card."""
    return [seat for seat in living(public) if secrets[seat].role == role]


def detectives(public: Public, secrets: list[Secret]) -> list[Seat]:
    """The living detectives, A♥ first (PA-R1)."""
    return holders(public, secrets, DETECTIVE1) + holders(public, secrets, DETECTIVE2)


def not_yet_shown(public: Public, secrets: list[Secret], box: Box) -> list[Seat]:
    """Living mafiosi the detectives have not been shown, in seat order (PA-27.3)."""
    return [
        seat for seat in living(public) if is_mafia(secrets[seat].role) and seat not in box.informed
    ]


def names_asked(public: Public, secrets: list[Secret], box: Box) -> list[Seat]:
    """About whom the detectives asked, that of A♥ first, each name once (PA-R9)."""
    names: list[Seat] = []
    for seat in detectives(public, secrets):
        asked = box.asked[seat]
        if asked != NOTHING and asked not in names:
            names.append(asked)
    return names
