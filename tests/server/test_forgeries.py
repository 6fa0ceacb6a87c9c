"""A server that lies: every forgery is found out, and the check says what it rests on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omerta.core import CHANCE, Game
from omerta.games import GAMES
from omerta.server.http import records
from omerta.server.http.check import FAIL, OK, ON_TRUST, Check, check
from omerta.server.http.forms import GameRecord, RecordAnswer
from omerta.server.ops import verify
from omerta.server.table import fair
from omerta.server.table.receipts import Receipt, read_receipt
from omerta.server.wire import protocol
from tests.server.client import Person, lobby_of, table_of
from tests.server.evening import Evening, evening
from tests.server.house import Server

COMPUTER = 2
"""A seat with a computer player on it."""


class Played(NamedTuple):
    """An honest game: the record the server hands out, and the receipt of a person."""

    record: GameRecord
    receipt: Receipt


@pytest.fixture(scope="module")
def honest(server: Server) -> Played:
    async def game() -> Played:
        people = [await Person(server.address, name).come_in() for name in ("Ada", "Bob")]
        table, players = await table_of(people, seats=3)
        async with asyncio.timeout(120):
            await asyncio.gather(*(player.play(Random(8)) for player in players))
        record = GameRecord.model_validate(await people[0].get(f"/api/tables/{table}/record"))
        receipt = players[0].receipt
        assert receipt is not None
        for player in players:
            await player.close()
        for person in people:
            await person.close()
        return Played(record, receipt)

    return asyncio.run(game())


def verdicts(checked: Check) -> dict[str, str]:
    return {found.part: found.verdict for found in checked.findings}


def played_anew(record: GameRecord) -> GameRecord:
    """The record of a game with the seeds of this one: the deal is right, somebody wins."""
    book = GAMES[record.game]
    deal = fair.Deal(record.game_id, record.server_seed, record.seeds)
    game: Game = book.deal(book.options(record.options), len(record.seeds))
    rng = Random(1)
    answers: list[RecordAnswer] = []
    while not game.is_over:
        ask = game.asks[0]
        label, of = "", []
        if ask.seat == CHANCE:
            label, of = fair.label(len(answers), ask.point.name), list(ask.choices)
            choice = deal.pick(len(answers), ask.point.name, ask.choices)
        else:
            choice = rng.choice(ask.choices)
        answers.append(RecordAnswer(seat=ask.seat, choice=choice, label=label, of=of))
        game.answer(ask.seat, choice)
    outcome = book.outcome(game)
    assert outcome is not None
    return record.model_copy(update={"answers": answers, "winners": list(outcome.winners)})


def with_seeds(record: GameRecord, seeds: list[str], *, rehash: bool) -> GameRecord:
    """The same with other seeds, and hashes that fit them if the forger is careful."""
    hashes = [fair.seed_hash(record.game_id, seat, seed) for seat, seed in enumerate(seeds)]
    changed = {"seeds": seeds, "hashes": hashes if rehash else record.hashes}
    return played_anew(record.model_copy(update=changed))


def test_an_honest_record_holds_and_nothing_is_taken_on_trust(honest: Played) -> None:
    checked = check(honest.record, honest.receipt)
    assert set(verdicts(checked).values()) == {OK}
    assert len(checked.draws) > 10
    alone = check(honest.record)
    assert alone.holds
    assert {part for part, verdict in verdicts(alone).items() if verdict != OK} == {
        "receipt",
        "names",
    }


@pytest.mark.parametrize("rehash", [False, True], ids=["careless", "careful"])
def test_a_reground_computer_players_seed_is_found_out(honest: Played, *, rehash: bool) -> None:
    seeds = list(honest.record.seeds)
    seeds[COMPUTER] = fair.client_seed()
    forged = with_seeds(honest.record, seeds, rehash=rehash)
    checked = check(forged, honest.receipt)
    assert not checked.holds
    assert checked.verdict("receipt" if rehash else "hashes") == FAIL
    assert checked.verdict("draws") == OK, "the deal itself is flawless"
    alone = check(forged)
    assert alone.holds == rehash
    assert alone.verdict("receipt") == ON_TRUST


@pytest.mark.parametrize("rehash", [False, True], ids=["careless", "careful"])
def test_swapped_seeds_are_found_out(honest: Played, *, rehash: bool) -> None:
    one, other, *rest = honest.record.seeds
    forged = with_seeds(honest.record, [other, one, *rest], rehash=rehash)
    checked = check(forged, honest.receipt)
    assert checked.verdict("own seed") == FAIL
    assert checked.verdict("receipt" if rehash else "hashes") == FAIL


def test_another_server_seed_with_a_fitting_commitment_is_found_out(honest: Played) -> None:
    seed = fair.new_seed()
    changed = {"server_seed": seed, "commit": fair.commitment(honest.record.game_id, seed)}
    forged = played_anew(honest.record.model_copy(update=changed))
    assert check(forged).holds, "without a receipt nothing speaks against it"
    assert check(forged, honest.receipt).verdict("receipt") == FAIL


@pytest.mark.parametrize("winners", [[], [0]])
def test_a_record_cut_to_twenty_answers_is_found_out(honest: Played, winners: list[int]) -> None:
    changed = {"answers": honest.record.answers[:20], "winners": winners}
    forged = honest.record.model_copy(update=changed)
    checked = check(forged)
    assert not checked.holds
    assert checked.verdict("finished") == FAIL
    assert checked.verdict("winners") == (FAIL if winners else OK)


def test_a_cut_record_that_says_it_was_called_off_is_not_called_finished(honest: Played) -> None:
    changed = {"answers": honest.record.answers[:20], "winners": [], "called_off": True}
    checked = check(honest.record.model_copy(update=changed))
    assert checked.verdict("finished") == ON_TRUST


def test_another_winner_is_found_out(honest: Played) -> None:
    for winners in ([], [seat for seat in range(3) if seat not in honest.record.winners]):
        checked = check(honest.record.model_copy(update={"winners": winners}))
        assert checked.verdict("winners") == FAIL


def test_other_names_are_found_out(honest: Played) -> None:
    names = honest.record.names[::-1]
    checked = check(honest.record.model_copy(update={"names": names}), honest.receipt)
    assert checked.verdict("names") == FAIL
    assert not check(honest.record.model_copy(update={"names": names[1:]})).holds


def test_other_options_are_found_out(honest: Played) -> None:
    options = {**honest.record.options, "turn_seconds": "91"}
    checked = check(honest.record.model_copy(update={"options": options}), honest.receipt)
    assert checked.verdict("receipt") == FAIL


def test_a_changed_card_and_a_changed_list_are_found_out(honest: Played) -> None:
    answers = [answer.model_copy() for answer in honest.record.answers]
    drawn = next(answer for answer in answers if len(set(answer.of)) > 1)
    drawn.of = drawn.of[::-1]
    assert check(honest.record.model_copy(update={"answers": answers})).verdict("rules") == FAIL
    drawn.of = []
    drawn.label = ""
    drawn.choice = next(
        choice
        for answer in honest.record.answers
        if len(set(answer.of)) > 1
        for choice in answer.of
        if choice != answer.choice
    )
    assert check(honest.record.model_copy(update={"answers": answers})).verdict("draws") == FAIL


def test_rules_of_another_version_are_not_pretended_to_be_known(honest: Played) -> None:
    checked = check(honest.record.model_copy(update={"version": 999}))
    assert checked.verdict("rules") == FAIL
    assert "version 999" in str(checked.findings)


# Records from before receipts.


def old_form(record: GameRecord) -> str:
    """The record as it was written before there were receipts."""
    kept = record.model_dump(exclude={"hashes", "thrown", "called_off"})
    return json.dumps({**kept, "format": "omerta-record-1"})


def test_an_old_record_is_read_and_what_cannot_be_checked_is_told(
    honest: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = old_form(honest.record)
    record = records.read(text)
    assert check(record).holds
    old = tmp_path / "old.json"
    old.write_text(text, "utf-8")
    assert verify.main([str(old)]) == 0
    told = capsys.readouterr().out
    assert "---- hashes" in told
    assert "---- thrown deals" in told
    assert "on trust: receipt, names, hashes, thrown deals" in told
    again = records.read(records.write(record))
    assert (again.format, again.hashes) == ("omerta-record-1", [])
    assert check(again).holds
    assert check(record, honest.receipt).verdict("receipt") == FAIL


# Deals that were thrown away.


def test_a_deal_that_was_thrown_away_is_seen_by_everybody(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        people = [await tonight.person(name) for name in ("Ada", "Bob")]
        table, players = await lobby_of(people, seats=3)
        tonight.players += players
        for player in players:
            await player.ready()
        kept = players[1].seeds.pop(1)
        await people[0].post(f"/api/tables/{table}/start")
        for player in players:
            await player.until(lambda player=player: player.table.fair.thrown, 40)
        first = players[0].receipt
        assert first is not None
        [thrown] = players[1].table.fair.thrown
        assert thrown.game_id == first.game_id
        assert fair.commitment(thrown.game_id, thrown.server_seed) == thrown.commit
        assert thrown.seeds[0] == first.seeds[0]
        assert thrown.seeds[1] == "", "who never showed it keeps it"
        assert fair.seed_hash(thrown.game_id, 1, kept) == thrown.hashes[1]
        assert players[0].table.fair.game_id.endswith(f"-{first.digest[:12]}")
        hashes = [chair.hash for chair in players[0].table.chairs]
        assert hashes[COMPUTER] != thrown.hashes[COMPUTER], "a new seed for a new deal"
        for player in players:
            await player.ready()
        await people[0].post(f"/api/tables/{table}/start")
        async with asyncio.timeout(120):
            await asyncio.gather(*(player.play(Random(8)) for player in players))
        answer = await people[0].get(f"/api/tables/{table}/record")
        record = GameRecord.model_validate(answer)
        checked = check(record, players[0].receipt)
        assert checked.holds
        assert "1, sealed and not played" in str(checked.findings)
        assert records.read(records.write(record)).thrown == record.thrown
        left_out = record.model_copy(update={"thrown": []})
        assert check(left_out).verdict("thrown deals") == FAIL
        forged = record.thrown[0].model_copy(update={"server_seed": "00" * 32})
        swapped = record.model_copy(update={"thrown": [forged]})
        assert check(swapped).verdict("thrown deals") == FAIL

    evening(server, story)


def test_a_seed_for_another_hash_is_refused(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        people = [await tonight.person("Ada")]
        table, (player,) = await lobby_of(people, seats=3)
        tonight.players.append(player)
        await player.ready()
        player.seeds[0] = "another"
        await people[0].post(f"/api/tables/{table}/start")
        await player.until(lambda: player.others)
        [told] = player.others
        assert isinstance(told, protocol.Refused)
        assert told.key == "server.refused.bad_seed"

    evening(server, story)


# The command.


def test_the_command_says_what_was_checked(
    honest: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    file.write_text(records.write(honest.record), "utf-8")
    line = honest.receipt.line()
    assert read_receipt(line) == honest.receipt
    assert verify.main([str(file), "--receipt", line]) == 0
    told = capsys.readouterr().out
    for part in ("receipt", "own seed", "names", "commitment", "hashes", "rules", "winners"):
        assert f"ok   {part}" in told
    assert "nothing on trust" in told
    assert verify.main([str(file)]) == 0
    assert "on trust: receipt, names" in capsys.readouterr().out
    kept = tmp_path / "receipt.txt"
    kept.write_text(f"{line}\n", "utf-8")
    assert verify.main([str(file), "--receipt", str(kept), "--quiet"]) == 0
    strange = honest.receipt._replace(game_id="another")
    assert verify.main([str(file), "--receipt", strange.line()]) == 1
    assert verify.main([str(file), "--receipt", "no receipt"]) == 2
    assert "omerta-receipt-1" in capsys.readouterr().err


VALUES = st.one_of(
    st.none(),
    st.integers(-(2**65), 2**65),
    st.text(max_size=20),
    st.lists(st.one_of(st.integers(-9, 99), st.text(max_size=4)), max_size=5),
    st.dictionaries(st.text(max_size=4), st.text(max_size=4), max_size=2),
)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_whatever_a_record_says_the_command_answers_in_words(
    honest: Played, tmp_path: Path, data: st.DataObject
) -> None:
    fields = honest.record.model_dump()
    for name in data.draw(st.lists(st.sampled_from(sorted(fields)), min_size=1, max_size=3)):
        fields[name] = data.draw(VALUES)
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(fields), "utf-8")
    assert verify.main([str(file), "--quiet"]) in (0, 1)
    text = records.write(honest.record)
    cut = data.draw(st.integers(0, len(text)))
    odd = data.draw(st.text(max_size=5))
    file.write_text(text[:cut] + odd + text[cut + len(odd) :], "utf-8", errors="replace")
    assert verify.main([str(file), "--quiet"]) in (0, 1)
