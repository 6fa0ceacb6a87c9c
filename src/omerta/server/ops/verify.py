"""`omerta verify RECORD... [--receipt LINE]`: play a finished game again and check its deal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from omerta.server.http import records
from omerta.server.http.check import FAIL, ON_TRUST, Check, check
from omerta.server.http.forms import GameRecord
from omerta.server.table.receipts import BadReceipt, Receipt, read_receipt


def main(argv: list[str] | None = None) -> int:
    """Check records; 1 if one of them does not hold."""
    parser = argparse.ArgumentParser(prog="omerta verify", description=__doc__)
    parser.add_argument("records", nargs="+", metavar="RECORD", help="a file, or - for the input")
    parser.add_argument(
        "--receipt",
        action="append",
        default=[],
        metavar="LINE",
        help="what you kept when the deal was sealed, or a file with it; without one the"
        " commitment and the seeds are taken on trust",
    )
    parser.add_argument("--quiet", action="store_true", help="only the verdict of each record")
    chosen = parser.parse_args(argv)
    try:
        receipts = [_receipt(words) for words in chosen.receipt]
    except (OSError, UnicodeError, BadReceipt) as error:
        print(f"omerta verify: {error}", file=sys.stderr)
        return 2
    held = [_verify(name, receipts, quiet=chosen.quiet) for name in chosen.records]
    return int(not all(held))


def _receipt(words: str) -> Receipt:
    """The receipt that is given as a line, or as the file that has it."""
    path = Path(words)
    is_file = " " not in words and path.is_file()
    return read_receipt(path.read_text("utf-8") if is_file else words)


def _verify(name: str, receipts: list[Receipt], *, quiet: bool) -> bool:
    """Check one record and tell how it came out."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
        record = records.read(text)
    except (OSError, UnicodeError, ValueError) as error:
        print(f"FAIL {name}: {error}")
        return False
    fitting = [one for one in receipts if one.game_id == record.game_id]
    checked = check(record, *(fitting or receipts)[:1])
    if not quiet:
        _tell(record, checked)
    good = sum(draw.holds for draw in checked.draws)
    verdict = "ok" if checked.holds else FAIL
    trusted = [found.part for found in checked.findings if found.verdict == ON_TRUST]
    on_trust = f"; on trust: {', '.join(trusted)}" if trusted else "; nothing on trust"
    print(f"{verdict} {name}: {good} of {len(checked.draws)} draws hold{on_trust}")
    return checked.holds


def _tell(record: GameRecord, checked: Check) -> None:
    """A line for each draw and for each part of the check."""
    for draw in checked.draws:
        told = "" if draw.holds else f", the seeds give {draw.drawn}"
        print(f"{'ok  ' if draw.holds else FAIL} {draw.label} -> {draw.claimed}{told}")
    print(f"     {record.game} {record.game_id}")
    for found in checked.findings:
        print(f"{found.verdict:4} {found.part}: {found.told}")


if __name__ == "__main__":
    sys.exit(main())
