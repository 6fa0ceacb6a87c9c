"""The games in figures, for docs/research.md: `python -m omerta.interfaces.tables docs/research.md`
writes the part of that page behind its mark anew; without a page everything is printed."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final

from omerta.core import CHANCE
from omerta.interfaces.world import World

MARK: Final = "<!-- generated: python -m omerta.interfaces.tables docs/research.md -->\n"
SHOWN: Final = (
    ("mafia-city", (3, 4, 5)),
    ("downtown", (2, 3, 4)),
    ("palermo", (6, 9, 12, 21)),
)
GAMES_EACH: Final = 5


def of_play(world: World) -> tuple[float, float, int]:
    """Of random games: decisions, choices at a decision, and the most of them."""
    decisions: list[int] = []
    choices: list[int] = []
    for seed in range(GAMES_EACH):
        rng = Random(seed)
        turns = world.begin()
        made = 0
        while turns.ask is not None:
            found = turns.ask.choices
            if turns.seat != CHANCE:
                made += 1
                choices.append(len(found))
            turns.answer(found[int(rng.random() * len(found))])
        decisions.append(made)
    return mean(decisions), mean(choices), max(choices)


def games_table() -> list[str]:
    """Every game at some numbers of players."""
    lines = [
        "| game | players | actions | numbers in an observation | decisions in a game | choices |",
        "|---|---|---|---|---|---|",
    ]
    for name, numbers in SHOWN:
        for seats in numbers:
            world = World(name, seats)
            length, branching, most = of_play(world)
            lines.append(
                f"| {name} | {seats} | {world.actions.size} | {world.size} "
                f"| {length:.0f} | {branching:.1f}, at most {most} |"
            )
    return lines


def parts_table(name: str, seats: int) -> list[str]:
    """The parts of an observation."""
    lines = ["| part | size | what it says |", "|---|---|---|"]
    lines += [
        f"| `{part.name}` | {part.size} | {part.means} |" for part in World(name, seats).parts
    ]
    return lines


def page() -> str:
    """All tables."""
    lines = [
        f"Means of {GAMES_EACH} games at random each, with the options for simulations. One small "
        "answer is one decision.",
        "",
        *games_table(),
    ]
    for name, numbers in SHOWN:
        seats = numbers[1]
        lines += ["", f"### An observation of {name}, {seats} players", ""]
        lines += parts_table(name, seats)
    return "\n".join(lines) + "\n"


def main(argv: list[str]) -> int:
    """Print the tables, or write them into a page."""
    if not argv:
        print(page(), end="")
        return 0
    path = Path(argv[0])
    text = path.read_text("utf-8")
    path.write_text(text[: text.index(MARK) + len(MARK)] + "\n" + page(), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
