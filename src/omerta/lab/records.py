"""Records of games: `omerta show RECORD`."""

from __future__ import annotations

import argparse
from pathlib import Path

from omerta.core import WrittenRecord, encode_notice, read_record
from omerta.core.scenario import BadNotation, Mismatch, Stage, play_line
from omerta.games import GAMES
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


def show(record: WrittenRecord, texts: Texts, *, quiet: bool) -> int:
    """Replay a record; what happened after each move, then how it ended."""
    for key, value in record.header.items():
        print(f"{key}: {value}")
    rulebook = GAMES[record.game]
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


def main(argv: list[str]) -> int:
    """`omerta show RECORD [--lang LANG] [--quiet]`"""
    parser = argparse.ArgumentParser(prog="omerta show", description=__doc__)
    parser.add_argument("record", type=Path, metavar="RECORD", help="the file of a record")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the story")
    parser.add_argument("--quiet", action="store_true", help="only the header and the end")
    wish = parser.parse_args(argv)
    try:
        record = load(wish.record)
        if record.game not in GAMES:
            raise BadNotation(0, f"expected a game ({', '.join(GAMES)}), got {record.game!r}")
        return show(record, Texts(wish.lang), quiet=wish.quiet)
    except (BadNotation, Mismatch) as wrong:
        print(f"omerta show: {wish.record}: {wrong}")
        return 1
