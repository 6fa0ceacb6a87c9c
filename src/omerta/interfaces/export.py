"""`omerta export`: the record of a finished game, or rows to learn from.

omerta export TABLE                                 the record, in the notation
omerta export --format jsonl --game mafia-city      self-play: a row for each decision
omerta export --format parquet --out FILE --records GAME.json ...
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from omerta.bots.levels import present_name
from omerta.bots.roster import levels
from omerta.core import BadOption
from omerta.games import GAMES
from omerta.server.ops import export as of_tables


def main(argv: list[str]) -> int:
    """Write records or rows; 1 if that cannot be done."""
    if not any(word.split("=")[0] == "--format" for word in argv):
        return of_tables.main(argv)
    parser = argparse.ArgumentParser(
        prog="omerta export",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--format", choices=("jsonl", "parquet"), required=True)
    parser.add_argument("--out", type=Path, help="the file to write (jsonl: standard output)")
    parser.add_argument("--records", type=Path, nargs="+", help="records as JSON, instead of play")
    parser.add_argument("--game", choices=list(GAMES), help="self-play of this game")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--games", type=int, default=10, help="how many games (10)")
    parser.add_argument("--levels", nargs="+", help="of the computer players, round the table")
    parser.add_argument("--options", default="", help="such as level:beginner;round_limit:5")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(argv)
    if (chosen.game is None) == (chosen.records is None):
        parser.error("expected either --game or --records")
    if chosen.format == "parquet" and chosen.out is None:
        parser.error("a Parquet file needs --out")
    known = levels(chosen.game) if chosen.game else []
    for level in chosen.levels or []:
        if present_name(level) not in known:
            parser.error(f"level {level}: expected one of {', '.join(known)}")
    try:
        written = write(chosen)
    except ModuleNotFoundError as missing:
        extra = "parquet" if missing.name == "pyarrow" else "gymnasium"
        print(f"omerta export needs {missing.name}: pip install 'omerta[{extra}]'", file=sys.stderr)
        return 1
    except (BadOption, OSError, KeyError, ValueError) as problem:
        print(f"omerta: {problem}", file=sys.stderr)
        return 1
    print(f"{written} rows", file=sys.stderr)
    return 0


def write(chosen: argparse.Namespace) -> int:
    """Write what was asked for; how many rows."""
    from omerta.interfaces import dataset

    found = rows(chosen)
    if chosen.format == "parquet":
        return dataset.write_parquet(found, chosen.out)
    if chosen.out is None:
        return dataset.write_jsonl(found, sys.stdout)
    with chosen.out.open("w", encoding="utf-8") as out:
        return dataset.write_jsonl(found, out)


def rows(chosen: argparse.Namespace) -> Iterator[dict[str, object]]:
    """The rows of self-play, or of these records."""
    from omerta.interfaces import dataset
    from omerta.interfaces.world import World, read_options

    if chosen.records is not None:
        for path in chosen.records:
            yield from dataset.of_record(json.loads(path.read_text("utf-8")))
        return
    seats = chosen.players or GAMES[chosen.game].seats[0]
    world = World(chosen.game, seats, read_options(chosen.options))
    kinds = chosen.levels or levels(chosen.game)[:1]
    yield from dataset.self_play(world, chosen.games, kinds, chosen.seed)
