"""What a change concerns: the checks that `python3 run.py test --quick` makes.

Three things lead from a changed file to its tests: the tests that import it, the folder that is
its counterpart, and for a game the generic tests of that game.
"""

import ast
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

GENERIC = ("tests/rules/test_scenarios.py", "tests/golden", "tests/properties", "tests/core")
"""Tests that are written once for all games; the name of a game picks its part of them."""

COUNTERPARTS = (
    (r"src/omerta/core/.*", ("tests/core", "tests/rules", "tests/golden", "tests/properties")),
    (r"src/omerta/games/(\w+)/.*", (r"tests/rules/\1", r"tests/bots/test_\1.py")),
    (r"src/omerta/bots/.*", ("tests/bots",)),
    (r"src/omerta/lab/.*", ("tests/lab",)),
    (r"src/omerta/lab/(new_game|skeleton).*", ("tests/project/test_new_game.py",)),
    (r"src/omerta/lessons/.*", ("tests/server/test_lesson.py",)),
    (r"src/omerta/server/.*", ("tests/server/test_play.py", "tests/server/test_table.py")),
    (r"(src/omerta/)?text.*", ("tests/text",)),
    (r"docs/.*|[A-Z]+\.md", ("tests/project/test_documents.py",)),
    (r"docs/rules/.*", ("tests/text", "tests/rules/test_clauses.py")),
    (r"tests/scenarios/.*", ("tests/rules/test_scenarios.py", "tests/rules/test_clauses.py")),
    (r"tests/golden/.*", ("tests/golden",)),
    (r"scripts/.*|run\.py|hatch_build\.py|pyproject\.toml", ("tests/project",)),
    (r"bench/.*", ("tests/bench",)),
    (r"(tests/(?!web/).*/test_\w+\.py)", (r"\1",)),
)
"""Which tests a changed file always has, beside those that import it."""


class Affected(NamedTuple):
    """The tests that a change concerns."""

    tests: list[str]
    """Files and folders that are run as a whole."""
    games: list[str]
    """Games whose part of the generic tests is run."""
    page: bool
    """Whether the page itself is concerned."""


def changed(since: str = "") -> list[str]:
    """The files that differ from a revision, or from what the branch was begun from."""
    base = since or begun_from()
    told = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
    return sorted(set(told))


def begun_from() -> str:
    """The last commit that this branch shares with the one it follows; HEAD if it follows none."""
    for other in ("@{upstream}", "origin/main"):
        found = git("merge-base", "HEAD", other, must=False)
        if found:
            return found[0]
    return "HEAD"


def git(*words: str, must: bool = True) -> list[str]:
    """The lines that git prints; none if it fails and need not succeed."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode and must:
        raise SystemExit(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.split() if not done.returncode else []


def affected(files: Iterable[str]) -> Affected:
    """What has to be run for these files."""
    tests: set[str] = set()
    games: set[str] = set()
    page = False
    for file in files:
        page = page or file.startswith(("web/", "text/"))
        if game := re.match(r"src/omerta/games/(\w+)/", file):
            games.add(game.group(1))
        for pattern, wanted in COUNTERPARTS:
            if found := re.fullmatch(pattern, file):
                tests.update(found.expand(name) for name in wanted)
        tests.update(importers(module_of(file)))
    there = sorted(name for name in tests if (ROOT / name).exists())
    whole = [name for name in there if not any(name.startswith(f"{other}/") for other in there)]
    return Affected(whole, sorted(games), page)


def module_of(file: str) -> str:
    """The name by which a file is imported; empty if it is none to import."""
    if not file.endswith(".py"):
        return ""
    return file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def importers(module: str) -> list[str]:
    """The tests that name this module in an import; those of the browser are left out."""
    if not module:
        return []
    return [test for test, names in imports_of_tests().items() if module in names]


@cache
def imports_of_tests() -> dict[str, frozenset[str]]:
    """Every test file with the modules it imports by name."""
    found: dict[str, frozenset[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("tests/web/"):
            found[name] = frozenset(names_in(ast.parse(path.read_text("utf-8"))))
    return found


def names_in(tree: ast.AST) -> Iterable[str]:
    """Modules that are imported, as a whole or for something in them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
