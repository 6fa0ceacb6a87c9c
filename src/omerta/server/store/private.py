"""Files that hold hands, seeds and keys are for their owner alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

FOR_OWNER: Final = 0o700
FILE_FOR_OWNER: Final = 0o600


def private_folder(folder: Path) -> None:
    """Make a folder that nobody else can look into; one that is there and shared stays as it is."""
    folder.mkdir(FOR_OWNER, parents=True, exist_ok=True)


def close_folder(folder: Path) -> None:
    """Let nobody else look into a folder of ours, unless it is somebody else's or for all."""
    private_folder(folder)
    found = folder.stat()
    is_shared = found.st_mode & (stat.S_ISVTX | stat.S_ISGID) or folder == Path.home()
    if hasattr(os, "getuid") and found.st_uid == os.getuid() and not is_shared:
        folder.chmod(FOR_OWNER)


def private_file(path: Path) -> None:
    """Make a file for its owner alone, before anything is written to it; what is in it stays."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_FOR_OWNER))
    path.chmod(FILE_FOR_OWNER)
