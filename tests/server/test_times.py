"""How time runs at a table of Palermo: nights that tell nothing, a master's clock, the talk."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from omerta.core import CLOCK, NOTHING, Ask
from omerta.games.palermo.state.kinds import (
    ASK,
    CLOSE,
    KILL,
    PROTECT,
    READY,
    SAY,
    SLIT,
    TAP,
    act_of,
    choice_of,
)
from omerta.games.palermo.state.statements import ACCUSE
from omerta.games.palermo.state.table import DISCUSSION
from omerta.games.palermo.state.timers import SECONDS
from omerta.server.store import open_store
from omerta.server.table import commands, play
from omerta.server.table import entries as log
from omerta.server.table.clock import now
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table
from omerta.server.table.refusals import NotAllowed
from omerta.server.wire import protocol
from tests.clauses import clause
from tests.server.client import Person, Player, Refusal
from tests.server.house import Server
from tests.server.town import BOOK, NAMES, Written, choice, with_phones

CARDS = {"mafioso": "2", "detective1": "1", "guardian": "1", "walker": "1", "citizen": "1"}
TABLE = {"mode": "table", "trial": "forced", "reveal": "none", **CARDS}
"""The cards are dealt by the same lots in every test; the roles lie as `roles` says."""

DEEDS = (PROTECT, KILL, SLIT, ASK)
"""What somebody who is called at night can do."""


def roles(written: Written) -> list[str]:
    game: Any = written.table.game
    return [BOOK.word("role", own.role) for own in game.secret]


def clock(table: Table) -> Ask:
    """What the clock is asked: the time that runs."""
    ask = table.asked(CLOCK)
    assert ask is not None
    return ask


def length(table: Table) -> int:
    """How long the running time of the clock is, in milliseconds."""
    limit = table.deadline(clock(table))
    assert limit is not None
    return limit - table.since[CLOCK]


def steps(written: Written, night: int, *, after: int = 1) -> list[tuple[str, int]]:
    """Timer and length of each step of a night; whoever has something to do does it."""
    table = written.table
    found: list[tuple[str, int]] = []
    while (game := table.game) is not None and BOOK.manners.round_of(game) <= night:
        timer = clock(table).point.name
        part = BOOK.shown(game)["part"]
        is_step = BOOK.manners.round_of(game) == night and part in (
            "mafia",
            "guardian",
            "detectives",
        )
        if is_step:
            found.append((timer, length(table)))
        for ask in list(table.asks()) if is_step and after else []:
            act = next((one for one in ask.choices if act_of(one) in DEEDS), None)
            if ask.seat >= 0 and act is not None and table.asked(ask.seat) is ask:
                written.go_on(play.move(table, ask.seat, [act]), after)
                assert length(table) == found[-1][1], "an answer changes no length"
                assert table.asked(CLOCK) is not None
        if found and BOOK.manners.round_of(game) == night and part == "discussion":
            break
        written.go_on(play.lapse(table, [CLOCK]))
    return found


def convicted(seat: int) -> Written:
    """The second night of a town that has sent this seat away, and nobody knows what it was."""
    written = Written(TABLE)
    table = written.table
    while (game := table.game) is not None and BOOK.manners.round_of(game) < 2:
        hands = [
            (ask.seat, one["choice"])
            for ask in table.asks()
            for one in BOOK.describe(game, ask)
            if ask.seat >= 0 and one["move"] in (f"early {seat + 1}", f"vote {seat + 1}")
        ]
        lapsed = play.lapse(table, [CLOCK])
        written.go_on(play.move(table, hands[0][0], [hands[0][1]]) if hands else lapsed)
    town: Any = table.game
    assert not town.public.alive[seat]
    return written


# The night in sequence (PA-31.13).


@clause("PA-31.13", "PA-10.9")
def test_a_step_of_the_night_lasts_as_long_whoever_acts_and_however_fast() -> None:
    silent = steps(Written(TABLE), 2, after=0)
    assert [timer for timer, _ in silent] == ["t_guard", "t_peek", "t_mafia", "t_detective"]
    for after in (1, 700, 9_000):
        assert steps(Written(TABLE), 2, after=after) == silent


@clause("PA-31.13", "PA-10.12")
def test_an_empty_step_lasts_as_long_as_a_filled_one() -> None:
    dealt = roles(Written(TABLE))
    worlds = {
        role: steps(convicted(dealt.index(role)), 2)
        for role in ("guardian", "detective1", "walker", "citizen")
    }
    assert len({tuple(lengths) for lengths in worlds.values()}) == 1, worlds


@clause("PA-31.13")
def test_lengths_are_spread_evenly_over_60_to_100_percent() -> None:
    shares: list[float] = []
    for number in range(300):
        written = Written(TABLE, name=f"game-{number}")
        written.go_on(play.lapse(written.table, [CLOCK]))
        assert clock(written.table).point.name == "t_meet"
        shares.append(length(written.table) / (1000 * SECONDS["t_meet"]))
    assert 0.6 <= min(shares) < 0.61
    assert 0.99 < max(shares) <= 1.0
    tenths = Counter(int((share - 0.6) / 0.04) for share in shares)
    assert all(15 <= tenths[tenth] <= 50 for tenth in range(10)), tenths


def tapped(written: Written) -> None:
    """Everybody taps, whoever is called: the first thing that is offered, or nothing."""
    for seat in range(len(NAMES)):
        ask = written.table.asked(seat)
        if ask is not None:
            written.go_on(play.move(written.table, seat, [ask.choices[0]]))


@pytest.mark.parametrize(
    ("pace", "shortest", "longest"), [("relaxed", 16_000, 26_000), ("quick", 8_000, 13_000)]
)
@clause("PA-31.13")
def test_with_phones_nights_are_short_and_no_tap_shortens_them(
    pace: str, shortest: int, longest: int
) -> None:
    lengths: dict[bool, list[tuple[str, int]]] = {False: [], True: []}
    for taps in lengths:
        for number in range(12):
            written = Written(
                TABLE | {"table_night": "phones"}, clock=pace, name=f"phones-{number}"
            )
            town: Any = written.table.game
            while BOOK.manners.round_of(written.table.game) < 3:
                town = written.table.game
                timer = clock(written.table).point.name
                if BOOK.manners.is_hushed(town):
                    before = length(written.table)
                    lengths[taps].append((timer, before))
                    if taps:
                        tapped(written)
                        assert length(written.table) == before
                written.go_on(play.lapse(written.table, [CLOCK]))
    assert lengths[True] == lengths[False]
    peeks = {time for timer, time in lengths[True] if timer == "t_peek"}
    assert len(peeks) == 1
    rest = [time for timer, time in lengths[True] if timer not in ("t_peek", "t_mafia")]
    rest += [time + min(peeks) for timer, time in lengths[True] if timer == "t_mafia"]
    assert shortest <= min(rest) < shortest * 1.1
    assert longest * 0.92 < max(rest) <= longest


@clause("PA-31.13", "PA-19.12")
def test_the_walkers_time_is_whole_and_the_mafias_step_is_not_longer_for_it() -> None:
    for number in range(20):
        lengths = dict(steps(Written(TABLE, name=f"walker-{number}"), 2, after=0))
        assert lengths["t_peek"] == 15_000
        assert 27_000 <= lengths["t_peek"] + lengths["t_mafia"] <= 45_000


@clause("PA-31.13", "PA-1.5")
def test_lengths_are_the_same_after_a_restart() -> None:
    written = Written(TABLE | {"gm": "human"})
    for _ in range(6):
        written.go_on(play.lapse(written.table, [CLOCK]), after=5_000)
        written.add(log.Timed(seconds=7), written.table.everybody())
        again = written.again()
        assert length(again) == length(written.table)
        assert again.asked(CLOCK) is not None
    written.add(log.Timed(percent=150), written.table.everybody())
    assert length(written.again()) == length(written.table)


@clause("PA-31.12", "PA-31.13")
def test_waves_and_days_have_their_whole_time() -> None:
    for name in ("wave-1", "wave-2", "wave-3"):
        written = Written({**CARDS, "night_pace": "fixed"}, name=name)
        assert length(written.table) == 20_000
        written.go_on(play.lapse(written.table, [CLOCK]))
        assert length(written.table) == 30_000
    written = Written(TABLE)
    while clock(written.table).point.name != "t_discuss":
        written.go_on(play.lapse(written.table, [CLOCK]))
    assert length(written.table) == 150_000


# The game master's clock (PA-1.5).


def changed(written: Written, **wish: int) -> None:
    plan = commands.timer(written.table, protocol.Timer(id="x", **wish))
    written.add(plan.body, plan.heard)


@clause("PA-1.5", "PA-31.11")
def test_a_game_master_makes_the_running_time_longer_or_shorter() -> None:
    written = Written(TABLE | {"gm": "human"})
    assert length(written.table) == 20_000
    changed(written, seconds=30)
    changed(written, seconds=-10)
    assert length(written.table) == 40_000
    told = [notice.key for heard in written.table.tail for notice in heard.notices]
    assert told[-2:] == ["time_longer", "time_shorter"]
    written.go_on(play.lapse(written.table, [CLOCK]))
    assert 9_000 <= length(written.table) <= 15_000, "the next time is as it was"


@clause("PA-1.5")
def test_a_game_master_changes_all_times_to_come() -> None:
    written = Written(TABLE | {"gm": "human"})
    changed(written, percent=200)
    assert length(written.table) == 40_000
    written.go_on(play.lapse(written.table, [CLOCK]))
    assert 18_000 <= length(written.table) <= 30_000
    changed(written, percent=100)
    assert 9_000 <= length(written.table) <= 15_000


@clause("PA-1.5")
def test_what_is_no_change_or_too_much_of_one_is_refused() -> None:
    written = Written(TABLE | {"gm": "human"})
    for wish in ({}, {"seconds": 5000}, {"percent": 3}, {"percent": 120, "seconds": 5}):
        with pytest.raises(NotAllowed, match="unreadable"):
            changed(written, **wish)
    still = Written(TABLE | {"gm": "human"}, clock="off")
    with pytest.raises(NotAllowed, match="no_clock"):
        changed(still, seconds=30)


def deadline(player: Player) -> int:
    assert player.clock is not None
    assert player.clock.deadline is not None
    return player.clock.deadline


@clause("PA-1.5", "PA-31.11")
def test_everybody_sees_the_new_time_and_only_the_master_changes_it(server: Server) -> None:
    async def evening() -> None:
        master = await Person(server.address, "Gina").come_in()
        form = {
            "game": "palermo",
            "seats": len(NAMES),
            "chairs": [{"kind": "empty"} for _ in NAMES],
            "options": {"gm": "human", "mode": "table"},
            "settings": {"clock": "relaxed"},
            "master": True,
        }
        table = str((await master.post("/api/tables", form))["id"])
        async with with_phones(server.address, table) as phones:
            desk = await master.sit(table)
            for phone in phones:
                await phone.ready()
            await master.post(f"/api/tables/{table}/start")
            await phones[0].until(lambda: phones[0].clock and phones[0].view)
            with pytest.raises(Refusal, match="not_running"):
                await phones[0].request(protocol.Timer(id="", seconds=30))
            before = deadline(phones[0])
            await desk.request(protocol.Timer(id="", seconds=30))
            for player in (*phones, desk):
                await player.until(lambda player=player: deadline(player) == before + 30_000)
            await desk.request(protocol.Timer(id="", percent=50))
            await phones[1].until(lambda: phones[1].table.tempo == 50)
            assert deadline(phones[1]) == before + 20_000
            assert phones[1].log[-1].key == "palermo.notice.tempo"
            await desk.close()
        await master.close()

    asyncio.run(evening())


# One statement in three seconds (6.1.6).


async def table_of(people: list[Person]) -> list[Player]:
    """The discussion of a table with these people and computer players."""
    form = {
        "game": "palermo",
        "seats": 6,
        "chairs": [{"kind": "me"}]
        + [{"kind": "empty"}] * (len(people) - 1)
        + [{"kind": "computer", "level": "thumb"}] * (6 - len(people)),
        "options": {},
        "settings": {"clock": "relaxed", "pace": "instant"},
    }
    table = str((await people[0].post("/api/tables", form))["id"])
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join", {})
    players = [await person.sit(table) for person in people]
    for player in players:
        await player.ready()
    await people[0].post(f"/api/tables/{table}/start")
    while any(player.view is None or player.view["part"] != "discussion" for player in players):
        for player in players:
            await player.until(lambda player=player: player.ask is not None)
            if player.view["part"] != "discussion":
                await tap(player)
    return players


async def tap(player: Player) -> None:
    """Sleep on, if there is still something to sleep on."""
    asked = player.ask
    if asked is None or not any(one.move == "decline" for one in asked.choices):
        await asyncio.sleep(0.05)
        return
    try:
        await player.commit([choice(asked, "decline")])
    except Refusal as refused:
        if "stale" not in refused.key and "not_asked" not in refused.key:
            raise
    await asyncio.sleep(0.05)


async def say(player: Player, *words: str) -> None:
    """Build a statement word by word and say it; the question may be asked anew meanwhile."""
    while True:
        assert player.ask is not None
        at, ask, answers = player.ask.at, player.ask, []
        try:
            for word in words:
                answers.append(choice(ask, word))
                drafted = await player.request(protocol.Draft(id="", at=at, answers=answers))
                ask = drafted.ask
            await player.request(protocol.Commit(id="", at=at, answers=answers))
        except Refusal as refused:
            if "stale" not in refused.key:
                raise
            await asyncio.sleep(0.02)
        else:
            return


def statements(player: Player, seat: int) -> list[protocol.Notice]:
    """What a seat has said so far."""
    said = [notice for notice in player.log if ".say_" in notice.key]
    return [notice for notice in said if notice.args["seat_by"] == seat]


@clause("PA-3.3")
def test_a_statement_that_comes_too_soon_is_refused_and_may_be_said_later(server: Server) -> None:
    async def evening() -> None:
        person = await Person(server.address, "Anna").come_in()
        [player] = await table_of([person])
        await say(player, "say claim_side", "citizens")
        await player.until(lambda: player.silent_until > 0)
        with pytest.raises(Refusal, match="too_soon"):
            await say(player, "say pass")
        assert len(statements(player, 0)) == 1
        await asyncio.sleep(max(0, player.silent_until - now()) / 1000 + 0.01)
        await say(player, "say pass")
        await player.close()
        await person.close()

    asyncio.run(evening())


@clause("PA-3.3", "PA-31.6")
def test_computer_players_keep_three_seconds_between_their_statements(tmp_path: Path) -> None:
    async def evening(address: str) -> str:
        people = [await Person(address, name).come_in() for name in ("Anna", "Bruno")]
        players = await table_of(people)
        for player, question in zip(players, ("suspects", "role"), strict=True):
            wanted = len(statements(players[0], 2)) + 1
            await say(player, "say ask", "3", question)
            await players[0].until(lambda wanted=wanted: len(statements(players[0], 2)) >= wanted)
        table = str(players[0].table.id)
        for player in players:
            await player.close()
        for person in people:
            await person.close()
        return table

    async def read(table: str) -> list[Entry]:
        store = open_store("", tmp_path)
        await store.open()
        entries = await store.load(table)
        await store.close()
        return entries

    with Server(tmp_path) as server:
        table = asyncio.run(evening(server.address))
    spoken: dict[int, list[int]] = {}
    for entry in asyncio.run(read(table)):
        body = entry.body
        if (
            isinstance(body, log.Played)
            and body.seat >= 2
            and BOOK.manners.pause_after(body.answers[1])
        ):
            spoken.setdefault(body.seat, []).append(entry.at)
    assert len(spoken[2]) >= 2
    for times in spoken.values():
        pauses = [later - sooner for sooner, later in pairwise(times)]
        assert all(pause >= 3000 for pause in pauses), pauses


@clause("PA-3.4", "PA-4.9")
def test_computer_players_end_no_part_of_the_day_before_the_person_does(tmp_path: Path) -> None:
    async def evening(address: str) -> str:
        person = await Person(address, "Anna").come_in()
        [player] = await table_of([person])
        await say(player, "say ask", "3", "suspects")
        await player.until(lambda: statements(player, 2) or None)
        await asyncio.sleep(0.6)
        assert player.view["ready"] == 0, "nobody is ready before the person"
        await press(player, "ready")
        await player.until(lambda: player.view["part"] == "list")
        await player.until(lambda: len(player.view["accused"]) >= 3)
        await asyncio.sleep(0.6)
        assert player.view["part"] == "list", "the list is open for the person"
        await press(player, "close")
        await player.until(lambda: player.view["part"] != "list")
        table = str(player.table.id)
        await player.close()
        await person.close()
        return table

    with Server(tmp_path) as server:
        asyncio.run(evening(server.address))


async def press(player: Player, move: str) -> None:
    """Make a move of one word; the question may be asked anew meanwhile."""
    while True:
        assert player.ask is not None
        try:
            await player.commit([choice(player.ask, move)])
        except Refusal as refused:
            if "stale" not in refused.key:
                raise
            await asyncio.sleep(0.02)
        else:
            return


def part(table: Table) -> int:
    game: Any = table.game
    return int(game.public.part)


def in_discussion() -> Written:
    """A town that talks after the first night."""
    written = Written({})
    while part(written.table) != DISCUSSION:
        asked = next(ask for ask in written.table.asks() if TAP in ask.choices)
        written.move(asked.seat, "decline")
    return written


def test_how_long_a_statement_is_read_depends_on_its_length() -> None:
    written = in_discussion()
    lengths = []
    for words in ("say pass", "say suspect 3 1 gut", "say if_then 2 mafia 3 citizens"):
        written.move(0, words, after=60_000)
        lengths.append(written.table.read_until - written.table.at)
    assert 0 < lengths[0] < lengths[1] < lengths[2]
    assert lengths[0] >= 1500


def test_people_who_live_and_are_here_come_first_as_everybody_can_see() -> None:
    written = in_discussion()

    def courtesy(move: int, people: tuple[int, ...]) -> int:
        return BOOK.manners.courtesy(written.table.game, move, people)

    ready, close, accuse = choice_of(READY), choice_of(CLOSE), choice_of(SAY, ACCUSE)
    assert courtesy(ready, ()) == 0
    assert courtesy(ready, (0, 1)) == NOTHING
    written.move(0, "ready")
    assert courtesy(ready, (0, 1)) == NOTHING
    written.move(1, "ready")
    assert courtesy(ready, (0, 1)) == 0
    for seat in (2, 3, 4, 5):
        written.move(seat, "ready")
    assert courtesy(accuse, (0, 1)) == 1
    written.move(2, "accuse 4")
    assert courtesy(accuse, (0, 1)) == 2
    written.move(0, "accuse 3")
    written.move(1, "accuse 5")
    assert courtesy(accuse, (0, 1)) == 0
    assert courtesy(close, (0, 1)) == NOTHING
    game: Any = written.table.game
    game.public.alive[0] = game.public.alive[1] = False
    assert courtesy(close, (0, 1)) == 0


def test_without_a_clock_those_who_play_end_the_parts_of_the_day() -> None:
    written = Written({}, clock="off")
    table = written.table
    assert table.deadline(clock(table)) is None
    while part(table) != DISCUSSION:
        assert table.deadline(clock(table)) is None, "in waves the last tap ends the night"
        asked = next(ask for ask in table.asks() if TAP in ask.choices)
        written.move(asked.seat, "decline")
    assert table.deadline(clock(table)) is None
    for seat in range(len(NAMES)):
        written.move(seat, "ready")
    assert table.deadline(clock(table)) is None
    for seat in range(len(NAMES)):
        written.move(seat, "close")
    assert table.deadline(clock(table)) is not None, "nobody wants to add the names that miss"
