"""Programs of the system that tests need: found, or installed where that may be done."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

SERVICES = {"redis-server": "redis-server", "postgres": "postgresql"}
"""The servers behind the table server, and the packages they come in."""

POSTGRES = Path("/usr/lib/postgresql")
"""Debian keeps its programs here, beside the path, by version."""


def program(name: str) -> str | None:
    """Where a program is."""
    found = shutil.which(name)
    if found is None and POSTGRES.is_dir():
        places = sorted(POSTGRES.glob(f"*/bin/{name}"), reverse=True)
        found = str(places[0]) if places else None
    return found


def install(package: str) -> bool:
    """Install a package with apt-get, where we are root and it is there; whether it worked."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    print(f"Installing {package} with apt-get ...", flush=True)
    # A machine that has just been set up may not know yet what there is.
    return apt_get("install", package) or (apt_get("update") and apt_get("install", package))


def apt_get(*words: str) -> bool:
    """Run apt-get without questions; what it installs is not started."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    done = subprocess.run(
        ["apt-get", *words, "--yes", "--quiet"],
        env={**os.environ, **quiet},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0


@cache
def missing_services() -> tuple[str, ...]:
    """The servers that are not here although it was tried to install them."""
    for name, package in SERVICES.items():
        if program(name) is None:
            install(package)
    return tuple(name for name in SERVICES if program(name) is None)
