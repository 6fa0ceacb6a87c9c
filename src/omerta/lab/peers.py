"""The peers of the bench, and the environment of their own in which they run."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parents[1]
"""The package omerta."""


class Unavailable(Exception):
    """Why a peer cannot take part."""


class Peer(NamedTuple):
    """A library to measure ourselves against."""

    name: str
    """Its script in bench/peers."""
    package: str
    """Its name on PyPI."""
    games: int
    """How many of its games are in the list for each second of a lap."""


PEERS: Final = (
    Peer("catanatron", "catanatron", 20),
    Peer("open_spiel", "open_spiel", 4000),
    Peer("rlcard", "rlcard", 1500),
    Peer("python_chess", "chess", 60),
)


class Environment:
    """A virtual environment in the user's cache with the peers of bench/requirements.txt."""

    def __init__(self) -> None:
        self.bench = bench_folder()
        self.requirements = self.bench / "requirements.txt"
        mark = hashlib.sha256(self.requirements.read_bytes())
        mark.update(f"{sys.version} {sys.base_prefix}".encode())
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        self.folder = cache / "omerta" / "bench" / mark.hexdigest()[:16]

    @property
    def python(self) -> Path:
        """The interpreter of this environment."""
        if os.name == "nt":
            return self.folder / "Scripts" / "python.exe"
        return self.folder / "bin" / "python"

    def script(self, peer: Peer) -> Path:
        """How the peer is played."""
        return self.bench / "peers" / f"{peer.name}.py"

    def install(self, peer: Peer) -> None:
        """Make sure that the peer is there, or tell why it cannot be."""
        stamp = self.folder / f"{peer.name}.installed"
        if stamp.exists():
            return
        if not self.python.exists():
            run([sys.executable, "-m", "venv", str(self.folder)])
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        run([*pip, "--constraint", str(self.requirements), peer.package])
        stamp.touch()


def bench_folder() -> Path:
    """The folder bench: carried inside the package, or in the repository around it."""
    for folder in (PACKAGE / "bench", PACKAGE.parents[1] / "bench"):
        if (folder / "requirements.txt").is_file():
            return folder
    raise Unavailable(f"the scripts that play the peers are not beside {PACKAGE}")


def run(command: list[str]) -> None:
    """Run a command; what it complains about is why the peer is not available."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        errors = [line for line in lines if "error" in line.lower()] or lines[-1:]
        raise Unavailable("; ".join(line.strip() for line in errors[:2]) or "no reason given")
