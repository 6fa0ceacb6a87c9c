"""The quick run: what a change concerns, and nothing else."""

import subprocess
from pathlib import Path

import pytest

from scripts import affected, checks
from scripts.affected import Affected

pytestmark = pytest.mark.pure_only


def test_a_game_brings_its_own_tests_and_its_part_of_the_generic_ones() -> None:
    found = affected.affected(["src/omerta/games/downtown/rules/turn.py"])
    assert found == Affected(
        ["tests/bots/test_downtown.py", "tests/rules/downtown"], ["downtown"], page=False
    )


def test_a_module_brings_the_tests_that_import_it() -> None:
    found = affected.affected(["src/omerta/server/store/sqlite.py"])
    assert "tests/server/test_store.py" in found.tests
    assert "tests/server/test_master.py" not in found.tests


def test_a_sentence_brings_the_texts_and_the_page() -> None:
    assert affected.affected(["text/de/downtown.json"]) == Affected(["tests/text"], [], page=True)


def test_a_changed_test_is_run_itself_and_no_folder_twice() -> None:
    found = affected.affected(["tests/rules/downtown/test_refusals.py", "src/omerta/core/point.py"])
    assert "tests/rules" in found.tests
    assert not [test for test in found.tests if test.startswith("tests/rules/")]
    assert affected.affected(["tests/text/test_writing.py"]).tests == ["tests/text/test_writing.py"]


@pytest.mark.parametrize("file", [".gitignore", "tests/web/test_palermo.py"])
def test_what_no_quick_test_knows_brings_none(file: str) -> None:
    assert affected.affected([file]) == Affected([], [], page=False)


def test_every_counterpart_is_there() -> None:
    for _, tests in affected.COUNTERPARTS:
        for test in tests:
            assert "\\1" in test or (affected.ROOT / test).exists(), test
    assert all((affected.ROOT / test).exists() for test in affected.GENERIC)


def test_files_that_git_does_not_know_yet_count_as_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> None:
        author = ["-c", "user.name=Ida", "-c", "user.email=ida@example.org"]
        subprocess.run(["git", *author, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    (tmp_path / "kept.py").write_text("")
    (tmp_path / "other.py").write_text("")
    git("add", ".")
    git("commit", "--quiet", "--message", "Begin")
    monkeypatch.setattr(affected, "ROOT", tmp_path)
    assert affected.changed() == []
    (tmp_path / "kept.py").write_text("1\n")
    (tmp_path / "new.py").write_text("")
    assert affected.changed() == ["kept.py", "new.py"]
    assert affected.changed("HEAD") == ["kept.py", "new.py"]
    with pytest.raises(SystemExit, match="git diff"):
        affected.changed("no-such-revision")


def test_since_goes_with_quick_only(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        checks.read(["--since", "HEAD"])
    assert "--since goes with --quick" in capsys.readouterr().err
