"""`omerta bench`: how fast the games are, alone or beside their peers.

Every contestant plays a fixed list of seeded games at random in a process of its own, timed in
CPU seconds. All contestants run in every round, and a ratio is formed inside its round, so that
a slow minute of the machine slows both of its sides.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from omerta import __version__
from omerta.core import machine
from omerta.games import GAMES
from omerta.lab.peers import PACKAGE, PEERS, Environment, Unavailable

LAP: Final = Path(__file__).with_name("lap.py")
OWN: Final = Path(__file__).with_name("contestant.py")

GAMES_PER_SECOND: Final = {"mafia-city": 200, "downtown": 200, "palermo": 100}
"""How many of our games are in the list for each second of a lap; talk makes Palermo long."""

USUAL_GAMES_PER_SECOND: Final = 200
"""The same for a game of one's own."""

IS_COMPILED: Final = not str(machine.__file__).endswith(".py")
"""Whether the package that runs here was compiled."""

UNITS: Final = ("decisions_per_s", "with_view_per_s", "copy_us")
"""What is measured: games without and with a view for every decision, and copies."""


GROWTH: Final = ("first_us", "last_us", "last_times_first")
"""What an answer costs in the first hundred of long games, in the last hundred, and the ratio."""


class Entry:
    """A contestant in a process of its own, and its figures of each round."""

    def __init__(
        self, script: Path, game: str, games: int, python: str, path: Path | None = None
    ) -> None:
        self.seeds = list(range(1, max(games, 2) + 1))
        self.rounds: list[dict[str, float]] = []
        self.single_share = 0.0
        self.process = subprocess.Popen(
            # Beside lap.py lie modules of ours, none of which a contestant should import by chance.
            [python, "-P", str(LAP), str(script), game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(path or "")},
        )
        self.about = self.lap("about")

    def lap(self, lap: str, games: int | None = None) -> dict[str, Any]:
        """Run one lap; `Unavailable` tells why it could not be run."""
        assert self.process.stdin is not None, "the process has pipes"
        assert self.process.stdout is not None, "the process has pipes"
        wish = json.dumps({"lap": lap, "seeds": self.seeds[:games]})
        with suppress(BrokenPipeError):  # who has ended says why below
            print(wish, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            _, complaint = self.process.communicate()
            raise Unavailable((complaint.strip() or "it ended").splitlines()[-1])
        answer: dict[str, Any] = json.loads(line)
        return answer

    def measure(self, unit: str) -> None:
        """Run the lap for one figure of the present round, if the contestant has it."""
        figures = self.rounds[-1]
        if unit == "decisions_per_s":
            played = self.lap("games")
            figures[unit] = played["decisions"] / played["seconds"]
            self.single_share = played["single"] / (played["single"] + played["decisions"])
        elif unit == "with_view_per_s" and self.about["views"]:
            played = self.lap("views")
            figures[unit] = played["decisions"] / played["seconds"]
        elif unit == "copy_us":
            copied = self.lap("copies")
            figures[unit] = copied["seconds"] / copied["copies"] * 1e6
        elif unit == "growth" and self.about["growth"]:
            cost = self.lap("growth")
            figures["first_us"] = cost["first"] * 1e6
            figures["last_us"] = cost["last"] * 1e6
            figures["last_times_first"] = cost["last"] / cost["first"]

    def figures(self, unit: str) -> list[float]:
        """One figure of every round; who cannot tell views apart is as fast with one."""
        return [figures.get(unit, figures["decisions_per_s"]) for figures in self.rounds]

    def close(self) -> None:
        """Ask for no more."""
        self.process.communicate()


# Who takes part


def own_entry(game: str, seconds: float, path: Path | None = None) -> Entry:
    """One of our games, with the package at this path or else the one that runs here."""
    games = round(GAMES_PER_SECOND.get(game, USUAL_GAMES_PER_SECOND) * seconds)
    return Entry(OWN, game, games, sys.executable, path or PACKAGE.parent)


def pure_package(folder: Path) -> Path:
    """The sources of the package that runs here, without what was compiled."""
    sources = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=sources)
    return folder


def peer_entries(seconds: float) -> tuple[dict[str, Entry], dict[str, str]]:
    """The peers that can take part, and why the others cannot."""
    entries: dict[str, Entry] = {}
    missing: dict[str, str] = {}
    for peer in PEERS:
        try:
            environment = Environment()
            say(f"Preparing {peer.name} ...")
            environment.install(peer)
            games = round(peer.games * seconds)
            script = environment.script(peer)
            entries[peer.name] = Entry(script, peer.name, games, str(environment.python))
        except Unavailable as reason:
            say(f"{peer.name} cannot take part: {reason}")
            missing[peer.name] = str(reason)
    return entries, missing


def run_rounds(entries: list[Entry], rounds: int) -> None:
    """All contestants in every round, lap by lap, each round begun by another of them."""
    for entry in entries:
        entry.lap("games", games=2)  # What is built once is built before the watch runs.
    for number in range(rounds):
        say(f"Round {number + 1} of {rounds} ...")
        first = number % len(entries)
        for entry in entries:
            entry.rounds.append({})
        for unit in (*UNITS, "growth"):
            for entry in entries[first:] + entries[:first]:
                entry.measure(unit)


# What came out


def spread(values: list[float]) -> tuple[float, list[float]]:
    """The median over the rounds, and its range."""
    return rounded(median(values)), [rounded(min(values)), rounded(max(values))]


def rounded(value: float) -> float:
    """Four digits are more than a measurement is good for."""
    return float(f"{value:.4g}")


def ratios(own: Entry, others: Mapping[str, Entry], unit: str) -> dict[str, list[float]]:
    """How many times as fast we are, for every other and round."""
    return {
        name: [a / b for a, b in zip(own.figures(unit), other.figures(unit), strict=True)]
        for name, other in others.items()
    }


def own_figures(own: Entry, peers: Mapping[str, Entry], missing: Mapping[str, str]) -> Any:
    """The figures of one of our games as they are printed."""
    figures: dict[str, Any] = {"ranges": {}}
    for unit in (*UNITS, *GROWTH):
        figures[unit], figures["ranges"][unit] = spread(own.figures(unit))
    for key, unit in (("ratios", "decisions_per_s"), ("ratios_with_view", "with_view_per_s")):
        figures[key] = dict.fromkeys(missing)
        figures["ranges"][key] = dict.fromkeys(missing)
        for name, values in ratios(own, peers, unit).items():
            figures[key][name], figures["ranges"][key][name] = spread(values)
    figures["single_share"] = rounded(own.single_share)
    figures["memory_bytes"] = round(own.lap("memory")["bytes"])
    return figures


def peer_figures(peer: Entry) -> dict[str, Any]:
    """The figures of a peer as they are printed."""
    figures: dict[str, Any] = {"version": peer.about["version"], "ranges": {}}
    for unit in UNITS:
        figures[unit] = figures["ranges"][unit] = None
        if unit in peer.rounds[0]:
            figures[unit], figures["ranges"][unit] = spread(peer.figures(unit))
    figures["single_share"] = rounded(peer.single_share)
    return figures


def measure(names: list[str], rounds: int, seconds: float, *, with_peers: bool) -> dict[str, Any]:
    """Run the whole bench."""
    with ExitStack() as stack:
        own = {name: own_entry(name, seconds) for name in names}
        pure: dict[str, Entry] = {}
        if IS_COMPILED:
            sources = pure_package(Path(stack.enter_context(TemporaryDirectory())))
            pure = {name: own_entry(name, seconds, sources) for name in names}
        peers, missing = peer_entries(seconds) if with_peers else ({}, {})
        entries = [*own.values(), *pure.values(), *peers.values()]
        for entry in entries:
            stack.callback(entry.close)
        run_rounds(entries, rounds)
        result: dict[str, Any] = {
            "compiled": IS_COMPILED,
            "version": __version__,
            "interpreter": entries[0].about["interpreter"],
            "rounds": rounds,
            "games": {name: own_figures(own[name], peers, missing) for name in names},
            "peers": {name: peer_figures(peer) for name, peer in peers.items()},
        }
        for name, reason in missing.items():
            result["peers"][name] = {"unavailable": reason}
        for name, entry in pure.items():
            figures = result["games"][name]
            figures["pure"] = own_figures(entry, peers, missing)
            for key, unit in (
                ("times_pure", "decisions_per_s"),
                ("times_pure_with_view", "with_view_per_s"),
            ):
                values = ratios(own[name], {"pure": entry}, unit)["pure"]
                figures[key], figures["ranges"][key] = spread(values)
        return result


# How it is told


def as_text(result: Mapping[str, Any]) -> str:
    """The figures as tables for people."""
    kind = "compiled" if result["compiled"] else "not compiled"
    lines = [
        f"Omerta {result['version']}, {kind}, on {result['interpreter']}",
        f"Medians of {result['rounds']} rounds (lowest to highest), in CPU seconds",
        "",
        row("", "decisions/s", "with view/s", "copy, us", "forced"),
    ]
    for game, figures in result["games"].items():
        lines.append(figures_row(game, figures))
        if "pure" in figures:
            lines.append(figures_row(f"{game}, pure", figures["pure"]))
    for name, figures in result["peers"].items():
        if "unavailable" in figures:
            lines.append(f"{name:26}not available: {figures['unavailable']}")
        else:
            lines.append(figures_row(f"{name} {figures['version']}", figures))
    lines += ["", row("an answer costs", "first hundred, us", "last hundred, us", "last : first")]
    for game, figures in result["games"].items():
        lines.append(growth_row(game, figures))
        if "pure" in figures:
            lines.append(growth_row(f"{game}, pure", figures["pure"]))
    for game, figures in result["games"].items():
        lines += ["", row(f"{game} is", "without view", "with view")]
        if "pure" in figures:
            without = times(figures["times_pure"], figures["ranges"]["times_pure"])
            seen = times(figures["times_pure_with_view"], figures["ranges"]["times_pure_with_view"])
            lines.append(row("  times pure", without, seen))
            lines += ratio_rows(figures, "")
            lines += ratio_rows(figures["pure"], ", pure")
        else:
            lines += ratio_rows(figures, "")
        lines.append(f"  a game in progress takes {figures['memory_bytes'] / 1000:.1f} kB")
    return "\n".join(lines)


def row(*cells: str) -> str:
    """One line of a table."""
    return f"{cells[0]:26}" + "".join(f"{cell:>31}" for cell in cells[1:]).rstrip()


def figures_row(name: str, figures: Mapping[str, Any]) -> str:
    """What one contestant did."""
    cells = [
        "-" if figures[unit] is None else f"{number(figures[unit])} {span(figures['ranges'][unit])}"
        for unit in UNITS
    ]
    return row(name, *cells, f"{figures['single_share']:.0%}")


def growth_row(name: str, figures: Mapping[str, Any]) -> str:
    """What an answer costs when a game begins and when much has happened in it."""
    return row(name, *[times(figures[unit], figures["ranges"][unit]) for unit in GROWTH])


def ratio_rows(figures: Mapping[str, Any], suffix: str) -> list[str]:
    """How one of our games compares to each peer that took part."""
    return [
        row(
            f"  times {name}{suffix}",
            times(ratio, figures["ranges"]["ratios"][name]),
            times(figures["ratios_with_view"][name], figures["ranges"]["ratios_with_view"][name]),
        )
        for name, ratio in figures["ratios"].items()
        if ratio is not None
    ]


def times(ratio: float, between: list[float]) -> str:
    """A ratio with its range."""
    return f"{number(ratio)} {span(between)}"


def span(between: list[float]) -> str:
    """The lowest and the highest figure."""
    return f"({number(between[0])} to {number(between[1])})"


def number(value: float) -> str:
    """A figure with as many digits as matter."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def say(text: str) -> None:
    """Tell how far it is, beside the figures."""
    print(text, file=sys.stderr, flush=True)


def main(argv: list[str]) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="omerta bench", description="Measure the engine.")
    parser.add_argument("--games", default=",".join(GAMES), help="which games, with commas between")
    parser.add_argument("--peers", action="store_true", help="measure other libraries as well")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--rounds", type=int, default=9, help="how many rounds (9)")
    parser.add_argument("--seconds", type=float, default=0.5, help="about how long a lap is (0.5)")
    wish = parser.parse_args(argv)
    names = wish.games.split(",")
    for name in names:
        if name not in GAMES:
            parser.error(f"unknown game {name!r}; there are {', '.join(GAMES)}")
    if wish.rounds < 1:
        parser.error("at least one round is needed")
    try:
        result = measure(names, wish.rounds, wish.seconds, with_peers=wish.peers)
    except Unavailable as reason:
        say(f"omerta bench: {reason}")
        return 1
    print(json.dumps(result) if wish.json else as_text(result))
    return 0
