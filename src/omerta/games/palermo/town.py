"""A game of Palermo in progress: the town, its secrets, and what the rules ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omerta.core import NOTHING, Game, Seat
from omerta.games.palermo.options import Options
from omerta.games.palermo.roles import (
    CITIZEN,
    DESPERADO,
    KILLER,
    MATCHMAKER,
    SPY,
    WALKER,
    Cards,
    is_mafia,
)
from omerta.games.palermo.table import Box, Note, Public, Secret, box_at_start, public_at_start
from omerta.games.palermo.talk import Fact

if TYPE_CHECKING:
    from omerta.games.palermo.rules.book import Rules


class Town(Game):
    """One game: its options and rules, what is public, one secret per seat, and the box."""

    def __init__(
        self,
        seats: int,
        options: Options,
        rules: Rules,
        public: Public,
        secret: list[Secret],
        box: Box,
    ) -> None:
        super().__init__(seats)
        self.options: Final = options
        self.rules: Final = rules
        self.public: Final = public
        self.secret: Final = secret
        self.box: Final = box

    def copy(self) -> Town:
        """A game of its own that stands where this one stands; single secrets never change."""
        town = Town(
            self.seats,
            self.options,
            self.rules,
            self.public.copy(),
            self.secret[:],
            self.box.copy(),
        )
        town.take_over(self)
        return town

    # Who is who.

    def role(self, seat: Seat) -> int:
        """The card of a seat."""
        return self.secret[seat].role

    def is_mafioso(self, seat: Seat) -> bool:
        """Whether the seat holds a mafia card, living or dead."""
        return is_mafia(self.secret[seat].role)

    def is_present(self, seat: Seat) -> bool:
        """Whether the seat lives and has not left."""
        return self.public.alive[seat] and not self.public.away[seat]

    def living(self) -> list[Seat]:
        """All living seats in seat order (PA-1.20)."""
        alive = self.public.alive
        return [seat for seat in range(self.seats) if alive[seat]]

    def present(self) -> list[Seat]:
        """All living seats that have not left."""
        return [seat for seat in range(self.seats) if self.is_present(seat)]

    def mafiosi(self) -> list[Seat]:
        """All living mafiosi in seat order."""
        return [seat for seat in self.living() if self.is_mafioso(seat)]

    def holders(self, role: int) -> list[Seat]:
        """Who lives and holds such a card."""
        return [seat for seat in self.living() if self.secret[seat].role == role]

    def clockwise(self, seat: Seat) -> list[Seat]:
        """All seats, this one first."""
        return [(seat + steps) % self.seats for steps in range(self.seats)]

    # What everybody knows of the setup.

    @property
    def mafia_cards(self) -> int:
        """How many mafia cards were dealt, killer and spy included (PA-1.7)."""
        return sum(self.public.cards[: SPY + 1])

    @property
    def has_couple(self) -> bool:
        """Whether there may be a couple: a matchmaker is in the setup."""
        return self.public.cards[MATCHMAKER] > 0

    @property
    def has_bomber(self) -> bool:
        """Whether a bomb is in the setup."""
        return self.public.cards[DESPERADO] + self.public.cards[KILLER] > 0

    @property
    def has_walker(self) -> bool:
        """Whether somebody may spy through the program (PA-19.3)."""
        return self.public.cards[WALKER] > 0 and self.options.walker_form == "digital"

    @property
    def has_master(self) -> bool:
        """Whether a person is game master: from the start, or the first dead (PA-23.3)."""
        gm = self.options.gm
        if gm == "human":
            return True
        master = self.public.master
        return gm == "provisional" and master != NOTHING and self.public.full_view[master]

    # Words.

    def whisper(self, seat: Seat, key: str, about: int = NOTHING, thing: int = NOTHING) -> None:
        """Tell one seat something that it keeps in its notes."""
        own = self.secret[seat]
        note = Note(self.public.day, key, about, thing)
        self.secret[seat] = own.but(notes=(*own.notes, note))
        args: tuple[int, ...] = ()
        if thing != NOTHING:
            args = (about, thing)
        elif about != NOTHING:
            args = (about,)
        self.tell(key, args, only=seat)

    def record(self, record: int, seat: Seat, about: int) -> None:
        """Put something on the public record."""
        fact = Fact(record, seat, self.public.day, about)
        self.public.facts = self.public.facts.and_then(fact)


def fresh_town(seats: int, options: Options, rules: Rules, cards: Cards) -> Town:
    """A town in which nothing is dealt yet; whoever is not tapped is a citizen (PA-24.1)."""
    secret = [Secret(CITIZEN) for _ in range(seats)]
    return Town(seats, options, rules, public_at_start(seats, cards), secret, box_at_start(seats))
