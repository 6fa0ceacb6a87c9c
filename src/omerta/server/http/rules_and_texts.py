"""Rulebooks and catalogues, read from files of the package."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from omerta.server.http.forms import Clause

LANGUAGES: Final = ("en", "de", "cs", "sk")
PACKAGE: Final = Path(__file__).resolve().parents[2]
REPOSITORY: Final = PACKAGE.parent.parent

_CLAUSE: Final = re.compile(r"^(?:[-*] )?\*\*([A-Z]{2}-R?\d+(?:\.\d+)?)\b")
_HEADING: Final = re.compile(r"^(#{1,6}) (.*)$")


def folder(packed: str, unpacked: str) -> Path:
    """A folder that travels inside the package, or stands in the repository."""
    inside = PACKAGE / packed
    return inside if inside.is_dir() else REPOSITORY / unpacked


@cache
def texts(language: str) -> dict[str, object]:
    """All catalogues of a language as one; empty if there is no such language."""
    found: dict[str, object] = {}
    if language in LANGUAGES:
        for path in sorted((folder("text", "text") / language).glob("*.json")):
            found.update(msgspec.json.decode(path.read_bytes(), type=dict[str, object]))
    return found


@cache
def rules(game: str, language: str) -> tuple[Clause, ...]:
    """A rulebook as headings and clauses in order."""
    place = folder("rules", "docs/rules")
    path = (place if language == "en" else place / language) / f"{game}.md"
    return tuple(read_clauses(path.read_text("utf-8")))


def read_clauses(document: str) -> list[Clause]:
    """The headings, clauses and other paragraphs of a rules document."""
    found: list[Clause] = []
    paragraph: list[str] = []

    def close() -> None:
        if paragraph:
            text = "\n".join(paragraph)
            match = _CLAUSE.match(text)
            found.append(Clause(id=match.group(1) if match else "", heading=0, text=text))
            paragraph.clear()

    for line in document.splitlines():
        heading = _HEADING.match(line)
        if heading:
            close()
            found.append(Clause(id="", heading=len(heading.group(1)), text=heading.group(2)))
        elif not line.strip():
            close()
        else:
            if _CLAUSE.match(line):
                close()
            paragraph.append(line)
    close()
    return found
