"""The installed package is the one the run is about, and carries what it needs."""

import importlib
import os
import tomllib
from pathlib import Path

import pytest

import omerta
from hatch_build import modules_to_compile

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOOK = SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
EXPECT_COMPILED = os.environ.get("OMERTA_EXPECT_COMPILED")


def names_to_compile() -> list[str]:
    files = modules_to_compile(ROOT, HOOK["compile"], HOOK["interpreted"])
    return [file.removeprefix("src/").removesuffix(".py").replace("/", ".") for file in files]


def test_the_engine_is_among_what_is_compiled() -> None:
    assert "omerta.core.machine" in names_to_compile()


@pytest.mark.skipif(EXPECT_COMPILED != "1", reason="this run is interpreted")
@pytest.mark.parametrize("name", names_to_compile())
def test_a_compiled_run_uses_compiled_modules(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith((".so", ".pyd"))


@pytest.mark.skipif(EXPECT_COMPILED != "0", reason="this run is compiled")
@pytest.mark.parametrize("name", names_to_compile())
def test_an_interpreted_run_uses_the_sources(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert Path(file).is_relative_to(ROOT / "src")


@pytest.mark.skipif(EXPECT_COMPILED != "1", reason="only a wheel carries folders along")
@pytest.mark.parametrize(("folder", "place"), HOOK["carry"].items())
def test_a_wheel_carries_the_texts(folder: str, place: str) -> None:
    inside = Path(omerta.__file__).parent.parent / place
    assert {path.name for path in (ROOT / folder).glob("*")} == {
        path.name for path in inside.glob("*")
    }


def test_the_package_says_that_it_is_typed() -> None:
    assert Path(omerta.__file__).with_name("py.typed").is_file()
