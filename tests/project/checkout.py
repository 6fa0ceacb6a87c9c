"""A small checkout with the real launcher, and a stand-in for the compilers."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

PYPROJECT = """\
[build-system]
requires = []

[project]
name = "omerta"
version = "0"
dependencies = [{dependencies}]

[tool.hatch.build.targets.wheel.hooks.custom]
compile = ["src/omerta/core.py"]
interpreted = []
compiler-requires = []

[tool.hatch.build.targets.wheel.hooks.custom.carry]
"text" = "omerta/text"
"""

MAIN = """\
import sys
from pathlib import Path

from omerta import core

print(core.SOUND, Path(__file__).with_name("text").joinpath("en.txt").read_text(), *sys.argv[1:])
"""

# Takes the place of mypyc and gcc: turns "pure" into "compiled", as soon as nobody holds it up.
COMPILING = """\
import sys
import time
from pathlib import Path

CHECKOUT = Path({checkout!r})


def c_compiler():
    return None if (CHECKOUT / "no-compiler").exists() else "cc"


def modules_to_compile(root, patterns, exceptions):
    return [path.relative_to(root).as_posix() for name in patterns for path in root.glob(name)]


if __name__ == "__main__":
    with (CHECKOUT / "compiled").open("a") as calls:
        calls.write("once\\n")
    root = Path(sys.argv[1])
    while (CHECKOUT / "hold").exists():
        time.sleep(0.02)
    if (CHECKOUT / "broken").exists():
        sys.exit("the mill is broken")
    source = (root / "src/omerta/core.py").read_text()
    (root / "lib/omerta").mkdir(parents=True)
    (root / "lib/omerta/core.py").write_text(source.replace("pure", "compiled"))
"""

# Stands in front of Python's own and makes environments without pip: nothing is installed here.
QUICK_VENV = """\
import runpy
import sys

sys.argv.append("--without-pip")
sys.path.pop(0)
del sys.modules["__main__"]
runpy.run_module("venv", run_name="__main__")
"""


class Checkout:
    """A project of its own; what is in its files decides what the compiler does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        scripts = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=scripts)
        shutil.copy(ROOT / "run.py", folder)
        self.write("scripts/compiling.py", COMPILING.format(checkout=str(folder)))
        self.write("venv.py", QUICK_VENV)
        self.write("pyproject.toml", PYPROJECT.format(dependencies=""))
        self.write("constraints.txt", "")
        self.write("src/omerta/__init__.py", "")
        self.write("src/omerta/__main__.py", MAIN)
        self.write("src/omerta/core.py", "from omerta.words import SOUND\n\nSOUND += ' pure'\n")
        self.write("src/omerta/words.py", "SOUND = 'old'\n")
        self.write("text/en.txt", "Hello")

    def write(self, name: str, content: str = "") -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def hurry(self) -> None:
        """Let the builder take its share: what else these cores do is none of a test's business."""
        own = (self.folder / "scripts" / "engine.py").read_text(encoding="utf-8")
        patient, quick = "    yield_to_others()\n", "    pass\n"
        assert patient in own
        self.write("scripts/engine.py", own.replace(patient, quick))

    def remove(self, name: str) -> None:
        (self.folder / name).unlink()

    def start(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        # Not from inside the checkout: the launcher must find its way home.
        command = [sys.executable, str(self.folder / "run.py"), *arguments]
        return self.run(*command, folder=self.folder.parent, **variables)

    def run(
        self, *command: str, folder: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command, in the checkout if nothing else is said."""
        return subprocess.run(
            command,
            cwd=folder or self.folder,
            env={**os.environ, "PYTHONPATH": "", "OMERTA_COMPILE": "", **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    def says(self, *arguments: str, **variables: str) -> str:
        """What the product prints when it is started."""
        started = self.start(*arguments, **variables)
        assert started.returncode == 0, started.stderr
        return started.stdout.strip()

    @property
    def stamp(self) -> Path:
        return self.folder / ".venv" / "omerta-stamp"

    # --------------------------------------------------------- the background

    @property
    def times_compiled(self) -> int:
        """How often a compiler was called."""
        calls = self.folder / "compiled"
        return len(calls.read_text().splitlines()) if calls.exists() else 0

    @property
    def news(self) -> dict[str, Any]:
        """The newest news of an engine."""
        found = sorted(
            (self.folder / ".build" / "engines").glob("*.json"),
            key=lambda path: path.stat().st_mtime,
        )
        return dict(json.loads(found[-1].read_text("utf-8"))) if found else {}

    def wait_until(self, state: str) -> None:
        """Until the newest engine is in this state."""
        self.wait_for(lambda: self.news.get("state") == state, f"the engine is not {state}")

    def wait_until_compiled(self, times: int) -> None:
        """Wait until this many compilers have been called."""
        self.wait_for(lambda: self.times_compiled == times, f"not compiled {times} times")

    def wait_for(self, condition: Any, complaint: str) -> None:
        latest = time.monotonic() + 120
        while not condition():
            assert time.monotonic() < latest, f"{complaint}: {self.news}, {self.log}"
            time.sleep(0.02)

    @property
    def log(self) -> str:
        log = self.folder / ".build" / "engine.log"
        return log.read_text() if log.exists() else ""

    def kill_the_builder(self) -> None:
        """As a power cut would."""
        os.kill(int(self.news["worker"]), signal.SIGKILL)
