"""The environments Omerta runs in: made once, renewed when something changed.

This runs before anything is installed, so it uses the standard library alone.
A stamp inside each environment tells what it was made from. The stamp goes
before the work begins and comes back when it is done: after an interruption
the environment is made anew.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from scripts import progress
from scripts.marks import BUILD, ROOT, files, made, mark, settings
from scripts.progress import say


class SetUpFailed(Exception):
    """What went wrong and what to do about it, in words for people."""


class Stamp(NamedTuple):
    """What an environment was made from."""

    requirements: str
    package: str = "editable"
    engine: str = "none"
    """The mark of the compiled engine that fits the package."""
    runs: str = "pure"
    """Which engine runs: pure or compiled."""


class Environment(NamedTuple):
    """A virtual environment in a folder."""

    folder: Path

    def command(self, name: str) -> Path:
        """Where a command installed in this environment lies."""
        if os.name == "nt":
            return self.folder / "Scripts" / f"{name}.exe"
        return self.folder / "bin" / name

    @property
    def python(self) -> Path:
        """The interpreter of this environment."""
        return self.command("python")

    @property
    def stamp(self) -> Stamp | None:
        """What it was made from, or None if it was never finished."""
        with contextlib.suppress(FileNotFoundError):
            lines = (self.folder / "omerta-stamp").read_text(encoding="utf-8").split()
            return Stamp(*lines) if len(lines) == len(Stamp._fields) else None
        return None

    def unstamp(self) -> None:
        """Say that work on it has begun."""
        (self.folder / "omerta-stamp").unlink(missing_ok=True)

    def finish(self, stamp: Stamp) -> None:
        """Say that it is complete."""
        replace(self.folder / "omerta-stamp", "\n".join(stamp) + "\n")

    def lead_to(self, folder: Path) -> None:
        """Let it find the package in this folder."""
        replace(self.packages / "omerta.pth", f"{folder}\n")

    @property
    def packages(self) -> Path:
        """Where its packages lie."""
        if os.name == "nt":
            return self.folder / "Lib" / "site-packages"
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        return self.folder / "lib" / version / "site-packages"


# ----------------------------------------------------------- making them


def for_checks() -> Environment:
    """The environment of the checks: the sources as they lie there, and the tools."""
    environment = Environment(ROOT / ".venv-test")
    stamp = Stamp(tools_mark())
    if environment.stamp == stamp:
        return environment
    with locked():
        if environment.stamp != stamp:
            say("Setting up the test environment in .venv-test (once) ...")
            make(environment)
            pip(environment, "install", "--editable", ".[test]")
            environment.finish(stamp)
    return environment


def make(environment: Environment) -> None:
    """Make an empty environment, also where Python came without its own pip."""
    environment.unstamp()
    command = [sys.executable, "-m", "venv", "--clear", str(environment.folder)]
    made = run(command)
    if made.returncode == 0:
        return
    bare = run([*command, "--without-pip"])
    if bare.returncode == 0 and run([*pip_of(environment), "--version"]).returncode == 0:
        return
    raise SetUpFailed(
        f"{made.stdout.strip()}\n\n"
        f"Python could not make a virtual environment in {environment.folder}.\n"
        "It needs either its own pip (Debian and Ubuntu: apt install python3-venv)\n"
        "or a pip beside it, version 22.3 or newer (apt install python3-pip)."
    )


def packages(environment: Environment, name: str, *requirements: str) -> Path:
    """A folder with packages that are needed now and then, for the path of who needs them."""
    own = mark(files("constraints.txt"), *requirements, sys.version)
    folder = BUILD / name / own
    if not folder.is_dir():
        # What is there is of another time, or was never finished.
        shutil.rmtree(folder.parent, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=made(folder.parent)) as workshop:
            target = str(made(Path(workshop, "packages")))
            if requirements:
                pip(environment, "install", "--target", target, *requirements)
            Path(target).replace(folder)
    return folder


# --------------------------------------------------------------------- marks


def requirements_mark() -> str:
    """Changes when the environment of the product has to be made anew."""
    return mark(files("constraints.txt"), *requirements(), *this_place())


def tools_mark() -> str:
    """Changes when the environment of the checks has to be made anew."""
    all_of_it = settings()
    hatch = all_of_it.get("tool", {}).get("hatch")
    package = json.dumps([all_of_it["build-system"], all_of_it["project"], hatch], sort_keys=True)
    return mark(files("constraints.txt"), package, *this_place())


def requirements() -> list[str]:
    """What the product needs."""
    return list(settings()["project"].get("dependencies", []))


def this_place() -> tuple[str, ...]:
    """An environment knows its own address and its interpreter."""
    return str(ROOT), sys.version, sys.base_prefix


# ----------------------------------------------------------------------- pip


def pip(environment: Environment, *arguments: str, **variables: str) -> None:
    """Run pip for an environment with our constraints and the person's own settings."""
    command = [*pip_of(environment), "--disable-pip-version-check", "--no-input", *arguments]
    done = run(command, **constraints(), **variables)
    if done.returncode != 0:
        raise SetUpFailed(
            f"{done.stdout.strip()}\n\n"
            f"pip could not finish `pip {' '.join(arguments[:2])}` (its own words are above).\n"
            "Packages come from where pip is set to look: `pip config list` shows that.\n"
            "When it is put right, start the same command again."
        )


def pip_of(environment: Environment) -> list[str]:
    """The pip of the environment, or the one outside it where it has none."""
    if run([str(environment.python), "-c", "import pip"]).returncode == 0:
        return [str(environment.python), "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", str(environment.python)]


def constraints() -> dict[str, str]:
    """Variables that hold every installation to constraints.txt, also those inside builds."""
    settings = {}
    for name in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"):
        settings[name] = " ".join([*os.environ.get(name, "").split(), "constraints.txt"])
    return settings


def run(command: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the root folder and keep what it says."""
    with tempfile.TemporaryFile() as said:
        started = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **variables},
            stdout=said,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        status = wait_for(started)
        said.seek(0)
        return subprocess.CompletedProcess(command, status, said.read().decode(errors="replace"))


if sys.platform == "win32":

    def wait_for(started: subprocess.Popen[bytes]) -> int:
        """Wait for the end of a command."""
        return started.wait()

else:

    def wait_for(started: subprocess.Popen[bytes]) -> int:
        """Wait for the end of a command, and note the processor time it took."""
        _, status, usage = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        progress.spent(usage.ru_utime + usage.ru_stime)
        return started.returncode


def replace(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


# ---------------------------------------------------------------------- lock


@contextlib.contextmanager
def locked(
    name: str = "lock", waiting: str = "Another start is setting things up: waiting for it ..."
) -> Iterator[None]:
    """Let one start at a time do this; the system frees the lock after a crash."""
    with (made(BUILD) / name).open("w") as file:
        if not take(file, wait=False):
            say(waiting)
            take(file, wait=True)
        yield


if sys.platform == "win32":
    import msvcrt
    import time

    def take(file: IO[str], *, wait: bool) -> bool:
        """Take the lock; without waiting, say whether it was free."""
        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError:
                if not wait:
                    return False
                time.sleep(0.2)
            else:
                return True

else:
    import fcntl

    def take(file: IO[str], *, wait: bool) -> bool:
        """Take the lock; without waiting, say whether it was free."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
