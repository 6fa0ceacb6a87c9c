"""`omerta doctor`: is everything there that the server needs?"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from omerta.games import GAMES
from omerta.server.http.rules_and_texts import LANGUAGES, PACKAGE, rules, texts
from omerta.server.ops import engine
from omerta.server.ops.export import add_store_options
from omerta.server.running.bus import NoBus, open_bus
from omerta.server.store import StoreTrouble, open_store

LEAST_DISK: Final = 200_000_000
PACKAGES: Final = ("fastapi", "uvicorn", "websockets", "msgspec", "segno", "prometheus-client")

Examination = Callable[[], Awaitable[str]]


class Trouble(Exception):
    """What is not as it should be, and what would help."""


def main(argv: list[str] | None = None) -> int:
    """Examine the installation; 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="omerta doctor", description=__doc__)
    add_store_options(parser)
    parser.add_argument(
        "--redis",
        default=os.environ.get("OMERTA_REDIS", ""),
        help="redis://... that several processes of the server share",
    )
    chosen = parser.parse_args(argv)
    return asyncio.run(examine(chosen.database, chosen.redis, chosen.data))


async def examine(database: str, redis: str, data: Path) -> int:
    """Go through everything and print a line for each."""
    sick = 0
    examinations: list[Examination] = [
        _versions,
        _engine,
        lambda: _disk(data),
        lambda: _database(database, data),
        lambda: _redis(redis),
        _pages,
        _texts,
    ]
    for examination in examinations:
        try:
            print(f"ok   {await examination()}")
        except (Trouble, StoreTrouble, OSError) as error:
            print(f"FAIL {error}")
            sick += 1
        except Exception as error:
            print(f"FAIL {type(error).__name__}: {error}")
            sick += 1
    print("everything is well" if not sick else f"{sick} of {len(examinations)} are not well")
    return int(sick > 0)


async def _versions() -> str:
    if sys.version_info < (3, 11):  # noqa: UP036 - a copy may be run by an older Python
        raise Trouble(f"Python {sys.version.split()[0]} is too old: 3.11 or newer is needed")
    try:
        found = [f"{name} {version(name)}" for name in PACKAGES]
    except PackageNotFoundError as missing:
        raise Trouble(f"the package {missing.name} is missing: install omerta again") from None
    return f"Python {sys.version.split()[0]}, {', '.join(found)}"


async def _engine() -> str:
    return engine.describe()


async def _disk(data: Path) -> str:
    data.mkdir(parents=True, exist_ok=True)
    if not os.access(data, os.W_OK):
        raise Trouble(f"{data} cannot be written to: choose another place with --data")
    free = shutil.disk_usage(data).free
    if free < LEAST_DISK:
        raise Trouble(f"only {free // 1_000_000} MB are free at {data}")
    return f"{free // 1_000_000} MB free at {data}"


async def _database(database: str, data: Path) -> str:
    store = open_store(database, data)
    await store.open()
    try:
        return await store.check()
    finally:
        await store.close()


async def _redis(address: str) -> str:
    try:
        bus = open_bus(address)
    except NoBus as error:
        raise Trouble(str(error)) from None
    try:
        return await bus.check()
    except Exception as error:
        raise Trouble(f"Redis does not answer: {error}") from None
    finally:
        await bus.close()


async def _pages() -> str:
    index = PACKAGE / "web" / "index.html"
    if not index.is_file():
        raise Trouble("the pages have not been built: `python3 run.py` builds them")
    return f"pages at {index.parent}"


async def _texts() -> str:
    missing = [language for language in LANGUAGES if not texts(language)]
    if missing:
        raise Trouble(f"no texts in {', '.join(missing)}")
    without = [
        f"{game} ({language})"
        for game in GAMES
        for language in LANGUAGES
        if not _has_rules(game, language)
    ]
    if without:
        raise Trouble(f"no rulebook of {', '.join(without)}")
    return f"texts in {', '.join(LANGUAGES)}; rulebooks of {', '.join(GAMES)}"


def _has_rules(game: str, language: str) -> bool:
    try:
        return bool(rules(game, language))
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
