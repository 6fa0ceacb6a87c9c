"""What many games have in common, in plain numbers: shares with intervals, spreads, comparisons.

Everything that comes out is plain JSON values: the table, the page and programs read the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median, stdev
from typing import Any, Final, NamedTuple

from omerta.core import NOTHING, Seat
from omerta.core.tally import Tally, Word
from omerta.lab.ratings import Z95, wilson

MOST_COLUMNS: Final = 24
"""A spread with more different numbers than this is shown in wider columns."""

Told = dict[str, Any]


class Played(NamedTuple):
    """One game that is over."""

    number: int
    credit: tuple[float, ...]
    """What each seat has won: a whole game, or its part of one that is shared."""
    standing: tuple[int, ...]
    """Points, money: what wins, seat by seat; empty if nothing is counted."""
    decisions: int
    tally: Tally


# Shares, spreads, differences.


def share_of(won: float, games: int) -> Told:
    """How often something happened, and between what the truth lies with 95 %."""
    low, high = wilson(won, games)
    share = won / games if games else 0.0
    return {"share": r4(share), "low": r4(low), "high": r4(high), "games": games}


def spread_of(values: Sequence[float]) -> Told:
    """The middle of many numbers, how far they lie apart, and how often each comes."""
    ordered = sorted(values)
    middle = fmean(ordered)
    apart = stdev(ordered) if len(ordered) > 1 else 0.0
    half = Z95 * apart / sqrt(len(ordered))
    return {
        "mean": r4(middle),
        "low": r4(middle - half),
        "high": r4(middle + half),
        "sd": r4(apart),
        "least": ordered[0],
        "tenth": ordered[len(ordered) // 10],
        "median": median(ordered),
        "ninth": ordered[len(ordered) * 9 // 10],
        "most": ordered[-1],
        "columns": columns_of(ordered),
    }


def columns_of(ordered: Sequence[float]) -> list[list[float]]:
    """How many numbers lie from where up to where, the last one included."""
    least, most = int(ordered[0]), int(ordered[-1])
    wide = -(-(most - least + 1) // MOST_COLUMNS)
    counts = [0] * ((most - least) // wide + 1)
    for value in ordered:
        counts[(int(value) - least) // wide] += 1
    starts = range(least, most + 1, wide)
    return [
        [start, min(start + wide - 1, most), count]
        for start, count in zip(starts, counts, strict=True)
    ]


def r4(value: float) -> float:
    """Rounded as it is told."""
    return round(value, 4)


# What came out.


def summary(games: Iterable[Played]) -> Told:
    """Everything that is told of these games, whatever their order was."""
    played = sorted(games, key=lambda one: one.number)
    told: Told = {
        "games": len(played),
        "numbers": numbers_of(played),
        "endings": endings_of(played),
        "points": points_of(played),
        **seats_of(played),
        "deeds": deeds_of(played),
        "fates": fates_of(played),
    }
    return told


def numbers_of(played: list[Played]) -> Told:
    """How long the games were, and whatever else is one number of a game."""
    found: dict[str, list[float]] = {}
    for one in played:
        for name, value in one.tally.numbers:
            found.setdefault(name, []).append(value)
        found.setdefault("decisions", []).append(one.decisions)
    return {name: spread_of(values) for name, values in found.items()}


def endings_of(played: list[Played]) -> list[Told]:
    """How the games ended, the usual way first."""
    found: dict[Word, int] = {}
    for one in played:
        if one.tally.ending is not None:
            found[one.tally.ending] = found.get(one.tally.ending, 0) + 1
    return [
        {"thing": list(ending), **share_of(times, len(played))}
        for ending, times in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    ]


def points_of(played: list[Played]) -> Told:
    """What the best and the last had in the end, and how far the best was before the next."""
    counted = [sorted(one.standing, reverse=True) for one in played if one.standing]
    if not counted:
        return {}
    return {
        "best": spread_of([row[0] for row in counted]),
        "lead": spread_of([row[0] - row[1] for row in counted]),
        "last": spread_of([row[-1] for row in counted]),
    }


def seats_of(played: list[Played]) -> Told:
    """How often each seat won, and each place counted clockwise from who began; par is the mean."""
    seats = len(played[0].credit) if played else 0
    tables = [(0, one.credit) for one in played]
    began = [(one.tally.first, one.credit) for one in played if one.tally.first != NOTHING]
    whole = sum(sum(credit) for _, credit in tables)
    return {
        "par": r4(whole / (len(played) * seats)) if seats else 0.0,
        "seats": [won_at(seat, tables) for seat in range(seats)],
        "order": [won_at(place, began) for place in range(seats if began else 0)],
    }


def won_at(place: int, tables: list[tuple[Seat, tuple[float, ...]]]) -> Told:
    """How often a place won, counted clockwise from a seat of each table."""
    won = 0.0
    for first, credit in tables:
        won += credit[(first + place) % len(credit)]
    return share_of(won, len(tables))


def deeds_of(played: list[Played]) -> dict[str, list[Told]]:
    """What winners do more often than others, by game: the mean of one less that of the other."""
    things: dict[tuple[str, Word], None] = {}
    rows: list[tuple[Played, dict[tuple[str, Word], list[int]]]] = []
    for one in played:
        row: dict[tuple[str, Word], list[int]] = {}
        for deed in one.tally.deeds:
            key = (deed.name, deed.thing)
            things.setdefault(key)
            row.setdefault(key, [0] * len(one.credit))[deed.seat] += deed.times
        if 0 < sum(credit > 0 for credit in one.credit) < len(one.credit):
            rows.append((one, row))
    found: dict[str, list[Told]] = {}
    for count, thing in things:
        winners: list[float] = []
        others: list[float] = []
        for one, row in rows:
            times = row.get((count, thing), [0] * len(one.credit))
            winners.append(mean_of(times, one.credit, won=True))
            others.append(mean_of(times, one.credit, won=False))
        if winners:
            found.setdefault(count, []).append(compared(thing, winners, others))
    for listed in found.values():
        listed.sort(key=lambda told: (-told["more"], told["thing"]))
    return found


def mean_of(times: list[int], credit: Sequence[float], *, won: bool) -> float:
    """How often those who won, or those who did not, did something."""
    return fmean([each for each, got in zip(times, credit, strict=True) if (got > 0) == won])


def compared(thing: Word, winners: list[float], others: list[float]) -> Told:
    """How much more winners do, with an interval: games are independent, seats are not."""
    apart = spread_of([a - b for a, b in zip(winners, others, strict=True)])
    return {
        "thing": list(thing),
        "winners": r4(fmean(winners)),
        "others": r4(fmean(others)),
        "more": apart["mean"],
        "low": apart["low"],
        "high": apart["high"],
    }


def fates_of(played: list[Played]) -> dict[str, list[Told]]:
    """How often what happens to cards or people happened."""
    found: dict[str, dict[Word, list[bool]]] = {}
    for one in played:
        for fate in one.tally.fates:
            listed = found.setdefault(fate.name, {})
            listed.setdefault(fate.thing, []).append(fate.happened)
    return {
        count: [
            {"thing": list(thing), **share_of(sum(happened), len(happened))}
            for thing, happened in sorted(listed.items(), key=in_order)
        ]
        for count, listed in found.items()
    }


def in_order(item: tuple[Word, list[bool]]) -> tuple[float, str]:
    """Numbers as they count, all else by how often it happens."""
    thing, happened = item
    rank = float(thing.id) if thing.kind == "number" else -sum(happened) / len(happened)
    return (rank, thing.id)
