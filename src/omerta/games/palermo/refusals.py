"""Why a move is refused."""

from __future__ import annotations

from omerta.core import Seat
from omerta.games.palermo.town import Town


def why(town: Town, seat: Seat, choice: int) -> tuple[str, str]:
    """The clause and the text key that explain why this choice is not open."""
    return ("", "not_a_choice")
