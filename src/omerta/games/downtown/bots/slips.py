"""What somebody who plays for fun gets wrong in Downtown."""

from __future__ import annotations

from typing import Final

from omerta.bots.slips import HURRIES, Slips

SLIPS: Final[Slips] = {
    # Goes somewhere, pays too much, gives the turn to the wrong gang.
    "move": (0.2, HURRIES),
    "select": (0.25, HURRIES),
    "select/paymove": (0.2, HURRIES),
    # Buys whom nobody needs, takes a poor job, sells at a poor price.
    "use/buy": (0.25, HURRIES),
    "use/west": (0.2, HURRIES),
    "use/east": (0.2, HURRIES),
    "westput": (0.5, HURRIES),
    "eastput": (0.5, HURRIES),
    # Shows too much, and throws the wrong card away.
    "lay_money": (0.2, HURRIES),
    "shed": (0.4, HURRIES),
}
