"""Trial by accusation list (PA-4)."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Frame, Point, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.day import settle_verdict
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import CLOSE, SAY, choice_of
from omerta.games.palermo.state.queries import wanted_length
from omerta.games.palermo.state.statements import ACCUSE, WITHDRAW
from omerta.games.palermo.state.table import LIST

ASK_TO_CLOSE: Final = (choice_of(CLOSE),)
SAY_ACCUSE: Final = (choice_of(SAY, ACCUSE),)
SAY_WITHDRAW: Final = (choice_of(SAY, WITHDRAW),)

EXTENDED: Final = 1
"""The list stays open once more (PA-4.11)."""


class OpenList(Step[Village]):
    """The list is open and empty."""

    def do(self, game: Village, frame: Frame) -> None:
        """Say how many names are wanted."""
        game.let_requests_lapse()
        game.tell("list_open", (wanted_length(game.public),))
        game.become(frame.with_thing(NOTHING))


class Accuse(Part):
    """While the list is open any living player may accuse any other (PA-4.1)."""

    part = LIST
    point = points.LIST
    talks = True
    bombs = True

    def timer_of(self, game: Village, frame: Frame) -> Point:
        """Which timer of 5.3 runs."""
        return points.T_ACCUSE_EXTRA if frame.thing == EXTENDED else points.T_ACCUSE

    def acts(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Ask for closing; accuse; withdraw one's own accusation."""
        public = game.public
        if not public.alive[seat]:
            return ()
        acts: tuple[int, ...] = () if game.box.ready[seat] else ASK_TO_CLOSE
        if not self.may_speak(game, frame, seat):
            return acts
        if queries.has_anybody_to_list(public, game.options, seat):
            acts += SAY_ACCUSE
        if seat in public.accusers:
            acts += SAY_WITHDRAW
        return acts

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """A request to close; only the number is seen."""
        game.box.ready[seat] = True
        game.public.ready += 1
        game.tell("requests_to_close", (game.public.ready,))
        self.settle(game, frame, seat)

    def is_over(self, game: Village, frame: Frame) -> bool:
        """The wanted length, and enough of the living ask for closing (PA-4.9)."""
        public = game.public
        return len(public.accused) >= wanted_length(public) and self.is_enough(game, public.ready)

    def is_enough(self, game: Village, requests: int) -> bool:
        """More than half; the mayor counts one (PA-22.7)."""
        return 2 * requests > game.public.living

    def time(self, game: Village, frame: Frame) -> None:
        """With fewer names than wanted the list stays open once more (PA-4.11)."""
        if frame.thing != EXTENDED and len(game.public.accused) < wanted_length(game.public):
            game.tell("list_extended")
            game.become(frame.again().with_thing(EXTENDED))
        else:
            self.move_on(game, frame)


class AccuseUntilAllClose(Accuse):
    """`list_close=all`."""

    def is_enough(self, game: Village, requests: int) -> bool:
        """All of the living."""
        return requests == game.public.living


class CloseList(Step[Village]):
    """Two or more names go to trial; with none or one there is no verdict (PA-4.12)."""

    def do(self, game: Village, frame: Frame) -> None:
        """The trial goes on or is over."""
        if len(game.public.accused) >= 2:
            game.tell("list_closed", (len(game.public.accused),))
            return
        game.tell("list_too_short")
        settle_verdict(game, ())
        game.end()
