"""The import contracts hold what the architecture promises: planted imports break them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "games", "games/one", "games/two", "bots", "server", "lab")
GAME_PACKAGES = ("games/one/rules", "games/one/bots")
MODULES = ("cli", "__main__", "text", "core/machine", "bots/search", "server/app", "lab/arena")
GAME_MODULES = (
    "games/one/table",
    "games/one/rules/book",
    "games/one/bots/player",
    "games/two/table",
)

pytestmark = pytest.mark.pure_only


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A package of empty modules with the same names as ours."""
    package = tmp_path / "omerta"
    for folder in ("", *PACKAGES, *GAME_PACKAGES):
        (package / folder).mkdir(parents=True, exist_ok=True)
        (package / folder / "__init__.py").touch()
    for module in MODULES + GAME_MODULES:
        (package / f"{module}.py").touch()
    return package


def broken_contracts(house: Path) -> int:
    main = "from importlinter.cli import lint_imports_command as main; main()"
    settings = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    done = subprocess.run(
        [sys.executable, "-c", main, *settings],
        cwd=house.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    return int(done.stdout.split("kept, ")[1].split(" broken")[0])


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("games/one/rules/book", "omerta.core.machine"),
        ("games/one/bots/player", "omerta.bots.search"),
        ("games/one/table", "omerta.text"),
        ("bots/search", "omerta.core.machine"),
        ("server/app", "omerta.games"),
        ("server/app", "omerta.bots.search"),
        ("lab/arena", "omerta.games.one.rules.book"),
        ("cli", "omerta.server.app"),
    ],
)
def test_an_import_downwards_is_welcome(house: Path, importer: str, imported: str) -> None:
    (house / f"{importer}.py").write_text(f"import {imported}\n")
    assert broken_contracts(house) == 0


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("core/machine", "omerta.games.one.table"),
        ("core/machine", "omerta.cli"),
        ("core/machine", "omerta.text"),
        ("text", "omerta.games.one.table"),
        ("games/one/rules/book", "omerta.bots.search"),
        ("games/one/rules/book", "omerta.games.two.table"),
        ("games/one/bots/player", "omerta.games.one.rules.book"),
        ("bots/search", "omerta.games.one.rules.book"),
        ("bots/search", "omerta.server.app"),
        ("server/app", "omerta.games.one.rules.book"),
        ("server/app", "omerta.games.one"),
        ("server/app", "omerta.lab.arena"),
        ("lab/arena", "omerta.cli"),
    ],
)
def test_an_import_against_the_architecture_is_found(
    house: Path, importer: str, imported: str
) -> None:
    (house / f"{importer}.py").write_text(f"import {imported}\n")
    assert broken_contracts(house) >= 1


def test_a_new_module_needs_a_place_in_the_house(house: Path) -> None:
    (house / "annex.py").touch()
    assert broken_contracts(house) == 1
