"""Records of games: `omerta show RECORD`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from string import ascii_uppercase

from omerta.core import WrittenRecord, encode_notice, read_record
from omerta.core.scenario import BadNotation, Mismatch, Stage, play_line
from omerta.games import GAMES, UnknownEdition, edition
from omerta.text import LANGUAGES, Texts


def load(file: Path) -> WrittenRecord:
    """A record from a file; `BadNotation` for whatever keeps it from being read."""
    try:
        return read_record(file.read_text("utf-8"))
    except OSError as problem:
        raise BadNotation(0, f"cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        raise BadNotation(0, f"expected UTF-8 text: {problem.reason}") from None


def tell(stage: Stage, texts: Texts) -> None:
    """Print what everybody heard since the last move."""
    for notice in stage.heard():
        print(f"    {texts.notice(stage.rulebook.name, encode_notice(stage.rulebook, notice))}")


def names_in(record: WrittenRecord) -> list[str]:
    """The players by name, where the record has them; else by the letters of its moves."""
    try:
        names = json.loads(record.header.get("names", "[]"))
    except ValueError:
        names = []
    if isinstance(names, list) and names and all(isinstance(name, str) for name in names):
        return names
    return list(ascii_uppercase)


def show(record: WrittenRecord, texts: Texts, *, quiet: bool) -> int:
    """Replay a record; what happened after each move, then how it ended."""
    for key, value in record.header.items():
        print(f"{key}: {value}")
    rulebook = edition(record.game, version_of(record))
    stage = record.stage(rulebook)
    for line in record.moves():
        stage.number = line.number
        play_line(stage, line)
        if not quiet:
            print(line.text)
            tell(stage, texts)
    print()
    print("\n".join(rulebook.position(stage.game)))
    print(f"END {stage.winners()}" if stage.winners() else "not over")
    return 0


def version_of(record: WrittenRecord) -> int:
    """The version of the rules that a record was written by; without one, the newest."""
    named = record.header.get("version", "")
    if named:
        return int(named) if named.isdecimal() and len(named) < 10 else -1
    return GAMES[record.game].version if record.game in GAMES else 0


def main(argv: list[str]) -> int:
    """`omerta show RECORD [--lang LANG] [--quiet]`"""
    parser = argparse.ArgumentParser(prog="omerta show", description=__doc__)
    parser.add_argument("record", type=Path, metavar="RECORD", help="the file of a record")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the story")
    parser.add_argument("--quiet", action="store_true", help="only the header and the end")
    wish = parser.parse_args(argv)
    try:
        record = load(wish.record)
        return show(record, Texts(wish.lang, names_in(record)), quiet=wish.quiet)
    except (BadNotation, Mismatch, UnknownEdition) as wrong:
        print(f"omerta show: {wish.record}: {wrong}")
        return 1
