"""A whole game of Mafia City written down: the deal as a position, then the moves."""

from __future__ import annotations

from omerta.core import CHANCE, CLOCK, Answer, Point, Script
from omerta.core.scenario import TIMEOUT
from omerta.games.mafia_city.rules.points import DRAW, STOLEN_CARD
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import card_text, seat_text
from omerta.games.mafia_city.text.position import position


class Scribe:
    """Follows a game answer by answer and writes down what a reader needs to play it again."""

    def __init__(self, city: City) -> None:
        self.city = city
        self.city.notices = []
        self.deal: City | None = None
        self.piles: list[list[int]] = [[]]
        self.moves: list[str] = []
        self.said: list[str] = []

    def follow(self, answer: Answer) -> None:
        """Write one answer down and go on."""
        ask = self.city.asked(answer.seat)
        if ask is None:
            self.city.answer(*answer)
            return
        if answer.seat == CHANCE:
            self.follow_chance(ask.point, answer.choice)
        elif answer.seat == CLOCK:
            person = next(other.seat for other in self.city.asks if other.seat >= 0)
            self.moves.append(f"{seat_text(person)}: {TIMEOUT}")
        else:
            self.said.append(ask.point.asks.words(answer.choice, self.city.options))
        self.city.answer(*answer)
        follow = self.city.asked(answer.seat)
        if self.said and (follow is None or not follow.continues):
            text = " ".join(word for word in self.said if word)
            self.moves.append(f"{seat_text(answer.seat)}: {text}")
            self.said = []

    def follow_chance(self, point: Point, choice: int) -> None:
        """Drawn cards make up the deck line and the reshuffle lines; a theft has its own."""
        if point is DRAW:
            if self.deal is None:
                self.deal = self.city.copy()
            assert self.city.notices is not None
            if any(notice.key == "reshuffled" for notice in self.city.notices):
                self.piles.append([])
            self.city.notices.clear()
            self.piles[-1].append(choice)
        elif point is STOLEN_CARD:
            assert self.city.top is not None
            line = f"{seat_text(self.city.top.target)}> {card_text(choice)}"
            self.moves.insert(len(self.moves) - 1, line)

    def position(self) -> list[str]:
        """The table before the first card was dealt, and every card that was drawn later."""
        assert self.deal is not None, "a game that was never dealt has no record"
        lines = position(self.deal, self.piles[0])
        for pile in self.piles[1:]:
            lines.append(f"reshuffle {' '.join(card_text(card) for card in pile)} then rest")
        return lines


def script(city: City, answers: list[Answer]) -> Script:
    """The whole game, from its answers."""
    scribe = Scribe(city)
    for answer in answers:
        scribe.follow(answer)
    return Script(scribe.position(), scribe.moves)
