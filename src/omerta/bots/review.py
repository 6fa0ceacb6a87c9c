"""The review of a game: what a seat's decisions, chance and the others did to its chance to win.

Every judgement is made from what the seat saw at that time and from nothing else: a view and the
move that was made. So luck cannot be taken for a mistake, nor a mistake be excused by luck.

A chance is always that of a seat which plays on by rules of thumb like everybody else. So the
chances before a decision and after it, after each draw and after each move of the others lie on
one line, and all adds up from the first chance to the end of the game. A simulation goes as far
as the players look: when another round or turn comes in sight, the chance is found anew, and what
changes by that alone was done by nobody and is kept apart. The best move is another matter: it is
looked for, and the move that was made is called a mistake if it is clearly worse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from omerta.bots.advice import Said, named, plain_choice, reason, seeded
from omerta.bots.roster import SEARCHED
from omerta.bots.town_review import review_of_town
from omerta.bots.weighing import SURE, USUAL, Estimate, Move, Scales, chance_of, gap
from omerta.core import (
    CHANCE,
    CLOCK,
    EVERYBODY,
    SEALED,
    Answer,
    Game,
    Notice,
    NoWorld,
    Rulebook,
    Seat,
    View,
    WrittenRecord,
    encode_notice,
)
from omerta.core.scenario import Stage, play_line
from omerta.core.weights import MURMUR, SCENE
from omerta.text import area_of

SELECTION: Final = 64
"""Simulations to find the best move."""

WORLDS: Final = 24
"""Further worlds in which it is compared with the move that was made."""

STANDING: Final = 24
"""Worlds for a chance between two decisions."""

MISTAKE: Final = 0.05
"""A mistake costs at least this much,"""

SURELY: Final = 2.0
"""and at least this many standard errors."""

MOMENTS: Final = 5
"""How many moments are told; everything else can be looked up."""

MISTAKES: Final = 3
"""How many of them are mistakes of one's own, if there are other things to tell."""

HEARD: Final = 4
"""How many lines are quoted of what was heard at a moment."""

OWN: Final = "own"
LUCK: Final = "chance"
OTHERS: Final = "others"
SIGHT: Final = "sight"
"""Nobody: the same position, seen one round or turn farther."""
COLUMNS: Final = (OWN, LUCK, OTHERS, SIGHT)


CLOCK_LABEL: Final = "clock"
"""Who answers for time in the notation."""


class NotOver(Exception):
    """A game is reviewed when it has ended."""


class Step(NamedTuple):
    """One move of somebody, or draws in a row: how the game stood before, and what was heard."""

    seat: Seat
    move: Move
    before: Game
    heard: list[Notice]


# A game as its steps.


def steps_of(
    rulebook: Rulebook[Any, Any, Any], game: Game, answers: Iterable[Answer]
) -> tuple[list[Step], Game]:
    """The steps of a game from its answers, and the game at its end."""
    game.notices = []
    steps: list[Step] = []
    for seat, choice in answers:
        ask = game.asked(seat)
        goes_on = ask is not None and ask.continues
        is_same = bool(steps) and steps[-1].seat == seat and (goes_on or seat == CHANCE)
        if is_same:
            last = steps.pop()
            steps.append(Step(seat, (*last.move, choice), last.before, last.heard))
        else:
            steps.append(Step(seat, (choice,), rulebook.copy(game), []))
        game.answer(seat, choice)
        steps[-1].heard.extend(game.notices or [])
        game.notices = []
    return steps, game


def steps_written(
    rulebook: Rulebook[Any, Any, Any], record: WrittenRecord
) -> tuple[list[Step], Game]:
    """The same of a record in the notation."""
    stage: Stage = record.stage(rulebook)
    stage.game.notices = []
    steps: list[Step] = []
    for line in record.moves():
        stage.number = line.number
        before = rulebook.copy(stage.game)
        label, colon, text = line.text.partition(":")
        play_line(stage, line)
        heard = list(stage.game.notices or [])
        stage.game.notices = []
        if not colon:
            continue
        seat, move, drawing = made(rulebook, stage, before, label.strip(), text.strip())
        steps.append(Step(seat, move, before, [] if drawing else heard))
        if drawing is not None:
            steps.append(Step(CHANCE, (), drawing, heard))
    return steps, stage.game


def made(
    rulebook: Rulebook[Any, Any, Any], stage: Stage, before: Game, label: str, text: str
) -> tuple[Seat, Move, Game | None]:
    """Who made a written move, its answers, and the game if chance had to draw after it."""
    if label == CLOCK_LABEL:
        return CLOCK, (), None
    after = stage.game
    stage.game = before
    try:
        seat = stage.seat(label)
        asked = before.asked(seat)
        if asked is None or not stage.knows(asked, text.split()[0]):
            return seat, (), None
        move = stage.answers(seat, text)
    finally:
        stage.game = after
    moved = rulebook.copy(before)
    for choice in move:
        moved.answer(seat, choice)
    drawing = bool(moved.asks) and moved.asks[0].seat == CHANCE
    return seat, move, moved if drawing else None


# What is to be judged.


class Task(NamedTuple):
    """A moment to judge: what the seat saw, and the move it made there, if it did."""

    step: int
    round: int
    view: View
    move: Move
    mixed: bool
    """Whether the answer was sealed: such choices are mixed, and no single one is a mistake."""
    after: str
    """Who moves the chance from here to the next moment; nobody if that is the seat again."""
    farther: bool = False
    """Whether a round or an own turn has begun, so that a simulation goes on to another one."""


def tasks_of(rulebook: Rulebook[Any, Any, Any], steps: Sequence[Step], seat: Seat) -> list[Task]:
    """All that has to be judged for one seat, in the order of the game."""
    tasks: list[Task] = []
    outlook = SEARCHED[rulebook.name]()
    begun = False
    seen = -1
    for number, step in enumerate(steps):
        begun = begun or step.seat >= 0
        if not begun:
            continue
        game = step.before
        now = rulebook.manners.round_of(game)
        sight = outlook.step(game, seat, seen)
        farther = bool(tasks) and sight != seen
        if step.seat == seat:
            ask = game.asked(seat)
            if ask is None or not step.move or len(set(ask.choices)) < 2:
                continue
            sealed = game.top is not None and game.top.asking.shape == SEALED
            view = rulebook.view(game, seat)
            tasks.append(Task(number, now, view, step.move, sealed, "", farther))
            seen = sight
            continue
        by = LUCK if step.seat == CHANCE else OTHERS
        if tasks and tasks[-1].after in ("", by) and not farther:
            tasks[-1] = tasks[-1]._replace(after=by)
            continue
        view = rulebook.view(game, seat)
        tasks.append(Task(number, now, view, USUAL, mixed=False, after=by, farther=farther))
        seen = sight
    return tasks


class Verdict(NamedTuple):
    """What was found at one moment, as plain values."""

    before: Estimate
    gain: Estimate
    """What one's own move brought beside the usual one; nothing between decisions."""
    nearer: Estimate | None = None
    """The chance before, as it was seen until another round or turn came in sight."""
    played: dict[str, Any] | None = None
    better: dict[str, Any] | None = None
    loss: Estimate = Estimate(0.0, 0.0)
    """By how much the best move was better than the one that was made."""
    why: Said | None = None


NOTHING_GAINED: Final = Estimate(0.0, 0.0)


def judge(rulebook: Rulebook[Any, Any, Any], task: Task) -> Verdict | None:
    """Judge one moment from what was seen there; None if no world fits it."""
    view = task.view
    scales = Scales(rulebook)
    rng = seeded(rulebook, view, "review")
    try:
        nearer = scales.nearer(view, STANDING, rng) if task.farther else None
        if task.move != USUAL:
            return judged_move(scales, task, rng)._replace(nearer=nearer)
        standing = chance_of(scales.weigh(view, [USUAL], STANDING, rng)[0])
        return Verdict(standing, NOTHING_GAINED, nearer)
    except NoWorld:
        return None


def judged_move(scales: Scales, task: Task, rng: Random) -> Verdict:
    """Judge a decision: beside the usual move, and beside the best one."""
    rulebook, view, move = scales.rulebook, task.view, task.move
    best = move if task.mixed else scales.best(view, [move], SELECTION, rng, keep=2)[0]
    listed = [USUAL, move] if best == move else [USUAL, move, best]
    rows = scales.weigh(view, listed, WORLDS, rng)
    if best != move and is_mistake(gap(rows[2], rows[1])):
        # Whoever looks at a hundred decisions finds one that looks bad by luck: look again.
        more = scales.weigh(view, listed, WORLDS, rng)
        rows = [row + other for row, other in zip(rows, more, strict=True)]
    before, after = chance_of(rows[0]), chance_of(rows[1])
    played = plain_choice(named(rulebook, view, move, after, rng))
    gain = gap(rows[1], rows[0])
    if best == move:
        return Verdict(before, gain, None, played)
    better = plain_choice(named(rulebook, view, best, chance_of(rows[2]), rng))
    value = scales.value(view)
    assert value is not None, "worlds were weighed with it"
    why = reason(scales.outlook, value, view.seat, rows[2], rows[1])
    return Verdict(before, gain, None, played, better, gap(rows[2], rows[1]), why)


def is_mistake(loss: Estimate) -> bool:
    """Whether a move was worse than the best by enough, and surely."""
    return loss.mean >= MISTAKE and loss.mean >= SURELY * loss.error


# What it adds up to.


class Segment(NamedTuple):
    """A stretch of the game in which one of three moved the chance."""

    by: str
    task: int
    """The moment at which it begins."""
    first: int
    last: int
    """From which step up to which."""
    round: int
    start: float
    end: float
    error: float

    @property
    def change(self) -> float:
        """By how much the chance rose."""
        return self.end - self.start


def segments_of(
    tasks: Sequence[Task], verdicts: Sequence[Verdict | None], steps: int, result: float
) -> list[Segment]:
    """The line from the first chance to the end of the game, piece by piece."""
    pieces: list[Segment] = []
    level = error = 0.0
    by = ""
    begins = (0, 0, 0)
    is_first = True
    for place, (task, verdict) in enumerate(zip(tasks, verdicts, strict=True)):
        if verdict is None:
            by = by or task.after
            continue
        if is_first:
            level = verdict.before.mean
            is_first = False
        elif by or verdict.nearer:
            found = verdict.nearer or verdict.before
            off = (error**2 + found.error**2) ** 0.5
            at, first, now = begins
            pieces.append(Segment(by or LUCK, at, first, task.step, now, level, found.mean, off))
            level = found.mean
        if verdict.nearer and pieces:
            here, anew = (task.step, task.step, task.round), verdict.before
            pieces.append(Segment(SIGHT, place, *here, level, anew.mean, anew.error))
            level = anew.mean
        if task.move != USUAL:
            end = min(1.0, max(0.0, level + verdict.gain.mean))
            first, last = task.step, task.step + 1
            off = verdict.gain.error
            pieces.append(Segment(OWN, place, first, last, task.round, level, end, off))
            level = end
        error = verdict.before.error
        by = task.after
        begins = (place, task.step + (task.move != USUAL), task.round)
    at, first, now = begins
    pieces.append(Segment(by or LUCK, at, first, steps, now, level, result, error))
    return pieces


def columns(pieces: Iterable[Segment]) -> dict[str, float]:
    """What each of the three has brought or cost."""
    sums = dict.fromkeys(COLUMNS, 0.0)
    for piece in pieces:
        sums[piece.by] += piece.change
    return sums


def is_swing(piece: Segment) -> bool:
    """Whether a stretch has changed the chance by enough, and surely."""
    change = abs(piece.change)
    return change >= MISTAKE and change >= SURELY * piece.error


def chosen_moments(
    tasks: Sequence[Task], verdicts: Sequence[Verdict | None], pieces: Sequence[Segment]
) -> list[int]:
    """The places of the segments that are told, in the order of the game."""
    mistakes: list[tuple[float, int]] = []
    swings: list[tuple[float, int]] = []
    for place, piece in enumerate(pieces):
        verdict = verdicts[piece.task]
        if piece.by == OWN:
            is_mixed = tasks[piece.task].mixed
            if verdict is not None and not is_mixed and is_mistake(verdict.loss):
                mistakes.append((verdict.loss.mean, place))
        elif piece.by != SIGHT and is_swing(piece):
            swings.append((abs(piece.change), place))
    mistakes.sort(reverse=True)
    swings.sort(reverse=True)
    told = [*mistakes[:MISTAKES], *swings]
    told = [*told[:MOMENTS], *mistakes[MISTAKES:]][:MOMENTS]
    return sorted(place for _, place in told)


def turning_points(pieces: Sequence[Segment]) -> list[int]:
    """The places of the two segments that changed most."""
    places = [place for place, piece in enumerate(pieces) if piece.by != SIGHT]
    ranked = sorted(places, key=lambda place: -abs(pieces[place].change))
    return sorted(place for place in ranked[:2] if is_swing(pieces[place]))


def heard_by(
    rulebook: Rulebook[Any, Any, Any], steps: Sequence[Step], seat: Seat, first: int, last: int
) -> list[Said]:
    """What a seat heard in some steps: the weightiest, in their order."""
    notices = [
        notice
        for step in steps[first:last]
        for notice in step.heard
        if notice.only in (EVERYBODY, seat)
    ]
    weights = [rulebook.manners.weight(notice.key) for notice in notices]
    kept = [place for place, weight in enumerate(weights) if weight == SCENE]
    if not kept:
        kept = [place for place, weight in enumerate(weights) if weight != MURMUR]
    area = area_of(rulebook.name)
    told: list[Said] = []
    for place in kept[-HEARD:]:
        encoded = encode_notice(rulebook, notices[place])
        told.append({"key": f"{area}.notice.{encoded['key']}", "args": encoded["args"]})
    return told


# The whole.

Judge = Callable[[Rulebook[Any, Any, Any], list[Task]], Iterator[Verdict | None]]
"""Judges all moments in their order, wherever that is done."""


def judged_here(rulebook: Rulebook[Any, Any, Any], tasks: list[Task]) -> Iterator[Verdict | None]:
    """One after the other in this process."""
    for task in tasks:
        yield judge(rulebook, task)


def review(
    rulebook: Rulebook[Any, Any, Any],
    steps: list[Step],
    end: Game,
    seat: Seat,
    judged: Judge = judged_here,
) -> dict[str, Any]:
    """The review of a finished game for one seat, as plain JSON values."""
    outcome = rulebook.outcome(end)
    if outcome is None:
        raise NotOver
    if rulebook.name not in SEARCHED:
        return review_of_town(rulebook, [(step.seat, step.before) for step in steps], end, seat)
    tasks = tasks_of(rulebook, steps, seat)
    verdicts = list(judged(rulebook, tasks))
    result = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
    pieces = segments_of(tasks, verdicts, len(steps), result)
    moments = chosen_moments(tasks, verdicts, pieces)
    turning = turning_points(pieces)
    return {
        "game": rulebook.name,
        "seat": seat,
        "seats": end.seats,
        "result": round(result, 3),
        "start": round(pieces[0].start, 3),
        "columns": {by: round(change, 3) for by, change in columns(pieces).items()},
        "segments": [
            {
                "by": piece.by,
                "step": piece.first,
                "last": piece.last,
                "round": piece.round,
                "start": round(piece.start, 3),
                "end": round(piece.end, 3),
            }
            for piece in pieces
        ],
        "decisions": [
            plain_decision(task, verdict)
            for task, verdict in zip(tasks, verdicts, strict=True)
            if verdict is not None and verdict.played is not None
        ],
        "moments": [
            {
                "segment": place,
                "step": pieces[place].first,
                "heard": heard_by(rulebook, steps, seat, *heard_range(pieces, place)),
            }
            for place in moments
        ],
        "turning": turning,
    }


def heard_range(pieces: Sequence[Segment], place: int) -> tuple[int, int]:
    """The steps of a segment; after an own decision, those of the next one."""
    piece = pieces[place]
    if piece.by == OWN and place + 1 < len(pieces) and pieces[place + 1].by != OWN:
        return piece.first, pieces[place + 1].last
    return piece.first, piece.last


def plain_decision(task: Task, verdict: Verdict) -> dict[str, Any]:
    """A decision as plain JSON values."""
    loss = verdict.loss
    low, high = loss.mean - SURE * loss.error, loss.mean + SURE * loss.error
    return {
        "step": task.step,
        "round": task.round,
        "mixed": task.mixed,
        "mistake": not task.mixed and is_mistake(loss),
        "before": round(verdict.before.mean, 3),
        "played": verdict.played,
        "better": verdict.better,
        "loss": round(loss.mean, 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "why": verdict.why,
    }
