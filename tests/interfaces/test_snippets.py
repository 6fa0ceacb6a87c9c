"""The snippets of docs/research.md run as they stand there, and its tables are true."""

import re
from pathlib import Path

import pytest

from omerta.interfaces import tables
from omerta.interfaces.world import World

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_there_are_five() -> None:
    assert len(SNIPPETS) == 5


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(1, len(SNIPPETS) + 1))
def test_a_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, str(PAGE), "exec"), {"__name__": "snippet"})


@pytest.mark.parametrize(("name", "numbers"), tables.SHOWN)
def test_the_tables_of_the_page_are_true(name: str, numbers: tuple[int, ...]) -> None:
    text = PAGE.read_text("utf-8")
    for line in tables.parts_table(name, numbers[1]):
        assert line in text
    for seats in numbers:
        world = World(name, seats)
        assert f"| {name} | {seats} | {world.actions.size} | {world.size} |" in text
