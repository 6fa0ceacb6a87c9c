"""What the server knows about its engine."""

import json
import os
from pathlib import Path

import pytest

from omerta.server.ops import engine


@pytest.fixture
def news(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(engine.NEWS, str(tmp_path / "news.json"))
    return tmp_path / "news.json"


def test_the_line_tells_which_engine_runs() -> None:
    kind = "compiled" if os.environ.get("OMERTA_EXPECT_COMPILED") == "1" else "as pure Python"
    assert engine.describe().startswith(f"the engine runs {kind}")


@pytest.mark.pure_only
@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({"state": "ready"}, "the compiled one is ready, the next start uses it"),
        (
            {"state": "compiling", "worker": os.getpid(), "done": 3, "of": 121},
            "the compiled one is being built, 3 of 121 files; the next start uses it",
        ),
        (
            {"state": "compiling", "worker": os.getpid(), "done": 0, "of": 0},
            "the compiled one is being built, just begun; the next start uses it",
        ),
        (
            {"state": "compiling", "worker": 2**22 + 1, "done": 3, "of": 121},
            "compiling was interrupted, the next start begins again",
        ),
        (
            {"state": "failed", "why": "out of memory"},
            "compiling failed (out of memory); OMERTA_COMPILE=must python3 run.py tries again",
        ),
        ({"state": "absent", "why": "there is no C compiler"}, "there is no C compiler"),
    ],
)
def test_a_pure_engine_says_why(news: Path, told: dict[str, object], line: str) -> None:
    news.write_text(json.dumps(told))
    assert engine.describe() == f"the engine runs as pure Python: {line}"


@pytest.mark.pure_only
@pytest.mark.parametrize("content", [None, "", "{", "[]"])
def test_without_news_it_was_installed_so(news: Path, content: str | None) -> None:
    if content is not None:
        news.write_text(content)
    expected = "the engine runs as pure Python: it was installed without being compiled"
    assert engine.describe() == expected
