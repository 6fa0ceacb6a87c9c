"""What somebody who plays for fun gets wrong in Mafia City."""

from __future__ import annotations

from typing import Final

from omerta.bots.slips import FORGETS, HURRIES, Slips

SLIPS: Final[Slips] = {
    # Passes while there is something to do, or puts a chip anywhere.
    "take_turn": (0.16, HURRIES),
    "action/chip": (0.25, HURRIES),
    "action/location": (0.25, HURRIES),
    # Lets things happen.
    "react": (0.5, FORGETS),
    "complicity": (0.5, FORGETS),
    "bullet_turn": (0.5, FORGETS),
    "bid_agreement": (0.4, FORGETS),
    "jail_pick": (0.2, HURRIES),
    "hitman_move": (0.4, HURRIES),
    "hitman_card": (0.3, FORGETS),
    "plus_one": (0.25, FORGETS),
    # Throws away what would be needed later, and leaves chips where they do nothing.
    "trade_discard": (0.5, HURRIES),
    "district_discard": (0.5, HURRIES),
    "take_back": (0.5, FORGETS),
}
