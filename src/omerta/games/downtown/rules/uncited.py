"""Clauses that no code can carry out, each with its reason."""

from __future__ import annotations

from typing import Final

UNCITED: Final[dict[str, str]] = {}
