"""The bench runs and says what it is documented to say; how fast is no matter of a test."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from omerta.games import GAMES
from omerta.lab import bench, peers
from omerta.lab.peers import PEERS, Environment, Peer, Unavailable

ROOT = Path(__file__).parents[2]
TINY = ["--rounds", "1", "--seconds", "0.01", "--games", "mafia-city"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert bench.main([*TINY, *words]) == 0
    return capsys.readouterr().out


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    result: dict[str, Any] = json.loads(run(capsys, "--json"))
    assert result["compiled"] is bench.IS_COMPILED
    assert "CPython" in result["interpreter"] or "PyPy" in result["interpreter"]
    figures = result["games"]["mafia-city"]
    assert figures["decisions_per_s"] > 0
    assert figures["with_view_per_s"] > 0
    assert figures["copy_us"] > 0
    assert figures["memory_bytes"] > 0
    assert figures["first_us"] > 0
    assert figures["last_us"] > 0
    assert figures["last_times_first"] > 0
    assert len(figures["ranges"]["last_times_first"]) == 2
    assert figures["ratios"] == figures["ratios_with_view"] == {}
    assert ("pure" in figures) is bench.IS_COMPILED


def test_people_get_a_table_that_names_the_interpreter(capsys: pytest.CaptureFixture[str]) -> None:
    table = run(capsys)
    assert "on CPython" in table
    assert "first hundred" in table
    assert "mafia-city" in table


def test_a_peer_that_cannot_be_installed_is_named_with_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Environment, peer: Peer) -> None:
        raise Unavailable(f"no wheel of {peer.package} fits")

    monkeypatch.setattr(Environment, "install", refuse)
    result: dict[str, Any] = json.loads(run(capsys, "--peers", "--json"))
    assert set(result["peers"]) == {peer.name for peer in PEERS}
    assert result["peers"]["catanatron"] == {"unavailable": "no wheel of catanatron fits"}
    assert result["games"]["mafia-city"]["ratios"]["catanatron"] is None
    assert "not available: no wheel of chess fits" in run(capsys, "--peers")


def test_a_peer_takes_part_in_every_round(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "coin.py"
    script.write_text(COIN, encoding="utf-8")
    monkeypatch.setattr(Environment, "install", lambda self, peer: None)
    monkeypatch.setattr(Environment, "script", lambda self, peer: script)
    monkeypatch.setattr(Environment, "python", Path(sys.executable))
    monkeypatch.setattr(bench, "PEERS", (Peer("coin", "coin", 100),))
    result: dict[str, Any] = json.loads(run(capsys, "--peers", "--json", "--rounds", "2"))
    assert result["rounds"] == 2
    assert result["peers"]["coin"]["with_view_per_s"] is None
    assert result["peers"]["coin"]["single_share"] == 0.5
    assert result["games"]["mafia-city"]["ratios"]["coin"] > 0
    assert result["games"]["mafia-city"]["ratios_with_view"]["coin"] > 0
    assert "times coin" in run(capsys, "--peers")


COIN = """
class Contestant:
    version = "1"
    views = False

    def __init__(self, game):
        pass

    def play(self, seed, until, *, with_view):
        return min(10, until), 10, [sum(range(10000))]

    def copy(self, state):
        return state[:]
"""


def test_a_contestant_that_ends_says_why(tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text("raise RuntimeError('out of paper')", encoding="utf-8")
    with pytest.raises(Unavailable, match="RuntimeError: out of paper"):
        bench.Entry(script, "broken", 1, sys.executable)


def test_an_unknown_game_is_refused_with_the_names_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--games", "ludo"])
    refusal = capsys.readouterr().err
    assert all(name in refusal for name in GAMES)


def test_the_pure_package_has_no_compiled_module(tmp_path: Path) -> None:
    folder = bench.pure_package(tmp_path)
    command = "from omerta.core import machine; print(machine.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(folder / "omerta" / "core" / "machine.py")


def test_every_peer_has_a_script_and_an_exact_version() -> None:
    folder = peers.bench_folder()
    lines = (folder / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.split("==")[0] for line in lines if "==" in line}
    for peer in PEERS:
        assert (folder / "peers" / f"{peer.name}.py").is_file()
        assert peer.package in pinned


def test_what_a_command_complains_about_is_the_reason() -> None:
    with pytest.raises(Unavailable, match="ERROR: no such thing"):
        peers.run([sys.executable, "-c", "import sys; sys.exit('hm\\nERROR: no such thing')"])
