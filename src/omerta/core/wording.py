"""Moves as text, both ways, and why one is refused: written once for all games.

A move is the words of its small answers, one point after the other. Everything that explains a
refusal is found in the seat's own view, so that a reason tells nobody anything new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from omerta.core.kinds import Unread
from omerta.core.machine import Ask, Game, Refused, Seat

if TYPE_CHECKING:
    from omerta.core.contract import Rulebook

COMMON_REFUSALS: Final = {
    "allowed": "",
    "nothing_said": "",
    "unknown_move": "",
    "unknown_choice": "",
    "wrong_words": "",
    "target_missing": "",
    "not_a_number": "",
    "unknown_seat": "",
    "not_a_choice": "",
    "not_asked": "",
}
"""Reasons that are about words and moments, not about a clause; every game has texts for them."""

Reason = tuple[str, str]
"""A clause (none where it is only about words) and a text key."""


def describe(ask: Ask, options: Any) -> list[dict[str, Any]]:
    """The choices of a question, each with its words and the things it names."""
    point = ask.point
    return [point.describe(choice, options) for choice in ask.choices]


def words_of(game: Any, seat: Seat, answers: Sequence[int], copy: Game) -> list[str]:
    """The words of a move's answers, given on a copy of the game."""
    said: list[str] = []
    for choice in answers:
        ask = copy.asked(seat)
        if ask is None:
            raise Refused("", "not_asked", (seat,))
        said += ask.point.asks.words(choice, game.options).split()
        copy.answer(seat, choice)
    return said


def read_move(
    book: Rulebook[Any, Any, Any], game: Any, seat: Seat, said: list[str]
) -> tuple[int, ...]:
    """The small answers whose words are exactly these; `Refused` if no legal move has them."""
    clause = "" if game.top is None else game.top.rule.clause
    if game.asked(seat) is None:
        raise Refused(clause, "not_asked", (seat,))
    if not said:
        raise Refused(clause, "nothing_said", (seat,))
    found = matching(book, game, seat, said)
    if found is None:
        raise Refused(clause, "no_such_move", (seat,))
    return found


def matching(
    book: Rulebook[Any, Any, Any], game: Any, seat: Seat, said: list[str]
) -> tuple[int, ...] | None:
    """The answers whose words are exactly these, if there are such."""
    ask = game.asked(seat)
    if ask is None:
        return None
    for choice in dict.fromkeys([*meant(ask, said, game.options), *ask.choices]):
        own = ask.point.describe(choice, game.options)["move"].split()
        if said[: len(own)] != own:
            continue
        trial = book.copy(game)
        trial.answer(seat, choice)
        follow = trial.asked(seat)
        if follow is not None and follow.continues:
            rest = matching(book, trial, seat, said[len(own) :])
            if rest is not None:
                return (choice, *rest)
        elif len(own) == len(said) or book.goes_unasked(game, trial, seat, said[len(own) :]):
            return (choice,)
    return None


def meant(ask: Ask, said: list[str], options: Any) -> tuple[int, ...]:
    """The choice that these words begin with, to be tried before all others."""
    try:
        value = ask.point.asks.read(said, options).value
    except Unread:
        return ()
    return (value,) if value in ask.choices else ()


def why(book: Rulebook[Any, Any, Any], game: Any, seat: Seat, choice: int) -> Reason:
    """Why this choice is not open; `allowed` if it is."""
    seen = book.view(game, seat)
    ask = seen.asked
    if ask is None:
        return book.reason(book.out_of_place(seen, ""))
    if choice in ask.choices:
        return book.reason("allowed")
    if choice not in ask.point.asks.candidates(seen):
        return book.reason("unknown_choice")
    return book.reason(ask.point.wrong(seen, choice) or "not_a_choice")


def explain(book: Rulebook[Any, Any, Any], game: Any, seat: Seat, text: str) -> Reason:
    """Why a move in the notation is refused; `allowed` if it is not."""
    if not text.split():
        return book.reason("nothing_said")
    try:
        book.read_move(game, seat, text)
    except Refused:
        return book.reason(wrong_with(book, game, seat, book.spelt_out(game, text)))
    return book.reason("allowed")


def wrong_with(book: Rulebook[Any, Any, Any], game: Any, seat: Seat, said: list[str]) -> str:
    """What is wrong with a move that no legal one reads like: its first part that is not open."""
    seen = book.view(game, seat)
    ask = seen.asked
    if ask is None or not ask.continues:
        if said[0] not in book.acts():
            return "unknown_move"
        if ask is None or said[0] not in ask.point.asks.acts():
            return book.out_of_place(seen, said[0])
    assert ask is not None, "whoever goes on with a move is asked"
    wrong = book.wrong_as_a_whole(seen, said)
    if wrong:
        return wrong
    trial = book.copy(game)
    while True:
        try:
            value, words = ask.point.asks.read(said, game.options)
        except Unread as unread:
            if ask is seen.asked and begins_another(book, ask, said):
                return book.out_of_place(seen, said[0])
            return unread.key
        if value not in ask.choices:
            return ask.point.wrong(book.view(trial, seat), value) or "not_a_choice"
        said = said[words:]
        before = book.copy(trial)
        trial.answer(seat, value)
        ask = trial.asked(seat)
        if ask is None or not ask.continues:
            return left_over(book, before, trial, seat, said)


def begins_another(book: Rulebook[Any, Any, Any], ask: Ask, said: list[str]) -> bool:
    """Whether somebody begins another move instead of going on with the one begun."""
    return bool(said) and said[0] in book.acts() and said[0] not in ask.point.asks.acts()


def left_over(
    book: Rulebook[Any, Any, Any], before: Any, after: Any, seat: Seat, said: list[str]
) -> str:
    """What is wrong with words that stand behind the last answer of a move."""
    try:
        book.goes_unasked(before, after, seat, said)
    except Refused as refused:
        return refused.key
    return "wrong_words" if said else "not_a_choice"
