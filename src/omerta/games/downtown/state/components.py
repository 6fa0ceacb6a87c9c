"""What is in the box (section 2 of the rulebook): places, cards, and what they count."""

from __future__ import annotations

from typing import Final

# Places (2.4)

PLACES: Final = ("downtown", "west_side", "east_side", "ghetto", "bank", "villa")
DOWNTOWN: Final = 0
WEST_SIDE: Final = 1
EAST_SIDE: Final = 2
GHETTO: Final = 3
BANK: Final = 4
VILLA: Final = 5
CORE: Final[tuple[int, ...]] = (DOWNTOWN, WEST_SIDE, EAST_SIDE)

# Informant cards (2.2): nine fronts, in the order of the table in 3.2, with three backs each

INFORMANTS: Final = ("frankie", "luigi", "joe")
LOOT: Final = ("money", "jewels", "art")
FRONTS: Final = tuple(f"{informant}-{loot}" for informant in INFORMANTS for loot in LOOT)
CARDS: Final = 27
CARDS_EACH: Final = 9

# Fences (2.3): the first of each kind asks a half, the other three a quarter; the last of
# them is the police

FENCES: Final = tuple(f"{loot}-{name}" for loot in LOOT for name in ("half", "q1", "q2", "cop"))
HALF: Final = 0
POLICE: Final = 3

# Constants (2.6)

START_HAND: Final = 5
START_CASH: Final = 10
ROW_START: Final = 7
ROW_MIN: Final = 5
ROW_MAX: Final = 10
ROW_ADD: Final = 3
HAND_LIMIT: Final = 7
HAND_LIMIT_VILLA: Final = 10
WIN_TOTAL: Final = 100
CASINO_END: Final = 2
OPENING: Final = (1, 2, 3)
BANK_TOTAL: Final = 515
STAKES: Final = (1, 2, 5, 10, 20)
STACK_START: Final = 4
PRICES: Final = (0, 4, 3, 2, 1)
"""The price of a gangster by the number of its kind in the row (DT-8.2)."""

# Phases (4.1)

SETUP: Final = 0
MOVE: Final = 1
SELECT: Final = 2
USE: Final = 3
RENEW: Final = 4
