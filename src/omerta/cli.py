"""The command `omerta`: one word, and the part of the house that it names."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

from omerta import __version__

COMMANDS: Final = {
    "serve": ("omerta.server.ops.main", "start the table server and open the page"),
    "play": ("omerta.lab.terminal", "play a game in the terminal against computer players"),
    "verify": ("omerta.server.ops.verify", "recompute the deal of a finished game"),
    "export": (
        "omerta.interfaces.export",
        "write a finished game, or rows to learn from",
    ),
    "admin": ("omerta.server.ops.admin", "look after a running server: tables, people, bans"),
    "doctor": ("omerta.server.ops.doctor", "check what the server needs"),
    "backup": ("omerta.server.ops.backup", "copy the server's database to a file"),
    "restore": ("omerta.server.ops.restore", "bring such a copy back"),
    "protocol": ("omerta.server.ops.schema", "print the types of the server's protocol"),
    "scenario": ("omerta.lab.scenarios", "play scenario files and check them"),
    "show": ("omerta.lab.records", "replay the record of a game"),
    "hint": ("omerta.lab.hint", "advise a seat from what it sees, with chances and why"),
    "review": ("omerta.lab.review", "tell mistakes from luck in a finished game"),
    "look": ("omerta.server.ops.look", "walk through a game with everything hidden in it"),
    "clauses": ("omerta.lab.clauses", "tell where each clause is carried out and tested"),
    "new-game": ("omerta.lab.new_game", "write a small game of your own that plays"),
    "seat": ("omerta.interfaces.seat", "give a program a seat at a table, over JSON lines"),
    "mcp": ("omerta.interfaces.mcp", "give a client of MCP a seat at a table"),
    "bench": ("omerta.lab.bench", "measure the engine, alone or beside its peers"),
    "arena": ("omerta.lab.arena", "let computer players play against each other and compare them"),
    "simulate": ("omerta.lab.simulate", "play many games and tell how long, how fair, what wins"),
    "fit": ("omerta.lab.fit", "fit the value by which searching players judge a position"),
    "oracle": ("omerta.lab.oracle", "compare Palermo with the exact figures of the literature"),
    "town": ("omerta.lab.town", "tell how well Palermo's players read each other, and lie"),
}
"""Every command: the module whose `main` carries it out, and what it does."""


def usage() -> str:
    """What the command line offers."""
    lines = [
        "usage: omerta [COMMAND] [OPTION...]",
        "",
        "Three games of crime and deceit. Without a command: serve.",
        "",
        *(f"  {name:10} {what}" for name, (_, what) in COMMANDS.items()),
        "",
        "omerta COMMAND --help tells more of a command; omerta --version tells the version.",
    ]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["--version"]:
        print(f"omerta {__version__}")
        return 0
    if words[:1] in (["--help"], ["-h"], ["help"]):
        print(usage())
        return 0
    if not words or (words[0].startswith("-") and words[0] not in COMMANDS):
        words = ["serve", *words]
    if words[0] not in COMMANDS:
        print(f"omerta: unknown command {words[0]!r}\n\n{usage()}", file=sys.stderr)
        return 2
    try:
        status: int = import_module(COMMANDS[words[0]][0]).main(words[1:])
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    return status
