"""What a seat sees of Downtown, and a full game that it cannot tell from the true one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omerta.core import NOTHING, Ask, Frame, Seat, View
from omerta.games.downtown.table import Options, Public, Secret
from omerta.games.downtown.town import Town

if TYPE_CHECKING:
    from omerta.games.downtown.rules.book import Rules


class TownView(View):
    """Public knowledge, what follows from it, and what is the seat's own."""

    def __init__(
        self,
        seat: Seat,
        seats: int,
        top: Frame | None,
        asked: Ask | None,
        options: Options,
        rules: Rules,
        public: Public,
        mine: Secret,
        sealed: int,
    ) -> None:
        super().__init__(seat, seats, top, asked)
        self.options: Final = options
        self.rules: Final = rules
        self.public: Final = public
        self.mine: Final = mine
        self.sealed: Final = sealed


def view(town: Town, seat: Seat) -> TownView:
    """What this seat sees; a spectator sees what is public."""
    asked: Ask | None = None
    mine = Secret()
    sealed = NOTHING
    if seat >= 0:
        asked = town.asked(seat)
        mine = town.secret[seat].copy()
        sealed = town.sealed[seat]
    else:
        mine.cash = 0
        mine.knows = town.public.knows[:]
    return TownView(
        seat,
        town.seats,
        town.top,
        asked,
        town.options,
        town.rules,
        town.public.copy(),
        mine,
        sealed,
    )
