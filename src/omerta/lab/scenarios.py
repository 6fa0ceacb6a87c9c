"""Scenario files played and checked: `omerta scenario FILE...`"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from omerta.core.scenario import KINDS, BadNotation, read_scenarios, run_scenario
from omerta.games import GAMES


class Result(NamedTuple):
    """How one scenario ended; the empty message stands for success."""

    file: str
    name: str
    message: str


def files_of(paths: list[Path]) -> Iterator[Path]:
    """The files themselves, and the `*.md` of directories."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.md"))
        else:
            yield path


def run_file(file: Path) -> Iterator[Result]:
    """Play every scenario of a file; a file that cannot be read is one failure."""
    try:
        scenarios = read_scenarios(file.read_text("utf-8"))
    except OSError as problem:
        yield Result(str(file), file.name, f"cannot be read: {problem.strerror}")
        return
    except UnicodeDecodeError as problem:
        yield Result(str(file), file.name, f"expected UTF-8 text: {problem.reason}")
        return
    except BadNotation as bad:
        yield Result(str(file), file.name, f"{bad.message} (line {bad.number})")
        return
    if not scenarios:
        yield Result(str(file), file.name, f"expected a block: ```{', ```'.join(KINDS)}")
    stages = {name: rulebook.stage for name, rulebook in GAMES.items()}
    for scenario in scenarios:
        yield Result(str(file), scenario.name, run_scenario(scenario, stages))


def main(argv: list[str]) -> int:
    """`omerta scenario FILE... [--json]`"""
    parser = argparse.ArgumentParser(prog="omerta scenario", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files or directories")
    parser.add_argument("--json", action="store_true", help="one JSON object per scenario")
    wish = parser.parse_args(argv)
    passed = failed = 0
    for file in files_of(wish.files):
        for result in run_file(file):
            ok = not result.message
            passed += ok
            failed += not ok
            if wish.json:
                row = {"file": result.file, "name": result.name, "ok": ok}
                print(json.dumps(row if ok else {**row, "message": result.message}))
            elif ok:
                print(f"ok {result.name}")
            else:
                print(f"FAIL {result.name}: {result.message} in {result.file}")
    if not wish.json:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
