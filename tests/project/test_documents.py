"""The examples of README and docs run as they stand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "README.md", ROOT / "docs" / "add-a-game.md"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_python_blocks_run(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", file.read_text("utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, file.name, "exec"), {"__name__": "example"})
    if file.name == "README.md":
        assert re.fullmatch(r"winner: [ABCD]\n", capsys.readouterr().out)


def test_links_between_documents_lead_somewhere() -> None:
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for file in files:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", file.read_text("utf-8")):
            assert (file.parent / target).exists(), f"{file.name} links to {target}"
