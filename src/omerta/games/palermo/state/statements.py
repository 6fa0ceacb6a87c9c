"""The structured table talk (6): statements as codes with fields, and who may say what when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, overload

from omerta.core import Seat
from omerta.games.palermo.state.annals import Fact as Fact
from omerta.games.palermo.state.annals import Facts, Statements
from omerta.games.palermo.state.annals import Said as Said
from omerta.games.palermo.state.kinds import SAY, choice_of

# Kinds of fields; the kind is also how a field is called in notices.

PLAYER: Final = 0
OTHER: Final = 1
"""A player other than the speaker."""
LIVING: Final = 2
"""A living player other than the speaker."""
DEAD: Final = 3
SECOND: Final = 4
"""A player other than the one named before."""
ROLE: Final = 5
SIDE: Final = 6
NIGHT: Final = 7
DAY: Final = 8
NUMBER: Final = 9
"""An earlier statement, by its number."""
SECOND_NUMBER: Final = 10
STRENGTH: Final = 11
REASON: Final = 12
QUESTION: Final = 13
WORD: Final = 14
SET: Final = 15
COUNT: Final = 16
FACT: Final = 17
"""What, who, when and against whom, as on the public record."""
ACCUSED: Final = 18
"""Whoever may be put on the list."""
OWN: Final = 19
"""Whom the speaker has put on the list."""

FIELD_NAMES: Final = (
    *("seat", "seat", "seat", "seat", "seat", "role", "side", "night", "day", "statement"),
    *("statement", "strength", "reason", "question", "word", "seats", "number", "fact"),
    *("seat", "seat"),
)

REASONS: Final = (
    *("none", "gut", "quiet", "loud", "changed", "crowd", "vote_good", "vote_bad", "late_vote"),
    *("alike", "defended_mafia", "accused_mafia", "accused_by_dead", "result", "claim_open"),
    *("claim_double", "contradiction", "survived", "noise", "last_left"),
)
NO_REASON: Final = 0

QUESTIONS: Final = (
    *("role", "suspects", "trusts", "why_vote", "why_accuse", "result", "vote_plan"),
    *("why_quiet", "believe"),
)
BELIEVE: Final = 8
"""The question that names an earlier statement."""

STRENGTHS: Final = (1, 2, 3)

RECORDS: Final = ("voted", "accused", "nominated", "said")
VOTED: Final = 0
ACCUSED_BY: Final = 1
NOMINATED: Final = 2
SAID: Final = 3

HINTS: Final = ("detective", "guardian", "pharmacist", "dangerous", "spare", "accuse_tomorrow")


class Statement(NamedTuple):
    """One line of the table of statements (6.2)."""

    id: str
    name: str
    fields: tuple[int, ...]
    allowed: str
    """E election, D discussion and dusk, A list or nomination, X accuser's, Y accused's plea."""
    words: tuple[str, ...] = ()
    by_dead: bool = True
    """Whether talking dead may say it (6.1.5)."""


STATEMENTS: Final = (
    Statement("T-01", "claim_role", (ROLE,), "EDAXY"),
    Statement("T-02", "claim_side", (SIDE,), "EDAXY"),
    Statement("T-03", "deny_role", (ROLE,), "EDAXY"),
    Statement("T-04", "claim_result", (NIGHT, PLAYER, WORD), "DAXY", ("mafia", "citizen")),
    Statement("T-05", "claim_shown", (NIGHT, PLAYER), "DAXY"),
    Statement(
        "T-06",
        "claim_act",
        (WORD, NIGHT, PLAYER),
        "DAXY",
        ("protected", "healed", "poisoned", "hid_with"),
    ),
    Statement("T-07", "claim_glimpse", (NIGHT, SET), "DAXY"),
    Statement("T-08", "vouch", (OTHER, WORD), "DAXY", ("freemason", "detective", "lover", "sure")),
    Statement("T-09", "suspect", (OTHER, STRENGTH, REASON), "EDAXY"),
    Statement("T-10", "trust", (OTHER, STRENGTH, REASON), "EDAXY"),
    Statement("T-11", "suspect_pair", (PLAYER, SECOND, REASON), "DAX"),
    Statement("T-12", "accuse", (ACCUSED, REASON), "A", by_dead=False),
    Statement("T-13", "withdraw", (OWN,), "A", by_dead=False),
    Statement("T-14", "defend", (OTHER, REASON), "DAY"),
    Statement("T-15", "defend_self", (REASON,), "DAY"),
    Statement("T-16", "ask", (OTHER, QUESTION), "EDA"),
    Statement("T-17", "ask_all", (QUESTION,), "EDA"),
    Statement("T-18", "answer", (NUMBER, WORD), "EDAY", ("yes", "no", "rather_not", "unknown")),
    Statement("T-19", "agree", (NUMBER,), "EDAXY"),
    Statement("T-20", "disagree", (NUMBER, WORD), "EDAXY", ("doubt", "lie")),
    Statement("T-21", "cite", (FACT,), "DAXY", RECORDS),
    Statement("T-22", "death_hint", (DEAD, PLAYER), "DAXY"),
    Statement("T-23", "contradiction", (NUMBER, SECOND_NUMBER), "DAXY"),
    Statement("T-24", "heard", (PLAYER, NIGHT), "DAX"),
    Statement("T-25", "announce_vote", (LIVING,), "DAXY", by_dead=False),
    Statement("T-26", "call_to_vote", (LIVING, REASON), "DAXY"),
    Statement(
        "T-27",
        "motion",
        (WORD,),
        "DA",
        ("close_list", "more_names", "no_verdict", "further_verdict", "wait"),
    ),
    Statement("T-28", "request", (ROLE, PLAYER), "D"),
    Statement("T-29", "stakes", (COUNT,), "DAXY"),
    Statement("T-30", "if_then", (PLAYER, SIDE, SECOND, SIDE), "DAXY"),
    Statement("T-31", "last_wish", (OTHER,), "DAY"),
    Statement("T-32", "retract", (NUMBER,), "EDAXY"),
    Statement("T-33", "stand", (), "E", by_dead=False),
    Statement("T-34", "endorse", (LIVING,), "E", by_dead=False),
    Statement("T-35", "pass", (), "EDAXY"),
    Statement("T-36", "mood", (WORD,), "EDA", ("calm", "shocked", "amused", "hurry")),
    # The night channels; these are single acts and have no fields to ask for.
    Statement("T-40", "point", (), "M", by_dead=False),
    Statement("T-41", "react", (), "M", ("no", "yes"), by_dead=False),
    Statement("T-42", "hint", (), "M", HINTS, by_dead=False),
    Statement("T-43", "point", (), "F", by_dead=False),
    Statement("T-44", "react", (), "F", ("no", "yes"), by_dead=False),
)
NAMES: Final = tuple(statement.name for statement in STATEMENTS)
ACCUSE: Final = NAMES.index("accuse")
WITHDRAW: Final = NAMES.index("withdraw")
CITE: Final = NAMES.index("cite")
SPOKEN: Final = NAMES.index("point")
"""The statements before this one are made by day, the others are signs of the night."""
FORMAL: Final = (ACCUSE, WITHDRAW)

BETWEEN: Final = 3
"""Seconds from one statement of a player to the next (6.1.6)."""
PER_DAY: Final = 40
PER_PLEA: Final = 6
LARGEST_SET: Final = 6


class Floor:
    """What everybody who speaks now must know of the talk so far."""

    def __init__(
        self,
        seats: int,
        day: int,
        dead: tuple[Seat, ...],
        statements: Statements,
        facts: Facts,
        named: tuple[Seat, ...],
    ) -> None:
        self.seats: Final = seats
        self.day: Final = day
        self.dead: Final = dead
        self.statements: Final = statements
        self.facts: Final = facts
        self.named: Final = named
        """Whom the next field may name, where that depends on more than this."""


class AllBut(Sequence[int]):
    """The numbers from 1 to the last one, but for one of them."""

    def __init__(self, last: int, left_out: int) -> None:
        self.last: Final = last
        self.left_out: Final = left_out

    def __len__(self) -> int:
        """How many there are."""
        return self.last - 1

    def __contains__(self, number: object) -> bool:
        """Whether it is one of them."""
        return isinstance(number, int) and 1 <= number <= self.last and number != self.left_out

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> list[int]: ...

    def __getitem__(self, place: int | slice) -> int | list[int]:
        """The number at this place."""
        if isinstance(place, slice):
            return list(self)[place]
        if not 0 <= place < self.last - 1:
            raise IndexError(f"no place {place} among {self.last - 1} numbers")
        return place + 1 if place + 1 < self.left_out else place + 2


OFFERS: Final[dict[tuple[str, int, bool, bool, bool, bool], tuple[int, ...]]] = {}


def offered(
    letter: str, said: int, *, facts: bool, dead: bool, others: bool, by_dead: bool
) -> tuple[int, ...]:
    """The answers that begin a statement of this part of the day; no formal acts.

    A statement that has nothing to refer to yet is left out.
    """
    key = (letter, min(said, 2), facts, dead, others, by_dead)
    found = OFFERS.get(key)
    if found is None:
        empty = lacking(said, facts=facts, dead=dead, others=others)
        found = tuple(
            choice_of(SAY, kind)
            for kind, statement in enumerate(STATEMENTS)
            if letter in statement.allowed
            and kind not in FORMAL
            and (statement.by_dead or not by_dead)
            and not any(field in empty for field in statement.fields)
        )
        OFFERS[key] = found
    return found


def lacking(said: int, *, facts: bool, dead: bool, others: bool) -> list[int]:
    """The fields that nothing could fill yet."""
    fields: list[int] = []
    if said == 0:
        fields.append(NUMBER)
    if said < 2:
        fields.append(SECOND_NUMBER)
    if not facts:
        fields.append(FACT)
    if not dead:
        fields.append(DEAD)
    if not others:
        fields.append(LIVING)
    return fields


DONE: Final = 99
"""Ends a set of players."""


def is_complete(kind: int, words: tuple[int, ...]) -> bool:
    """Whether nothing of the statement is missing."""
    return field_wanted(kind, words) < 0


def field_wanted(kind: int, words: tuple[int, ...]) -> int:
    """The kind of field that comes next, or -1 if the statement is whole."""
    fields = STATEMENTS[kind].fields
    if kind == CITE:
        return FACT if len(words) < 4 else -1
    if SET in fields:
        if not words:
            return fields[0]
        done = len(words) > 1 and words[-1] == DONE
        return -1 if done or len(words) > LARGEST_SET else SET
    if fields and fields[-1] == QUESTION and len(words) == len(fields) and words[-1] == BELIEVE:
        return NUMBER
    return fields[len(words)] if len(words) < len(fields) else -1


def values(kind: int, words: tuple[int, ...], seat: Seat, floor: Floor) -> Sequence[int]:
    """What may stand in the next field of a statement begun with these words."""
    field = field_wanted(kind, words)
    if field == PLAYER:
        return range(floor.seats)
    if field == OTHER:
        return tuple([other for other in range(floor.seats) if other != seat])
    if field == LIVING:
        return tuple([other for other in floor.named if other != seat])
    if field == DEAD:
        return floor.dead
    if field == SECOND:
        named = words[0]
        return tuple([other for other in range(floor.seats) if other != named])
    if field == ROLE:
        return range(13)
    if field == SIDE:
        return (0, 1)
    if field in (NIGHT, DAY):
        return range(1, floor.day + 1)
    if field == NUMBER:
        return range(1, len(floor.statements) + 1)
    if field == SECOND_NUMBER:
        return AllBut(len(floor.statements), words[0])
    if field == STRENGTH:
        return STRENGTHS
    if field == REASON:
        return range(len(REASONS))
    if field == QUESTION:
        return range(len(QUESTIONS) if len(floor.statements) else BELIEVE)
    if field == WORD:
        return range(len(STATEMENTS[kind].words))
    if field == COUNT:
        return range(1, floor.seats + 1)
    if field in (ACCUSED, OWN):
        return floor.named
    if field == SET:
        last = words[-1] if len(words) > 1 else -1
        names = tuple([other for other in range(last + 1, floor.seats) if other != seat])
        return names if len(words) == 1 else (*names, DONE)
    return facts_left(words, floor)


def facts_left(words: tuple[int, ...], floor: Floor) -> tuple[int, ...]:
    """What may follow in a citation so that the whole is on the record."""
    seats = range(floor.seats)
    if not words:
        return tuple(
            [
                record
                for record in range(len(RECORDS))
                if any(latest_of(record, seat, floor) for seat in seats)
            ]
        )
    record = words[0]
    if len(words) == 1:
        return tuple([seat for seat in seats if latest_of(record, seat, floor)])
    facts = floor.facts
    author = words[1] if record == SAID else facts.author(record, words[1])
    if len(words) == 2:
        return tuple(floor.statements.days(author) if record == SAID else facts.days(author))
    if record == SAID:
        return tuple(floor.statements.numbers(author, words[2]))
    found = {facts[number - 1].about for number in facts.numbers(author, words[2])}
    return tuple(sorted(found))


def latest_of(record: int, seat: Seat, floor: Floor) -> int:
    """The number of a player's latest entry in one of the records, 0 if there is none."""
    if record == SAID:
        return floor.statements.latest[seat]
    return floor.facts.latest[floor.facts.author(record, seat)]


# What is heard: the key of a notice, and the fields as its arguments.

WORD_KINDS: Final = {
    "claim_result": "finding",
    "claim_act": "deed",
    "vouch": "bond",
    "answer": "reply",
    "disagree": "doubt",
    "motion": "motion",
    "mood": "mood",
}
"""What the word of a statement is called as an argument of its notice."""


def utterance(said: Said) -> tuple[str, tuple[int, ...]]:
    """The notice key of a statement and the arguments after its number and speaker."""
    name = NAMES[said.kind]
    words = said.words
    if said.kind == CITE:
        return f"say_cite_{RECORDS[words[0]]}", words[1:]
    if name == "claim_glimpse":
        names = tuple([word for word in words[1:] if word != DONE])
        return f"say_claim_glimpse_{len(names)}", (words[0], *names)
    if name.startswith("ask") and len(words) > len(STATEMENTS[said.kind].fields):
        return f"say_{name}_believe", (*words[:-2], words[-1])
    return f"say_{name}", words


def utterance_arguments() -> dict[str, tuple[str, ...]]:
    """Every key that `utterance` can give, with the names of all its arguments."""
    found: dict[str, tuple[str, ...]] = {}
    head = ("number", "seat_by")
    for statement in STATEMENTS:
        if "M" in statement.allowed or "F" in statement.allowed:
            continue
        key = f"say_{statement.name}"
        names = argument_names(statement)
        if statement.name == "cite":
            for record in RECORDS:
                about = "number_about" if record == "said" else "seat_about"
                found[f"{key}_{record}"] = (*head, "seat", "number_day", about)
        elif statement.name == "claim_glimpse":
            for size in range(1, LARGEST_SET + 1):
                seats = tuple(f"seat_{place}" for place in range(1, size + 1))
                found[f"{key}_{size}"] = (*head, "number_night", *seats)
        else:
            found[key] = (*head, *names)
            if statement.fields[-1:] == (QUESTION,):
                found[f"{key}_believe"] = (*head, *names[:-1], "number_about")
    return found


def field_name(kind: int, words: tuple[int, ...]) -> str:
    """What the next field of a statement is called: a kind of words, or `seat`, `number`."""
    field = field_wanted(kind, words)
    if field == WORD:
        return WORD_KINDS[NAMES[kind]]
    if field == FACT:
        return FACT_NAMES[len(words)] if len(words) < 3 or words[0] != SAID else "statement"
    return FIELD_NAMES[field]


FORMS: Final = {
    ("claim_role", ROLE): "claimed",
    ("deny_role", ROLE): "denied",
    ("trust", STRENGTH): "degree",
    ("ask_all", QUESTION): "query",
}
"""Sentences that need other forms of some words (6.1.8)."""

FACT_NAMES: Final = ("record", "seat", "day", "seat")
POINTS: Final = (
    *("seat", "role", "side", "night", "day", "statement", "strength", "reason", "question"),
    *("seats", "number", "record", *WORD_KINDS.values()),
)
"""What a speaker can be asked for, word by word."""


def argument_names(statement: Statement) -> tuple[str, ...]:
    """The names of the fields, each used once."""
    names: list[str] = []
    for field in statement.fields:
        if field == WORD:
            name = WORD_KINDS[statement.name]
        elif (statement.name, field) in FORMS:
            name = FORMS[statement.name, field]
        elif field in (NIGHT, DAY, COUNT):
            name = "number_" + FIELD_NAMES[field] if field != COUNT else "number_mafiosi"
        elif field in (NUMBER, SECOND_NUMBER):
            name = "number_about"
        else:
            name = FIELD_NAMES[field]
        names.append(f"{name}_second" if name in names else name)
    return tuple(names)
