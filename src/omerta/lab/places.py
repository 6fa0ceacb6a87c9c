"""Where files of the project are: in an installed package, or in a checkout."""

from __future__ import annotations

from pathlib import Path

import omerta


def checkout() -> Path | None:
    """The root of the checkout that the package is used from, if there is one."""
    package = Path(omerta.__file__).resolve().parent
    for root in (package.parents[1], Path.cwd()):
        if (root / "pyproject.toml").is_file() and (root / "src" / "omerta").is_dir():
            return root
    return None


def rulebook_text(game: str) -> str:
    """The rulebook of a game: `omerta/rules` in a package, `docs/rules` in a checkout."""
    root = checkout()
    shipped = Path(omerta.__file__).resolve().parent / "rules" / f"{game}.md"
    for file in (shipped, *([root / "docs" / "rules" / f"{game}.md"] if root else [])):
        if file.is_file():
            return file.read_text("utf-8")
    raise FileNotFoundError(f"the rulebook of {game} is neither at {shipped} nor in a checkout")


def tests_directory() -> Path | None:
    """The tests of the checkout."""
    root = checkout()
    return root / "tests" if root else None


def sources_of(game: str) -> Path:
    """The folder of a game's sources, compiled or not."""
    root = checkout()
    package = root / "src" / "omerta" if root else Path(omerta.__file__).resolve().parent
    return package / "games" / game.replace("-", "_")
