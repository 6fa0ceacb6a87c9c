"""The developer's window: a game step by step, its true state beside what each seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path

from omerta.core import CHANCE, CLOCK, EVERYBODY, MASTER, Book, Refused, encode_notice
from omerta.core.walk import Moment, Walk
from omerta.server.http import forms
from omerta.server.http.routing import routes
from omerta.server.table.refusals import NotAllowed

NOBODY_SEATED: Final = {CHANCE: "chance", CLOCK: "clock", MASTER: "master"}
"""Who may be asked without having a seat."""

At = Annotated[int, Path(ge=0, le=100_000)]


class Window:
    """What there is to look at; a walk is made when it is first asked for."""

    def __init__(self, offered: Sequence[tuple[forms.LookLine, Callable[[], Walk]]]) -> None:
        self.lines = [line for line, _ in offered]
        self._makers = [make for _, make in offered]
        self._walks: dict[int, Walk] = {}

    def walk(self, number: int) -> Walk:
        """The walk with this number."""
        if number >= len(self._makers):
            raise NotAllowed("server.problem.not_found")
        if number not in self._walks:
            self._walks[number] = self._makers[number]()
        return self._walks[number]

    def moment(self, number: int, step: int) -> Moment:
        """A moment of a walk."""
        moments = self.walk(number).moments
        if step >= len(moments):
            raise NotAllowed("server.problem.not_found")
        return moments[step]

    def forget(self, number: int) -> None:
        """Let a walk be as it was before anything was tried."""
        self._walks.pop(number, None)


def router_for(window: Window) -> APIRouter:
    """The addresses of the window. Whoever may ask sees everything: for the loopback only."""
    router = routes()

    @router.get("/look", tags=["look"])
    def offered() -> list[forms.LookLine]:
        """What there is to look at."""
        return window.lines

    @router.get("/look/{walk}", tags=["look"])
    def steps(walk: At) -> forms.Look:
        """All steps of a walk as the file has them; what was tried is forgotten."""
        window.forget(walk)
        return outline(window.walk(walk))

    @router.get("/look/{walk}/{step}", tags=["look"])
    def moment(walk: At, step: At) -> forms.LookMoment:
        """The game after a step, for all eyes."""
        return told(window.walk(walk).rulebook, window.moment(walk, step))

    @router.post("/look/{walk}/{step}", tags=["look"])
    def answer(walk: At, step: At, form: forms.LookAnswer) -> forms.Look:
        """Try an answer here; the walk ends with it."""
        window.moment(walk, step)
        walked = window.walk(walk)
        try:
            walked.answer(step, form.seat, form.choice)
        except Refused as refused:
            raise NotAllowed("server.problem.bad_request", refused.clause, refused.key) from None
        return outline(walked)

    return router


def outline(walk: Walk) -> forms.Look:
    """The steps of a walk."""
    return forms.Look(
        name=walk.name,
        game=walk.rulebook.name,
        seats=walk.moments[0].game.seats,
        steps=[
            forms.LookStep(
                seat=one.seat if one.seat >= 0 else None,
                who=NOBODY_SEATED.get(one.seat, "") if one.number == 0 and at > 0 else "",
                said=one.said,
                number=one.number,
                problem=one.problem,
            )
            for at, one in enumerate(walk.moments)
        ],
    )


def told(book: Book, moment: Moment) -> forms.LookMoment:
    """A moment with everything hidden in it."""
    game = moment.game
    return forms.LookMoment(
        position=book.position(game),
        carried_out=[
            forms.LookSentence(clause=one.clause, step=one.step) for one in moment.carried_out
        ],
        heard=[heard(book, one) for one in moment.told],
        asks=[
            forms.LookQuestion(
                seat=ask.seat,
                who=NOBODY_SEATED.get(ask.seat, ""),
                point=ask.point.name,
                choices=distinct(book.describe(game, ask)),
            )
            for ask in game.asks
        ],
        views=[book.encode(book.view(game, seat)) for seat in range(game.seats)],
        watcher=book.encode(book.view(game, EVERYBODY)),
    )


def distinct(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every choice once: chance has each as often as it is likely."""
    return list({choice["choice"]: choice for choice in choices}.values())


def heard(book: Book, notice: Any) -> forms.Heard:
    """A notice, and which seat alone has heard it."""
    said = encode_notice(book, notice)
    area = book.name.replace("-", "_")
    only = notice.only if notice.only >= 0 else None
    return forms.Heard(
        key=f"{area}.notice.{said['key']}",
        args=said["args"],
        weight=book.manners.weight(notice.key),
        only=only,
    )
