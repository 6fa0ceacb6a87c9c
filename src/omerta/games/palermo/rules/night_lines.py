"""The lines that the game master reads at night (9.1, 9.2), taken from the rules themselves."""

from __future__ import annotations

from typing import NamedTuple

from omerta.core import NOTHING, Rule
from omerta.games.palermo.rules.first_night import GiveCodeNames
from omerta.games.palermo.rules.night import NightPart, OpenWave, Play, Say, Wake
from omerta.games.palermo.state.table import CODE_CALL
from omerta.games.palermo.state.game import Town


class ScriptLine(NamedTuple):
    """A line of the night: what to say, who is called by it, whether it sends them to sleep."""

    key: str
    call: int
    sleep: bool = False


def lines_of(game: Town, rule: Rule) -> list[ScriptLine]:
    """The lines of one call of the night; none if the call is left out."""
    lines: list[ScriptLine] = []
    call = NOTHING
    asked = False
    for step in rule.steps:
        if isinstance(step, Wake):
            if not game.rules.calls.includes(game, step.call):
                return []
            call = step.call
            lines.append(ScriptLine(step.key, call))
        elif isinstance(step, OpenWave):
            for wake in step.wakes:
                if game.rules.calls.includes(game, wake.call):
                    lines.append(ScriptLine(wake.key, wake.call))
        elif isinstance(step, GiveCodeNames):
            lines.append(ScriptLine("code_names", call))
        elif isinstance(step, Say):
            lines.append(ScriptLine(step.key, call, sleep=asked))
        elif isinstance(step, Play):
            ranks = range(game.mafia_cards)
            lines.extend([ScriptLine("code_name_wakes", CODE_CALL + rank) for rank in ranks])
            asked = True
        elif isinstance(step, NightPart):
            asked = True
    return lines
