"""`omerta serve --processes N`: N servers on one port and one database, and who watches them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Final

from omerta.server.ops.admin_key import key_file, new_token

LISTENING: Final = "OMERTA_LISTENING"
"""Tells a process which open socket to listen on instead of a port of its own."""

ADMIN_TOKEN: Final = "OMERTA_ADMIN_TOKEN"

LOOK: Final = 0.1
MOST_DEATHS: Final = 5
WITHIN: Final = 10.0
"""A process that dies this often within this many seconds does not die by accident."""

LAST_WAIT: Final = 20.0
"""Seconds until a process that does not end is ended."""


class CannotShare(Exception):
    """Several processes are wanted where only one can be, and what would be right."""


def check_shared(database: str, redis: str) -> None:
    """See that any number of processes can share this database."""
    if sys.platform == "win32":
        raise CannotShare("several processes on one port need another system than Windows")
    if not database.startswith(("postgresql://", "postgres://")):
        raise CannotShare(
            "several processes need PostgreSQL (--database postgresql://user@host/name):"
            " SQLite is for one process alone"
        )
    if not redis:
        raise CannotShare(
            "several processes need Redis (--redis redis://host:6379/0)"
            " to hear of each other's moves"
        )


class Supervisor:
    """Keeps N processes running until it is told to stop."""

    def __init__(self, command: list[str], listening: socket.socket, count: int) -> None:
        self.command = command
        self.listening = listening
        self.count = count
        self.children: list[subprocess.Popen[bytes]] = []
        self.deaths: deque[float] = deque(maxlen=MOST_DEATHS * count)
        self.signal = 0

    def run(self, environment: Mapping[str, str]) -> int:
        """Start all, replace whoever dies, pass signals on; 1 if they do not stay alive."""
        for wanted in (signal.SIGTERM, signal.SIGINT):
            signal.signal(wanted, self._on_signal)
        environment = {**environment, LISTENING: str(self.listening.fileno())}
        self.children = [self._start(environment) for _ in range(self.count)]
        while not self.signal:
            time.sleep(LOOK)
            for place, child in enumerate(self.children):
                if child.poll() is None or self.signal:
                    continue
                how = f"process {child.pid} ended with {child.returncode}"
                print(f"omerta: {how}; another one starts", file=sys.stderr, flush=True)
                if self._is_hopeless():
                    print("omerta: the processes do not stay alive", file=sys.stderr)
                    self._end_all(signal.SIGTERM)
                    return 1
                self.children[place] = self._start(environment)
        self._end_all(self.signal)
        return 0

    def _start(self, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command,
            env=dict(environment),
            pass_fds=[self.listening.fileno()],
            start_new_session=True,  # Ctrl-C comes to the supervisor, which passes it on
        )

    def _is_hopeless(self) -> bool:
        moment = time.monotonic()
        self.deaths.append(moment)
        return len(self.deaths) == self.deaths.maxlen and self.deaths[0] > moment - WITHIN

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.signal = number

    def _end_all(self, number: int) -> None:
        for child in self.children:
            if child.poll() is None:
                child.send_signal(number)
        until = time.monotonic() + LAST_WAIT
        for child in self.children:
            try:
                child.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def serve_many(
    arguments: list[str], listening: socket.socket, host: str, data: Path, count: int
) -> int:
    """Serve with this many processes until a signal comes."""
    token = new_token()
    command = [sys.executable, "-m", "omerta", "serve", *arguments]
    environment = {**os.environ, ADMIN_TOKEN: token, "OMERTA_PROCESSES": "1", "OMERTA_SHARED": "1"}
    listening.set_inheritable(True)
    with key_file(data, host, listening.getsockname()[1], token):
        return Supervisor(command, listening, count).run(environment)
