"""A setup on paper: its cards, and everything that its game master reads aloud (9), in order."""

from __future__ import annotations

from typing import Any, Final

from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.book import TABLES, Rules
from omerta.games.palermo.rules.day_lines import ALWAYS, has_bombers, said_by
from omerta.games.palermo.rules.night_lines import NightLine
from omerta.games.palermo.state.game import Village, fresh_village
from omerta.games.palermo.state.kinds import code_called
from omerta.games.palermo.state.options import Options, setup_faults
from omerta.games.palermo.state.roles import CODE_NAMES, ROLE_NAMES

LATER: Final = (2, 3)
"""Nights that may be told apart: omniscient detectives wake in the second alone (PA-26.1)."""

READ_ALOUD: Final = {"night_flow": "sequential"}
"""Whoever reads from paper calls one role after the other: waves need a device (PA-10.11)."""


def sheet(options: Options, players: int) -> dict[str, Any]:
    """The cards by role and the script part by part; no script for a setup against the rules."""
    cards = options.cards(players)
    parts: list[dict[str, Any]] = []
    if not setup_faults(options, players, cards):
        read = Options({**options.values, **READ_ALOUD})
        rules = TABLES.of(read)
        village = fresh_village(players, read, rules, cards)
        parts = [*nights(village, rules), *days(village, rules)]
    return {
        "cards": {name: cards[role] for role, name in enumerate(ROLE_NAMES) if cards[role]},
        "parts": parts,
    }


def nights(village: Village, rules: Rules) -> list[dict[str, Any]]:
    """The first night, and the later ones; the second by itself only if it differs."""
    first = [*tonight(village, rules, 1), line("first_morning")]
    second, later = [tonight(village, rules, number) for number in LATER]
    if second == later:
        return [part("first_night", first), part("night", later)]
    return [
        part("first_night", first),
        part("second_night", second),
        part("later_nights", later),
    ]


def tonight(village: Village, rules: Rules, number: int) -> list[dict[str, Any]]:
    """The lines of the night with this number."""
    village.public.day = number
    return [of_night(village, found) for found in rules.night_lines(village)]


def of_night(village: Village, found: NightLine) -> dict[str, Any]:
    """A line of the night; the walker acts in the mafia's hour and is never called (PA-19.15)."""
    if found.key == "code_name_wakes":
        return line(found.key) | {"code": CODE_NAMES[code_called(found.call)]}
    has_peek = found.key == "mafia_wake" and village.has_walker
    return line(found.key) | {"note": "peek" if has_peek else ""}


def days(village: Village, rules: Rules) -> list[dict[str, Any]]:
    """Dawn, day and trial, what may come at any time of a day, and how the game ends."""
    elects = village.options.is_on("mayor")
    trial = said_by(village, [rules.TRIAL, rules.EXECUTION])
    day = said_by(village, [rules.ELECTION] if elects else [])
    by_day = said_by(village, [rules.DAY])
    dies = [] if village.options["leaver"] == "bot" else ["heart_attack"]
    told = {
        "dawn": said_by(village, [rules.DAWN]),
        "day": [*day, *[key for key in by_day if key != "dusk"]],
        "trial": [*trial, "dusk"],
        "bomb": said_by(village, [rules.BOMBING, rules.QUESTION]) if has_bombers(village) else [],
        "leaving": ["left", "returned", *dies],
        "end": said_by(village, [rules.DAWN], at_end=True),
    }
    return [
        part(name, [by_day_line(village, key) for key in keys])
        for name, keys in told.items()
        if keys
    ]


def by_day_line(village: Village, key: str) -> dict[str, Any]:
    """A line of the day; how long a plea may last is known before."""
    found = line(key) | {"sometimes": key not in ALWAYS}
    if key == "speech_over":
        is_closing = village.options["trial"] == "nomination"
        timer = points.T_CLOSING if is_closing else points.T_PLEA
        found["number"] = village.options.timers[timer.time]
    return found


def part(name: str, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """One part of the script."""
    return {"name": name, "lines": lines}


def line(key: str) -> dict[str, Any]:
    """A line that is read whenever its part comes."""
    return {"key": key, "code": "", "number": None, "note": "", "sometimes": False}
