"""Writing positions of Palermo."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import seat_text, seats_text
from omerta.games.palermo.state.options import BY_NAME, completed
from omerta.games.palermo.state.roles import COWARD, GUARDIAN, PHARMACIST, ROLE_NAMES
from omerta.games.palermo.state.table import (
    CARDS,
    DAWN,
    NO_WINNER,
    PARTS,
    SETUP,
    VOTE,
    WINNERS,
    is_day,
    is_night,
)

ELSEWHERE: Final = ("distribution", "master", "night_flow", *ROLE_NAMES)
"""Options that a position says in lines of their own, or not at all."""


def position(village: Village) -> list[str]:
    """The whole table, hidden things included, as lines."""
    public = village.public
    lines = [f"players {village.seats} | {clock_text(village)}"]
    if public.part == SETUP:
        lines.append(cards_text(village))
    else:
        lines.append(roles_text(village))
    options = options_text(village)
    if options:
        lines.append(f"options {options}")
    if public.dead:
        lines.append(f"dead {seats_text(list(public.dead))}")
    if village.box.couple:
        lines.append(f"couple {seats_text(sorted(village.box.couple))}")
    if public.mayor != NOTHING:
        lines.append(f"mayor {seat_text(public.mayor)}")
    used = [f"{seat_text(seat)} {used_text(village, seat)}" for seat in range(village.seats)]
    used = [text for text in used if not text.endswith(" -")]
    if used:
        lines.append(f"used {' | '.join(used)}")
    if public.counter:
        lines.append(f"counter {public.counter}")
    if public.master != NOTHING:
        lines.append(f"master {seat_text(public.master)}")
    if public.part == VOTE:
        lines.append(f"list {list_text(village)}")
    if public.winner != NO_WINNER:
        lines.append(f"winner {winner_text(village)}")
    return lines


def clock_text(village: Village) -> str:
    """Where the game stands: night, dawn, day or vote and its number."""
    public = village.public
    if public.part == SETUP:
        return PARTS[SETUP]
    if public.part == CARDS:
        return "dealt"
    if public.part == VOTE:
        return f"vote {public.day}"
    if public.winner != NO_WINNER:
        return f"over {public.day}"
    if is_night(public.part):
        return f"night {public.day}"
    if public.part == DAWN:
        return f"dawn {public.day}"
    return f"day {public.day}" if is_day(public.part) else PARTS[public.part]


def cards_text(village: Village) -> str:
    """The published setup."""
    cards = village.public.cards
    counts = [f"{ROLE_NAMES[role]} {cards[role]}" for role in range(len(cards)) if cards[role]]
    return f"cards {' | '.join(counts)}"


def roles_text(village: Village) -> str:
    """Who holds what; neighbours share a range."""
    cells: list[str] = []
    start = 0
    for seat in range(1, village.seats + 1):
        if seat == village.seats or village.role(seat) != village.role(start):
            name = ROLE_NAMES[village.role(start)]
            first, last = start + 1, seat
            cells.append(f"{first} {name}" if first == last else f"{first}-{last} {name}")
            start = seat
    return f"roles {' | '.join(cells)}"


def options_text(village: Village) -> str:
    """The options other than the defaults."""
    values = village.options.values
    standard = completed({"mode": values["mode"], "gm": values["gm"]})
    given = [
        f"{name}={values[name]}"
        for name in BY_NAME
        if name not in ELSEWHERE and is_given(name, values, standard)
    ]
    return " ".join(given)


def is_given(name: str, values: dict[str, str], standard: dict[str, str]) -> bool:
    """Whether an option must be written down."""
    if name in ("mode", "gm"):
        return values[name] != BY_NAME[name].default
    return values[name] != standard[name]


def used_text(village: Village, seat: Seat) -> str:
    """What a seat has used up."""
    own = village.secret[seat]
    used: list[str] = []
    if own.role == PHARMACIST:
        used += [] if own.heal else ["heal"]
        used += [] if own.poison else ["poison"]
    if own.role == COWARD and own.hides:
        used.append(f"hide {own.hides}{' saved' if own.saved else ''}")
    if own.role == GUARDIAN and own.guarded != NOTHING:
        used.append(f"protect {seat_text(own.guarded)}")
    return " ".join(used) or "-"


def list_text(village: Village) -> str:
    """The accused, with their accusers if they have any."""
    public = village.public
    names = [
        seat_text(name) if accuser == NOTHING else f"{seat_text(name)} by {seat_text(accuser)}"
        for name, accuser in zip(public.accused, public.accusers, strict=False)
    ]
    return ", ".join(names) or "-"


def winner_text(village: Village) -> str:
    """Who has won."""
    public = village.public
    side = WINNERS[public.winner]
    return f"{side}: {seats_text(list(public.winners))}" if public.winners else side
