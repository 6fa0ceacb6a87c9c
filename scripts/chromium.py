"""Finds the browser of the page's tests: the system's Chromium."""

import os
import shutil
from functools import cache
from pathlib import Path

from scripts.programs import install

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What Chromium needs to run for root and without a desktop."""


@cache
def find() -> Path | None:
    """The browser that is there; root on a system with apt installs it first."""
    wished = os.environ.get("OMERTA_CHROMIUM")
    if wished:
        return Path(wished)
    if on_path() is None:
        install("chromium")
    return on_path()


def on_path() -> Path | None:
    """The first of the known names on the path."""
    return next((Path(found) for name in NAMES if (found := shutil.which(name))), None)
