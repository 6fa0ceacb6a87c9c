"""What tests need of the system is installed on a fresh machine, or missed loudly."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import checks, chromium, programs

pytestmark = pytest.mark.pure_only

APT = """#!/bin/sh
echo "$@" >> {folder}/calls
case "$1" in
  update) touch {folder}/known ;;
  install) test -e {folder}/known || exit 100
    for name in redis-server postgres chromium; do
      printf '#!/bin/sh\\n' > {folder}/$name; chmod +x {folder}/$name
    done ;;
esac
"""


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine whose only programs are those of this folder; root sits at it."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(
        "shutil.which",
        lambda name: str(tmp_path / name) if (tmp_path / name).exists() else None,
    )
    monkeypatch.setattr(programs, "POSTGRES", tmp_path / "nothing")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("OMERTA_CHROMIUM", raising=False)
    for found in (programs.missing_services, chromium.find):
        found.cache_clear()
    yield tmp_path
    for found in (programs.missing_services, chromium.find):
        found.cache_clear()


def with_apt(folder: Path) -> None:
    apt = folder / "apt-get"
    apt.write_text(APT.format(folder=folder))
    apt.chmod(0o755)


def test_what_is_missing_is_installed_after_a_look_at_what_there_is(fresh: Path) -> None:
    with_apt(fresh)
    assert programs.missing_services() == ()
    calls = (fresh / "calls").read_text().splitlines()
    assert [call.split()[0] for call in calls] == ["install", "update", "install"]
    assert calls[0].split()[1] == "redis-server"


def test_the_browser_is_installed_the_same_way(fresh: Path) -> None:
    with_apt(fresh)
    assert chromium.find() == fresh / "chromium"


def test_nothing_is_installed_that_is_there(fresh: Path) -> None:
    with_apt(fresh)
    for name in programs.SERVICES:
        (fresh / name).touch()
    assert programs.missing_services() == ()
    assert not (fresh / "calls").exists()


@pytest.mark.parametrize("who", ["root without apt", "somebody else"])
def test_where_nothing_can_be_installed_the_run_says_loudly_what_was_left_out(
    fresh: Path, who: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if who == "somebody else":
        with_apt(fresh)
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
    section = checks.Section("tests", "Tests", lambda wish: checks.Result(ok=True, passed=1))
    monkeypatch.setattr(checks, "SECTIONS", (section,))
    assert checks.main(["--only", "tests"]) == 0
    told = capsys.readouterr().out
    assert "!! SKIPPED: every test that needs redis-server" in told
    assert "!! SKIPPED: every test that needs postgres" in told
    assert not (fresh / "calls").exists()
