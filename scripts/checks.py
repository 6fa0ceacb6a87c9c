"""Every check of the project, in sections; `python3 run.py test` runs them all.

A new section is one function that returns a Result, and one line in SECTIONS.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from scripts import affected, chromium, compiling, environments, product, programs, web

HERE = environments.Environment(Path(sys.prefix))
"""The environment these checks run in."""


class Result(NamedTuple):
    """How a section ended, with the number of its tests if it has any."""

    ok: bool
    passed: int = 0
    failed: int = 0
    skipped: str = ""
    """Why the section did not run, if it did not."""


class Wish(NamedTuple):
    """What the person asked for."""

    quick: affected.Affected | None
    """What the change concerns, if only that is to be checked."""
    only: Sequence[str]
    pytest: Sequence[str]


class Section(NamedTuple):
    """One group of checks under one heading."""

    name: str
    title: str
    run: Callable[[Wish], Result]
    quick: bool = True
    """Whether it belongs to the quick run."""


# ---------------------------------------------------------------- the sections


def lint(wish: Wish) -> Result:
    """Errors of style and sense."""
    return tool("ruff", "check")


def layout(wish: Wish) -> Result:
    """Sources laid out as the formatter would."""
    return tool("ruff", "format", "--check")


def types(wish: Wish) -> Result:
    """Types of sources, tests and scripts."""
    return tool("mypy")


def imports(wish: Wish) -> Result:
    """Who may import whom."""
    return command(str(HERE.command("lint-imports")))


def interpreted(wish: Wish) -> Result:
    """All tests on the sources as they lie there, with branch coverage of the rules."""
    if wish.quick is not None:
        return concerned(wish.quick, wish.pytest)
    # A part of the tests covers a part of the rules: then there is nothing to measure.
    if wish.pytest:
        return pytest(BROWSER_APART, *wish.pytest, OMERTA_EXPECT_COMPILED="0")
    coverage = ["--cov=omerta.core", "--cov=omerta.games", "--cov-branch", "--cov-report=term"]
    rules = pytest(*coverage, *OF_THE_RULES, OMERTA_EXPECT_COMPILED="0")
    apart = [f"--ignore={folder}" for folder in OF_THE_RULES]
    return together(rules, pytest(BROWSER_APART, *apart, OMERTA_EXPECT_COMPILED="0"))


def concerned(change: affected.Affected, arguments: Sequence[str]) -> Result:
    """The tests that a change concerns: whole files, and the games' part of the generic ones."""
    result = Result(ok=True)
    if change.tests:
        print("concerned:", *change.tests, flush=True)
        result = pytest(*change.tests, *arguments, OMERTA_EXPECT_COMPILED="0")
    if change.games:
        print("concerned:", *affected.GENERIC, "for", *change.games, flush=True)
        # Tests are named after their game, with a hyphen or an underscore.
        names = [name for game in change.games for name in (game, game.replace("_", "-"))]
        ones = ["-k", " or ".join(dict.fromkeys(names))]
        rest = [path for path in affected.GENERIC if path not in change.tests]
        result = together(result, pytest(*rest, *ones, *arguments, OMERTA_EXPECT_COMPILED="0"))
    if not change.tests and not change.games:
        return Result(ok=True, skipped="nothing has changed that a test knows of")
    return result


def together(one: Result, other: Result) -> Result:
    """Two results as one."""
    return Result(
        ok=one.ok and other.ok,
        passed=one.passed + other.passed,
        failed=one.failed + other.failed,
    )


def compiled(wish: Wish) -> Result:
    """All tests again on the compiled package."""
    if compiling.c_compiler() is None:
        return Result(ok=True, skipped="there is no C compiler with Python's headers here")
    try:
        package = product.compiled_package(HERE)
    except environments.SetUpFailed as problem:
        print(problem)
        return Result(ok=False)
    return pytest(
        *("-m", "not pure_only", BROWSER_APART, *wish.pytest),
        OMERTA_EXPECT_COMPILED="1",
        PYTHONPATH=os.pathsep.join([str(package), *path_of_the_person()]),
    )


def page(wish: Wish) -> Result:
    """The browser client: lint, layout, types, its own tests, and the build."""
    if wish.quick is not None and not wish.quick.page:
        return Result(ok=True, skipped="the page has not changed")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        try:
            if web.system_node() is None and web.packaged_node() is None:
                environments.pip(HERE, "install", web.NODE_PACKAGE)
            for script in ("lint", "layout", "check"):
                web.run(script)
            web.run("test", "--reporter=default", "--reporter=junit", f"--outputFile={report}")
            web.build()
        except (web.CannotBuild, environments.SetUpFailed) as problem:
            print(problem)
            passed, failed = count(report) if report.is_file() else (0, 0)
            return Result(ok=False, passed=passed, failed=failed)
        passed, failed = count(report)
    return Result(ok=True, passed=passed, failed=failed)


def browser(wish: Wish) -> Result:
    """People at the page: whole games in a real browser."""
    if chromium.find() is None:
        return Result(ok=True, skipped="there is no Chromium here, and none could be installed")
    return pytest("tests/web", *wish.pytest, OMERTA_CHROMIUM=str(chromium.find()))


OF_THE_RULES = tuple(
    f"tests/{folder}" for folder in ("rules", "core", "text", "golden", "bots", "lab")
)
"""What has to cover the rules by itself: to watch the others too would double their time."""

BROWSER_APART = "--ignore=tests/web"
"""Browsers need the built page and the machine for themselves."""

WITH_SERVICES = ("tests", "compiled")
"""What needs PostgreSQL and Redis."""

SECTIONS = (
    Section("lint", "Lint (ruff check)", lint),
    Section("format", "Layout (ruff format)", layout),
    Section("types", "Types (mypy --strict)", types),
    Section("imports", "Who imports whom (import-linter)", imports),
    Section("tests", "Tests, interpreted (pytest)", interpreted),
    Section("page", "The page (lint, layout, types, tests)", page),
    Section("browser", "The page in a browser (playwright)", browser, quick=False),
    Section("compiled", "Tests, compiled (pytest)", compiled, quick=False),
)


# ------------------------------------------------------------------- the tools


def tool(module: str, *arguments: str) -> Result:
    """Run a Python module; it tells itself what it found."""
    return command(sys.executable, "-m", module, *arguments)


def command(*words: str) -> Result:
    """Run a command; its exit status is the result."""
    return Result(ok=subprocess.run(words, check=False).returncode == 0)


def pytest(*arguments: str, **variables: str) -> Result:
    """Run pytest on all cores and count its tests."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        own = {"COVERAGE_FILE": str(Path(folder, "coverage"))}
        words = [sys.executable, "-m", "pytest", "--quiet", "--durations=20"]
        both = ["--numprocesses=auto", "--dist=worksteal"]
        done = subprocess.run(
            [*words, *both, f"--junit-xml={report}", *arguments],
            env={**os.environ, **own, **variables},
            check=False,
        )
        passed, failed = count(report) if report.is_file() else (0, 0)
    return Result(ok=done.returncode == 0, passed=passed, failed=failed)


def count(report: Path) -> tuple[int, int]:
    """How many tests passed and how many failed, as pytest's report tells."""
    totals = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        for key in totals:
            totals[key] += int(suite.get(key, 0))
    failed = totals["failures"] + totals["errors"]
    return totals["tests"] - failed - totals["skipped"], failed


def path_of_the_person() -> list[str]:
    """What PYTHONPATH already holds."""
    return [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]


# --------------------------------------------------------------------- the run


def main(arguments: Sequence[str]) -> int:
    """Run the wished sections, all of them even if one fails; the last line is the total."""
    wish = read(arguments)
    sections = [section for section in SECTIONS if is_wished(section, wish)]
    started = time.monotonic()
    results = [(section, *run(section, wish)) for section in sections]
    print(f"\n{'=' * 78}")
    for section, result, seconds in results:
        print(f"{verdict(result):8} {section.title:40} {seconds:7.1f} s")
    print(f"{'':8} {'together':40} {time.monotonic() - started:7.1f} s\n")
    for section, result, _ in results:
        if result.skipped:
            print(f"!! SKIPPED: {section.title}: {result.skipped}.\n")
    if any(section.name in WITH_SERVICES for section, _, _ in results):
        for name in programs.missing_services():
            print(f"!! SKIPPED: every test that needs {name}: it is not here.\n")
    passed = sum(result.passed for _, result, _ in results)
    failed = sum(failures(result) for _, result, _ in results)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def run(section: Section, wish: Wish) -> tuple[Result, float]:
    """Run one section under its heading."""
    print(f"\n{f' {section.title} ':=^78}\n", flush=True)
    started = time.monotonic()
    if section.name in WITH_SERVICES:
        programs.missing_services()
    result = section.run(wish)
    seconds = time.monotonic() - started
    print(f"\n-- {section.name}: {verdict(result)}, {seconds:.1f} s", flush=True)
    return result, seconds


def failures(result: Result) -> int:
    """The failed tests; a section that failed without one counts as one."""
    return result.failed if result.ok else max(result.failed, 1)


def verdict(result: Result) -> str:
    """The end of a section in one word."""
    if result.skipped:
        return "SKIPPED"
    return "ok" if result.ok else "FAILED"


def is_wished(section: Section, wish: Wish) -> bool:
    """Whether a section belongs to this run."""
    if wish.only:
        return section.name in wish.only
    return section.quick or wish.quick is None


def read(arguments: Sequence[str]) -> Wish:
    """Understand the command line."""
    names = [section.name for section in SECTIONS]
    parser = argparse.ArgumentParser(
        prog="python3 run.py test", description="Run every check of the project."
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only what the change since the last shared commit concerns; nothing compiled",
    )
    parser.add_argument(
        "--since",
        default="",
        metavar="REVISION",
        help="with --quick: what counts as changed begins here",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=names,
        metavar="SECTION",
        help=f"run this section (may be repeated): {', '.join(names)}",
    )
    parser.add_argument(
        "pytest",
        nargs="*",
        metavar="-- PYTEST ARGUMENTS",
        help="everything after -- goes to pytest, for example: -- -k harbor -x",
    )
    wished = parser.parse_args(arguments)
    if wished.since and not wished.quick:
        parser.error("--since goes with --quick")
    change = affected.affected(affected.changed(wished.since)) if wished.quick else None
    return Wish(quick=change, only=wished.only, pytest=wished.pytest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
