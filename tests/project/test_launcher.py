"""The launcher in a project of its own: a package of one file that needs nothing to be built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PYPROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "omerta"
version = "0"
"""

BACKEND = """\
import zipfile

FILES = {
    "omerta-0.dist-info/METADATA": "Metadata-Version: 2.1\\nName: omerta\\nVersion: 0\\n",
    "omerta-0.dist-info/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    "omerta-0.dist-info/entry_points.txt": "[console_scripts]\\nomerta = omerta:main\\n",
    "omerta-0.dist-info/RECORD": "",
}

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(f"{wheel_directory}/omerta-0-py3-none-any.whl", "w") as wheel:
        for name, content in FILES.items():
            wheel.writestr(name, content)
        wheel.write("src/omerta.py", "omerta.py")
    return "omerta-0-py3-none-any.whl"
"""

MODULE = """\
import sys

def main():
    print("{greeting}", *sys.argv[1:])
"""

# Stands in front of Python's own and behaves like that of a Debian without python3-venv.
VENV_WITHOUT_PIP = """\
import runpy
import sys

if "--without-pip" not in sys.argv:
    sys.exit("ensurepip is not available")
sys.path.pop(0)
del sys.modules["__main__"]
runpy.run_module("venv", run_name="__main__")
"""

pytestmark = pytest.mark.pure_only


class Project:
    """A small checkout with the real launcher."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "scripts").mkdir()
        (folder / "src").mkdir()
        shutil.copy(ROOT / "run.py", folder)
        shutil.copy(ROOT / "scripts" / "environments.py", folder / "scripts")
        self.write("pyproject.toml", PYPROJECT)
        self.write("backend.py", BACKEND)
        self.write("constraints.txt", "")
        self.write("src/omerta.py", MODULE.format(greeting="Hello"))

    def write(self, name: str, content: str) -> None:
        (self.folder / name).write_text(content, encoding="utf-8")

    def start(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        # Not from inside the checkout: the launcher must find its way home.
        return subprocess.run(
            [sys.executable, str(self.folder / "run.py"), *arguments],
            cwd=self.folder.parent,
            env={**os.environ, "PYTHONPATH": "", **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def stamp(self) -> Path:
        return self.folder / ".venv" / "omerta-stamp"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "a checkout"
    folder.mkdir()
    return Project(folder)


@pytest.fixture
def bare_project(project: Project) -> Project:
    """One whose environment borrows the pip outside; it is also made faster."""
    project.write("venv.py", VENV_WITHOUT_PIP)
    return project


def test_the_first_start_installs_and_the_second_only_starts(project: Project) -> None:
    first = project.start("play", "mafia-city")
    assert first.stdout == "Hello play mafia-city\n", first.stderr
    assert "Setting up Omerta" in first.stderr

    second = project.start("--version")
    assert second.stdout == "Hello --version\n"
    assert second.stderr == ""

    project.write("src/omerta.py", MODULE.format(greeting="Good evening"))
    third = project.start()
    assert third.stdout == "Good evening\n", third.stderr
    assert "The sources have changed" in third.stderr


def test_python_without_its_own_pip_borrows_the_one_outside(bare_project: Project) -> None:
    started = bare_project.start()
    assert started.stdout == "Hello\n", started.stderr
    assert not list((bare_project.folder / ".venv").glob("lib/*/site-packages/pip"))


def test_after_an_interruption_the_environment_is_made_anew(bare_project: Project) -> None:
    bare_project.start()
    bare_project.stamp.unlink()
    (bare_project.folder / ".venv" / "pyvenv.cfg").unlink()
    again = bare_project.start()
    assert again.stdout == "Hello\n", again.stderr
    assert "Setting up Omerta" in again.stderr
    assert bare_project.stamp.is_file()


def test_a_failed_build_says_so_and_is_not_taken_for_a_finished_one(bare_project: Project) -> None:
    bare_project.write("backend.py", "raise SystemExit('the mill is broken')")
    failed = bare_project.start()
    assert failed.returncode == 1
    assert "the mill is broken" in failed.stderr
    assert "start the same command again" in failed.stderr
    assert not bare_project.stamp.is_file()


def test_two_starts_at_once_do_not_disturb_each_other(bare_project: Project) -> None:
    command = [sys.executable, str(bare_project.folder / "run.py")]
    environment = {**os.environ, "PYTHONPATH": ""}
    both = [
        subprocess.Popen(
            command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    outcomes = [start.communicate() for start in both]
    assert [stdout for stdout, _ in outcomes] == ["Hello\n", "Hello\n"]
    assert sum("Setting up Omerta" in stderr for _, stderr in outcomes) == 1
