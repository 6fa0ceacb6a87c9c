"""The compiled engine of a checkout: when it is built, when it is used, and never a stale one."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from scripts import compiling, engine, marks
from tests.project.checkout import ROOT, Checkout

pytestmark = pytest.mark.pure_only


def test_the_engine_is_built_in_the_background_and_used_from_the_next_start(
    project: Checkout,
) -> None:
    project.write("hold")
    first = project.start()
    assert first.stdout == "old pure Hello\n", first.stderr
    assert "in the background" in first.stderr
    assert project.says() == "old pure Hello"
    project.remove("hold")
    project.wait_until("ready")

    second = project.start()
    assert second.stdout == "old compiled Hello\n", second.stderr
    assert "The compiled engine is there and in use." in second.stderr
    third = project.start()
    assert (third.stdout, third.stderr) == ("old compiled Hello\n", "")
    assert project.times_compiled == 1


@pytest.fixture
def compiled_project(project: Checkout) -> Checkout:
    """One whose engine has been compiled."""
    project.start()
    project.wait_until("ready")
    return project


def test_a_changed_sentence_compiles_nothing(compiled_project: Checkout) -> None:
    compiled_project.write("text/en.txt", "Good evening")
    compiled_project.write("docs/rules/mafia-city.md", "**MC-1.1** Be kind.")
    compiled_project.write("src/omerta/lessons/first.md", "Take a card.")
    assert compiled_project.says() == "old compiled Good evening"
    assert compiled_project.times_compiled == 1


@pytest.mark.parametrize(
    ("module", "content", "sound"),
    [
        ("core", "SOUND = 'fresh pure'\n", "fresh"),
        # What the engine imports: types and constants of it are compiled in.
        ("words", "SOUND = 'new'\n", "new"),
    ],
)
def test_a_changed_engine_runs_pure_until_it_is_compiled_anew(
    compiled_project: Checkout, module: str, content: str, sound: str
) -> None:
    assert compiled_project.says() == "old compiled Hello"
    compiled_project.write("hold")
    compiled_project.write(f"src/omerta/{module}.py", content)
    assert compiled_project.says() == f"{sound} pure Hello"
    assert compiled_project.says() == f"{sound} pure Hello"
    compiled_project.remove("hold")
    compiled_project.wait_until("ready")
    assert compiled_project.says() == f"{sound} compiled Hello"
    assert compiled_project.times_compiled == 2


def test_other_modules_to_compile_make_another_engine(compiled_project: Checkout) -> None:
    assert compiled_project.says() == "old compiled Hello"
    compiled_project.write("hold")
    settings = (compiled_project.folder / "pyproject.toml").read_text()
    wider = settings.replace("src/omerta/core.py", "src/omerta/[cw]or*.py")
    compiled_project.write("pyproject.toml", wider)
    assert compiled_project.says() == "old pure Hello"
    compiled_project.remove("hold")
    compiled_project.wait_until("ready")
    assert compiled_project.says() == "old compiled Hello"
    assert compiled_project.times_compiled == 2


def test_going_back_to_earlier_sources_compiles_nothing(compiled_project: Checkout) -> None:
    compiled_project.write("src/omerta/words.py", "SOUND = 'new'\n")
    compiled_project.start()
    compiled_project.wait_until_compiled(2)
    compiled_project.wait_until("ready")
    compiled_project.write("src/omerta/words.py", "SOUND = 'old'\n")
    assert compiled_project.says() == "old compiled Hello"
    assert compiled_project.times_compiled == 2


def test_sources_that_change_while_they_are_compiled_get_an_engine_of_their_own(
    project: Checkout,
) -> None:
    project.write("hold")
    project.start()
    project.wait_until_compiled(1)
    project.write("src/omerta/core.py", "SOUND = 'fresh pure'\n")
    project.remove("hold")
    project.wait_until("ready")
    assert project.says() == "fresh pure Hello"
    project.wait_until_compiled(2)
    project.wait_until("ready")
    assert project.says() == "fresh compiled Hello"


def test_a_killed_build_leaves_the_pure_engine_running(project: Checkout) -> None:
    project.write("hold")
    project.start()
    project.wait_until_compiled(1)
    project.kill_the_builder()
    assert project.says() == "old pure Hello"
    project.wait_until_compiled(2)
    project.remove("hold")
    project.wait_until("ready")
    assert project.says() == "old compiled Hello"


def test_two_starts_do_not_compile_twice(project: Checkout) -> None:
    project.write("hold")
    for _ in range(3):
        assert project.says() == "old pure Hello"
    project.wait_until_compiled(1)
    project.remove("hold")
    project.wait_until("ready")
    assert project.times_compiled == 1


def test_a_failed_build_is_tried_again_only_with_other_sources(project: Checkout) -> None:
    project.write("broken")
    project.start()
    project.wait_until("failed")
    assert project.news["why"] == "the mill is broken"
    again = project.start()
    assert (again.stdout, again.stderr) == ("old pure Hello\n", "")
    assert project.times_compiled == 1

    insisted = project.start(OMERTA_COMPILE="must")
    assert insisted.returncode == 1
    assert "the mill is broken" in insisted.stderr
    project.remove("broken")
    assert project.says(OMERTA_COMPILE="must") == "old compiled Hello"


def test_who_insists_waits_for_the_compiled_engine(project: Checkout) -> None:
    assert project.says(OMERTA_COMPILE="must") == "old compiled Hello"
    assert project.says(OMERTA_COMPILE="never") == "old pure Hello"
    assert project.says() == "old compiled Hello"
    assert project.times_compiled == 1


def test_without_a_compiler_nothing_happens_and_the_reason_is_told(project: Checkout) -> None:
    project.write("no-compiler")
    assert project.says() == "old pure Hello"
    assert project.news == {
        "state": "absent",
        "why": "there is no C compiler with Python's headers here",
    }
    refused = project.start(OMERTA_COMPILE="must")
    assert refused.returncode == 1
    assert "there is no C compiler" in refused.stderr


def test_an_unknown_wish_is_refused(project: Checkout) -> None:
    refused = project.start(OMERTA_COMPILE="perhaps")
    assert refused.returncode == 1
    assert "it may be one of auto, must, never" in refused.stderr


def test_the_checks_share_the_engine_of_the_product(compiled_project: Checkout) -> None:
    script = """
import sys
from pathlib import Path
from scripts import environments, product
print(product.compiled_package(environments.Environment(Path(sys.prefix))))
"""
    done = compiled_project.run(sys.executable, "-c", script)
    assert done.returncode == 0, done.stderr
    core = Path(done.stdout.strip()) / "omerta" / "core.py"
    assert "compiled" in core.read_text()
    assert compiled_project.times_compiled == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there priorities have other names")
def test_the_builder_takes_what_nobody_else_wants(project: Checkout) -> None:
    shutil.copy(ROOT / "scripts" / "engine.py", project.folder / "scripts")
    project.write("hold")
    project.start()
    project.wait_until_compiled(1)
    assert os.getpriority(os.PRIO_PROCESS, int(project.news["worker"])) == 19
    project.remove("hold")
    project.wait_until("ready")


# --------------------------------------------------------------------- the mark


@pytest.mark.parametrize("name", ["src/omerta/core.py", "constraints.txt", "scripts/compiling.py"])
def test_the_mark_changes_with_what_makes_the_engine(project: Checkout, name: str) -> None:
    before = engine.engine_mark(project.folder)
    project.write(name, (project.folder / name).read_text() + "# more\n")
    assert engine.engine_mark(project.folder) != before


@pytest.mark.parametrize("name", ["src/omerta/__main__.py", "pyproject.toml", "text/en.txt"])
def test_the_mark_stays_when_anything_else_changes(project: Checkout, name: str) -> None:
    before = engine.engine_mark(project.folder)
    project.write(name, (project.folder / name).read_text() + "# more\n")
    assert engine.engine_mark(project.folder) == before


def test_our_own_engine_is_what_is_compiled_and_what_that_imports() -> None:
    hook = marks.hook_settings()
    compiled = compiling.modules_to_compile(ROOT, hook["compile"], hook["interpreted"])
    covered = {path.relative_to(ROOT).as_posix() for path in engine.covered()}
    assert set(compiled) <= covered
    assert "src/omerta/games/__init__.py" in covered
    apart = ("cli.py", "lab/terminal.py", "server/doctor.py", "server/main.py")
    assert not covered & {f"src/omerta/{name}" for name in apart}
