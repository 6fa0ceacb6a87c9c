"""Positions, views, moves and outcomes as rows to learn from: of self-play, or of records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, TextIO

from omerta.bots.roster import player
from omerta.core import EVERYBODY, Answer
from omerta.core.turns import Turns
from omerta.interfaces.world import World, settled

BATCH: Final = 2_000
"""Rows that are written to a Parquet file together."""

Line = dict[str, Any]


def row(world: World, turns: Turns, name: str, choice: int) -> Line:
    """One decision: what the seat saw, what it could do and what it did."""
    ask = turns.ask
    assert ask is not None, "somebody decides"
    seat = turns.seat
    return {
        "game": name,
        "step": turns.answers,
        "seat": seat,
        "point": ask.point.name,
        "observation": world.observation(turns, seat).tolist(),
        "view": json.dumps(world.rulebook.encode(turns.view(seat)), sort_keys=True),
        "legal": world.actions.legal(ask),
        "action": world.actions.action(ask, choice),
        "move": ask.point.asks.words(choice, world.options),
    }


def with_outcome(world: World, turns: Turns, rows: Iterable[Line]) -> Iterator[Line]:
    """The rows of a game that is over, each with what its seat gained."""
    gains = world.returns(turns)
    outcome = turns.outcome()
    side = "" if outcome is None else outcome.side
    for line in rows:
        yield {**line, "gain": gains[line["seat"]], "side": side}


def self_play(world: World, games: int, levels: Iterable[str], seed: int = 0) -> Iterator[Line]:
    """Games between computer players, levels round the table; only where there is a choice."""
    kinds = list(levels)
    for number in range(games):
        rng = Random(f"{seed} {number}")
        minds = [player(world.name, kinds[seat % len(kinds)]) for seat in range(world.seats)]
        turns = world.begin()
        settled(turns, rng)
        rows: list[Line] = []
        while turns.ask is not None:
            choice = minds[turns.seat].choose(turns.view(turns.seat), rng)
            if len(turns.ask.choices) > 1:
                rows.append(row(world, turns, f"{seed}-{number}", choice))
            turns.answer(choice)
            settled(turns, rng)
        yield from with_outcome(world, turns, rows)


def of_record(record: Mapping[str, Any]) -> Iterator[Line]:
    """The decisions of a finished game, from its record as `omerta export TABLE --json` gives it.

    A record has its own order of answers and its own clock: whoever answers has the turn.
    """
    seats = len(record["names"])
    world = World(str(record["game"]), seats, dict(record["options"]))
    book = world.rulebook
    turns = Turns(book, book.deal(book.options(dict(record["options"])), seats))
    turns.game.notices = turns.told
    rows: list[Line] = []
    for given in record["answers"]:
        answer = Answer(int(given["seat"]), int(given["choice"]))
        turns.seat, turns.ask = answer.seat, turns.game.asked(answer.seat)
        ask = turns.ask
        is_open = ask is not None and answer.seat >= 0 and len(ask.choices) > 1
        if is_open and is_numbered(world, ask, answer.choice):
            rows.append(row(world, turns, str(record["id"]), answer.choice))
        turns.game.answer(*answer)
        turns.answers += 1
    turns.seat, turns.ask = EVERYBODY, None
    yield from with_outcome(world, turns, rows)


def is_numbered(world: World, ask: Any, choice: int) -> bool:
    """Whether this answer is an action; a few that nobody can count to are not."""
    try:
        world.actions.action(ask, choice)
    except LookupError:
        return False
    return True


def write_jsonl(rows: Iterable[Line], out: TextIO) -> int:
    """A JSON object a line; how many were written."""
    number = 0
    for line in rows:
        out.write(json.dumps(line, ensure_ascii=False) + "\n")
        number += 1
    return number


def write_parquet(rows: Iterable[Line], path: Path) -> int:
    """A Parquet file; how many rows were written."""
    # Only here: who wants no such file need not have it.
    import pyarrow as pa
    from pyarrow import parquet

    kinds = pa.schema(
        [
            ("game", pa.string()),
            ("step", pa.int32()),
            ("seat", pa.int8()),
            ("point", pa.string()),
            ("observation", pa.list_(pa.float32())),
            ("view", pa.string()),
            ("legal", pa.list_(pa.int32())),
            ("action", pa.int32()),
            ("move", pa.string()),
            ("gain", pa.float32()),
            ("side", pa.string()),
        ]
    )
    number = 0
    with parquet.ParquetWriter(path, kinds, compression="zstd") as writer:
        batch: list[Line] = []
        for line in rows:
            batch.append(line)
            number += 1
            if len(batch) == BATCH:
                writer.write_table(pa.Table.from_pylist(batch, schema=kinds))
                batch = []
        if batch:
            writer.write_table(pa.Table.from_pylist(batch, schema=kinds))
    return number
