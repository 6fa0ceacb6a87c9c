"""What statistics say to people: the words of the command line, and those of the game."""

from __future__ import annotations

from typing import Any

from omerta.lab.statistics import Told
from omerta.text import Texts, area_of


class BalanceWords:
    """The words for one game in one language."""

    def __init__(self, game: str, language: str) -> None:
        self.area = area_of(game)
        self.language = language
        self.texts = Texts(language)
        named = f"{self.area}.game.title"
        is_named = self.texts.has(named)
        self.game = self.texts.say(named) if is_named else game.replace("-", " ").title()

    def say(self, key: str, **args: Any) -> str:
        """A text of the command."""
        return self.texts.say(f"cli.simulate.{key}", **args)

    def title(self, told: Told) -> str:
        """Which games these are."""
        players = self.say("players", number=told["players"])
        return f"{self.game}: {players}, {self.say('games', number=told['games'])}"

    def settings(self, told: Told) -> list[str]:
        """Who played, with which options, and how to play the same again."""
        lines = [self.say("by", text=self.level(told["bots"]))]
        if told["options"]:
            named = [self.option(*item) for item in told["options"].items()]
            lines.append(self.say("options", text="; ".join(named)))
        version, date = told["version"], told["date"]
        lines.append(self.say("seed", text=told["seed"], text_version=version, text_date=date))
        return lines

    def level(self, name: str) -> str:
        """What a level is called; others go by their own name."""
        key = f"server.level.{name}"
        return self.texts.say(key) if self.texts.has(key) else name

    def option(self, name: str, value: str) -> str:
        """An option with its value; numbers stand as they are."""
        key = f"{self.area}.value.{name}.{value}"
        said = self.texts.say(key) if self.texts.has(key) else value
        return f"{self.texts.say(f'{self.area}.option.{name}')} {said}"

    def count(self, name: str) -> str:
        """What the game counts."""
        return self.texts.say(f"{self.area}.count.{name}")

    def number_name(self, name: str) -> str:
        """What a number is: one of every game, or one of this."""
        own = f"{self.area}.count.{name}"
        return self.texts.say(own) if self.texts.has(own) else self.say(name)

    def thing(self, row: Told) -> str:
        """A place, a card, an ending."""
        kind, value = row["thing"]
        word = self.texts.word(self.area, kind, value)
        return word[:1].upper() + word[1:]

    def place(self, key: str, number: int) -> str:
        """A seat, or a place in the order from the start player."""
        if key == "seats":
            return self.say("seat", number=number + 1)
        return self.say("later", number=number) if number else self.say("place")

    def decimal(self, value: float, form: str) -> str:
        """A number as the language writes it."""
        said = format(value, form)
        return said if self.language == "en" else said.replace(".", ",")

    def percent(self, share: float) -> str:
        """A share as people write it."""
        return f"{self.decimal(100 * share, '.1f')}\N{NO-BREAK SPACE}%"

    def range(self, low: str, high: str) -> str:
        """From here to there."""
        return self.say("range", text_low=low, text_high=high)

    def par(self, par: float) -> str:
        """What everybody would win if seats were equal."""
        return self.say("par", text=self.percent(par))

    def off_par(self, row: Told, par: float | None) -> str:
        """That a share is surely not par, if it is so."""
        if par is None or row["low"] <= par <= row["high"]:
            return ""
        return self.say("proven")
