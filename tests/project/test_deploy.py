"""What is there for operators: container, compose and service files name what exists and works."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from omerta.server.ops.options import Serving, parser
from omerta.server.watch.metrics import Metrics
from tests.server.house import Server

pytestmark = pytest.mark.pure_only

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "deploy.md").read_text("utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", "")
KNOWN = ("FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL",
         "HEALTHCHECK", "CMD")  # fmt: skip


def instructions() -> list[tuple[str, str]]:
    """Every instruction of the Dockerfile with what follows it."""
    lines = [line for line in DOCKERFILE.splitlines() if line.strip() and line[0] != "#"]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def copied_into_the_build() -> list[tuple[list[str], str]]:
    """What the first stage takes from the repository, and where to."""
    first = DOCKERFILE.split("\nFROM ")[1]
    words = [shlex.split(line)[1:] for line in first.splitlines() if line.startswith("COPY ")]
    return [(one[:-1], one[-1]) for one in words]


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def units() -> list[Path]:
    return sorted(DEPLOY.glob("*.service"))


def variables() -> set[str]:
    """Environment variables that the server knows."""
    return {f"OMERTA_{option.name.upper()}" for option in fields(Serving)}


def test_the_dockerfile_says_only_what_docker_knows() -> None:
    words = instructions()
    assert {word for word, _ in words} <= set(KNOWN)
    assert [rest for word, rest in words if word == "FROM"] == [
        "python:3.11-slim AS build",
        "python:3.11-slim",
    ]
    for word, rest in words:
        if word in ("CMD",):
            assert json.loads(rest) == ["omerta", "serve"]
        if word == "ENV":
            names = {pair.split("=")[0] for pair in shlex.split(rest)}
            assert {name for name in names if name.startswith("OMERTA_")} <= {
                *variables(),
                "OMERTA_COMPILE",
            }


def test_the_wheel_of_the_container_is_built_from_what_is_copied_there(tmp_path: Path) -> None:
    tree = tmp_path / "omerta"
    tree.mkdir()
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split()
    left_out = shutil.ignore_patterns(*(Path(name).name for name in ignored if "src" not in name))
    for sources, target in copied_into_the_build():
        for source in sources:
            place = tree / target / Path(source).name if target == "./" else tree / target
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place, ignore=left_out)
            else:
                shutil.copy(ROOT / source, place)
    shutil.rmtree(tree / "src/omerta/web", ignore_errors=True)
    # The packages of the page are the ones that npm would bring.
    (tree / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    (run,) = (rest for word, rest in instructions() if word == "RUN" and "pip wheel" in rest)
    command = shlex.split(run.replace("/dist", str(tmp_path / "dist")))
    command = [sys.executable, *command[1:], "--no-build-isolation", "--disable-pip-version-check"]
    environment = {**os.environ, "OMERTA_COMPILE": "never"}
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (tmp_path / "dist").glob("omerta-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("web/index.html", "text/en/web.json", "rules/", "server/ops/main.py"):
        assert any(name.startswith(f"omerta/{wanted}") for name in names), wanted


def test_the_container_knows_whether_it_is_well(tmp_path: Path) -> None:
    (rest,) = (rest for word, rest in instructions() if word == "HEALTHCHECK")
    command = json.loads(rest.split(" CMD ", 1)[1])
    with Server(tmp_path) as server:
        code = command[2].replace("127.0.0.1:8420", f"127.0.0.1:{server.port}")
        assert code != command[2]
        well = [sys.executable, command[1], code]
        assert subprocess.run(well, timeout=30, check=False).returncode == 0
    quiet = subprocess.run(well, timeout=30, check=False, stderr=subprocess.DEVNULL)
    assert quiet.returncode != 0


def test_the_page_names_every_option_with_its_variable_and_default() -> None:
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.splitlines()
        if line.startswith("| `--")
    ]
    named = {(row[0], row[1]): row[-1] for row in cells}
    options = {option.name: option for option in fields(Serving)}
    assert set(named) == {
        (f"`--{name.replace('_', '-')}`", f"`OMERTA_{name.upper()}`") for name in options
    }
    for (_, variable), default in named.items():
        usual = options[variable.strip("`").removeprefix("OMERTA_").lower()].default
        if re.fullmatch(r"`[\w.]+`", default):
            assert default == (f"`{usual:g}`" if isinstance(usual, float) else f"`{usual}`")


def test_the_page_names_numbers_that_are_there() -> None:
    told = Metrics().page().decode()
    names = set(re.findall(r"`((?:omerta|process)_[a-z_]+)`", PAGE))
    assert len(names) > 10
    for name in names:
        assert re.search(rf"^{name}(?:_bucket)?[ {{]", told, re.MULTILINE), name


def test_the_services_fit_together() -> None:
    services = compose()["services"]
    assert set(services) == {"app", "database", "redis"}
    build = services["app"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    program, command, *options = services["app"]["command"]
    assert (program, command) == ("omerta", "serve")
    assert parser().parse_args(options).processes == 2
    environment = services["app"]["environment"]
    assert set(environment) <= variables() | {"FORWARDED_ALLOW_IPS"}
    assert environment["FORWARDED_ALLOW_IPS"] == "${FORWARDED_ALLOW_IPS:-127.0.0.1}"
    assert "@database/" in environment["OMERTA_DATABASE"]
    assert environment["OMERTA_REDIS"].startswith("redis://redis:")
    assert set(services["app"]["depends_on"]) == {"database", "redis"}
    volumes = {
        volume.split(":")[0] for one in services.values() for volume in one.get("volumes", ())
    }
    assert volumes == set(compose()["volumes"])
    assert all("healthcheck" in services[name] for name in ("database", "redis"))


@pytest.mark.parametrize("unit", units(), ids=lambda unit: unit.name)
def test_a_unit_starts_a_command_that_exists(unit: Path, tmp_path: Path) -> None:
    read = configparser.RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(unit.read_text("utf-8"))
    program, command, *options = shlex.split(read["Service"]["ExecStart"])
    assert program.endswith("/omerta")
    assert command == "serve"
    parser().parse_args(options)
    named = set(re.findall(r"OMERTA_[A-Z_]+", unit.read_text("utf-8")))
    assert named <= variables()
    if shutil.which("systemd-analyze") is None:
        return
    copy = tmp_path / unit.name.replace("@", "@8420")
    copy.write_text(unit.read_text("utf-8").replace(program, sys.executable), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if copy.name in line]
    assert complaints == []


def test_the_unit_for_several_processes_does_not_start_on_sqlite(tmp_path: Path) -> None:
    unit = (DEPLOY / "omerta@.service").read_text("utf-8")
    (start,) = (line for line in unit.splitlines() if line.startswith("ExecStart="))
    words = shlex.split(start.removeprefix("ExecStart="))[1:]
    command = [sys.executable, "-m", "omerta", *words]
    bare = {name: value for name, value in os.environ.items() if not name.startswith("OMERTA_")}
    done = subprocess.run(
        command, env={**bare, "OMERTA_DATA": str(tmp_path)}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert "need PostgreSQL" in done.stderr
    (never,) = (line for line in unit.splitlines() if line.startswith("RestartPreventExitStatus="))
    assert int(never.partition("=")[2]) == done.returncode
    assert list(tmp_path.iterdir()) == [], "nothing was begun"
