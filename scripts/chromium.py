"""Finds the browser of the page's tests: the system's Chromium."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

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
    if on_path() is None and os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium with apt-get ...", flush=True)
        subprocess.run(
            ["apt-get", "install", "--yes", "--quiet", "chromium"],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    return on_path()


def on_path() -> Path | None:
    """The first of the known names on the path."""
    return next((Path(found) for name in NAMES if (found := shutil.which(name))), None)
