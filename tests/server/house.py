"""A server of its own for a test: another process on a free port, with its own data."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

import httpx


class Server:
    """The real command in a process of its own."""

    def __init__(
        self, data: Path, *options: str, workers: int = 0, before: str = "", rate: float = 0
    ) -> None:
        self.data = data
        self.before = before
        self.options = [*options, "--workers", str(workers), "--rate", str(rate)]
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.port = 0

    @property
    def command(self) -> list[str]:
        start = "import sys; from omerta.server.ops.main import main; sys.exit(main())"
        return [
            sys.executable,
            "-c",
            f"{self.before}\n{start}",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
            "--no-browser",
            *self.options,
        ]

    def start(self) -> Self:
        self.process = subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Omerta is at" in line, f"the server did not start: {line!r}"
        self.address = line.split()[3]
        self.port = int(self.address.rsplit(":", 1)[1])
        return self

    def kill(self) -> None:
        """As if the power went."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self._gone()
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def metric(self, name: str) -> float:
        """One of the numbers for the operator."""
        page = httpx.get(f"{self.address}/metrics").text
        return float(
            next(line for line in page.splitlines() if line.startswith(f"{name} "))[len(name) :]
        )

    def _gone(self) -> int:
        assert self.process is not None
        code = self.process.wait(15)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()
