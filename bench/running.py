"""Servers in processes of their own, and what they cost."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


class Running:
    """A server in a process of its own."""

    def __init__(
        self, *command: str, program: str = sys.executable, folder: Path | None = None
    ) -> None:
        self.process = subprocess.Popen(
            [program, *command],
            cwd=folder,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http"))

    def memory(self) -> int:
        """Bytes that the process holds in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return cpu_of(self.process.pid)

    def stop(self) -> None:
        """Ask it to stop, and wait."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        if self.process.poll() is None:
            self.process.kill()


def cpu_of(process: int) -> float:
    """Seconds of processor time of a process so far."""
    own, _ = _times(process)
    return own


def cpu_of_family(process: int) -> float:
    """The same with its children, those that have ended and those that run."""
    own, ended = _times(process)
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    total = own + ended
    for child in children:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += cpu_of(int(child))
    return total


def _times(process: int) -> tuple[float, float]:
    """Processor time of a process, and of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    second = os.sysconf("SC_CLK_TCK")
    return (int(fields[11]) + int(fields[12])) / second, (
        int(fields[13]) + int(fields[14])
    ) / second


def omerta(data: Path, *options: str) -> Running:
    """The table server."""
    return Running(
        "-m", "omerta.server.ops.main", "--host", "127.0.0.1", "--port", "0", "--data", str(data),
        "--no-browser", "--workers", "0", "--rate", "0", *options,
    )  # fmt: skip


ECHO = """
import asyncio, socket, uvicorn, uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(websocket):
    await websocket.accept()
    while True:
        await websocket.send_text(await websocket.receive_text())
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
listening.listen(400)
config = uvicorn.Config(Starlette(routes=[WebSocketRoute("/ws", echo)]),
    ws="websockets-sansio", ws_per_message_deflate=False, log_level="critical")
print(f"echo at http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
try:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve([listening]))
except KeyboardInterrupt:
    pass
"""


HOLD = """
import os, signal, sys, time
share, *servers = [float(word) for word in sys.argv[1:]]
running = dict.fromkeys(map(int, servers), True)
while True:
    turn = time.monotonic() / 0.02
    for place, server in enumerate(running):
        may_run = (turn + place / len(running)) % 1 < share
        if may_run != running[server]:
            os.kill(server, signal.SIGCONT if may_run else signal.SIGSTOP)
            running[server] = may_run
    time.sleep(0.0005)
"""


@contextlib.contextmanager
def held(servers: list[Running], share: float) -> Iterator[None]:
    """Let each server run for no more than a share of every 20 ms, in turns where that fits."""
    pids = [str(server.process.pid) for server in servers]
    holding = subprocess.Popen([sys.executable, "-c", HOLD, str(share), *pids])
    try:
        yield
    finally:
        holding.kill()
        holding.wait()
        for server in servers:
            server.process.send_signal(signal.SIGCONT)
