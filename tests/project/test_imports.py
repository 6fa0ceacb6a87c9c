"""The import contracts hold what the architecture promises: planted imports break them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "games", "games/one", "games/two", "bots", "server", "lab", "interfaces")
GAME_PACKAGES = ("games/one/rules", "games/one/bots")
MODULES = (
    "cli",
    "__main__",
    "text",
    "core/machine",
    "bots/search",
    "lab/arena",
    "interfaces/world",
)
GAME_MODULES = (
    *("games/one/table", "games/one/rules/book", "games/one/bots/player", "games/two/table"),
)
SERVER_MODULES = (
    *("server/wire/protocol", "server/table/entries", "server/table/fold"),
    *("server/telling/events", "server/store/base", "server/watch/journal"),
    *("server/running/room", "server/http/app", "server/ops/main"),
)

pytestmark = pytest.mark.pure_only


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A package of empty modules with the same names as ours."""
    package = tmp_path / "omerta"
    folders = {module.rpartition("/")[0] for module in SERVER_MODULES}
    for folder in ("", *PACKAGES, *GAME_PACKAGES, *folders):
        (package / folder).mkdir(parents=True, exist_ok=True)
        (package / folder / "__init__.py").touch()
    for module in MODULES + GAME_MODULES + SERVER_MODULES:
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
        ("server/http/app", "omerta.games"),
        ("server/http/app", "omerta.bots.search"),
        ("lab/arena", "omerta.games.one.rules.book"),
        ("interfaces/world", "omerta.server.http.app"),
        ("interfaces/world", "omerta.lab.arena"),
        ("cli", "omerta.server.http.app"),
        ("server/table/fold", "omerta.server.wire.protocol"),
        ("server/telling/events", "omerta.server.table.fold"),
        ("server/store/base", "omerta.server.table.entries"),
        ("server/store/base", "asyncio"),
        ("server/running/room", "omerta.server.telling.events"),
        ("server/running/room", "omerta.server.store.base"),
        ("server/running/room", "omerta.server.watch.journal"),
        ("server/http/app", "omerta.server.running.room"),
        ("server/ops/main", "omerta.server.http.app"),
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
        ("bots/search", "omerta.server.http.app"),
        ("server/http/app", "omerta.games.one.rules.book"),
        ("server/http/app", "omerta.games.one"),
        ("server/http/app", "omerta.lab.arena"),
        ("lab/arena", "omerta.cli"),
        ("server/http/app", "omerta.interfaces.world"),
        ("lab/arena", "omerta.interfaces.world"),
        ("server/wire/protocol", "omerta.server.table.fold"),
        ("server/table/fold", "omerta.server.telling.events"),
        ("server/table/fold", "omerta.server.store.base"),
        ("server/table/fold", "omerta.server.running.room"),
        ("server/table/fold", "asyncio"),
        ("server/table/fold", "sqlite3"),
        ("server/telling/events", "omerta.server.running.room"),
        ("server/telling/events", "omerta.server.store.base"),
        ("server/telling/events", "socket"),
        ("server/store/base", "omerta.server.table.fold"),
        ("server/store/base", "omerta.server.running.room"),
        ("server/store/base", "omerta.games"),
        ("server/watch/journal", "omerta.server.running.room"),
        ("server/running/room", "omerta.server.http.app"),
        ("server/http/app", "omerta.server.ops.main"),
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


def test_a_new_folder_of_the_server_needs_a_place_among_its_layers(house: Path) -> None:
    (house / "server" / "annex.py").touch()
    assert broken_contracts(house) == 1
