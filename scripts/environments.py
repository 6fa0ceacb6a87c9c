"""The environments Omerta runs in: made once, renewed when something changed.

This runs before anything is installed, so it uses the standard library alone.
A stamp inside each environment tells what it was made from. The stamp goes
before the work begins and comes back when it is done: after an interruption
the environment is made anew.
"""

import contextlib
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
SHELF = BUILD / "wheels"
BENCH = BUILD / "compiled"
KEPT = 3
"""How many earlier builds stay in the cache."""

REQUIREMENTS = ("constraints.txt",)
SOURCES = (
    *("src", "text", "web", "docs/rules", "bench"),
    *("hatch_build.py", "scripts/web.py", "constraints.txt"),
)
MADE = ("__pycache__", "node_modules", "src/omerta/web")
"""What is made from the sources and lies among them."""


class SetUpFailed(Exception):
    """What went wrong and what to do about it, in words for people."""


class Stamp(NamedTuple):
    """What an environment was made from."""

    requirements: str
    package: str


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
            return Stamp(*lines) if len(lines) == 2 else None
        return None

    def unstamp(self) -> None:
        """Say that work on it has begun."""
        (self.folder / "omerta-stamp").unlink(missing_ok=True)

    def finish(self, stamp: Stamp) -> None:
        """Say that it is complete."""
        (self.folder / "omerta-stamp").write_text("\n".join(stamp) + "\n", encoding="utf-8")


# ------------------------------------------------------- the two environments


def for_playing() -> Environment:
    """The environment of the product: the package, compiled where that is possible."""
    environment = Environment(ROOT / ".venv")
    stamp = Stamp(requirements_mark(), build_mark())
    if environment.stamp == stamp:
        return environment
    with locked():
        if environment.stamp != stamp:
            install_product(environment, stamp)
    return environment


def for_checks() -> Environment:
    """The environment of the checks: the sources as they lie there, and the tools."""
    environment = Environment(ROOT / ".venv-test")
    stamp = Stamp(requirements_mark(), "editable")
    if environment.stamp == stamp:
        return environment
    with locked():
        if environment.stamp != stamp:
            say("Setting up the test environment in .venv-test (once) ...")
            make(environment)
            pip(environment, "install", "--editable", ".[test]")
            environment.finish(stamp)
    return environment


def install_product(environment: Environment, stamp: Stamp) -> None:
    """Bring the environment to the state the stamp describes."""
    before = environment.stamp
    if before is not None and before.requirements == stamp.requirements:
        say("The sources have changed: renewing Omerta in .venv ...")
        environment.unstamp()
        wheel = build_wheel(environment)
        pip(environment, "install", "--no-deps", "--force-reinstall", str(wheel))
    else:
        say("Setting up Omerta in .venv (once; a minute or two) ...")
        make(environment)
        wheel = build_wheel(environment)
        pip(environment, "install", str(wheel))
    environment.finish(stamp)
    say("Ready.")


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


# -------------------------------------------------------------------- wheels


def build_wheel(environment: Environment) -> Path:
    """The wheel of the present sources: compiled if that works, else pure."""
    shelf = SHELF / build_mark()
    for wheel in shelf.glob("*.whl"):
        return wheel
    if c_compiler() is not None and wanted_mode() != "never":
        say("  compiling the engine for this machine ...")
        with contextlib.suppress(SetUpFailed):
            return put_on_shelf(environment, shelf, mode="auto")
    return put_on_shelf(environment, shelf, mode="never")


def compiled_package(environment: Environment) -> Path:
    """A folder with the compiled package of the present sources, to be put on the path."""
    folder = BENCH / build_mark()
    with locked():
        if not folder.is_dir():
            shelf = SHELF / build_mark()
            wheels = [path for path in shelf.glob("*.whl") if is_compiled(path)]
            wheel = wheels[0] if wheels else put_on_shelf(environment, shelf, mode="must")
            with tempfile.TemporaryDirectory(dir=made(BENCH)) as workshop:
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(Path(workshop, "package"))
                Path(workshop, "package").replace(folder)
            forget_old(BENCH)
    return folder


def put_on_shelf(environment: Environment, shelf: Path, *, mode: str) -> Path:
    """Build a wheel and keep it; a failed build leaves nothing behind."""
    with tempfile.TemporaryDirectory(dir=made(BUILD)) as workshop:
        # The test environment has all that a build needs, the other one fetches it.
        isolation = ["--no-build-isolation"] if mode == "must" else []
        arguments = ["wheel", "--no-deps", "--wheel-dir", workshop, *isolation, "."]
        pip(environment, *arguments, OMERTA_COMPILE=mode)
        (wheel,) = Path(workshop).glob("*.whl")
        place = made(shelf) / wheel.name
        wheel.replace(place)
    forget_old(SHELF)
    return place


def is_compiled(wheel: Path) -> bool:
    """Whether a wheel is for this machine alone."""
    return not wheel.stem.endswith("-none-any")


def c_compiler() -> str | None:
    """The C compiler Python would use, if it and Python's headers are there."""
    usual = "cl" if os.name == "nt" else (sysconfig.get_config_var("CC") or "cc")
    words = shlex.split(os.environ.get("CC") or usual)
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(words[0]) if words and headers.is_file() else None


def wanted_mode() -> str:
    """What the environment variable OMERTA_COMPILE asks for: auto, or never."""
    return os.environ.get("OMERTA_COMPILE", "auto")


def forget_old(folder: Path) -> None:
    """Remove all but the newest builds."""
    newest_first = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest_first[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


# --------------------------------------------------------------------- marks


def requirements_mark() -> str:
    """Changes when an environment has to be made anew."""
    # An environment knows its own address and its interpreter.
    return mark(REQUIREMENTS, package_settings(), str(ROOT), sys.version, sys.base_prefix)


def build_mark() -> str:
    """Changes when the package has to be built anew."""
    compiler = c_compiler() if wanted_mode() != "never" else None
    return mark(SOURCES, package_settings(), sys.version, sysconfig.get_platform(), str(compiler))


def package_settings() -> str:
    """What pyproject.toml says about the package; the settings of the checks do not matter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hatch = settings.get("tool", {}).get("hatch")
    return json.dumps([settings["build-system"], settings["project"], hatch], sort_keys=True)


def mark(names: Iterable[str], *further: str) -> str:
    """A short text that changes with the content of the files or the further words."""
    digest = hashlib.sha256()
    for path in (path for name in names for path in files(ROOT / name)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)}:{len(content)}:".encode())
        digest.update(content)
    for word in further:
        digest.update(f"{len(word)}:{word}".encode())
    return digest.hexdigest()[:20]


def files(path: Path) -> Iterator[Path]:
    """A file itself, or all files of a folder in a fixed order."""
    if path.is_file():
        yield path
    for inner in sorted(path.rglob("*")):
        if inner.is_file() and not is_made(inner):
            yield inner


def is_made(path: Path) -> bool:
    """Whether a file is no source itself."""
    place = f"/{path.as_posix()}"
    return any(f"/{name}/" in place for name in MADE)


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
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )


# ---------------------------------------------------------------------- lock


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Let one start at a time change the environments; the system frees it after a crash."""
    with (made(BUILD) / "lock").open("w") as file:
        if not take(file, wait=False):
            say("Another start is setting things up: waiting for it ...")
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


def made(folder: Path) -> Path:
    """The folder, made if it was not there."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def say(words: str) -> None:
    """Tell the person what is going on, apart from what the product prints."""
    print(words, file=sys.stderr, flush=True)
