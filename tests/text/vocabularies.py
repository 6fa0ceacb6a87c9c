"""What the catalogue of each game must name: kinds of texts, and the ids of each kind."""

from collections.abc import Iterable
from typing import Any

from omerta.core import Rulebook
from omerta.core.kinds import Unspoken
from omerta.server.table.lessons import lesson_text, read_lesson


def hints(game: str) -> Iterable[str]:
    """What the pupil is told in the lesson of a game, if it has one."""
    if not lesson_text(game):
        return ()
    lesson = read_lesson(lesson_text(game))
    told = [*(hint for cue in lesson.cues for hint in cue.hints), *lesson.closing]
    return {hint.key for hint in told}


def expected_keys(rulebook: Rulebook[Any, Any, Any]) -> set[str]:
    """Every key that the catalogue of a game must have."""
    area = rulebook.name.replace("-", "_")
    ids: dict[str, Iterable[str]] = {
        "notice": rulebook.notices,
        "preview": rulebook.previews,
        "option": [option.name for option in rulebook.option_table],
        "option_text": [option.name for option in rulebook.option_table],
        "value": [
            f"{option.name}.{value}" for option in rulebook.option_table for value in option.values
        ],
        "lesson": hints(rulebook.name),
        "point": [point.name for point in rulebook.points if not isinstance(point.asks, Unspoken)],
        "act": {act for point in rulebook.points for act in point.asks.named_acts()},
        "refusal": rulebook.refusals,
        **rulebook.words,
    }
    return {f"{area}.{kind}.{name}" for kind, names in ids.items() for name in names}
