"""Reading positions of Palermo."""

from __future__ import annotations

import re
from typing import Final

from omerta.core import NOTHING, BadOption, Seat, Step
from omerta.core.cells import Cell, cells_of
from omerta.core.scenario import BadNotation, Line
from omerta.games.palermo.rules.book import TABLES
from omerta.games.palermo.rules.day import HoldTrial
from omerta.games.palermo.rules.first_night import (
    FreemasonsMeet,
    GiveCodeNames,
    LoversMeet,
    MafiaMeet,
    join,
)
from omerta.games.palermo.rules.setup import LookAtCards, rank_mafia
from omerta.games.palermo.rules.trial import OpenVote
from omerta.games.palermo.state.game import Village, fresh_village
from omerta.games.palermo.state.kinds import couple_of, only_side
from omerta.games.palermo.state.options import BY_NAME, Options
from omerta.games.palermo.state.roles import (
    COWARD,
    GUARDIAN,
    PHARMACIST,
    ROLE_NAMES,
    cards_of,
    side_of,
)
from omerta.games.palermo.state.table import Secret

KEYS: Final = (
    *("players", "roles", "options", "dead", "couple", "mayor", "used", "cards", "counter"),
    *("master", "list", "setup", "night", "dawn", "day", "vote", "flow", "dealt"),
)


class Reader:
    """Builds a town from the lines of a position."""

    def __init__(self, lines: list[Line]) -> None:
        self.number = lines[0].number if lines else 0
        self.cells: dict[str, list[Cell]] = {}
        for cell in cells_of(lines, KEYS):
            self.cells.setdefault(cell.key, []).append(cell)
        self.players = self.whole("players")
        self.clock, self.day = self.read_clock()
        self.options = self.read_options()
        counts = self.read_cards() if self.clock == "setup" else self.read_roles()
        self.village = fresh_village(
            self.players, self.options, TABLES.of(self.options), cards_of(counts)
        )
        if self.clock != "setup":
            self.deal()
            self.set_marks()
        self.set_table()
        self.stand()
        self.is_record = "flow" in self.cells

    def wrong(self, cell: Cell | None, message: str) -> BadNotation:
        """An error at a cell."""
        return BadNotation(self.number if cell is None else cell.number, message)

    def whole(self, key: str, default: int = NOTHING) -> int:
        """The number of a cell."""
        cells = self.cells.get(key, [])
        if not cells and default != NOTHING:
            return default
        if len(cells) != 1 or not cells[0].text.isdecimal():
            raise self.wrong(cells[0] if cells else None, f"expected '{key} NUMBER'")
        return int(cells[0].text)

    def seats(self, key: str) -> list[Seat]:
        """The seats of a cell; none if there is no such cell."""
        found: list[Seat] = []
        for cell in self.cells.get(key, []):
            found += [self.seat(cell, word) for word in cell.text.split() if word != "-"]
        return found

    def seat(self, cell: Cell, word: str) -> Seat:
        """A seat of this table."""
        if not word.isdecimal() or not 1 <= int(word) <= self.players:
            raise self.wrong(cell, f"expected a seat from 1 to {self.players}, got {word!r}")
        return int(word) - 1

    def read_clock(self) -> tuple[str, int]:
        """Where the game stands."""
        for clock in ("setup", "dealt", "night", "dawn", "day", "vote"):
            if clock in ("setup", "dealt") and clock in self.cells:
                return clock, 1
            if clock in self.cells:
                return clock, self.whole(clock)
        raise self.wrong(None, "expected a clock: setup, night N, dawn N, day N or vote N")

    def read_options(self) -> Options:
        """The options; at night the roles are always called one after another."""
        values: dict[str, str] = {}
        for cell in self.cells.get("options", []):
            for word in cell.text.split():
                name, equals, value = word.partition("=")
                if not equals:
                    raise self.wrong(cell, f"expected OPTION=VALUE, got {word!r}")
                if name not in BY_NAME:
                    raise self.wrong(cell, f"expected an option of 5.2, got {name!r}")
                values[name] = value
        flow = self.cells.get("flow", [])
        values["night_flow"] = flow[0].text if flow else "sequential"
        try:
            return Options(values)
        except BadOption as bad:
            raise self.wrong(self.cells["options"][0], str(bad)) from None

    def read_cards(self) -> dict[str, int]:
        """`cards mafioso 2 | detective1 1`"""
        counts: dict[str, int] = {}
        for cell in self.cells.get("cards", []):
            words = cell.text.split()
            if len(words) != 2 or words[0] not in ROLE_NAMES or not words[1].isdecimal():
                raise self.wrong(cell, f"expected 'ROLE NUMBER', got {cell.text!r}")
            counts[words[0]] = int(words[1])
        return counts

    def read_roles(self) -> dict[str, int]:
        """`roles 1-2 mafioso | 3 detective1`; every seat has exactly one card (PA-1.6)."""
        self.roles = [NOTHING] * self.players
        counts: dict[str, int] = {}
        for cell in self.cells.get("roles", []):
            found = re.fullmatch(r"(\d+)(?:-(\d+))? (\w+)", cell.text)
            if found is None or found.group(3) not in ROLE_NAMES:
                raise self.wrong(
                    cell, f"expected 'SEAT ROLE' or 'SEAT-SEAT ROLE', got {cell.text!r}"
                )
            first = self.seat(cell, found.group(1))
            last = self.seat(cell, found.group(2) or found.group(1))
            for seat in range(first, last + 1):
                if self.roles[seat] != NOTHING:
                    raise self.wrong(cell, f"seat {seat + 1} has two cards (PA-1.6)")
                self.roles[seat] = ROLE_NAMES.index(found.group(3))
                counts[found.group(3)] = counts.get(found.group(3), 0) + 1
        if NOTHING in self.roles:
            missing = self.roles.index(NOTHING) + 1
            raise self.wrong(None, f"seat {missing} has no card (PA-1.6)")
        return counts

    def deal(self) -> None:
        """Everybody has his card; what night 1 told is known."""
        village = self.village
        for seat in range(self.players):
            village.secret[seat] = Secret(self.roles[seat])
        rank_mafia(village)
        couple = self.seats("couple")
        if couple:
            if len(couple) != 2 or couple[0] == couple[1]:
                raise self.wrong(self.cells["couple"][0], "expected two different seats (PA-2.7)")
            join(village, couple_of(couple[0], couple[1]))
        if self.clock == "dealt" or (self.clock == "night" and self.day == 1):
            return
        frame = village.rules.GAME.begin()
        meetings: list[Step[Village]] = [MafiaMeet(), LoversMeet(), FreemasonsMeet()]
        if self.options["murder"] == "blind":
            meetings.append(GiveCodeNames())
        for meeting in meetings:
            meeting.do(village, frame)

    def set_marks(self) -> None:
        """What was used up."""
        village = self.village
        for cell in self.cells.get("used", []):
            words = cell.text.split()
            seat = self.seat(cell, words[0])
            own = village.secret[seat]
            rest = words[1:]
            if own.role == PHARMACIST and set(rest) <= {"heal", "poison"}:
                own = own.with_changes(
                    heal=int("heal" not in rest), poison=int("poison" not in rest)
                )
            elif own.role == COWARD and rest[:1] == ["hide"] and len(rest) >= 2:
                own = own.with_changes(hides=int(rest[1]), saved=int("saved" in rest))
            elif own.role == GUARDIAN and rest[:1] == ["protect"] and len(rest) == 2:
                own = own.with_changes(guarded=self.seat(cell, rest[1]))
            else:
                raise self.wrong(cell, f"expected what {words[0]} has used, got {cell.text!r}")
            village.secret[seat] = own

    def set_table(self) -> None:
        """What everybody knows."""
        public = self.village.public
        public.day = self.day
        for seat in self.seats("dead"):
            public.alive[seat] = False
            public.living -= 1
            public.dead = (*public.dead, seat)
            public.died_on[seat] = self.day - 1
            if self.options["reveal"] == "card":
                public.revealed[seat] = self.village.role(seat)
            elif self.options["reveal"] == "side":
                public.revealed[seat] = only_side(side_of(self.village.role(seat)))
        for seat in self.seats("mayor"):
            public.mayor = seat
        public.election_due = self.options.is_on("mayor") and public.mayor == NOTHING
        public.counter = self.whole("counter", 0)
        for seat in self.seats("master"):
            public.master = seat
        if self.clock in ("dawn", "day", "vote") and self.day > 1:
            for seat in public.dead:
                public.full_view[seat] = self.options["dead_view"] == "all" or seat == public.master

    def stand(self) -> None:
        """Put the town where its clock says."""
        rules = self.village.rules
        game = rules.GAME.begin()
        later = rules.ROUND.begin(below=game.past(rules.ROUND))
        if self.clock == "setup":
            self.village.top = game
        elif self.clock == "dealt":
            self.village.top = game.to(LookAtCards)
        elif self.clock == "night" and self.day == 1:
            self.village.top = game.to(rules.FIRST_NIGHT)
        elif self.clock == "night":
            self.village.public.day -= 1  # nightfall counts it
            self.village.top = later.to(rules.NIGHT)
        elif self.clock == "dawn":
            self.village.top = later.to(rules.DAWN)
        else:
            self.village.top = (game if self.day == 1 else later).to(rules.DAY)
        if self.clock == "vote":
            self.open_vote()

    def open_vote(self) -> None:
        """The court vote of that day, with its list."""
        rules, public = self.village.rules, self.village.public
        for cell in self.cells.get("list", []):
            for name in cell.text.split(","):
                words = name.split()
                public.accused = (*public.accused, self.seat(cell, words[0]))
                accuser = self.seat(cell, words[2]) if len(words) == 3 else NOTHING
                public.accusers = (*public.accusers, accuser)
        day = self.village.top
        assert day is not None
        trial = rules.DAY.begin(below=day.past(rules.DAY)).to(HoldTrial)
        if not any(isinstance(step, OpenVote) for step in rules.TRIAL.steps):
            raise self.wrong(self.cells["vote"][0], "expected a trial with a court vote (PA-28.6)")
        self.village.top = rules.TRIAL.begin(below=trial).to(OpenVote)
