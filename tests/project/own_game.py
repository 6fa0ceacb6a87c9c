"""A copy of the checkout into which `omerta new-game` writes a game of one's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("bench", "docs", "scripts", "src", "tests", "text", "web", "pyproject.toml", "run.py")
LEFT_OUT = ("node_modules", "__pycache__", ".*_cache", "*.so", "*.pyd")
"""What is built beside the sources; the page comes along if it is built."""


class Copy:
    """The copy, and commands that run in it with the interpreter of the tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                left_out = shutil.ignore_patterns(*LEFT_OUT)
                shutil.copytree(source, folder / part, ignore=left_out)
            else:
                shutil.copy(source, folder / part)

    @property
    def variables(self) -> dict[str, str]:
        """The environment in which the copy's own sources are found."""
        path = os.pathsep.join([str(self.folder / "src"), str(self.folder)])
        return {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}

    def python(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python with these words, as somebody who types this."""
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=self.variables,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    def omerta(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """`omerta ...`"""
        return self.python("-m", "omerta", *words, typed=typed)


def with_high_card(folder: Path) -> Copy:
    """A copy with the game of the guide."""
    copy = Copy(folder)
    done = copy.omerta("new-game", "high-card")
    assert done.returncode == 0, done.stderr
    return copy
