"""Clauses that no code of the game can carry out, each with its reason."""

from __future__ import annotations

from typing import Final

UNCITED: Final[dict[str, str]] = {
    "PA-31.6": "binds the table: the server lets computer players take their time",
    "PA-31.10": "binds the page on a phone",
}
