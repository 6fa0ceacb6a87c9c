"""The words of Palermo: seats, roles, statements and moves as text, both ways."""

from __future__ import annotations

import re
from typing import Any, Final

from omerta.core import Ask, Refused, Seat
from omerta.games.palermo.state.kinds import (
    ACTS,
    ASSIGN,
    BOLD,
    CLOSE,
    DECLINE,
    HEAL,
    HEAL_POISON,
    HINT,
    LEAVE,
    MATCH,
    NEXT,
    NO,
    NOBODY,
    NOMINATE,
    POINT,
    REACT,
    READY,
    RETURN,
    SAY,
    SLIT,
    START,
    TIME,
    WAIT,
    YES,
    act_of,
    argument_of,
    choice_of,
    first_of,
    is_yes,
    number_of,
    reaction,
    second_of,
    two,
)
from omerta.games.palermo.state.roles import CODE_NAMES, ROLE_NAMES, SIDES
from omerta.games.palermo.state.table import CALLS, CAUSES, CODE_CALL, PARTS, WINNERS
from omerta.games.palermo.state.statements import (
    ACCUSE,
    CITE,
    DONE,
    HINTS,
    NAMES,
    NO_REASON,
    NUMBER,
    QUESTION,
    QUESTIONS,
    REASON,
    REASONS,
    RECORDS,
    ROLE,
    SAID,
    SECOND_NUMBER,
    SIDE,
    STATEMENTS,
    STRENGTH,
    WITHDRAW,
    WORD,
    WORD_KINDS,
    Said,
    field_wanted,
)
from omerta.games.palermo.state.game import Town

WITHOUT_ARGUMENT: Final = (
    *(WAIT, DECLINE, READY, CLOSE, YES, NO, SLIT, BOLD, HEAL, TIME, NEXT, START),
)
"""Acts that name nobody."""


def seat_text(seat: Seat) -> str:
    """A seat as its number, counted from 1."""
    return "nobody" if seat == NOBODY else str(seat + 1)


def seats_text(seats: list[Seat]) -> str:
    """Several seats, or `-` for none."""
    return " ".join([seat_text(seat) for seat in seats]) or "-"


def call_text(call: int) -> str:
    """Whom the night calls; a code name in the blind variant."""
    return CODE_NAMES[call - CODE_CALL] if call >= CODE_CALL else CALLS[call]


# Statements (6.2).


def field_text(kind: int, place: int, words: tuple[int, ...]) -> str:
    """One field of a statement."""
    value = words[place]
    if kind == CITE:
        if place == 0:
            return RECORDS[value]
        if place == 3 and words[0] == SAID:
            return f"#{value}"
        return str(value) if place == 2 else seat_text(value)
    field = field_wanted(kind, words[:place])
    if field == ROLE:
        return ROLE_NAMES[value]
    if field == SIDE:
        return SIDES[value]
    if field in (NUMBER, SECOND_NUMBER):
        return f"#{value}"
    if field == REASON:
        return REASONS[value]
    if field == QUESTION:
        return QUESTIONS[value]
    if field == WORD:
        return STATEMENTS[kind].words[value]
    if field in COUNTED:
        return str(value)
    return seat_text(value)


COUNTED: Final = (7, 8, STRENGTH, 16)
"""Fields that are plain numbers: night, day, strength, number of mafiosi."""


STATED: Final[dict[tuple[int, tuple[int, ...]], str]] = {}
MOST_STATED: Final = 20_000


def statement_text(kind: int, words: tuple[int, ...]) -> str:
    """A statement in the form of section 6; what was said once is often said again."""
    text = STATED.get((kind, words))
    if text is None:
        text = statement_words(kind, words)
        if len(STATED) < MOST_STATED:
            STATED[kind, words] = text
    return text


def statement_words(kind: int, words: tuple[int, ...]) -> str:
    """A statement, word by word."""
    name = NAMES[kind]
    if name == "claim_glimpse":
        seats = [seat_text(word) for word in words[1:] if word != DONE]
        return f"{name}({words[0]}, {' '.join(seats)})"
    parts = [field_text(kind, place, words) for place in range(len(words))]
    if len(parts) >= 2 and parts[-2] == "believe" and parts[-1].startswith("#"):
        parts[-2:] = [f"believe({parts[-1]})"]
    return f"{name}({', '.join(parts)})"


def said_text(said: Said) -> str:
    """A statement with its speaker."""
    return f"{seat_text(said.seat)} {statement_text(said.kind, said.words)}"


def read_statement(text: str) -> tuple[int, ...]:
    """The small answers of a public statement; ValueError says what is wrong."""
    found = re.fullmatch(r"(\w+)\s*\((.*)\)", text.strip())
    if found is None or found.group(1) not in NAMES:
        raise ValueError(f"expected a statement, got {text!r}")
    kind = NAMES.index(found.group(1))
    inner = re.sub(r"believe\s*\((.*?)\)", r"believe, \1", found.group(2))
    parts = [part for part in re.split(r"[,\s{}]+", inner) if part]
    words: list[int] = []
    for part in parts:
        words.append(read_field(kind, tuple(words), part))
    if NAMES[kind] == "claim_glimpse":
        words[1:] = sorted(words[1:])
        if field_wanted(kind, tuple(words)) >= 0:
            words.append(DONE)
    if field_wanted(kind, tuple(words)) >= 0:
        raise ValueError(f"expected more fields in {text!r}")
    return (choice_of(SAY, kind), *words)


def read_field(kind: int, words: tuple[int, ...], part: str) -> int:
    """One field of a statement from its text."""
    field = field_wanted(kind, words)
    if field < 0:
        raise ValueError(f"expected no more fields, got {part!r}")
    if part.startswith("#"):
        return int(part[1:])
    lists: dict[int, tuple[str, ...]] = {
        ROLE: ROLE_NAMES,
        SIDE: SIDES,
        REASON: REASONS,
        QUESTION: QUESTIONS,
        WORD: STATEMENTS[kind].words,
    }
    if kind == CITE and not words:
        return RECORDS.index(part)
    if field in lists:
        return lists[field].index(part)
    if field in COUNTED or (kind == CITE and len(words) == 2):
        return int(part)
    return int(part) - 1


# Signs of the night channels (T-40 to T-44).


def sign_text(act: int, argument: int) -> str:
    """A sign in the form of section 6."""
    if act == POINT:
        return f"point({seat_text(argument)})"
    if act == REACT:
        return f"react(#{number_of(argument)}, {'yes' if is_yes(argument) else 'no'})"
    return f"hint({seat_text(first_of(argument))}, {HINTS[second_of(argument)]})"


def read_sign(text: str) -> int:
    """The answer that makes a sign."""
    if found := re.fullmatch(r"point\s*\(\s*(\w+)\s*\)", text):
        return choice_of(POINT, read_seat(found.group(1)))
    if found := re.fullmatch(r"react\s*\(\s*#(\d+)\s*,\s*(yes|no)\s*\)", text):
        return choice_of(REACT, reaction(int(found.group(1)), int(found.group(2) == "yes")))
    if found := re.fullmatch(r"hint\s*\(\s*(\d+)\s*,\s*(\w+)\s*\)", text):
        return choice_of(HINT, two(read_seat(found.group(1)), HINTS.index(found.group(2))))
    raise ValueError(f"expected a sign, got {text!r}")


def read_seat(text: str) -> Seat:
    """A seat from its number, or nobody."""
    if text == "nobody":
        return NOBODY
    if not text.isdecimal() or not 1 <= int(text) <= 30:
        raise ValueError(f"expected a seat, got {text!r}")
    return int(text) - 1


# Single answers.


def words(point: str, choice: int) -> str:
    """One small answer as it stands in a move."""
    if point.startswith("say/"):
        return field_word(point[4:], choice)
    act, argument = act_of(choice), argument_of(choice)
    name = ACTS[act]
    if act == SAY:
        return f"say {NAMES[argument]}"
    if act in (POINT, REACT, HINT):
        return f"say {sign_text(act, argument)}"
    if act in WITHOUT_ARGUMENT:
        return name
    if act == HEAL_POISON:
        return f"heal poison {seat_text(argument)}"
    if act == ASSIGN:
        return f"assign {seat_text(first_of(argument))} {ROLE_NAMES[second_of(argument)]}"
    if act in (MATCH, NOMINATE):
        first, second = first_of(argument), second_of(argument)
        rest = "" if second == NOBODY else f" {seat_text(second)}"
        return f"{name} {seat_text(first)}{rest}"
    return f"{name} {seat_text(argument)}"


def read_words(text: str) -> tuple[int, ...]:
    """The small answers that a move's text means, legal or not; ValueError if it means nothing."""
    said = text.split()
    name, rest = said[0], said[1:]
    if name == "say":
        body = text.split(None, 1)[1].strip() if rest else ""
        if re.match(r"(point|react|hint)\b", body):
            return (read_sign(body),)
        return read_statement(body)
    if name == "accuse":
        return (choice_of(SAY, ACCUSE), *[read_seat(part) for part in rest], NO_REASON)
    if name == "withdraw":
        return (choice_of(SAY, WITHDRAW), *[read_seat(part) for part in rest])
    if name == "heal" and rest[:1] == ["poison"]:
        return (choice_of(HEAL_POISON, read_seat(rest[1])),)
    if name not in ACTS:
        raise ValueError(f"expected a move, got {text!r}")
    act = ACTS.index(name)
    if act == ASSIGN:
        return (choice_of(ASSIGN, two(read_seat(rest[0]), ROLE_NAMES.index(rest[1]))),)
    seats = [read_seat(part) for part in rest]
    if act == MATCH and len(seats) == 2:
        return (choice_of(MATCH, two(min(seats), max(seats))),)
    if act == NOMINATE and len(seats) in (1, 2):
        return (choice_of(NOMINATE, two(seats[0], seats[1] if len(seats) == 2 else NOBODY)),)
    if len(seats) != (0 if act in WITHOUT_ARGUMENT else 1):
        raise ValueError(f"expected a move, got {text!r}")
    return (choice_of(act, seats[0] if seats else 0),)


# Whole moves.


def read_move(town: Town, seat: Seat, text: str) -> tuple[int, ...]:
    """The small answers of a move; `Refused` if its first one is not legal now."""
    ask = town.asked(seat)
    try:
        answers = read_words(text)
    except (ValueError, IndexError):
        raise Refused("", "unknown_move", (seat,)) from None
    if ask is None or answers[0] not in ask.choices:
        raise Refused("", "not_a_choice", (seat,))
    if len(answers) > 1:
        trial = town.copy()
        for choice in answers:
            trial.answer(seat, choice)
    return answers


def move_text(town: Town, seat: Seat, answers: tuple[int, ...]) -> str:
    """A whole move in the notation."""
    first = answers[0]
    if act_of(first) != SAY:
        return words("", first)
    kind = argument_of(first)
    if kind == ACCUSE and answers[2:] == (NO_REASON,):
        return f"accuse {seat_text(answers[1])}"
    if kind == WITHDRAW:
        return f"withdraw {seat_text(answers[1])}"
    return f"say {statement_text(kind, answers[1:])}"


DESCRIBED: Final[dict[tuple[str, int], dict[str, Any]]] = {}
"""Descriptions that were made before; nobody changes them."""


def describe(ask: Ask) -> list[dict[str, Any]]:
    """Each choice with its words and the things it touches."""
    point = ask.point if ask.continues else ""
    found: list[dict[str, Any]] = []
    for choice in ask.choices:
        described = DESCRIBED.get((point, choice))
        if described is None:
            described = {
                "choice": choice,
                "move": words(point, choice),
                "parts": parts(point, choice),
            }
            DESCRIBED[point, choice] = described
        found.append(described)
    return found


def parts(point: str, choice: int) -> dict[str, str]:
    """What a choice touches: kind to id."""
    if point.startswith("say/"):
        name = point[4:]
        return {name: str(choice) if name in ("seat", "seats") else field_word(name, choice)}
    act, argument = act_of(choice), argument_of(choice)
    touched = {"act": ACTS[act]}
    if act == SAY:
        touched["statement"] = NAMES[argument]
    elif act == ASSIGN:
        touched["seat"] = str(first_of(argument))
        touched["role"] = ROLE_NAMES[second_of(argument)]
    elif act == HINT:
        touched["seat"] = str(first_of(argument))
        touched["hint"] = HINTS[second_of(argument)]
    elif act == REACT:
        touched["number"] = str(number_of(argument))
        touched["reply"] = "yes" if is_yes(argument) else "no"
    elif act in (MATCH, NOMINATE):
        touched["seat"] = str(first_of(argument))
        if second_of(argument) != NOBODY:
            touched["seat_second"] = str(second_of(argument))
    elif act not in WITHOUT_ARGUMENT and argument != NOBODY:
        touched["seat"] = str(argument)
    return touched


def field_word(name: str, value: int) -> str:
    """One word of a statement, as a speaker picks it."""
    if name in ("seat", "seats"):
        return "done" if value == DONE else seat_text(value)
    if name == "statement":
        return f"#{value}"
    if name == "record":
        return RECORDS[value]
    return str(value) if name in ("night", "day", "number") else word(name, value)


def word(kind: str, value: int) -> str:
    """The id of a value in notices and catalogues."""
    lists: dict[str, tuple[str, ...]] = {
        "role": ROLE_NAMES,
        "side": SIDES,
        "cause": CAUSES,
        "winner": WINNERS,
        "part": PARTS,
        "reason": REASONS,
        "question": QUESTIONS,
        "query": QUESTIONS,
        "hint": HINTS,
        "claimed": ROLE_NAMES,
        "denied": ROLE_NAMES,
    }
    if kind in lists:
        return lists[kind][value]
    if kind == "code":
        return CODE_NAMES[value].lower()
    if kind in ("strength", "degree"):
        return str(value)
    for name, word_kind in WORD_KINDS.items():
        if kind == word_kind:
            return STATEMENTS[NAMES.index(name)].words[value]
    raise KeyError(f"expected a kind of word, got {kind!r}")


UNLISTED: Final = (WAIT, SAY, READY, LEAVE, RETURN, TIME, NEXT, POINT, REACT, HINT)
"""Acts that an exact list leaves out; they do not count as being asked."""
