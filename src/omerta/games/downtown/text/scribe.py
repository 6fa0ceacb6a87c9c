"""A whole game of Downtown written down: the deal as a position, then the moves."""

from __future__ import annotations

from typing import NamedTuple

from omerta.core import CHANCE, Answer, Point, Script
from omerta.games.downtown.rules import points
from omerta.games.downtown.state.components import FENCES
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.state.gang import Gang, gang_of, members, without
from omerta.games.downtown.state.kinds import LETTERS, informant_of, seat_text
from omerta.games.downtown.text.position import position
from omerta.games.downtown.text.spelling import written


class Shuffle(NamedTuple):
    """A reshuffled pile: the move that brought it, and the gangsters in it."""

    move: int
    pile: Gang


class Scribe:
    """Follows a game answer by answer and writes down what a reader needs to play it again."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.deal: list[str] = []
        self.piles: list[list[int]] = [[]]
        self.shuffles: list[Shuffle] = []
        self.informants: list[list[int]] = [[], [], []]
        self.fences: list[list[int]] = [[], [], []]
        self.moves: list[str] = []
        self.said: list[list[str]] = [[] for _ in range(town.seats)]

    def follow(self, answer: Answer) -> None:
        """Write one answer down and go on."""
        town = self.town
        ask = town.asked(answer.seat)
        if ask is not None and answer.seat == CHANCE:
            self.follow_chance(ask.point, answer.choice)
        elif ask is not None:
            if not self.deal:
                self.deal = position(town)
            said = ask.point.asks.words(answer.choice, town.options)
            self.said[answer.seat] += said.split()
        shuffles = len(town.public.unseen)
        town.answer(*answer)
        follow = town.asked(answer.seat)
        if ask is not None and answer.seat >= 0 and (follow is None or not follow.continues):
            text = written(self.said[answer.seat])
            self.moves.append(f"{seat_text(answer.seat)}: {text}")
            self.said[answer.seat] = []
        if len(town.public.unseen) > shuffles:
            self.piles.append([])
            self.shuffles.append(Shuffle(len(self.moves) - 1, town.box.draw))

    def follow_chance(self, point: Point, choice: int) -> None:
        """What was drawn after the deal makes up the piles of the position."""
        if not self.deal:
            return
        if point is points.DRAWN:
            self.piles[-1].append(choice)
        elif point is points.TURNED_UP:
            self.informants[informant_of(choice)].append(choice)
        elif point is points.FENCE:
            assert self.town.top is not None
            self.fences[self.town.top.target].append(choice)

    def position(self) -> list[str]:
        """The table when the first piece was placed, with everything that came up later."""
        lines: list[str] = []
        for line in self.deal:
            if line.startswith("draw "):
                drawn = " ".join(LETTERS[kind] for kind in self.piles[0])
                lines.append(f"draw {drawn} then rest" if drawn else "draw rest")
            elif line.startswith("informants "):
                deck = self.town.options.deck
                named = [[deck.word(card) for card in cards] for cards in self.informants]
                lines.append(with_coming(line, named))
            elif line.startswith("fences "):
                named = [[FENCES[fence] for fence in cards] for cards in self.fences]
                lines.append(with_coming(line, named))
            else:
                lines.append(line)
        return lines

    def lines(self) -> list[str]:
        """The moves; a reshuffled pile stands before the move that brought it."""
        lines = self.moves[:]
        for number in reversed(range(len(self.shuffles))):
            shuffle = self.shuffles[number]
            drawn = self.piles[number + 1]
            rest = members(without(shuffle.pile, gang_of(drawn)))
            text = " ".join(LETTERS[kind] for kind in [*drawn, *rest])
            active = lines[shuffle.move].partition(":")[0]
            lines.insert(shuffle.move, f"{active}> {text}")
        return lines


def with_coming(line: str, coming: list[list[str]]) -> str:
    """The line of the stacks with what came to their tops later, in this order."""
    key, _, rest = line.partition(" ")
    cells: list[str] = []
    for cell, cards in zip(rest.split(" | "), coming, strict=True):
        listed, _, size = cell.partition(" then rest (")
        left = int(size.split()[0]) - len(cards)
        text = " ".join([listed, *cards])
        cells.append(f"{text} then rest ({left} cards)" if left else text)
    return f"{key} {' | '.join(cells)}"


def script(town: Town, answers: list[Answer]) -> Script:
    """The whole game, from its answers."""
    scribe = Scribe(town)
    for answer in answers:
        scribe.follow(answer)
    return Script(scribe.position(), scribe.lines())
