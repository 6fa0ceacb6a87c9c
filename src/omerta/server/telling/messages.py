"""Messages beside events: the state of a table, a seat's arrangements, the guide of a lesson."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from omerta.core import Game
from omerta.server.table.ahead import at_question, promised
from omerta.server.table.fold import Table
from omerta.server.table.lessons import PUPIL, Hint
from omerta.server.table.people import is_program
from omerta.server.table.state import Thrown
from omerta.server.wire import protocol


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
                program=is_program(chair.person),
            )
            for seat, chair in enumerate(table.chairs)
        ],
        options=table.options,
        settings=table.settings,
        fair=protocol.Fair(
            game_id=table.game_id,
            commit=table.commit,
            server_seed=table.server_seed if over else "",
            version=table.rulebook.version,
            thrown=[thrown_deal(thrown) for thrown in table.thrown],
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
        led=table.device != "",
        runs=bool(table.runner) and table.runner == person,
        lesson=table.lesson is not None,
        remarks=table.remarks(),
    )


def thrown_deal(thrown: Thrown) -> protocol.Thrown:
    """A deal that was sealed and not played, for everybody to see."""
    seal = thrown.seal
    return protocol.Thrown(
        game_id=seal.game_id,
        commit=seal.commit,
        hashes=seal.hashes,
        options=dict(seal.options),
        names=seal.names,
        server_seed=thrown.server_seed,
        seeds=thrown.seeds,
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
        freely=cue is not None and cue.freely,
    )


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
