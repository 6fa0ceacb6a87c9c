"""A game of Palermo in progress: the village, its secrets, and what the rules do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omerta.core import NOTHING, Game, Seat
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.options import Options
from omerta.games.palermo.state.roles import CITIZEN, SPY, Cards, is_mafia
from omerta.games.palermo.state.statements import ACCUSED_BY, Fact
from omerta.games.palermo.state.table import (
    Box,
    Note,
    Public,
    Secret,
    box_at_start,
    public_at_start,
)

if TYPE_CHECKING:
    from omerta.games.palermo.rules.book import Rules


class Village(Game):
    """One game: its options and rules, what is public, one secret per seat, and the box.

    A game master has no seat, and so no card and no vote (PA-1.3).
    """

    def __init__(
        self, options: Options, rules: Rules, public: Public, secret: list[Secret], box: Box
    ) -> None:
        super().__init__(len(secret))
        self.options: Final = options
        self.rules: Final = rules
        self.public: Final = public
        self.secret: Final = secret
        self.box: Final = box

    def copy(self) -> Village:
        """A game of its own that stands where this one stands; single secrets never change."""
        public, box = self.public.copy(), self.box.copy()
        village = Village(self.options, self.rules, public, self.secret[:], box)
        village.take_over(self)
        return village

    def made_with(self) -> tuple[Any, ...]:
        """The arguments of the class."""
        return (self.options, self.rules, self.public, self.secret, self.box)

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
        return queries.living(self.public)

    def present(self) -> list[Seat]:
        """All living seats that have not left."""
        return [seat for seat in range(self.seats) if self.is_present(seat)]

    def mafiosi(self) -> list[Seat]:
        """All living mafiosi in seat order."""
        return [seat for seat in self.living() if self.is_mafioso(seat)]

    def holders(self, role: int) -> list[Seat]:
        """Who lives and holds such a card."""
        return [seat for seat in self.living() if self.secret[seat].role == role]

    # What everybody knows of the setup.

    @property
    def mafia_cards(self) -> int:
        """How many mafia cards were dealt, killer and spy included (PA-1.7)."""
        return sum(self.public.cards[: SPY + 1])

    @property
    def has_couple(self) -> bool:
        """Whether there may be a couple: a matchmaker is in the setup."""
        return queries.has_couple(self.public)

    @property
    def has_bomber(self) -> bool:
        """Whether a bomb is in the setup."""
        return queries.has_bomber(self.public)

    @property
    def has_walker(self) -> bool:
        """Whether somebody may spy through the program (PA-19.3)."""
        return queries.has_walker(self.public, self.options)

    @property
    def has_master(self) -> bool:
        """Whether a person is game master: from the start, or the first dead (PA-23.3)."""
        return queries.has_master(self.public, self.options)

    # The list (PA-4).

    def accuse(self, seat: Seat, name: Seat) -> None:
        """The name goes to the end; the accuser is recorded with it (PA-4.2, PA-4.6)."""
        public = self.public
        public.accused = (*public.accused, name)
        public.accusers = (*public.accusers, seat)
        self.record(ACCUSED_BY, seat, name)
        self.tell("listed", (name, seat))
        self.let_requests_lapse()

    def withdraw(self, seat: Seat, name: Seat) -> None:
        """The accuser, and nobody else, has it taken off (PA-4.5)."""
        public = self.public
        place = public.accused.index(name)
        public.accused = public.accused[:place] + public.accused[place + 1 :]
        public.accusers = public.accusers[:place] + public.accusers[place + 1 :]
        self.tell("taken_off", (name, seat))
        self.let_requests_lapse()

    def let_requests_lapse(self) -> None:
        """Requests to close lapse whenever a name is added or taken off (PA-4.10)."""
        self.public.ready = 0
        self.box.ready = [False] * self.seats

    # Words.

    def whisper(self, seat: Seat, key: str, about: int = NOTHING, thing: int = NOTHING) -> None:
        """Tell one seat something that it keeps in its notes and can prove to nobody (PA-13.9)."""
        own = self.secret[seat]
        note = Note(self.public.day, key, about, thing)
        self.secret[seat] = own.with_changes(notes=(*own.notes, note))
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


def fresh_village(seats: int, options: Options, rules: Rules, cards: Cards) -> Village:
    """A town in which nothing is dealt yet; whoever is not tapped is a citizen (PA-24.1)."""
    secret = [Secret(CITIZEN) for _ in range(seats)]
    public, box = public_at_start(seats, cards), box_at_start(seats)
    return Village(options, rules, public, secret, box)
