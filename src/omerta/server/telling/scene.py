"""What a viewer is sent: a game becomes bytes only here and in `sight`, and only through a view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import msgspec

from omerta.core import EVERYBODY, MASTER, Game, Notice, encode_notice
from omerta.core import Ask as Question
from omerta.server.table import views
from omerta.server.table.ahead import at_question, coming, promised
from omerta.server.table.clock import now
from omerta.server.table.fold import Table
from omerta.server.table.lessons import PUPIL, Hint
from omerta.server.table.refusals import NotAllowed, refusal
from omerta.server.table.state import Book, Heard
from omerta.server.table.viewers import RUNNER, WATCHER, seat_of
from omerta.server.wire import protocol

SENTENCES: Final = 10_000
"""Notices that are kept in the bytes that go out."""


def table_message(table: Table, person: str, here: Iterable[int], watchers: int) -> protocol.Table:
    """Everything about a table but the game, as this person sees it."""
    present = set(here)
    over = table.phase in ("over", "closed")
    sown = table.phase not in ("lobby", "seeds")
    return protocol.Table(
        id=table.id,
        code=table.code,
        game=table.rulebook.name,
        phase=table.phase,
        chairs=[
            protocol.Chair(
                seat=seat,
                kind=chair.kind,
                name=chair.name,
                level=chair.level,
                host=bool(chair.person) and chair.person == table.host,
                ready=chair.ready,
                away=chair.away,
                here=chair.kind != "person" or seat in present,
                yours=bool(chair.person) and chair.person == person,
                hash=chair.hash,
                seed=chair.seed if sown else "",
            )
            for seat, chair in enumerate(table.chairs)
        ],
        options=table.options,
        settings=table.settings,
        fair=protocol.Fair(
            game_id=table.game_id,
            commit=table.commit,
            server_seed=table.server_seed if over else "",
        ),
        host=person == table.host,
        watchers=watchers,
        paused=table.is_paused,
        wish_pause=sorted(table.wishes),
        masters_pause=table.is_masters_pause,
        next=table.next,
        made=table.made,
        run_by=table.run_by,
        master=table.master_name,
        tempo=table.tempo,
        runs=bool(table.runner) and table.runner == person,
        lesson=table.lesson is not None,
        remarks=table.remarks(),
    )


def guide(table: Table) -> protocol.Guide | None:
    """What the pupil of a lesson is told now; None at an ordinary table."""
    progress = table.progress()
    if progress is None or table.lesson is None:
        return None
    step, steps = progress.steps()
    cue = progress.due(PUPIL)
    hints: Iterable[Hint] = ()
    state = "following"
    if progress.is_finished:
        state, hints = "finished", table.lesson.closing
    elif progress.has_left:
        state = "left"
    elif cue is not None:
        hints = cue.hints
    return protocol.Guide(
        state=state,
        step=step,
        steps=steps,
        hints=[protocol.Hint(key=f"{table.area}.lesson.{key}", at=at) for key, at in hints],
        wanted=[] if cue is None else list(cue.answers),
    )


def spoken(heard: Heard) -> protocol.Said | None:
    """What was said, as everybody who hears it gets it."""
    told = heard.told
    if told is None:
        return None
    return protocol.Said(
        name=told.name,
        text=told.text,
        seat=told.seat,
        channel=told.channel,
        at=heard.at,
    )


def notices_for(table: Table, notices: list[Notice], viewer: int) -> list[bytes]:
    """What this viewer hears of it, in bytes already."""
    seat = seat_of(viewer)
    found: list[bytes] = []
    for notice in notices:
        if notice.only in (EVERYBODY, seat) or viewer == RUNNER:
            to = notice.only if viewer == RUNNER and notice.only >= 0 else None
            found.append(sentence(table.rulebook, notice.key, notice.args, to))
    return found


@lru_cache(SENTENCES)
def sentence(book: Book, key: str, args: tuple[int, ...], to: int | None) -> bytes:
    """One notice; the same things happen at every table, so most have been told before."""
    told = encode_notice(book, Notice(key, args, EVERYBODY))
    area = book.name.replace("-", "_")
    return views.encode(
        protocol.Notice(key=f"{area}.notice.{told['key']}", args=told["args"], to=to)
    )


def question(
    table: Table, game: Game, ask: Question, at: int, described: list[Any] | None = None
) -> protocol.Ask:
    """An open question with everything that a client needs to draw it."""
    book = table.rulebook
    default = book.default(game, ask)
    # What a game describes has the fields of `protocol.Choice` and goes out as it is.
    choices: Any = described
    if book.describes_alike:
        choices = known_choices(book, game, ask)
    elif described is None:
        choices = book.describe(game, ask)
    return protocol.Ask(
        point=ask.point,
        choices=choices,
        at=at,
        default=default if default in ask.choices else None,
    )


def known_choices(book: Book, game: Game, ask: Question) -> Any:
    """The choices of a question, in bytes already: most have been described before."""
    known = DESCRIBED.setdefault((book.name, ask.point), {})
    found: list[bytes] = []
    for choice in ask.choices:
        text = known.get(choice)
        if text is None:
            (described,) = book.describe(game, Question(ask.seat, ask.point, (choice,)))
            text = known[choice] = views.encode(described)
        found.append(text)
    return raw(found)


DESCRIBED: Final[dict[tuple[str, str], dict[int, bytes]]] = {}
"""Answers in the bytes that go out, by game and point, where they always read alike."""


def arrangements(table: Table, seat: int) -> protocol.Mine:
    """The standing orders of a seat and the move it gave ahead."""
    ahead = promised(table, seat)
    return protocol.Mine(
        orders=[
            protocol.Order(point=order.point, until=order.until)
            for order in table.orders.values()
            if order.seat == seat and table.is_in_force(order)
        ],
        ahead=ahead,
        given=steps(table, seat, ahead),
        voided=seat in table.promises and not ahead,
    )


def steps(table: Table, seat: int, answers: list[int]) -> list[protocol.Choice]:
    """The small answers of a move that is possible, as its questions describe them."""
    game = at_question(table, seat) if answers else None
    if game is None:
        return []
    trial: Game = table.rulebook.copy(game)
    described: list[Any] = []
    for answer in answers:
        ask = trial.asked(seat)
        assert ask is not None, "the move was possible when it was given"
        asked = table.rulebook.describe(trial, ask)
        described += [one for one in asked if one["choice"] == answer]
        trial.answer(seat, answer)
    return described


def clock(table: Table) -> protocol.Clock:
    """How time stands; the same for everybody."""
    limits = [limit for ask in table.asks() if (limit := table.deadline(ask)) is not None]
    return protocol.Clock(
        now=now(), deadline=min(limits) if limits else None, paused=table.is_paused
    )


def outcome(table: Table) -> protocol.Outcome | None:
    """How the game ended; None while it goes on."""
    if table.phase == "closed":
        return protocol.Outcome(winners=[], called_off=True)
    if table.game is None or table.phase != "over":
        return None
    ended = table.rulebook.outcome(table.game)
    if ended is None:
        return None
    return protocol.Outcome(
        winners=list(ended.winners), ranking=list(ended.ranking), side=ended.side
    )


def event(table: Table, heard: Heard | None, viewer: int) -> protocol.Event:
    """The newest event of a viewer, with the game as it stands."""
    message = protocol.Event(n=table.count[viewer])
    if heard is not None:
        message.notices = raw(notices_for(table, heard.notices, viewer))
        message.said = spoken(heard)
        if message.said is not None:
            return message
    game = table.game
    if game is not None:
        own = views.own(table, game, viewer)
        asked = own.pop("asked", None)  # the question travels beside the view
        message.view = msgspec.Raw(views.joined(views.public(table, game), views.encode(own)))
        if viewer == RUNNER:
            _add_desk(table, game, message)
        elif viewer != WATCHER:
            message.ask, message.ahead = questions(table, game, viewer, asked)
            message.silent_until = table.silent_until.get(viewer, 0)
        message.clock = clock(table)
        message.outcome = outcome(table)
    return message


def raw(texts: list[bytes]) -> Any:
    """A list whose members are in bytes already."""
    return msgspec.Raw(b"[%b]" % b",".join(texts)) if texts else []


def questions(
    table: Table, game: Game, seat: int, asked: object
) -> tuple[protocol.Ask | None, protocol.Ask | None]:
    """What a seat is asked, or what may come round to it."""
    ask = table.asked(seat)
    if ask is not None:
        described = asked["choices"] if isinstance(asked, dict) else None
        return question(table, game, ask, table.asked_at[seat], described), None
    if table.chairs[seat].is_played_by_computer:
        return None, None
    found = coming(table).get(seat)
    if found is None:
        return None, None
    return None, question(table, found[1], found[0], table.seen_at[seat])


def _add_desk(table: Table, game: Game, message: protocol.Event) -> None:
    """What only whoever runs the game gets: every open question, and what may be taken back."""
    for ask in table.asks():
        if ask.seat == MASTER:
            message.ask = question(table, game, ask, table.runner_asked_at)
        elif ask.seat >= 0:
            asked = question(table, game, ask, table.asked_at[ask.seat])
            message.questions.append(protocol.Question(seat=ask.seat, ask=asked))
    last = table.last_move()
    if last is not None:
        entry, _, seat, by = last
        message.last = protocol.Entered(entry=entry, seat=seat if seat >= 0 else None, by=by)


def missed(table: Table, viewer: int, last: int) -> list[protocol.Event] | None:
    """The events after number `last` without views; None if the table's memory is too short."""
    wanted = table.count[viewer] - last
    found: list[Heard] = []
    for heard in reversed(table.tail):
        if len(found) == wanted:
            break
        if heard.mask >> viewer & 1:
            found.append(heard)
    return retold(table, viewer, found[::-1]) if len(found) == wanted else None


def retold(table: Table, viewer: int, newest: list[Heard]) -> list[protocol.Event]:
    """The newest events of a viewer without views, oldest first."""
    first = table.count[viewer] - len(newest) + 1
    return [
        protocol.Event(
            n=n, notices=raw(notices_for(table, heard.notices, viewer)), said=spoken(heard)
        )
        for n, heard in enumerate(newest, start=first)
    ]


def draft(table: Table, seat: int, answers: list[int], *, ahead: bool = False) -> protocol.Drafted:
    """What may follow these answers; `NotAllowed` if one of them is not possible."""
    game = table.game
    at = table.asked_number(seat)
    if ahead:
        found = coming(table).get(seat)
        if found is None:
            raise NotAllowed("server.refused.not_coming")
        game = found[1]
        at = table.seen_at[seat]
    if game is None or game.asked(seat) is None:
        raise NotAllowed("server.refused.not_asked")
    trial: Game = table.rulebook.copy(game)
    ask = trial.asked(seat)
    for part, choice in enumerate(answers):
        if ask is None or (part and not ask.continues):
            raise NotAllowed("server.refused.not_asked")
        if choice not in ask.choices:
            raise refusal(table, trial, seat, choice)
        trial.answer(seat, choice)
        ask = trial.asked(seat)
    whole = bool(answers) and (ask is None or not ask.continues)
    shown = None if whole or ask is None else question(table, trial, ask, at)
    return protocol.Drafted(id="", answers=answers, ask=shown, whole=whole)
