"""The launcher in a project of its own: a package of few files that needs nothing else."""

import os
import subprocess
import sys

import pytest

from tests.project.checkout import PYPROJECT, Checkout

pytestmark = pytest.mark.pure_only

# Behaves like that of a Debian without python3-venv.
VENV_WITHOUT_PIP = """\
import runpy
import sys

if "--without-pip" not in sys.argv:
    sys.exit("ensurepip is not available")
sys.path.pop(0)
del sys.modules["__main__"]
runpy.run_module("venv", run_name="__main__")
"""

BROKEN_PACKAGE = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""


@pytest.fixture(autouse=True)
def _nothing_is_compiled(project: Checkout) -> None:
    project.write("no-compiler")


def test_the_first_start_installs_and_the_second_only_starts(project: Checkout) -> None:
    project.remove("venv.py")
    first = project.start("play", "mafia-city")
    assert first.stdout == "old pure Hello play mafia-city\n", first.stderr
    assert "Setting up Omerta" in first.stderr

    second = project.start("--version")
    assert second.stdout == "old pure Hello --version\n"
    assert second.stderr == ""

    project.write("src/omerta/words.py", "SOUND = 'new'\n")
    third = project.start()
    assert third.stdout == "new pure Hello\n", third.stderr
    assert "The sources have changed" in third.stderr


def test_python_without_its_own_pip_borrows_the_one_outside(project: Checkout) -> None:
    project.write("venv.py", VENV_WITHOUT_PIP)
    assert project.says() == "old pure Hello"
    assert not list((project.folder / ".venv").glob("lib/*/site-packages/pip"))


def test_after_an_interruption_the_environment_is_made_anew(project: Checkout) -> None:
    project.start()
    project.stamp.unlink()
    (project.folder / ".venv" / "pyvenv.cfg").unlink()
    again = project.start()
    assert again.stdout == "old pure Hello\n", again.stderr
    assert "Setting up Omerta" in again.stderr
    assert project.stamp.is_file()


def test_a_failed_set_up_says_so_and_is_not_taken_for_a_finished_one(
    project: Checkout,
) -> None:
    mill = project.folder / "mill"
    needs = f'"mill @ {mill.as_uri()}"'
    project.write("pyproject.toml", PYPROJECT.format(dependencies=needs))
    project.write("mill/pyproject.toml", BROKEN_PACKAGE)
    project.write("mill/backend.py", "raise SystemExit('the mill is broken')")
    failed = project.start()
    assert failed.returncode == 1
    assert "the mill is broken" in failed.stderr
    assert "start the same command again" in failed.stderr
    assert not project.stamp.is_file()


def test_two_starts_at_once_do_not_disturb_each_other(project: Checkout) -> None:
    command = [sys.executable, str(project.folder / "run.py")]
    environment = {**os.environ, "PYTHONPATH": ""}
    both = [
        subprocess.Popen(
            command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    outcomes = [start.communicate() for start in both]
    assert [stdout for stdout, _ in outcomes] == ["old pure Hello\n", "old pure Hello\n"]
    assert sum("Setting up Omerta" in stderr for _, stderr in outcomes) == 1


def test_a_running_product_keeps_its_files_when_the_sources_change(project: Checkout) -> None:
    project.start()
    before = next(project.folder.glob(".build/packages/*-pure/omerta/text/en.txt"))
    project.write("text/en.txt", "Good evening")
    assert project.says() == "old pure Good evening"
    assert before.read_text() == "Hello"


def test_what_each_step_took_is_written_down(project: Checkout) -> None:
    project.start()
    book = (project.folder / ".build" / "start.json").read_text()
    assert "making the environment" in book
    assert "putting the package together" in book
