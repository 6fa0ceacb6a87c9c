"""`omerta export TABLE`: write the record of a finished game."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

from omerta.server.http import records
from omerta.server.http.forms import GameRecord
from omerta.server.ops.options import data_directory
from omerta.server.store import StoreTrouble, open_store
from omerta.server.table.fold import fold


def main(argv: list[str] | None = None) -> int:
    """Print a record; 1 if there is none."""
    parser = argparse.ArgumentParser(prog="omerta export", description=__doc__)
    parser.add_argument("table", metavar="TABLE", help="id or code of the table")
    parser.add_argument("--json", action="store_true", help="as JSON instead of the notation")
    add_store_options(parser)
    chosen = parser.parse_args(argv)
    try:
        record = asyncio.run(_record(chosen.table, chosen.database, chosen.data))
    except (StoreTrouble, LookupError) as error:
        print(f"omerta: {error}", file=sys.stderr)
        return 1
    print(record.model_dump_json(indent=1) if chosen.json else records.write(record))
    return 0


def add_store_options(parser: argparse.ArgumentParser) -> None:
    """Where the tables are kept."""
    env = os.environ.get
    parser.add_argument(
        "--data",
        type=Path,
        default=Path(env("OMERTA_DATA") or data_directory()),
        help="the directory of the server's database, if it is SQLite (%(default)s)",
    )
    parser.add_argument(
        "--database",
        default=env("OMERTA_DATABASE", ""),
        help="postgresql://... if the server keeps its games there",
    )


async def _record(name: str, database: str, data: Path) -> GameRecord:
    store = open_store(database, data)
    await store.open()
    try:
        row = await store.find(name)
        if row is None:
            raise LookupError(f"there is no table {name}")
        entries = await store.load(row.id)
    finally:
        await store.close()
    table = fold(entries)
    if table.lesson is not None:
        raise LookupError(f"the game at table {name} was a lesson: its deal is no secret")
    if table.phase not in ("over", "closed") or table.game is None:
        raise LookupError(f"the game at table {name} is not over: its record contains the deal")
    return records.record_of(entries)


if __name__ == "__main__":
    sys.exit(main())
