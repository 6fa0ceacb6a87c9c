"""`omerta restore FILE`: bring a copy of the embedded database back."""

from __future__ import annotations

from omerta.server.ops.backup import restore


def main(argv: list[str] | None = None) -> int:
    """Copy a file back in the place of the database; the server must be stopped."""
    return restore(argv)
