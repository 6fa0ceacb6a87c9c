"""Whatever is typed, the commands answer in words: no command ends in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from omerta.server.ops import doctor

WITHOUT_REDIS = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("redis", "asyncpg"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from omerta.cli import main
sys.exit(main(sys.argv[1:]))
"""


def omerta(*words: str, code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    start = ["-c", code] if code else ["-m", "omerta"]
    return subprocess.run(
        [sys.executable, *start, *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["doctor", "--redis", "redis://127.0.0.1:1/0"], "Redis needs the module redis"),
        (["doctor", "--database", "postgresql://x"], "PostgreSQL needs the module asyncpg"),
        (["doctor", "--database", "bogus://x"], "bogus:// is no database"),
        (["serve", "--database", "bogus://x", "--port", "0"], "bogus:// is no database"),
        (["serve", "--redis", "redis://127.0.0.1:1/0", "--port", "0"], "Redis needs the module"),
        (["export", "ABCDEF", "--database", "bogus://x"], "bogus:// is no database"),
        (["serve", "--port", "99999"], "cannot listen"),
        (["play", "mafia-city", "--pause", "-1"], "expected seconds from 0"),
        (["play", "mafia-city", "--pause", "nan"], "expected seconds from 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_wrong_word_is_answered_in_words(words: list[str], said: str, tmp_path: Path) -> None:
    answer = omerta(*words, code=WITHOUT_REDIS, OMERTA_DATA=str(tmp_path))
    assert answer.returncode in (1, 2)
    assert said in answer.stdout + answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("name", ["OMERTA_PORT", "OMERTA_RATE", "OMERTA_WORKERS"])
def test_a_wrong_variable_is_answered_in_words(name: str) -> None:
    answer = omerta("serve", **{name: "many"})
    assert answer.returncode == 2
    assert "invalid" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("redis", ["bogus", "http://x", "redis://[", "redis://:pw@:99999999/0"])
def test_the_doctor_looks_at_any_address(
    redis: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert doctor.main(["--data", str(tmp_path), "--redis", redis]) == 1
    assert "FAIL" in capsys.readouterr().out
