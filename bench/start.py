"""How long it takes from `git clone` to an answered page, against installing its packages alone.

    python -m bench.start                 the first start, and later ones after a changed sentence
    python -m bench.start --compiled      and wait for the engine that is compiled in the background
    python -m bench.start --json          all figures as JSON on stdout, the report on stderr

What is measured is the last commit of this checkout, in folders of its own. Nothing comes out of
a cache: pip and npm fetch everything they need, both times. Times are wall time and processor
time of all processes concerned; two steps of the set-up run at the same time.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from bench.running import cpu_of_family
from scripts import environments
from scripts.marks import ROOT

ENOUGH = 3.0
"""The first start may take this many times as long as installing the packages alone."""

FIRST = 30.0
LATER = 5.0
"""Seconds within which the page should answer: the first time, and after a changed sentence."""

SENTENCES = {
    "a sentence of the page": "text/en/web.json",
    "a sentence of a rulebook": "docs/rules/mafia-city.md",
}


class Took(NamedTuple):
    """What something took, in seconds."""

    wall: float
    cpu: float


def main(argv: list[str] | None = None) -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m bench.start")
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--compiled", action="store_true", help="wait for the compiled engine too")
    wish = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="omerta-start-") as folder:
        figures = measure(Path(folder), is_compiled_awaited=wish.compiled)
    report(figures, sys.stderr if wish.json else sys.stdout)
    if wish.json:
        print(json.dumps(figures, indent=2))
    return 0


def measure(folder: Path, *, is_compiled_awaited: bool) -> dict[str, Any]:
    """Everything, one after the other."""
    variables = {
        **{key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        "PIP_NO_CACHE_DIR": "1",
        "npm_config_cache": str(folder / "npm"),
        "OMERTA_COMPILE": "auto",
    }
    figures: dict[str, Any] = {"alone": packages_alone(folder / "alone", variables)}
    checkout = folder / "omerta"
    clone = run(["git", "clone", "--quiet", str(ROOT), str(checkout)], variables)
    try:
        first = start(checkout, variables)
        steps = json.loads((checkout / ".build" / "start.json").read_text(encoding="utf-8"))
        figures["steps"] = [{"step": "git clone", "begun": 0.0, **clone._asdict()}, *steps]
        figures["first"] = Took(clone.wall + first.wall, clone.cpu + first.cpu)._asdict()
        figures["times_alone"] = figures["first"]["wall"] / figures["alone"]["wall"]
        figures["again"] = start(checkout, variables)._asdict()
        figures["after"] = {
            what: after_a_change(checkout, name, variables)._asdict()
            for what, name in SENTENCES.items()
        }
        if is_compiled_awaited:
            figures["compiled_after"] = await_engine(checkout)
            figures["with_the_compiled_engine"] = start(checkout, variables)._asdict()
            figures["doctor"] = doctor(checkout, variables)
    finally:
        end_the_builder(checkout)
    return figures


def packages_alone(folder: Path, variables: dict[str, str]) -> dict[str, float]:
    """A new environment with the packages that the product needs, and nothing else."""
    python = environments.Environment(folder).python
    made = run([sys.executable, "-m", "venv", str(folder)], variables)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    constraint = ["--constraint", str(ROOT / "constraints.txt")]
    installed = run([*pip, *constraint, *environments.requirements()], variables)
    return Took(made.wall + installed.wall, made.cpu + installed.cpu)._asdict()


def after_a_change(checkout: Path, name: str, variables: dict[str, str]) -> Took:
    """A start after another sentence has been written into a file."""
    path = checkout / name
    content = path.read_text(encoding="utf-8")
    path.write_text(content.replace("the ", "our ", 1), encoding="utf-8")
    return start(checkout, variables)


def start(checkout: Path, variables: dict[str, str]) -> Took:
    """From `python3 run.py` to an answered page."""
    with serving(checkout, variables) as (server, begun):
        assert server.stdout is not None, "it has a pipe"
        line = server.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http"))
        with urllib.request.urlopen(address) as page:
            assert b"<html" in page.read(), "the page has come"
        return Took(time.monotonic() - begun, cpu_of_family(server.pid))


@contextlib.contextmanager
def serving(
    checkout: Path, variables: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[str], float]]:
    """The product as a person starts it, and when that was."""
    options = ["--host", "127.0.0.1", "--port", "0", "--no-browser", "--data"]
    command = [sys.executable, "run.py", "serve", *options, str(checkout.parent / "data")]
    begun = time.monotonic()
    with subprocess.Popen(
        command, cwd=checkout, env=variables, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            yield server, begun
        finally:
            server.send_signal(signal.SIGTERM)


def run(command: list[str], variables: dict[str, str]) -> Took:
    """Run a command to its end."""
    begun = time.monotonic()
    process = subprocess.Popen(command, env=variables)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command[:3])} failed")
    return Took(time.monotonic() - begun, usage.ru_utime + usage.ru_stime)


# ----------------------------------------------------------------- the engine


def news(checkout: Path) -> dict[str, Any]:
    """How far the compiled engine is."""
    for path in (checkout / ".build" / "engines").glob("*.json"):
        return dict(json.loads(path.read_text(encoding="utf-8")))
    return {}


def await_engine(checkout: Path) -> float:
    """Wait for the background build; seconds from its beginning."""
    begun = (checkout / ".build" / "engine.log").stat().st_ctime
    while news(checkout).get("state") == "compiling":
        time.sleep(0.5)
    return time.time() - begun


def doctor(checkout: Path, variables: dict[str, str]) -> str:
    """What `omerta doctor` says about the engine."""
    command = [sys.executable, "run.py", "doctor", "--data", str(checkout.parent / "data")]
    told = subprocess.run(
        command, cwd=checkout, env=variables, capture_output=True, text=True, check=False
    )
    return next(line for line in told.stdout.splitlines() if "engine" in line)


def end_the_builder(checkout: Path) -> None:
    """Leave nothing running."""
    with contextlib.suppress(KeyError, ProcessLookupError):
        os.killpg(os.getpgid(int(news(checkout)["worker"])), signal.SIGTERM)


# ----------------------------------------------------------------- the report


def report(figures: dict[str, Any], out: TextIO) -> None:
    """The figures as a table."""

    def row(what: str, took: dict[str, float], remark: str = "") -> None:
        print(f"{what:44} {took['wall']:7.1f} s {took['cpu']:7.1f} s  {remark}", file=out)

    print(f"{'':44} {'wall':>9} {'processor':>9}", file=out)
    row("the packages alone", figures["alone"])
    share = f"{figures['times_alone']:.2f} times; wanted {ENOUGH:.0f} times and {FIRST:.0f} s"
    row("from git clone to an answered page", figures["first"], share)
    for step in figures["steps"]:
        row(f"  {step['step']}", step, f"begun after {step['begun']:.1f} s")
    row("started again", figures["again"])
    for what, took in figures["after"].items():
        row(f"after {what} has changed", took, f"wanted {LATER:.0f} s")
    if "compiled_after" in figures:
        print(f"the engine was compiled after {figures['compiled_after']:.0f} s", file=out)
        row("started with it", figures["with_the_compiled_engine"])
        print(figures["doctor"], file=out)


if __name__ == "__main__":
    sys.exit(main())
