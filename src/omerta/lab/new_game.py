"""A game of one's own: `omerta new-game NAME` writes a small game that plays, to be changed."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from typing import Final, NamedTuple

from omerta.games import GAMES
from omerta.lab.places import checkout

SKELETON: Final = Path(__file__).with_name("skeleton")
"""The game Stay or go: sources (with `.txt` behind their names), rulebook, texts and tests."""


class Name(NamedTuple):
    """A game's name in all its forms."""

    name: str
    prefix: str

    @property
    def area(self) -> str:
        """As a package and as the beginning of text keys."""
        return self.name.replace("-", "_")

    @property
    def rulebook(self) -> str:
        """As a class."""
        return "".join(part.capitalize() for part in self.name.split("-"))

    @property
    def title(self) -> str:
        """As people read it."""
        return self.name.replace("-", " ").capitalize()

    def written_into(self, text: str) -> str:
        """A text of the skeleton, with this game's name instead of its own."""
        for own, new in (
            ("stay-or-go", self.name),
            ("stay_or_go", self.area),
            ("StayOrGo", self.rulebook),
            ("Stay or go", self.title),
            ("SG-", f"{self.prefix}-"),
            ('"SG"', f'"{self.prefix}"'),
        ):
            text = text.replace(own, new)
        return text


class CannotWrite(Exception):
    """Why no game can be written here, in words for people."""


def checked(name: str, prefix: str, root: Path) -> Name:
    """The name, if a game can be called so here."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > 30:
        raise CannotWrite(
            f"{name!r}: expected small letters, digits and hyphens, such as high-card"
        )
    if iskeyword(name):
        raise CannotWrite(f"{name!r} is a word of Python: a package cannot be called so")
    found = Name(name, prefix or initials(name))
    if name in GAMES or (root / "src/omerta/games" / found.area).exists():
        raise CannotWrite(f"there is a game called {name} already")
    if not re.fullmatch(r"[A-Z]{2}", found.prefix):
        raise CannotWrite(
            f"{found.prefix!r}: expected two capital letters for the clauses' ids: use --prefix"
        )
    if any(book.clauses == found.prefix for book in GAMES.values()):
        raise CannotWrite(f"the clauses of another game begin with {found.prefix}: use --prefix")
    for _, place in places(found):
        if (root / place).exists():
            raise CannotWrite(f"{place} is there already: call the game otherwise")
    return found


def places(name: Name) -> Iterator[tuple[Path, str]]:
    """Every file of the skeleton, and where it is written to."""
    for file in sorted(SKELETON.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            place = name.written_into(file.relative_to(SKELETON).as_posix())
            yield file, place.removesuffix(".txt")


def initials(name: str) -> str:
    """Two letters for the ids of the clauses."""
    parts = name.split("-")
    return (parts[0][0] + (parts[1][0] if len(parts) > 1 else parts[0][-1])).upper()


def write(name: Name, root: Path) -> Iterator[Path]:
    """Write every file of the skeleton under its new name, and enter the game in the lists."""
    for file, place in places(name):
        target = root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(name.written_into(file.read_text("utf-8")), "utf-8")
        yield target
    games = root / "src/omerta/games/__init__.py"
    text = games.read_text("utf-8")
    line = f"from omerta.games import {name.area}\n"
    text = text.replace("\nBook = ", f"{line}\nBook = ", 1)
    entered = rf"\1\2, {name.area}.RULEBOOK\3"
    text = re.sub(r"(= \()(.*?)(,?\s*\)\n)", entered, text, count=1, flags=re.S)
    games.write_text(text, "utf-8")
    yield games
    roster = root / "src/omerta/bots/roster.py"
    text = roster.read_text("utf-8")
    maker = f"{name.rulebook}Thumb"
    line = f"from omerta.games.{name.area}.bots import ThumbPlayer as {maker}\n"
    text = text.replace("\nMaker = ", f"{line}\nMaker = ", 1)
    text = re.sub(
        r"(ROSTER.*?)(\n\})",
        rf'\1\n    "{name.name}": {{"casual": {maker}}},\2',
        text,
        count=1,
        flags=re.S,
    )
    roster.write_text(text, "utf-8")
    yield roster


def main(argv: list[str]) -> int:
    """`omerta new-game NAME [--prefix XY]`"""
    parser = argparse.ArgumentParser(prog="omerta new-game", description=__doc__)
    parser.add_argument("name", help="small letters and hyphens, such as high-card")
    parser.add_argument("--prefix", default="", help="two letters for the ids of its clauses")
    wish = parser.parse_args(argv)
    root = checkout()
    try:
        if root is None:
            raise CannotWrite("run it in a checkout of Omerta: a game is a part of the sources")
        name = checked(wish.name, wish.prefix, root)
    except CannotWrite as problem:
        print(f"omerta new-game: {problem}", file=sys.stderr)
        return 2
    for file in write(name, root):
        print(f"wrote {file.relative_to(root)}")
    tidy(root)
    subprocess.run([sys.executable, "-m", "scripts.golden"], cwd=root, check=True)
    print(f"\nPlay it:   omerta play {name.name}, or on the page: omerta serve")
    print(f"Test it:   python3 run.py test --only tests -- -k '{name.area} or {name.name}'")
    print("Change it: docs/add-a-game.md goes through the files one by one.")
    return 0


def tidy(root: Path) -> None:
    """Lay the two lists out as the formatter would, where it is there."""
    if shutil.which("ruff") or (Path(sys.executable).parent / "ruff").exists():
        files = ["src/omerta/games/__init__.py", "src/omerta/bots/roster.py"]
        tool = [sys.executable, "-m", "ruff"]
        subprocess.run(
            [*tool, "check", "--select=I", "--fix", "--quiet", *files], cwd=root, check=False
        )
        subprocess.run([*tool, "format", "--quiet", *files], cwd=root, check=False)
