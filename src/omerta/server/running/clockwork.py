"""The clockwork of a room: whatever happens at a table without anybody doing anything.

Computer players think, promises are kept, time runs out, and somebody who stays away is
replaced. In a cluster one process does it and the others stand by.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from omerta.bots.levels import thinking_seconds
from omerta.core import Ask
from omerta.server.store import StoreTrouble
from omerta.server.table import ahead, by_itself, patience, play, unasked
from omerta.server.table.clock import SHOW_SEEDS, hesitation, up_to
from omerta.server.table.fold import Table
from omerta.server.table.plan import Nothing, Plan
from omerta.server.table.refusals import NotAllowed

if TYPE_CHECKING:
    from omerta.server.running.room import Room

TRY_AGAIN: Final = 2.0
"""Seconds until something is tried again that the database did not take."""

STAND_BY: Final = 3.0
"""Seconds after which a process does what another one should have done."""


class Clockwork:
    """The timers and computer players of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.table = room.table
        self.loop = room.loop
        self.thinking: dict[int, tuple[Ask, asyncio.Task[None]]] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.rings_at = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_stopped = False
        self.stirred: asyncio.Event | None = None
        """Set when something happens; there only while somebody waits for it."""

    def wake_up(self) -> None:
        """Let computer players think, and set the alarm for whatever comes next."""
        if self.is_stopped:
            return
        if self.stirred is not None:
            self.stirred.set()
            self.stirred = None
        self._let_think()
        coming = self._upcoming()
        if coming:
            self._set_alarm(min(moment for moment, _ in coming))

    # The alarm.

    def _set_alarm(self, moment: int) -> None:
        """Ring at this moment or before: an alarm that rings too early looks again."""
        if self.alarm is not None:
            if self.rings_at <= moment:
                return
            self.alarm.cancel()
        self.rings_at = moment
        self.alarm = self.loop.call_later(max(0, moment - self.table.now()) / 1000, self._ring)

    def _ring(self) -> None:
        try:
            self._take_what_is_due()
        except Exception as error:
            self.room.fall_sick(error)

    def _take_what_is_due(self) -> None:
        self.alarm = None
        moment = self.table.now()
        for due, plan in self._upcoming():
            if due <= moment:
                self.spawn(self._take_time(plan))
                return
        self.wake_up()

    async def _take_time(self, plan: Callable[[Table], Plan]) -> None:
        """Do what is due, or see that another process does it."""
        seq = self.table.seq
        leader = await self._stand_by()
        if leader and self.table.seq > seq:
            self.wake_up()
            return
        if leader:
            self.room.audience.doubt(leader)
        await self._try(plan)

    def _upcoming(self) -> list[tuple[int, Callable[[Table], Plan]]]:
        """What will happen without anybody doing anything, and when."""
        table = self.table
        if table.phase == "seeds":
            if all(chair.seed for chair in table.chairs):
                return [(table.now(), by_itself.deal)]
            return [(max(table.sealed_at + SHOW_SEEDS, self.room.empty_since), by_itself.unseal)]
        if table.phase != "playing" or table.is_paused:
            return []
        somebody = self.room.audience.has_players
        if not somebody and table.settings.clock != "days":
            return []
        coming: list[tuple[int, Callable[[Table], Plan]]] = [
            (limit, by_itself.lapse)
            for ask in table.asks()
            if not self._is_automatic(ask) and (limit := table.deadline(ask)) is not None
        ]
        grace = table.settings.grace * 1000
        if self.room.gone and somebody and grace and table.settings.clock != "days":
            level = self.room.house.players.default_level(table)
            coming += [
                (since + grace, by_itself.replace(seat, level))
                for seat, since in self.room.gone.items()
                if not table.chairs[seat].away and by_itself.is_missed(table, seat)
            ]
        return coming

    # Answers that a person need not give.

    def _is_automatic(self, ask: Ask) -> bool:
        return ask.seat in self.thinking and self.thinking[ask.seat][0] is ask

    def _let_think(self) -> None:
        """Start an answer for every question that a person need not answer."""
        table = self.table
        for seat, (ask, task) in list(self.thinking.items()):
            if table.asked(seat) is not ask or table.is_paused:
                task.cancel()
                del self.thinking[seat]
        if table.phase != "playing" or table.is_paused or self._plays_for_nobody():
            return
        for ask in table.asks():
            if ask.seat < 0 or ask.seat in self.thinking:
                continue
            by = self._answers_by(ask)
            if by and not self._waits_for_cue(ask.seat):
                task = self.spawn(self._answer(ask, by))
                self.thinking[ask.seat] = (ask, task)

    def _plays_for_nobody(self) -> bool:
        """Whether computer players are among themselves and nobody looks."""
        return self.table.is_played_by_computers and not self.room.audience.has_anybody

    def _waits_for_cue(self, seat: int) -> bool:
        """Whether a computer player of a lesson has to wait until its move is due."""
        progress = self.table.progress()
        return progress is not None and progress.is_followed and progress.due(seat) is None

    def _answers_by(self, ask: Ask) -> str:
        """Who answers instead of the person: nobody, a computer player, or what is settled."""
        table = self.table
        chair = table.chairs[ask.seat]
        if chair.is_played_by_computer:
            return "" if chair.away and table.leaving(ask.seat) == () else "computer"
        return unasked.answered_by(table, ask.seat)

    async def _answer(self, ask: Ask, by: str) -> None:
        """Answer in a time that was drawn before anybody looked at the cards."""
        seat = ask.seat
        # Nobody is there to whom the answer to a question without a choice could tell anything.
        pause = 0.0 if by == "rules" else hesitation(self.table.settings.pace) / 1000
        if by == "computer":
            # Who thinks long always takes that long, be there a choice or not.
            pause = max(pause, thinking_seconds(self.table.chairs[seat].level))
        ready_at = self.loop.time() + pause
        leader = await self._stand_by(pause)
        if leader:
            self.room.audience.doubt(leader)
        choices: list[int] = []
        if by == "computer":
            self.room.house.metrics.thoughts.inc()
            choices = await self._choose(ask)
        await asyncio.sleep(max(0.0, ready_at - self.loop.time()))
        is_too_soon = False

        def plan(table: Table) -> Plan:
            nonlocal is_too_soon
            if table.asked(seat) is not ask or table.is_paused or self._answers_by(ask) != by:
                raise Nothing
            is_too_soon = self._kept_back(seat, choices) > 0
            if is_too_soon:
                raise Nothing  # somebody else was faster
            if by == "order":
                return play.lapse(table, [seat], by=by)
            if by == "rules":
                assert table.game is not None, "somebody is asked"
                return play.move(table, seat, unasked.only_move(table, table.game, seat), by=by)
            if by == "computer":
                move = self._move_or_default(table, ask, choices)
            else:
                move = play.move(table, seat, ahead.kept_promise(table, seat) or [], by=by)
            game = move.game
            if game is not None and game.asked(seat) is ask and not game.notices:
                raise Nothing  # to wait is to do nothing
            return move

        self.thinking[seat] = (ask, asyncio.current_task() or self.thinking[seat][1])
        while True:
            await self._leave_time(seat, choices, pause)
            await asyncio.shield(self.spawn(self._try(plan)))
            if not is_too_soon:
                return

    async def _leave_time(self, seat: int, choices: list[int], pause: float) -> None:
        """Wait until this move may be made; after a wait the pause that was drawn follows."""
        while (left := self._kept_back(seat, choices)) > 0:
            with suppress(TimeoutError):
                self.stirred = self.stirred or asyncio.Event()
                await asyncio.wait_for(self.stirred.wait(), left / 1000)
            if self._kept_back(seat, choices) == 0:
                await asyncio.sleep(pause)

    def _kept_back(self, seat: int, choices: list[int]) -> int:
        """Milliseconds for which a computer player cannot or does not want to make its move."""
        table = self.table
        if not choices:
            return 0
        left = patience.left(table, choices[0], self._people())
        if table.rulebook.manners.pause_after(choices[0]):
            left = max(left, table.silent_until.get(seat, 0) - table.now())
        return left

    def _people(self) -> list[int]:
        """The seats of those who play themselves and are here."""
        chairs = self.table.chairs
        here, _ = self.room.audience.presence()
        return [seat for seat in here if not chairs[seat].is_played_by_computer]

    async def _choose(self, ask: Ask) -> list[int]:
        """What the computer player of a seat wants to do; nothing if it fails."""
        metrics = self.room.house.metrics
        began = self.loop.time()
        metrics.thinking.inc()
        try:
            return await self.room.house.players.choose(self.table, ask.seat)
        except Exception as error:
            self._note_failed_player(ask, error)
            return []
        finally:
            metrics.thinking.dec()
            metrics.thoughts_took.add(self.loop.time() - began)

    def _move_or_default(self, table: Table, ask: Ask, choices: list[int]) -> Plan:
        """A computer player's move; if it has none that is possible, the default."""
        if choices:
            try:
                return play.move(table, ask.seat, choices, by="computer")
            except NotAllowed as refused:
                self._note_failed_player(ask, refused)
        return play.lapse(table, [ask.seat])

    def _note_failed_player(self, ask: Ask, error: Exception) -> None:
        """Tell the operator, and nobody else, where a computer player has failed."""
        table = self.table
        house = self.room.house
        house.metrics.failed_players.inc()
        house.journal.failure(
            "a computer player failed",
            error,
            table=table.id,
            game=table.rulebook.name,
            seat=ask.seat,
            level=table.chairs[ask.seat].level,
            point=ask.point.name,
            position=self._position(),
        )

    def _position(self) -> str:
        """The position as a scenario begins with it, as far as it can be told."""
        game = self.table.game
        try:
            return "" if game is None else "\n".join(self.table.rulebook.position(game))
        except Exception as error:
            return f"cannot be told: {type(error).__name__}"

    async def _stand_by(self, longer: float = 0.0) -> str:
        """Let the process that leads the table go first; its name if that was in vain.

        Where nobody is connected nobody leads, and processes that have found the table at
        the same moment do not all begin at the same moment.
        """
        bus = self.room.house.bus
        if not bus.has_others:
            return ""
        leader = self.room.audience.leader()
        if leader == bus.process:
            return ""
        if leader is None:
            await asyncio.sleep(up_to(STAND_BY))
            return ""
        await asyncio.sleep(STAND_BY + longer)
        return leader

    # Carrying it out.

    async def _try(self, plan: Callable[[Table], Plan]) -> None:
        """Carry something out that may not be needed any more."""
        try:
            await self.room.act(plan)
        except Nothing:
            self.wake_up()
        except StoreTrouble as trouble:
            self.room.house.journal.failure("the store failed", trouble, table=self.table.id)
            self._try_later()
        except NotAllowed as refused:
            if self.room.barred:
                return
            self.room.house.journal.warning(
                "refused by itself", table=self.table.id, key=refused.key, clause=refused.clause
            )
        except Exception as error:
            self.room.fall_sick(error)

    def _try_later(self) -> None:
        """The database does not take anything now; see what is to be done when it may."""
        self.thinking.clear()
        self.loop.call_later(TRY_AGAIN, self._wake_up_again)

    def _wake_up_again(self) -> None:
        try:
            self.wake_up()
        except Exception as error:
            self.room.fall_sick(error)

    def spawn(self, work: Any) -> asyncio.Task[None]:
        """Run something beside; the room lets go of it when it is done."""
        task: asyncio.Task[None] = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreTrouble):
            self.room.house.journal.failure("the store failed", error, table=self.table.id)
        elif isinstance(error, Exception):
            self.room.fall_sick(error)

    async def stop(self) -> None:
        """Nothing happens by itself any more."""
        tasks = self.halt()
        await asyncio.gather(*tasks, return_exceptions=True)

    def halt(self) -> list[asyncio.Task[None]]:
        """The same for somebody who cannot wait: what was going on and is ending now."""
        self.is_stopped = True
        if self.alarm is not None:
            self.alarm.cancel()
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        return tasks
