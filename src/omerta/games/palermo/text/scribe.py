"""A whole game of Palermo written down: the deal as a position, then every answer."""

from __future__ import annotations

from omerta.core import CHANCE, CLOCK, NOTHING, Answer, Ask, Script
from omerta.games.palermo.state.kinds import KEEP_WAITING, MASTER, NOBODY, TIME_IS_UP
from omerta.games.palermo.state.speaking import move_text, seat_text, words
from omerta.games.palermo.text.position import options_text, roles_text
from omerta.games.palermo.state.table import SETUP
from omerta.games.palermo.state.game import Town


class Scribe:
    """Follows a game answer by answer and writes down what a reader needs to play it again."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.position: list[str] = []
        self.moves: list[str] = []
        self.said: list[int] = []

    def follow(self, answer: Answer) -> None:
        """Write one answer down and go on; what comes before the deal is in the position."""
        ask = self.town.asked(answer.seat)
        if ask is not None and self.town.public.part != SETUP:
            self.write(ask, answer.choice)
        self.town.answer(*answer)
        if not self.position and self.town.public.part != SETUP:
            self.position = deal(self.town)

    def write(self, ask: Ask, choice: int) -> None:
        """One line for a whole move, for time, and for a lot."""
        if ask.seat == CHANCE:
            self.moves.insert(max(0, len(self.moves) - 1), f"*> {lot_text(ask, choice)}")
        elif ask.seat == CLOCK:
            self.moves.append(clock_text(choice))
        elif choice != KEEP_WAITING or ask.continues:
            self.said.append(choice)
            if self.is_whole(ask, choice):
                text = move_text(self.town, ask.seat, tuple(self.said))
                label = "gm" if ask.seat == MASTER else seat_text(ask.seat)
                self.moves.append(f"{label}: {text}")
                self.said = []

    def is_whole(self, ask: Ask, choice: int) -> bool:
        """Whether this answer ends its move."""
        trial = self.town.copy()
        trial.answer(ask.seat, choice)
        follow = trial.asked(ask.seat)
        return follow is None or not follow.continues


def deal(town: Town) -> list[str]:
    """Everybody has his card, and nobody has done anything."""
    lines = [f"players {town.seats} | dealt", roles_text(town)]
    options = options_text(town)
    if options:
        lines.append(f"options {options}")
    if town.public.master != NOTHING:
        lines.append(f"master {seat_text(town.public.master)}")
    lines.append(f"flow {town.options.night_flow}")
    return lines


def clock_text(choice: int) -> str:
    """Time is up, or somebody leaves or returns."""
    if choice == TIME_IS_UP:
        return "clock: time"
    verb, seat = words("", choice).split()
    return f"{seat}: {verb}"


def lot_text(ask: Ask, choice: int) -> str:
    """A lot as its outcome; a percentage or a pair as the random number that leads to it."""
    if ask.point == "percent":
        return f".{choice:02d}"
    if choice < NOBODY:
        return seat_text(choice)
    place = list(ask.choices).index(choice)
    return f".{(place * 1_000_000 + 500_000) // len(ask.choices):06d}"


def script(town: Town, answers: list[Answer]) -> Script:
    """The whole game, from its answers."""
    scribe = Scribe(town)
    for answer in answers:
        scribe.follow(answer)
    return Script(scribe.position, scribe.moves)
