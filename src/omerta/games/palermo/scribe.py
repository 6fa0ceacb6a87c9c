"""A whole game of Palermo written down: the setup as a position, then every answer."""

from __future__ import annotations

from omerta.core import CHANCE, CLOCK, Answer, Script
from omerta.games.palermo.acts import MASTER, TIME_IS_UP
from omerta.games.palermo.notation import move_text, seat_text, words
from omerta.games.palermo.town import Town

TIME = "clock: time"


class Scribe:
    """Follows a game answer by answer and writes down what a reader needs to play it again."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.moves: list[str] = []
        self.said: list[int] = []
        self.lots: list[str] = []
        self.cards: list[int] = []

    def follow(self, answer: Answer) -> None:
        """Write one answer down and go on."""
        ask = self.town.asked(answer.seat)
        if ask is None:
            self.town.answer(*answer)
            return
        if answer.seat == CHANCE:
            self.follow_chance(ask.point, answer.choice, list(ask.choices))
        elif answer.seat == CLOCK:
            self.moves.append(self.clock_text(answer.choice))
        else:
            self.said.append(answer.choice)
        before = self.town
        text = ""
        if self.said and self.is_whole(answer):
            text = move_text(before, answer.seat, tuple(self.said))
            label = "gm" if answer.seat == MASTER else seat_text(answer.seat)
            self.moves.append(f"{label}: {text}")
            self.said = []
        self.town.answer(*answer)

    def is_whole(self, answer: Answer) -> bool:
        """Whether this answer ends its move."""
        if answer.seat < 0 and answer.seat != MASTER:
            return False
        trial = self.town.copy()
        trial.answer(*answer)
        follow = trial.asked(answer.seat)
        return follow is None or not follow.continues

    def clock_text(self, choice: int) -> str:
        """Time is up, or somebody leaves or returns."""
        if choice == TIME_IS_UP:
            return TIME
        seat, verb = words("", choice).split()[1], words("", choice).split()[0]
        return f"{seat}: {verb}"

    def follow_chance(self, point: str, choice: int, choices: list[int]) -> None:
        """A lot as its outcome, a percentage as a random number, just before what led to it."""
        if point == "deal":
            self.cards.append(choice)
            return
        if point == "percent":
            lot = f".{choice:02d}"
        elif choice > 30:
            place = choices.index(choice)
            lot = f".{(place * 1_000_000 + 500_000) // len(choices):06d}"
        else:
            lot = seat_text(choice)
        place = len(self.moves) - 1
        while place > 0 and self.moves[place - 1].startswith("*>"):
            place -= 1
        self.moves.insert(max(place, 0), f"*> {lot}")


def script(town: Town, answers: list[Answer]) -> Script:
    """The whole game, from its answers."""
    scribe = Scribe(town)
    for answer in answers:
        scribe.follow(answer)
    return Script([], scribe.moves)
