"""The options of the server, each written once: its default, its help, its variable."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from omerta.server.http.operator import EVERY
from omerta.server.running.retention import Keep

PORT: Final = 8420


def data_directory() -> Path:
    """Where this system keeps what programs store for their user."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "omerta"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "omerta"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "omerta"


def count(text: str) -> int:
    """A number of processes."""
    number = int(text)
    if not 1 <= number <= 64:
        raise argparse.ArgumentTypeError("a number from 1 to 64 is wanted")
    return number


def days(text: str) -> float:
    """A number of days."""
    number = float(text)
    if not 0 <= number <= 36_500:
        raise argparse.ArgumentTypeError("a number of days from 0 is wanted")
    return number


def option(default: Any, text: str, read: Callable[[str], Any] | None = None) -> Any:
    """A field with the help of its option, and how its value is read."""
    return field(default=default, metadata={"help": text, "read": read or type(default)})


@dataclass(frozen=True, kw_only=True)
class Serving:
    """How to serve: a field is an option of `omerta serve` and a variable of the environment."""

    host: str = option("0.0.0.0", "the address to listen on; 127.0.0.1 for this machine alone")
    port: int = option(PORT, "the port to listen on; 0 for any that is free")
    data: Path = field(
        default_factory=data_directory,
        metadata={
            "help": "the directory of the database, if it is SQLite (%(default)s)",
            "read": Path,
        },
    )
    database: str = option("", "postgresql://... instead of SQLite in the data directory")
    redis: str = option("", "redis://... when several processes share the database")
    address: str = option(
        "", "the address that invitations show, for example https://play.example.org"
    )
    workers: int = option(-1, "processes for computer players; 0 uses threads")
    no_browser: bool = option(False, "do not open the page")  # noqa: FBT003 - a default
    rate: float = option(50.0, "requests per second and address; 0 for no limit")
    hosts: str = option("", "further names, with commas between, under which it may be asked")
    metrics_token: str = option("", "whoever shows it may see /metrics from elsewhere")
    metrics_every: float = option(
        EVERY, "seconds for which the numbers of /metrics stay as they are"
    )
    connections: int = option(
        0, "the most at once; 0 for as many as the system lets this process have"
    )
    processes: int = option(
        1,
        "how many processes to start and watch over on one port; needs PostgreSQL and Redis",
        count,
    )
    shared: bool = option(
        False,  # noqa: FBT003 - a default
        "one of several processes: refuse to start on SQLite or without Redis",
    )
    keep_unfinished: float = option(
        30.0, "days after which a game that nobody goes on with is called off; 0 for never", days
    )
    keep_finished: float = option(
        0.0, "days for which finished games are kept as records; 0 for ever", days
    )

    @property
    def keep(self) -> Keep:
        """How long games are kept."""
        return Keep(self.keep_unfinished, self.keep_finished)


def parser() -> argparse.ArgumentParser:
    """The options of the server; each has an environment variable of the same name."""
    options = argparse.ArgumentParser(prog="omerta serve", description="Start the table server.")
    for one in fields(Serving):
        flag = f"--{one.name.replace('_', '-')}"
        given = os.environ.get(f"OMERTA_{one.name.upper()}")
        text = one.metadata["help"]
        if one.default is False:
            options.add_argument(flag, action="store_true", default=bool(given), help=text)
            continue
        usual = one.default if one.default_factory is MISSING else one.default_factory()
        options.add_argument(flag, type=one.metadata["read"], default=given or usual, help=text)
    return options


def read(arguments: list[str]) -> Serving:
    """How to serve, by the command line and the environment."""
    return Serving(**vars(parser().parse_args(arguments)))
