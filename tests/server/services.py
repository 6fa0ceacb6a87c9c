"""A PostgreSQL and a Redis of one's own for tests, on free ports with their own data."""

from __future__ import annotations

import contextlib
import functools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.programs import program


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Postgres:
    """A PostgreSQL server; as root it runs as `nobody`, because it refuses to run as root."""

    def __init__(self) -> None:
        initdb = program("initdb")
        server = program("postgres")
        assert initdb, "no initdb"
        assert server, "no postgres"
        self.folder = Path(tempfile.mkdtemp(prefix="omerta-pg-"))
        self.port = free_port()
        self.user = "nobody" if os.getuid() == 0 else None
        data = self.folder / "data"
        if self.user:
            entry = pwd.getpwnam(self.user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self._run(initdb, "-D", str(data), "-U", "omerta", "--auth=trust", "--no-sync")
        command = [server, "-D", str(data), "-p", str(self.port), "-k", str(self.folder)]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self.user
        )
        self._wait()

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, user=self.user, cwd="/")

    def _wait(self) -> None:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                ready = program("pg_isready")
                if (
                    not ready
                    or subprocess.run(
                        [ready, "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False
                    ).returncode
                    == 0
                ):
                    return
            time.sleep(0.05)
        raise AssertionError("PostgreSQL did not start")

    def new_database(self, template: str = "template1") -> str:
        """An empty database, or one that begins like another."""
        name = f"omerta_{secrets.token_hex(4)}"
        createdb = program("createdb")
        assert createdb, "no createdb"
        where = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "omerta")
        self._run(createdb, *where, "-T", template.rpartition("/")[2], name)
        return f"postgresql://omerta@127.0.0.1:{self.port}/{name}"

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """It takes connections and queries for a while, and answers nothing."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        everybody = [self.process.pid, *map(int, found.stdout.split())]
        for process in everybody:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in everybody:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def stop(self) -> None:
        # At once: nobody needs what it would write down before it goes.
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """A Redis server that keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        found = program("redis-server")
        assert found, "no redis-server"
        self.process = subprocess.Popen(
            [found, "--port", str(self.port), "--save", "", "--bind", "127.0.0.1"],
            stdout=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
        )
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                break
            time.sleep(0.05)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@functools.cache
def _postgres() -> Postgres | None:
    return Postgres() if program("postgres") and program("initdb") else None


@functools.cache
def _redis() -> Redis | None:
    return Redis() if program("redis-server") else None


def postgres_or_skip(request: pytest.FixtureRequest) -> Postgres:
    """The tests' PostgreSQL; a machine without one says so loudly."""
    server = _postgres()
    if server is None:
        pytest.skip("NO POSTGRESQL HERE: nothing is known about the large store on this machine")
    return server


def redis_or_skip(request: pytest.FixtureRequest) -> Redis:
    """The tests' Redis; a machine without one says so loudly."""
    server = _redis()
    if server is None:
        pytest.skip("NO REDIS HERE: nothing is known about several processes on this machine")
    return server


def stop_services() -> None:
    """Stop whatever was started."""
    for started in (_postgres, _redis):
        if started.cache_info().currsize:
            server = started()
            if server is not None:
                server.stop()
            started.cache_clear()
