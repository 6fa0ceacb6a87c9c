"""A whole game of Palermo written down: the deal as a position, then every answer."""

from __future__ import annotations

from omerta.core import CHANCE, CLOCK, MASTER, NOTHING, Answer, Ask, Script
from omerta.games.palermo.rules.points import PERCENT
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import KEEP_WAITING, NOBODY, TIME_IS_UP, seat_text
from omerta.games.palermo.state.table import SETUP
from omerta.games.palermo.text.position import options_text, roles_text
from omerta.games.palermo.text.spelling import written


class Scribe:
    """Follows a game answer by answer and writes down what a reader needs to play it again."""

    def __init__(self, village: Village) -> None:
        self.village = village
        self.position: list[str] = []
        self.moves: list[str] = []
        self.said: list[str] = []

    def follow(self, answer: Answer) -> None:
        """Write one answer down and go on; what comes before the deal is in the position."""
        ask = self.village.asked(answer.seat)
        if ask is not None and self.village.public.part != SETUP:
            self.write(ask, answer.choice)
        self.village.answer(*answer)
        if not self.position and self.village.public.part != SETUP:
            self.position = deal(self.village)

    def write(self, ask: Ask, choice: int) -> None:
        """One line for a whole move, for time, and for a lot."""
        if ask.seat == CHANCE:
            self.moves.insert(max(0, len(self.moves) - 1), f"*> {lot_text(ask, choice)}")
        elif ask.seat == CLOCK:
            self.moves.append(clock_text(ask, choice))
        elif choice != KEEP_WAITING or ask.continues:
            self.said += ask.point.asks.words(choice, self.village.options).split()
            if self.is_whole(ask, choice):
                text = written(self.said)
                label = "gm" if ask.seat == MASTER else seat_text(ask.seat)
                self.moves.append(f"{label}: {text}")
                self.said = []

    def is_whole(self, ask: Ask, choice: int) -> bool:
        """Whether this answer ends its move."""
        trial = self.village.copy()
        trial.answer(ask.seat, choice)
        follow = trial.asked(ask.seat)
        return follow is None or not follow.continues


def deal(village: Village) -> list[str]:
    """Everybody has his card, and nobody has done anything."""
    lines = [f"players {village.seats} | dealt", roles_text(village)]
    options = options_text(village)
    if options:
        lines.append(f"options {options}")
    if village.public.master != NOTHING:
        lines.append(f"master {seat_text(village.public.master)}")
    lines.append(f"flow {village.options['night_flow']}")
    return lines


def clock_text(ask: Ask, choice: int) -> str:
    """Time is up, or somebody leaves or returns."""
    if choice == TIME_IS_UP:
        return "clock: time"
    verb, seat = ask.point.asks.words(choice, None).split()
    return f"{seat}: {verb}"


def lot_text(ask: Ask, choice: int) -> str:
    """A lot as its outcome; a percentage or a pair as the random number that leads to it."""
    if ask.point is PERCENT:
        return f".{choice:02d}"
    if choice < NOBODY:
        return seat_text(choice)
    place = list(ask.choices).index(choice)
    return f".{(place * 1_000_000 + 500_000) // len(ask.choices):06d}"


def script(village: Village, answers: list[Answer]) -> Script:
    """The whole game, from its answers."""
    scribe = Scribe(village)
    for answer in answers:
        scribe.follow(answer)
    return Script(scribe.position, scribe.moves)
