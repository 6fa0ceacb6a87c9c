"""Where each clause of a rulebook is carried out, and what tests it: `omerta clauses`."""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from omerta.core import Rulebook
from omerta.games import GAMES
from omerta.lab.places import rulebook_text, sources_of, tests_directory

UNTESTED: Final = {
    "MC-11.5": "binds the player, not the program (section 7.1)",
    "PA-31.10": "binds the page on a phone, not the rules",
}
"""Clauses that only define a word or bind a person; there is nothing to test in them."""


class Tracing(NamedTuple):
    """The clauses of one rulebook, where each is carried out, and which of them tests name."""

    clauses: list[str]
    tested: list[str]
    missing: list[str]
    unknown: list[str]
    places: dict[str, list[str]]
    """Where each clause is cited: `file:line` in the game's own sources."""
    uncited: list[str]
    """Clauses that the sources neither cite nor list as those that no code can carry out."""
    misnamed: list[str]
    """Ids in the sources that the rulebook does not have."""


def clauses_of(text: str, prefix: str) -> list[str]:
    """The ids of a rulebook's clauses, in their order."""
    return re.findall(rf"^- \*\*({prefix}-[0-9A-Za-z.]+)\*\*", text, re.MULTILINE)


def rulings_of(text: str, prefix: str) -> list[str]:
    """The ids of a rulebook's rulings."""
    return re.findall(rf"^\*\*({prefix}-R\d+)\b", text, re.MULTILINE)


def chapters_of(text: str, prefix: str) -> list[str]:
    """The ids of a rulebook's chapters."""
    return re.findall(rf"^#+ ({prefix}-\d+)\b", text, re.MULTILINE)


def named_in_scenarios(directory: Path) -> Iterator[str]:
    """The ids on the `Clauses:` lines of the scenario files."""
    for file in sorted((directory / "scenarios").glob("*.md")):
        for line in re.findall(r"^Clauses: (.*)$", file.read_text("utf-8"), re.MULTILINE):
            yield from (name.strip() for name in line.split(",") if name.strip())


def named_in_tests(directory: Path) -> Iterator[str]:
    """The ids in `@clause(...)` above tests."""
    for file in sorted(directory.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for mark in node.decorator_list:
                    yield from ids_of_mark(mark)


def ids_of_mark(mark: ast.expr) -> Iterator[str]:
    """The ids of one `@clause(...)`."""
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) in ("clause", "pytest.mark.clause"):
        for argument in mark.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def citations(folder: Path, prefix: str) -> dict[str, list[str]]:
    """Where the sources of a game name each clause, those that carry out rules first."""
    found: dict[str, list[str]] = {}
    files = sorted(folder.rglob("*.py"), key=lambda file: (file.parent.name != "rules", file))
    for file in files:
        if file.name == "uncited.py":
            continue
        lines = file.read_text("utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            for name in re.findall(rf"\b{prefix}-(?:R\d+|\d+(?:\.\d+[a-z]?)*)", line):
                place = f"{file.relative_to(folder).as_posix()}:{number}"
                found.setdefault(name, []).append(place)
    return found


def trace(rulebook: Rulebook[Any, Any, Any], tests: Path) -> Tracing:
    """Compare a rulebook with the tests."""
    text = rulebook_text(rulebook.name)
    prefix = rulebook.clauses
    clauses = clauses_of(text, prefix)
    named = {*named_in_scenarios(tests), *named_in_tests(tests)}
    own = {name for name in named if name.startswith(f"{prefix}-")}
    known = {*clauses, *rulings_of(text, prefix)}
    cited = citations(sources_of(rulebook.name), prefix)
    return Tracing(
        clauses,
        [name for name in clauses if name in own],
        [name for name in clauses if name not in own and name not in UNTESTED],
        sorted(own - known),
        {name: cited[name] for name in clauses if name in cited},
        [name for name in clauses if name not in cited and name not in rulebook.uncited],
        sorted(set(cited) - known - set(chapters_of(text, prefix))),
    )


def main(argv: list[str]) -> int:
    """`omerta clauses [GAME] [--places] [--json]`"""
    parser = argparse.ArgumentParser(prog="omerta clauses", description=__doc__)
    parser.add_argument("game", nargs="?", choices=sorted(GAMES), help="one game only")
    parser.add_argument("--places", action="store_true", help="where each clause is carried out")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--tests", type=Path, help="the tests' directory (of a checkout)")
    wish = parser.parse_args(argv)
    tests = wish.tests or tests_directory()
    if tests is None or not tests.is_dir():
        print("omerta clauses: no tests here; run it in a checkout or give --tests DIRECTORY")
        return 2
    found = {
        name: trace(rulebook, tests)
        for name, rulebook in GAMES.items()
        if wish.game in (None, name)
    }
    if wish.json:
        counts = {
            name: {
                "clauses": len(tracing.clauses),
                "tested": len(tracing.tested),
                "missing": tracing.missing,
                "places": tracing.places,
                "uncited": tracing.uncited,
            }
            for name, tracing in found.items()
        }
        print(json.dumps(counts[wish.game] if wish.game else counts))
    else:
        for name, tracing in found.items():
            told = f"{len(tracing.tested)} tested, {len(tracing.places)} cited"
            print(f"{name}: {len(tracing.clauses)} clauses, {told}")
            if wish.places:
                print_places(tracing, GAMES[name].uncited)
            for clause in tracing.missing:
                print(f"  missing {clause}")
            for clause in tracing.unknown:
                print(f"  unknown {clause}")
            for clause in tracing.uncited:
                print(f"  uncited {clause}")
            for clause in tracing.misnamed:
                print(f"  misnamed {clause}")
    return 1 if any(is_incomplete(tracing) for tracing in found.values()) else 0


def print_places(tracing: Tracing, uncited: Mapping[str, str]) -> None:
    """Every clause with the places of its code, or why it has none."""
    for clause in tracing.clauses:
        places = tracing.places.get(clause, [])
        print(f"  {clause:10} {', '.join(places) or '(' + uncited.get(clause, '') + ')'}")


def is_incomplete(tracing: Tracing) -> bool:
    """Whether a clause has no test or no code, or something is named that is none."""
    return bool(tracing.missing or tracing.unknown or tracing.uncited or tracing.misnamed)
