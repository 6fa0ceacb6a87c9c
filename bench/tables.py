"""Tables in the middle of a game of Mafia City, written into a store before a server starts."""

from __future__ import annotations

import string
from random import Random

from omerta.games import GAMES
from omerta.server.store import Store
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.clock import now
from omerta.server.table.entries import Entry
from omerta.server.table.fair import new_seed, seed_hash
from omerta.server.table.fold import Table
from omerta.server.table.people import People
from omerta.server.table.plan import Plan
from omerta.server.wire.protocol import Settings

GAME = "mafia-city"
SEATS = 4
SEEDS = [f"seed {seat}" for seat in range(SEATS)]
PEOPLE = [f"person-{seat}" for seat in range(SEATS)]
BATCH = 200


def begun(seed: int, moves: int, *, calm: bool) -> list[Entry]:
    """The log of a table with four persons after this many moves.

    Random moves, or in a calm game nothing but what happens when time runs out: such a game
    never ends.
    """
    rng = Random(seed)
    entries = [Entry("", 1, now(), _made())]
    table = Table(entries[0])

    def write(body: log.AnyBody, heard: int = 0) -> None:
        entries.append(Entry("", table.seq + 1, now(), body, heard))
        table.apply(entries[-1])

    for seat, person in enumerate(PEOPLE):
        write(log.Sat(seat=seat, person=person, name=f"Person {seat}"))
    for seat, text in enumerate(SEEDS):
        digest = seed_hash(table.game_id, seat, text)
        write(log.Readied(seat=seat, ready=True, hash=digest))
    write(log.Sealed())
    for seat, text in enumerate(SEEDS):
        write(log.Sown(seat=seat, seed=text))
    dealt = play.deal(table)
    write(dealt.body, dealt.heard)
    for _ in range(moves):
        tried = play.lapse(table, [table.asks()[0].seat]) if calm else any_move(table, rng)
        if tried.game.is_over:
            break
        write(tried.body, tried.heard)
    return entries


def _made() -> log.Made:
    book = GAMES[GAME]
    return log.Made(
        code="",
        game=GAME,
        version=book.version,
        seats=SEATS,
        options=book.options({}).values,
        settings=Settings(clock="off"),
        host=PEOPLE[0],
        game_id="bench",
        server_seed=new_seed(),
    )


def any_move(table: Table, rng: Random) -> Plan:
    """A whole move, its small answers chosen at random."""
    ask = rng.choice(list(table.asks()))
    trial = play.copy(table)
    answers = [rng.choice(list(ask.choices))]
    trial.answer(ask.seat, answers[0])
    while (follow := trial.asked(ask.seat)) is not None and follow.continues:
        answers.append(rng.choice(list(follow.choices)))
        trial.answer(ask.seat, answers[-1])
    return play.move(table, ask.seat, answers)


def code(number: int) -> str:
    """A code of six letters for the table with this number."""
    letters = ""
    for _ in range(6):
        number, place = divmod(number, 26)
        letters = string.ascii_uppercase[place] + letters
    return letters


async def prepare(store: Store, count: int, moves: int = 40, *, calm: bool = False) -> list[str]:
    """Write this many tables, each with a code of its own; returns their ids."""
    patterns = [begun(seed, moves, calm=calm) for seed in range(min(count, 10))]
    ids = [f"bench-{moves}-{number}" for number in range(count)]
    pending = []
    for number, identity in enumerate(ids):
        pattern = patterns[number % len(patterns)]
        name = code(number + 1_000_000 * moves)
        made = log.Made(**{**_fields(pattern[0]), "code": name, "game_id": identity})
        first = Entry(identity, 1, pattern[0].at, made)
        table = Table(first)
        for seat, person in enumerate(PEOPLE):
            table.chairs[seat].kind, table.chairs[seat].person = "person", person
        table.phase = "playing"
        rest = [Entry(identity, e.seq, e.at, e.body, e.heard) for e in pattern[1:]]
        pending.append(store.append([first, *rest], row=table.row(None)))
        if len(pending) == BATCH:
            for written in pending:
                await written
            pending.clear()
    for written in pending:
        await written
    return ids


def _fields(made: Entry) -> dict[str, object]:
    assert isinstance(made.body, log.Made)
    return {name: getattr(made.body, name) for name in made.body.__struct_fields__}


async def tokens(store: Store) -> list[str]:
    """What proves to be the persons of these tables."""
    people = People(await store.secret())
    for seat, person in enumerate(PEOPLE):
        await store.name(person, f"Person {seat}")
    return [people.token(person) for person in PEOPLE]
