"""The build hook: what is compiled, when, and what happens where that is impossible."""

from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from hatch_build import WheelHook, compile_mode
from scripts.compiling import modules_to_compile

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.pure_only


def hook(root: Path) -> WheelHook:
    config: dict[str, Any] = {
        "compile": ["src/**/*.py"],
        "interpreted": ["src/**/__init__.py"],
        "compiler-requires": ["mypy"],
        "carry": {"text": "omerta/text", "nowhere": "omerta/nowhere"},
    }
    unused: Any = None
    return WheelHook(str(root), config, unused, unused, str(root / "dist"), "wheel")


def plain_build() -> dict[str, Any]:
    return {"force_include": {}, "pure_python": True, "infer_tag": False}


@pytest.fixture
def impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler."""

    def fail(hook: WheelHook, workshop: Path) -> Path:
        raise OSError("no compiler")

    monkeypatch.setattr(WheelHook, "compiled", fail)


@pytest.mark.parametrize(
    ("variables", "mode"),
    [
        ({}, "never"),
        ({"HATCH_BUILD_HOOKS_ENABLE": "1"}, "auto"),
        ({"OMERTA_COMPILE": "must"}, "must"),
        ({"OMERTA_COMPILE": "never", "HATCH_BUILD_HOOKS_ENABLE": "1"}, "never"),
    ],
)
def test_the_environment_decides_about_compiling(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], mode: str
) -> None:
    for name in ("HATCH_BUILD_HOOKS_ENABLE", "OMERTA_COMPILE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert compile_mode() == mode


def test_an_unknown_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMERTA_COMPILE", "perhaps")
    with pytest.raises(ValueError, match="it may be one of never, auto, must"):
        compile_mode()


def test_exceptions_stay_interpreted(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for name in ("__init__.py", "rules.py", "notation.py"):
        (tmp_path / "src" / name).touch()
    found = modules_to_compile(tmp_path, ["src/**/*.py"], ["src/__init__.py", "src/notation.py"])
    assert found == ["src/rules.py"]


def test_folders_that_are_there_are_carried_along(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OMERTA_COMPILE", "never")
    (tmp_path / "text").mkdir()
    build = plain_build()
    hook(tmp_path).initialize("standard", build)
    assert build == {**plain_build(), "force_include": {"text": "omerta/text"}}


def test_an_editable_install_adds_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OMERTA_COMPILE", "must")
    build = plain_build()
    hook(tmp_path).initialize("editable", build)
    assert build == plain_build()


@pytest.mark.usefixtures("impossible")
def test_where_nothing_can_be_compiled_the_wheel_is_pure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OMERTA_COMPILE", "auto")
    build = plain_build()
    hook(tmp_path).initialize("standard", build)
    assert build == plain_build()


@pytest.mark.usefixtures("impossible")
def test_who_insists_on_compiling_hears_why_it_failed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OMERTA_COMPILE", "must")
    with pytest.raises(OSError, match="no compiler"):
        hook(tmp_path).initialize("standard", plain_build())


def test_a_pure_build_needs_no_compiler_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OMERTA_COMPILE", "never")
    assert hook(tmp_path).dependencies() == []
    monkeypatch.setenv("OMERTA_COMPILE", "auto")
    assert hook(tmp_path).dependencies() == ["mypy"]


def test_everything_installed_here_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {plain(line.split("==")[0]): line.split("==")[1] for line in lines if "==" in line}
    installed = {plain(found.name): found.version for found in metadata.distributions()}
    ours = {name: version for name, version in installed.items() if name not in ("omerta", "pip")}
    assert ours == {name: pins.get(name) for name in ours}


def plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
