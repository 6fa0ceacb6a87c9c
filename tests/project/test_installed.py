"""The built wheel, installed as people do it: `omerta` starts, and the page is there."""

import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from omerta import __version__
from scripts import environments, marks
from scripts.environments import Environment

ROOT = Path(__file__).parents[2]
HERE = Environment(Path(sys.prefix))

pytestmark = pytest.mark.pure_only


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our wheel and all that it needs."""
    folder = tmp_path_factory.mktemp("shelf")
    build = [str(HERE.python), "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = environments.run(build, OMERTA_COMPILE="never", HATCH_BUILD_HOOKS_ENABLE="")
    assert built.returncode == 0, built.stdout
    environments.pip(HERE, "download", "--dest", str(folder), str(our_wheel(folder)))
    return folder


def our_wheel(shelf: Path) -> Path:
    (wheel,) = shelf.glob("omerta-*.whl")
    return wheel


def with_pip(shelf: Path, folder: Path) -> Path:
    """What pipx does: an environment of its own, and pip."""
    environment = Environment(folder / "environment")
    environments.make(environment)
    source = ["--no-index", "--find-links", str(shelf)]
    environments.pip(environment, "install", *source, str(our_wheel(shelf)))
    return environment.command("omerta")


def with_uv(shelf: Path, folder: Path) -> Path:
    """`uv tool install`."""
    path = os.pathsep.join([str(HERE.python.parent), os.environ.get("PATH", "")])
    uv = shutil.which("uv", path=path)
    assert uv is not None, "uv is not here: `python3 run.py test` installs it"
    source = ["--offline", "--no-index", "--find-links", str(shelf), "--python", sys.executable]
    places = {name: str(folder / name) for name in ("UV_TOOL_DIR", "UV_CACHE_DIR")}
    commands = folder / "commands"
    install = [uv, "tool", "install", "--quiet", "--no-config", *source, str(our_wheel(shelf))]
    done = environments.run(install, **places, UV_TOOL_BIN_DIR=str(commands))
    assert done.returncode == 0, done.stdout
    return commands / ("omerta.exe" if os.name == "nt" else "omerta")


@pytest.mark.parametrize("install", [with_pip, with_uv])
def test_the_installed_wheel_starts_and_answers_with_the_page(
    shelf: Path, tmp_path: Path, install: Callable[[Path, Path], Path]
) -> None:
    omerta = str(install(shelf, tmp_path))
    ours = ("PYTHONPATH", "OMERTA_ENGINE_NEWS")
    variables = {name: value for name, value in os.environ.items() if name not in ours}

    told = subprocess.run(
        [omerta, "--version"], env=variables, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"omerta {__version__}\n"

    options = [
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-browser",
        "--data",
        str(tmp_path / "data"),
    ]
    with subprocess.Popen(
        [omerta, *options], cwd=tmp_path, env=variables, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            address = next(word for word in line.split() if word.startswith("http"))
            with urllib.request.urlopen(address) as page:
                assert b"<html" in page.read()
        finally:
            server.terminate()


def test_a_release_is_compiled_on_every_platform_and_tried_out() -> None:
    release = marks.settings()["tool"]["cibuildwheel"]
    assert release["environment"]["OMERTA_COMPILE"] == "must"
    assert "omerta --version" in release["test-command"]
