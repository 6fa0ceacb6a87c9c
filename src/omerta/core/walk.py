"""A game that can be walked through: each step with what it carried out and where it led."""

from __future__ import annotations

from typing import Any, NamedTuple

from omerta.core.contract import Rulebook
from omerta.core.machine import NOTHING, Game, Notice, Refused, Rule, Seat, Step, Witness
from omerta.core.record import Answer
from omerta.core.scenario import BadNotation, Line, Mismatch, Scenario, Stage, play_line


class CarriedOut(NamedTuple):
    """One sentence of a rule that has been carried out."""

    clause: str
    step: str


class Moment(NamedTuple):
    """The game after one step of a walk; the first moment has no step before it."""

    seat: Seat
    """Who has answered; NOTHING for a line of a file, which may hold several answers."""
    said: str
    """The line, or the answer in the words of the notation."""
    number: int
    """The number of that line in its file; 0 if it stands in none."""
    carried_out: list[CarriedOut]
    told: list[Notice]
    problem: str
    """What did not go as the file expects; empty if all did."""
    game: Game


class Watch(Witness):
    """Writes down every sentence that is carried out."""

    def __init__(self) -> None:
        self.sentences: list[CarriedOut] = []
        self.heard = 0
        """How many notices belong to earlier moments."""

    def saw(self, rule: Rule, step: Step[Any]) -> None:
        """Note the clause and the name of the step."""
        self.sentences.append(CarriedOut(rule.clause, type(step).__name__))


class Walk:
    """The moments of one game, in order; a step may be tried at any of them."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], name: str) -> None:
        self.rulebook = rulebook
        self.name = name
        self.moments: list[Moment] = []

    def begin(self, game: Game) -> Watch:
        """Listen to a game from here on; its present state is the next moment."""
        watch = Watch()
        game.witness = watch
        if game.notices is None:
            game.notices = []
        self.keep(game, watch, NOTHING, "")
        return watch

    def keep(
        self,
        game: Game,
        watch: Watch,
        seat: Seat,
        said: str,
        number: int = 0,
        problem: str = "",
    ) -> None:
        """Remember the game as it is now, with what has led to it since the last moment."""
        told = (game.notices or [])[watch.heard :]
        self.moments.append(
            Moment(seat, said, number, watch.sentences, told, problem, self.rulebook.copy(game))
        )
        watch.sentences = []
        watch.heard += len(told)

    def answer(self, at: int, seat: Seat, choice: int) -> int:
        """Give an answer at a moment: what came after it is gone, the new moment is the last.

        `Refused` leaves the walk as it is.
        """
        before = self.moments[at].game
        game = self.rulebook.copy(before)
        watch = Watch()
        game.witness = watch
        game.notices = []
        game.answer(seat, choice)
        del self.moments[at + 1 :]
        self.keep(game, watch, seat, words_of_answer(before, seat, choice))
        return at + 1


def walk_answers(rulebook: Rulebook[Any, Any, Any], game: Game, answers: list[Answer]) -> Walk:
    """Through a whole game, answer by answer; the game stands at its deal."""
    walk = Walk(rulebook, rulebook.name)
    watch = walk.begin(game)
    for seat, choice in answers:
        said = words_of_answer(game, seat, choice)
        game.answer(seat, choice)
        walk.keep(game, watch, seat, said)
    return walk


def walk_scenario(rulebook: Rulebook[Any, Any, Any], scenario: Scenario) -> Walk:
    """Through a scenario or a record, line by line, up to the line that does not hold."""
    walk = Walk(rulebook, scenario.name)
    stage = rulebook.stage(scenario.blocks[0].lines)
    watch = walk.begin(stage.game)
    for block in scenario.blocks[1:]:
        if block.kind == "position":
            stage = rulebook.stage(block.lines)
            watch = walk.begin(stage.game)
        elif block.kind == "after":
            problem = problem_of(stage, block.lines, play=False)
            if problem:
                said = next(line.text for line in block.lines if line.number == stage.number)
                walk.keep(stage.game, watch, NOTHING, said, stage.number, problem)
                return walk
        else:
            for line in block.lines:
                problem = problem_of(stage, [line], play=True)
                walk.keep(stage.game, watch, NOTHING, line.text, line.number, problem)
                if problem:
                    return walk
    return walk


def problem_of(stage: Stage, lines: list[Line], *, play: bool) -> str:
    """Play a line, or check those of an `after` block; what does not hold, empty if all does."""
    stage.number = lines[0].number if lines else 0
    try:
        if play:
            play_line(stage, lines[0])
        else:
            stage.after(lines)
    except (BadNotation, Mismatch) as wrong:
        return str(wrong)
    except Exception as fault:  # a rule that fails is what the walk is there to show
        return f"{type(fault).__name__}: {fault}"
    return ""


def words_of_answer(game: Any, seat: Seat, choice: int) -> str:
    """An answer in the words of the notation; its number where there are none."""
    ask = game.asked(seat)
    if ask is None:
        raise Refused("", "not_asked", (seat,))
    return ask.point.asks.words(choice, game.options) or str(choice)
