"""A seeded game still goes as it went; `python -m scripts.golden` writes the files anew."""

from pathlib import Path

import pytest

from omerta.lab.golden import golden_files

FILES = [
    pytest.param(file, text, id=file.name) for file, text in golden_files(Path(__file__).parent)
]


@pytest.mark.parametrize(("file", "text"), FILES)
def test_the_transcript_is_the_same(file: Path, text: str) -> None:
    assert file.read_text("utf-8") == text
