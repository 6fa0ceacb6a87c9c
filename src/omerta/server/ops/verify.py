"""`omerta verify RECORD...`: recompute every card, lot and tile of a finished game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from omerta.server.http import records


def main(argv: list[str] | None = None) -> int:
    """Check records; 1 if one of them does not hold."""
    parser = argparse.ArgumentParser(prog="omerta verify", description=__doc__)
    parser.add_argument("records", nargs="+", metavar="RECORD", help="a file, or - for the input")
    parser.add_argument("--quiet", action="store_true", help="only the verdict of each record")
    chosen = parser.parse_args(argv)
    failed = False
    for name in chosen.records:
        try:
            text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
            record = records.read(text)
        except (OSError, UnicodeError, records.BadRecord) as error:
            print(f"FAIL {name}: {error}")
            failed = True
            continue
        check = records.verify(record)
        failed = failed or not check.holds
        if not chosen.quiet:
            print(f"{_mark(holds=check.commitment_holds)} commitment {record.commit}")
            for draw in check.draws:
                told = "" if draw.holds else f", the seeds give {draw.drawn}"
                print(f"{_mark(holds=draw.holds)} {draw.label} -> {draw.claimed}{told}")
            if not check.is_legal:
                print("FAIL the rules do not allow every answer of this record")
        verdict = "ok" if check.holds else "FAIL"
        good = sum(draw.holds for draw in check.draws)
        print(f"{verdict} {name}: {good} of {len(check.draws)} draws hold")
    return int(failed)


def _mark(*, holds: bool) -> str:
    return "ok  " if holds else "FAIL"


if __name__ == "__main__":
    sys.exit(main())
