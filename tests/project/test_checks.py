"""The test command: every section runs, failures count, the last line is the total."""

from pathlib import Path

import pytest

from scripts import checks
from scripts.checks import Result, Section, Wish

pytestmark = pytest.mark.pure_only


def section(name: str, result: Result, *, quick: bool = True) -> Section:
    def run(wish: Wish) -> Result:
        return result

    return Section(name, name.title(), run, quick)


@pytest.fixture
def sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        checks,
        "SECTIONS",
        (
            section("good", Result(ok=True, passed=3)),
            section("bad", Result(ok=False)),
            section("tests", Result(ok=False, passed=5, failed=2)),
            section("slow", Result(ok=True, skipped="the moon is not full"), quick=False),
        ),
    )


@pytest.mark.usefixtures("sections")
@pytest.mark.parametrize(
    ("arguments", "status", "total"),
    [
        ([], 1, "8 passed, 3 failed"),
        (["--quick"], 1, "8 passed, 3 failed"),
        (["--only", "good"], 0, "3 passed, 0 failed"),
        (["--only", "good", "--only", "bad"], 1, "3 passed, 1 failed"),
    ],
)
def test_the_last_line_is_the_total(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, total: str
) -> None:
    assert checks.main(arguments) == status
    assert capsys.readouterr().out.splitlines()[-1] == total


@pytest.mark.usefixtures("sections")
def test_what_was_skipped_is_said_aloud(capsys: pytest.CaptureFixture[str]) -> None:
    checks.main([])
    assert "!! SKIPPED: Slow: the moon is not full." in capsys.readouterr().out


def test_arguments_after_two_dashes_go_to_pytest() -> None:
    wish = checks.read(["--only", "tests", "--", "-k", "harbor", "-x"])
    assert wish == Wish(quick=None, only=["tests"], pytest=["-k", "harbor", "-x"])


def test_tests_are_counted_from_the_report(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        "<testsuites>"
        '<testsuite tests="9" failures="2" errors="1" skipped="1" />'
        '<testsuite tests="4" failures="0" errors="0" skipped="0" />'
        "</testsuites>"
    )
    assert checks.count(report) == (9, 3)
