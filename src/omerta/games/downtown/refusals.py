"""Why a choice is refused: the clause and the words for it. It explains; it decides nothing."""

from __future__ import annotations

from omerta.core import Seat
from omerta.games.downtown.town import Town


def why(town: Town, seat: Seat, choice: int) -> tuple[str, str]:
    """The clause and the text key that explain why this choice is not open."""
    return ("", "not_a_choice")
