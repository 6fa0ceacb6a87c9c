"""Inside one process: guests who write down what they are sent, and people on chairs."""

from __future__ import annotations

import asyncio

from omerta.server.running.audience import Guest
from omerta.server.running.room import Room
from omerta.server.table import entries as log
from omerta.server.table.plan import Plan


class Ear(Guest):
    """Writes down everything that is sent to a seat, and when."""

    def __init__(self, viewer: int) -> None:
        self.person = f"person {viewer}"
        self.viewer = viewer
        self.heard: list[tuple[float, bytes]] = []
        self.is_sent_away = False

    def moment(self) -> float:
        return asyncio.get_running_loop().time()

    def send(self, text: bytes) -> None:
        self.heard.append((self.moment(), text))

    def come_again(self) -> None:
        self.is_sent_away = True

    def send_away(self, key: str) -> None:
        self.is_sent_away = True


def sat(seat: int) -> log.Sat:
    """A person whose ear may be at this seat."""
    return log.Sat(seat=seat, person=f"person {seat}", name=f"P{seat}")


async def write(room: Room, body: log.AnyBody) -> None:
    """Let something happen at the table, whatever the rules of the lobby say."""
    await room.act(lambda _: Plan(body))
