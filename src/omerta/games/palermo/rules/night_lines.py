"""The lines that the game master reads at night (9.1, 9.2), taken from the rules themselves."""

from __future__ import annotations

from typing import NamedTuple

from omerta.core import NOTHING, Rule
from omerta.games.palermo.rules.first_night import GiveCodeNames
from omerta.games.palermo.rules.night import NightPart, OpenWave, Play, Say, Wake
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import call_of_code


class NightLine(NamedTuple):
    """A line of the night: what to say, who is called by it, whether it sends them to sleep."""

    key: str
    call: int
    sleep: bool = False


def lines_of(game: Village, rule: Rule) -> list[NightLine]:
    """The lines of one call of the night; none if the call is left out."""
    lines: list[NightLine] = []
    call = NOTHING
    asked = False
    for step in rule.steps:
        if isinstance(step, Wake):
            if not game.rules.calls.includes(game, step.call):
                return []
            call = step.call
            lines.append(NightLine(step.key, call))
        elif isinstance(step, OpenWave):
            for wake in step.wakes:
                if game.rules.calls.includes(game, wake.call):
                    lines.append(NightLine(wake.key, wake.call))
        elif isinstance(step, GiveCodeNames):
            lines.append(NightLine("code_names", call))
        elif isinstance(step, Say):
            lines.append(NightLine(step.key, call, sleep=asked))
        elif isinstance(step, Play):
            ranks = range(game.mafia_cards)
            lines.extend([NightLine("code_name_wakes", call_of_code(rank)) for rank in ranks])
            asked = True
        elif isinstance(step, NightPart):
            asked = True
    return lines
