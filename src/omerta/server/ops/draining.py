"""The end of a process: SIGTERM lets it finish what is under way, and clients go elsewhere."""

from __future__ import annotations

import asyncio
import signal
import socket
from types import FrameType

import uvicorn

from omerta.server.running.house import House


class DrainingServer(uvicorn.Server):
    """uvicorn, but SIGTERM is a wish and not the end; Ctrl-C, or a second SIGTERM, is the end."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house
        self.leaving: asyncio.Future[None] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Remember the loop, for the signal."""
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal has come."""
        if sig == signal.SIGTERM and self.loop is not None and self.leaving is None:
            self.leaving = self.loop.create_future()
            self.loop.call_soon_threadsafe(self._begin_to_leave)
        elif sig == signal.SIGTERM:
            self.should_exit = True
        else:
            super().handle_exit(sig, frame)

    def _begin_to_leave(self) -> None:
        assert self.loop is not None
        self.leaving = self.loop.create_task(self._leave())

    async def _leave(self) -> None:
        """Take nobody in any more, let everybody go, and end."""
        for listener in getattr(self, "servers", ()):
            listener.close()
        try:
            await self.house.leave()
            await asyncio.sleep(0.3)  # until what was said last has gone out
        finally:
            self.should_exit = True
