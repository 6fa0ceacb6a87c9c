"""Every key the server speaks has a text in every language, and no text is unused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from omerta.bots.roster import levels
from omerta.games import GAMES

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "de", "cs", "sk")


def spoken() -> set[str]:
    found: set[str] = {"server.problem.bad_request"}
    for path in (ROOT / "src/omerta/server").rglob("*.py"):
        found.update(re.findall(r'"(server\.\w+\.\w+)"', path.read_text("utf-8")))
    kinds = {level for game in GAMES for level in levels(game)}
    found.update(f"server.{what}.{level}" for what in ("level", "level_about") for level in kinds)
    return {key for key in found if key.split(".")[1] != "json"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_exactly_the_keys_that_are_spoken(language: str) -> None:
    catalogue = json.loads((ROOT / "text" / language / "server.json").read_text("utf-8"))
    assert set(catalogue) == spoken()


def test_all_languages_have_the_same_placeholders() -> None:
    def placeholders(text: object) -> set[str]:
        words = text if isinstance(text, str) else " ".join(dict(text).values())  # type: ignore[call-overload]
        return set(re.findall(r"\{(\w+)\}", words))

    catalogues = [
        json.loads((ROOT / "text" / language / "server.json").read_text("utf-8"))
        for language in LANGUAGES
    ]
    for key, english in catalogues[0].items():
        for other in catalogues[1:]:
            assert placeholders(other[key]) == placeholders(english), key
