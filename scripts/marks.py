"""Marks: short texts that change when that which something was made from has changed.

This runs before anything is installed, so it uses the standard library alone.
"""

import hashlib
import shutil
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"

MADE = ("__pycache__", "node_modules", "src/omerta/web")
"""What is made from the sources and lies among them."""

KEPT = 3
"""How many earlier builds of a kind stay in the cache."""


def mark(paths: Iterable[Path], *further: str, root: Path = ROOT) -> str:
    """A short text that changes with the content of the files or the further words."""
    digest = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}:{len(content)}:".encode())
        digest.update(content)
    for word in further:
        digest.update(f"{len(word)}:{word}".encode())
    return digest.hexdigest()[:20]


def files(*names: str) -> Iterator[Path]:
    """The named files, and all files of the named folders, in a fixed order."""
    for name in names:
        path = ROOT / name
        if path.is_file():
            yield path
        for inner in sorted(path.rglob("*")):
            if inner.is_file() and not is_made(inner):
                yield inner


def is_made(path: Path) -> bool:
    """Whether a file is no source itself."""
    place = f"/{path.as_posix()}"
    return any(f"/{name}/" in place for name in MADE)


def settings(root: Path = ROOT) -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def hook_settings(root: Path = ROOT) -> dict[str, Any]:
    """What it says about compiling and about the folders that the package carries along."""
    found: Any = settings(root)
    for word in ("tool", "hatch", "build", "targets", "wheel", "hooks", "custom"):
        found = found.get(word, {})
    return dict(found)


def made(folder: Path) -> Path:
    """The folder, made if it was not there."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def forget_old(paths: Iterable[Path]) -> None:
    """Remove all but the newest builds, be they folders or files."""
    newest_first = sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest_first[KEPT:]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
