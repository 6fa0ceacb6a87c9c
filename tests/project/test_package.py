"""The installed package is the one the run is about, and carries what it needs."""

import importlib
import os
import tomllib
from pathlib import Path

import pytest

import omerta
from scripts.compiling import modules_to_compile

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOOK = SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
EXPECT_COMPILED = os.environ.get("OMERTA_EXPECT_COMPILED")


def names_to_compile() -> list[str]:
    files = modules_to_compile(ROOT, HOOK["compile"], HOOK["interpreted"])
    return [file.removeprefix("src/").removesuffix(".py").replace("/", ".") for file in files]


def test_the_engine_is_among_what_is_compiled() -> None:
    assert "omerta.core.machine" in names_to_compile()


@pytest.mark.skipif(EXPECT_COMPILED is None, reason="nobody said which package to expect")
def test_every_module_comes_from_the_package_this_run_is_about() -> None:
    files = {name: importlib.import_module(name).__file__ or "" for name in names_to_compile()}
    if EXPECT_COMPILED == "1":
        strangers = [name for name, file in files.items() if not file.endswith((".so", ".pyd"))]
    else:
        sources = str(ROOT / "src")
        strangers = [name for name, file in files.items() if not file.startswith(sources)]
    assert strangers == []


@pytest.mark.skipif(EXPECT_COMPILED != "1", reason="only a wheel carries folders along")
def test_a_wheel_carries_what_lies_beside_the_sources() -> None:
    site = Path(omerta.__file__).parent.parent
    for folder, place in HOOK["carry"].items():
        assert names_in(site / place) == names_in(ROOT / folder)


def names_in(folder: Path) -> set[str]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return {path.relative_to(folder).as_posix() for path in files}


def test_the_package_says_that_it_is_typed() -> None:
    assert Path(omerta.__file__).with_name("py.typed").is_file()
