"""The bench of the server runs and says what is documented; how fast is no matter of a test."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from omerta.lab.peers import bench_folder

SCRIPT = str(bench_folder() / "server.py")


def figures(*words: str) -> dict[str, float]:
    command = [sys.executable, SCRIPT, *words, "--seconds", "0.3", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)["figures"]
    return found


def test_moves_and_memory_are_measured() -> None:
    found = figures("moves", "memory", "--tables", "200")
    assert found["committed moves, 200 connections, moves/s"] > 0
    assert 0 < found["moves as a share of echo, %"] < 100
    assert 0 < found["event of a move to each seat, bytes"] < 700, "what has changed, not all"
    assert found["memory per idle table in play, kB"] < 100
    assert found["memory per connection, kB"] < 50


def test_an_unknown_part_is_named() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "ludo"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "got ludo" in done.stderr


def test_without_node_the_peers_are_named_with_the_reason() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "peers"],
        env={**os.environ, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "the peers cannot take part: there is no Node.js with npm here" in done.stderr
