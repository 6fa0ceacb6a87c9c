"""Trial by accusation list (PA-4)."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Frame, Seat, Step
from omerta.games.palermo.state.kinds import CLOSE, SAY, choice_of
from omerta.games.palermo.rules.day import settle_verdict
from omerta.games.palermo.rules.part import Part
from omerta.games.palermo.rules.trial import accusable, is_immune
from omerta.games.palermo.state.table import LIST
from omerta.games.palermo.state.statements import ACCUSE, ACCUSED_BY, WITHDRAW
from omerta.games.palermo.state.game import Town

ASK_TO_CLOSE: Final = (choice_of(CLOSE),)
SAY_ACCUSE: Final = (choice_of(SAY, ACCUSE),)
SAY_WITHDRAW: Final = (choice_of(SAY, WITHDRAW),)

EXTENDED: Final = 1
"""The list stays open once more (PA-4.11)."""


class Listing:
    """What becomes of the list while it is open."""

    def targets(self, game: Town, seat: Seat) -> list[Seat]:
        """A name already on the list cannot be added again (PA-4.4)."""
        accused = game.public.accused
        return [other for other in accusable(game, seat) if other not in accused]

    def has_target(self, game: Town, seat: Seat) -> bool:
        """Whether there is anybody left to accuse."""
        public = game.public
        for other in range(game.seats):
            if public.alive[other] and other != seat and other not in public.accused:
                return not is_immune(game, other) or len(self.targets(game, seat)) > 0
        return False

    def add(self, game: Town, seat: Seat, name: Seat) -> None:
        """The name goes to the end; the accuser is recorded with it (PA-4.2)."""
        public = game.public
        public.accused = (*public.accused, name)
        public.accusers = (*public.accusers, seat)
        game.record(ACCUSED_BY, seat, name)
        game.tell("listed", (name, seat))
        requests_lapse(game)

    def take_off(self, game: Town, seat: Seat, name: Seat) -> None:
        """The accuser, and nobody else, has it taken off (PA-4.5)."""
        public = game.public
        place = public.accused.index(name)
        public.accused = public.accused[:place] + public.accused[place + 1 :]
        public.accusers = public.accusers[:place] + public.accusers[place + 1 :]
        game.tell("taken_off", (name, seat))
        requests_lapse(game)


class ListingOfOneEach(Listing):
    """`one_accusation_each=on`: one name on the list at a time (PA-4.7)."""

    def targets(self, game: Town, seat: Seat) -> list[Seat]:
        """Until he withdraws."""
        return [] if seat in game.public.accusers else super().targets(game, seat)

    def has_target(self, game: Town, seat: Seat) -> bool:
        """Not before he withdraws."""
        return seat not in game.public.accusers and super().has_target(game, seat)


def requests_lapse(game: Town) -> None:
    """Requests to close lapse whenever a name is added or taken off (PA-4.10)."""
    game.public.ready = 0
    game.box.ready = [False] * game.seats


def wanted_length(game: Town) -> int:
    """3 names on days 1 and 2, 2 names later; never more than the living (PA-4.8)."""
    return min(3 if game.public.day <= 2 else 2, game.public.living)


class OpenList(Step[Town]):
    """The list is open and empty."""

    def do(self, game: Town, frame: Frame) -> None:
        """Say how many names are wanted."""
        requests_lapse(game)
        game.tell("list_open", (wanted_length(game),))
        game.become(frame.with_thing(NOTHING))


class Accuse(Part):
    """While the list is open any living player may accuse any other (PA-4.1)."""

    part = LIST
    point = "list"
    letter = "A"
    bombs = True

    def timer_of(self, game: Town, frame: Frame) -> str:
        """Which timer of 5.3 runs."""
        return "t_accuse_extra" if frame.thing == EXTENDED else "t_accuse"

    def acts(self, game: Town, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Ask for closing; accuse; withdraw one's own accusation."""
        public = game.public
        if not public.alive[seat]:
            return ()
        acts: tuple[int, ...] = () if game.box.ready[seat] else ASK_TO_CLOSE
        if not self.may_speak(game, frame, seat):
            return acts
        if game.rules.listing.has_target(game, seat):
            acts += SAY_ACCUSE
        if seat in public.accusers:
            acts += SAY_WITHDRAW
        return acts

    def act(self, game: Town, frame: Frame, seat: Seat, choice: int) -> None:
        """A request to close; only the number is seen."""
        game.box.ready[seat] = True
        game.public.ready += 1
        game.tell("requests_to_close", (game.public.ready,))
        self.settle(game, frame, seat)

    def is_over(self, game: Town, frame: Frame) -> bool:
        """The wanted length, and enough of the living ask for closing (PA-4.9)."""
        public = game.public
        return len(public.accused) >= wanted_length(game) and self.is_enough(game, public.ready)

    def is_enough(self, game: Town, requests: int) -> bool:
        """More than half; the mayor counts one (PA-22.7)."""
        return 2 * requests > game.public.living

    def time(self, game: Town, frame: Frame) -> None:
        """With fewer names than wanted the list stays open once more (PA-4.11)."""
        if frame.thing != EXTENDED and len(game.public.accused) < wanted_length(game):
            game.tell("list_extended")
            game.become(frame.again().with_thing(EXTENDED))
        else:
            self.move_on(game, frame)


class AccuseUntilAllClose(Accuse):
    """`list_close=all`."""

    def is_enough(self, game: Town, requests: int) -> bool:
        """All of the living."""
        return requests == game.public.living


class CloseList(Step[Town]):
    """Two or more names go to trial; with none or one there is no verdict (PA-4.12)."""

    def do(self, game: Town, frame: Frame) -> None:
        """The trial goes on or is over."""
        if len(game.public.accused) >= 2:
            game.tell("list_closed", (len(game.public.accused),))
            return
        game.tell("list_too_short")
        settle_verdict(game, ())
        game.end()
