"""How a game at a table goes on: moves, time-outs and the deal, tried on a copy first.

Nothing here changes the table: what comes out is an entry for the log and the game as it is
after it. The entry is applied when it is on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from omerta.core import (
    CHANCE,
    CLOCK,
    EVERYBODY,
    IN_TURN,
    MASTER,
    Ask,
    Game,
    Refused,
    Rule,
    Step,
    Witness,
)
from omerta.server.table import entries as log
from omerta.server.table import views
from omerta.server.table.fold import Table
from omerta.server.table.state import is_sealed, is_waiting_for_chance
from omerta.server.table.viewers import RUNNER, WATCHER
from omerta.server.wire.protocol import LONGEST_MOVE, LONGEST_TEXT


class Tried:
    """A move that the rules allow: its entry, the game after it, and who hears of it."""

    def __init__(
        self, body: log.Played | log.Dealt | log.TakenBack, game: Game, heard: int
    ) -> None:
        self.body: Final = body
        self.game: Final = game
        self.heard: Final = heard


class NotAllowed(Exception):
    """Something that a person may not do now: a text key, perhaps with a clause."""

    def __init__(self, key: str, clause: str = "", detail: str = "", **args: int) -> None:
        super().__init__(key)
        self.key = key
        self.clause = clause
        self.detail = detail
        self.values: dict[str, str | int] = {**args}


def deal(table: Table) -> Tried:
    """Begin the game: chance answers for everything that is drawn at the start."""
    game = table.new_game()
    game.notices = []
    answers: list[int] = []
    _run_chance(table, game, answers)
    return Tried(log.Dealt(answers=answers), game, table.everybody())


def move(table: Table, seat: int, choices: Sequence[int], by: str = "") -> Tried:
    """A whole move of a seat; `NotAllowed` if the rules refuse it."""
    game = copy(table)
    answers: list[int] = []
    _answer_all(table, game, seat, choices, answers)
    _run_chance(table, game, answers)
    text = ""
    if table.chairs[seat].away:
        text = table.rulebook.move_text(table.game, seat, tuple(choices))
    body = log.Played(answers=answers, seat=seat, by=by, move=text)
    return Tried(body, game, _audience(table, game, {seat}))


def enter(table: Table, moves: Sequence[tuple[int, Sequence[int]]]) -> Tried:
    """Moves that whoever runs the game enters, for players or of their own; all or none."""
    game = copy(table)
    answers: list[int] = []
    for seat, choices in moves:
        _answer_all(table, game, seat, choices, answers)
        _run_chance(table, game, answers)
    body = log.Played(answers=answers, seat=MASTER, by="master")
    return Tried(body, game, _audience(table, game, {seat for seat, _ in moves}))


def take_back(table: Table, entry: int) -> Tried:
    """The game before its last move, if that is the one meant and nothing was drawn in it."""
    if table.game is None or table.phase != "playing":
        raise NotAllowed("server.refused.not_playing")
    if not table.moves:
        raise NotAllowed("server.refused.nothing_entered")
    last = table.last_move()
    if last is None:
        raise NotAllowed("server.refused.drawn")
    if last[0] != entry:
        raise NotAllowed("server.refused.stale")
    body = log.TakenBack(kept=last[1], entry=entry)
    return Tried(body, table.replayed(last[1]), table.everybody())


def lapse(table: Table, seats: Sequence[int], by: str = "time") -> Tried:
    """Time has run out: these seats take the default of their question."""
    game = copy(table)
    answers: list[int] = []
    for seat in seats:
        ask = game.asked(seat)
        while ask is not None:
            choice = table.rulebook.default(game, ask)
            game.answer(seat, choice)
            answers += (seat, choice)
            ask = game.asked(seat)
            if ask is not None and not ask.continues:
                break
        if is_waiting_for_chance(game):
            break
    _run_chance(table, game, answers)
    body = log.Played(answers=answers, seat=CLOCK, by=by)
    return Tried(body, game, _audience(table, game, set(seats)))


def leave(table: Table, seat: int) -> Tried:
    """Somebody stays away, and the rules say what becomes of the seat."""
    game = copy(table)
    answers: list[int] = []
    for answer in table.rulebook.leaving(game, seat) or ():
        game.answer(*answer)
        answers += answer
        _run_chance(table, game, answers)
    if not answers:
        raise NotAllowed("server.refused.not_asked")
    body = log.Played(answers=answers, seat=CLOCK, by="time")
    return Tried(body, game, _audience(table, game, {seat}))


def copy(table: Table) -> Game:
    """The game of a table as it stands, to try something on."""
    if table.game is None or table.phase != "playing":
        raise NotAllowed("server.refused.not_playing")
    game: Game = table.rulebook.copy(table.game)
    game.notices = []
    return game


def _answer_all(
    table: Table, game: Game, seat: int, choices: Sequence[int], answers: list[int]
) -> None:
    """Give every small answer of a move."""
    if not choices or len(choices) > LONGEST_MOVE:
        raise NotAllowed("server.refused.move_not_whole")
    for part, choice in enumerate(choices):
        ask = game.asked(seat)
        if ask is None or (part and not ask.continues):
            raise NotAllowed("server.refused.not_asked")
        try:
            game.answer(seat, choice)
        except Refused:
            raise refusal(table, game, seat, choice) from None
        answers += (seat, choice)
    follow = game.asked(seat)
    if follow is not None and follow.continues:
        raise NotAllowed("server.refused.move_not_whole")


def refusal(table: Table, game: Game, seat: int, choice: int) -> NotAllowed:
    """Why the rules refuse a choice, in the words of the rulebook."""
    clause, key = table.rulebook.why(game, seat, choice)
    return NotAllowed(f"{table.area}.refusal.{key}", clause)


def explanation(table: Table, seat: int, move: str) -> NotAllowed:
    """Why the rules refuse a move in the notation."""
    if table.game is None:
        return NotAllowed("server.refused.not_asked")
    clause, key = table.rulebook.explain(table.game, seat, move[:LONGEST_TEXT])
    if key == "allowed":
        return NotAllowed("server.refused.possible")
    return NotAllowed(f"{table.area}.refusal.{key}", clause)


def _run_chance(table: Table, game: Game, answers: list[int]) -> None:
    """Let the fair deal answer for chance until somebody else is asked."""
    while is_waiting_for_chance(game):
        choice = table.chance(game.asks[0], answers)
        game.answer(CHANCE, choice)
        answers += (CHANCE, choice)


# Who hears of it.


def _audience(table: Table, after: Game, actors: set[int]) -> int:
    """Everybody for whom anything has changed or was said, and nobody else.

    Whoever sees no difference gets nothing at all: not even a number tells that something
    happened out of sight.
    """
    before = table.game
    assert before is not None, "only a game that is played goes on"
    notices = after.notices or []
    for notice in notices:
        if notice.only == EVERYBODY:
            return table.everybody()
    mask = 1 << RUNNER if table.run_by else 0
    for seat in actors:
        if seat >= 0:
            mask |= 1 << seat
    told = {notice.only for notice in notices}
    unseen = not told and after.top is before.top and is_sealed(after)
    if unseen:
        return mask
    if views.public(table, before) != views.public(table, after):
        return table.everybody()  # what is public is part of every view
    if views.whole(table, before, WATCHER) != views.whole(table, after, WATCHER):
        return table.everybody()
    for seat in range(table.seats):
        if mask >> seat & 1:
            continue
        if seat in told or views.whole(table, before, seat) != views.whole(table, after, seat):
            mask |= 1 << seat
    return mask


# Answers ahead: a question that goes round the table is put to all at once.


class _Curtain(Witness):
    """Notices when a step shows something hidden."""

    def __init__(self) -> None:
        self.opened = False

    def saw(self, rule: Rule, step: Step[Any]) -> None:
        """Called before the step runs."""
        self.opened = self.opened or step.reveals


def coming(table: Table) -> dict[int, tuple[Ask, Game]]:
    """Seats that the open question will reach if everybody before them takes the default.

    Found by playing the defaults on a copy until the question is another one, something
    hidden would show or chance decides. Defaults and who is asked are public knowledge.
    """
    if table.coming is None:
        table.coming = _reached(table)
    return table.coming


def _reached(table: Table) -> dict[int, tuple[Ask, Game]]:
    reached: dict[int, tuple[Ask, Game]] = {}
    game = table.game
    asks = table.asks()
    if game is None or len(asks) != 1 or asks[0].point not in table.rulebook.goes_round:
        return reached
    point = asks[0].point
    first = asks[0].seat
    curtain = _Curtain()
    trial: Game = table.rulebook.copy(game)
    while len(trial.asks) == 1 and trial.asks[0].point == point:
        ask = trial.asks[0]
        if ask.seat in reached or (reached and ask.seat == first):
            break
        if ask.seat != first:
            reached[ask.seat] = (ask, trial)
            if len(reached) == table.seats - 1:
                break  # all others are reached
            trial = table.rulebook.copy(trial)
        trial.witness = curtain
        trial.answer(ask.seat, table.rulebook.default(trial, ask))
        trial.witness = None
        if curtain.opened or _shape(trial) != IN_TURN:
            break
    return reached


def _shape(game: Game) -> int:
    frame = game.top
    return -1 if frame is None else frame.rule.steps[frame.step - 1].shape


def promise(table: Table, seat: int, choices: Sequence[int]) -> log.Promised:
    """An answer for "if nothing changes until my turn", with what must not change."""
    if not choices:
        return log.Promised(seat=seat, answers=[])
    found = coming(table).get(seat)
    if found is None:
        raise NotAllowed("server.refused.not_coming")
    _, game = found
    digest = views.digest(table, game, seat)
    _answer_all(table, table.rulebook.copy(game), seat, choices, [])
    return log.Promised(seat=seat, answers=list(choices), view=digest)


def kept_promise(table: Table, seat: int) -> list[int] | None:
    """The answer given ahead, if the question has come and nothing has changed."""
    given = table.promises.get(seat)
    if given is None or table.game is None or table.asked(seat) is None:
        return None
    if views.digest(table, table.game, seat) != given.view:
        return None
    return given.answers


def promised(table: Table, seat: int) -> list[int]:
    """The answer given ahead as far as it still holds; empty when a change has voided it."""
    given = table.promises.get(seat)
    game = None if given is None else at_question(table, seat)
    if given is None or game is None or table.phase != "playing":
        return []
    return given.answers if views.digest(table, game, seat) == given.view else []


def at_question(table: Table, seat: int) -> Game | None:
    """The game where a seat is asked, now or when the question comes round to it."""
    if table.asked(seat) is not None:
        return table.game
    found = coming(table).get(seat)
    return None if found is None else found[1]
