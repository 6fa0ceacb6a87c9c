"""Answers as actions: every answer of every decision point has one number from 0 on.

Programs that learn or search want one flat list of actions. It follows from the points of the
rulebook, the number of players and the options, and from nothing that is hidden.
"""

from __future__ import annotations

from typing import Any, Final

from omerta.core.contract import Rulebook
from omerta.core.machine import Ask
from omerta.core.point import Point


class Actions:
    """The actions of one game at a table of this size, point by point in the rulebook's order."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], options: Any, seats: int) -> None:
        self.options: Final = options
        self.first: Final[dict[str, int]] = {}
        """The first action of each point by its name."""
        self.points: Final[list[Point]] = []
        """The point of each action."""
        self.choices: Final[list[int]] = []
        """The answer of each action; its place in the question where a point is listed."""
        self.of_choice: Final[dict[str, dict[int, int]]] = {}
        for point in rulebook.points:
            self._add(point, seats)
        self.size: Final = len(self.points)
        """How many actions there are."""

    def _add(self, point: Point, seats: int) -> None:
        numbers: list[int] = []
        if point.listed:
            numbers = list(range(point.listed))
        else:
            numbers = list(dict.fromkeys(point.asks.every(seats, self.options)))
        first = len(self.points)
        self.first[point.name] = first
        self.of_choice[point.name] = {number: first + place for place, number in enumerate(numbers)}
        for number in numbers:
            self.points.append(point)
            self.choices.append(number)

    def legal(self, ask: Ask) -> list[int]:
        """The actions that answer a question, in rising order."""
        point = ask.point
        if point.listed:
            first = self.first[point.name]
            return list(range(first, first + min(len(ask.choices), point.listed)))
        known = self.of_choice[point.name]
        found: list[int] = []
        for choice in ask.choices:
            action = known.get(choice, -1)
            if action >= 0:
                found.append(action)
        found.sort()
        return found

    def mask(self, ask: Ask) -> bytearray:
        """A byte for every action: 1 where it answers the question, 0 elsewhere."""
        marks = bytearray(self.size)
        point = ask.point
        if point.listed:
            first = self.first[point.name]
            for place in range(min(len(ask.choices), point.listed)):
                marks[first + place] = 1
            return marks
        known = self.of_choice[point.name]
        for choice in ask.choices:
            action = known.get(choice, -1)
            if action >= 0:
                marks[action] = 1
        return marks

    def choice(self, ask: Ask, action: int) -> int:
        """The answer that an action gives to a question; `LookupError` if it answers another."""
        if not 0 <= action < self.size or self.points[action] is not ask.point:
            raise LookupError(f"action {action} does not answer {ask.point.name}")
        number = self.choices[action]
        if not ask.point.listed:
            return number
        if number >= len(ask.choices):
            raise LookupError(f"action {action}: {ask.point.name} has {len(ask.choices)} choices")
        place = len(ask.choices) - 1 - number if ask.point.newest_first else number
        return ask.choices[place]

    def action(self, ask: Ask, choice: int) -> int:
        """The action that gives this answer; `LookupError` if it has no number."""
        point = ask.point
        if not point.listed:
            return self.of_choice[point.name][choice]
        place = list(ask.choices).index(choice)
        if point.newest_first:
            place = len(ask.choices) - 1 - place
        if place >= point.listed:
            raise LookupError(f"{point.name}: only {point.listed} answers have a number")
        return self.first[point.name] + place

    def text(self, action: int) -> str:
        """An action in words: its point, and the answer in the notation of the game."""
        point = self.points[action]
        number = self.choices[action]
        if point.listed:
            return f"{point.name}: number {number + 1}"
        words = point.asks.words(number, self.options)
        return f"{point.name}: {words}" if words else f"{point.name}: {self._unsaid(point, number)}"

    def _unsaid(self, point: Point, number: int) -> str:
        """What is not said in a move: the things it names."""
        parts = point.asks.parts(number, self.options)
        return " ".join(str(part) for part in parts.values())

    def answer_text(self, ask: Ask, action: int) -> str:
        """The same where the question is known, so that listed answers have words too."""
        if not ask.point.listed:
            return self.text(action)
        choice = self.choice(ask, action)
        return f"{ask.point.name}: {ask.point.asks.words(choice, self.options)}"
