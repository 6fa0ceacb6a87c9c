"""Lessons: real games whose deal and script come from scenario files."""

from __future__ import annotations

import asyncio

import pytest

from omerta.core.scenario import read_scenarios, run_scenario
from omerta.games import GAMES
from omerta.server.table.lessons import PUPIL, lesson_text, read_lesson
from omerta.server.wire import protocol
from tests.server.client import Person, Player
from tests.server.evening import Evening, evening, refused
from tests.server.house import Server

every_game = pytest.mark.parametrize("game", sorted(filter(lesson_text, GAMES)))


@every_game
def test_a_lesson_is_a_scenario_that_holds(game: str) -> None:
    stages = {name: rulebook.stage for name, rulebook in GAMES.items()}
    scenarios = read_scenarios(lesson_text(game))
    assert [run_scenario(scenario, stages) for scenario in scenarios] == [""]


@every_game
def test_every_move_of_the_pupil_comes_with_a_hint(game: str) -> None:
    lesson = read_lesson(lesson_text(game))
    own = [cue for cue in lesson.cues if cue.seat == PUPIL]
    assert len(own) > 8
    assert all(cue.hints for cue in own)
    assert lesson.closing


@every_game
def test_the_order_of_sealed_answers_does_not_matter(game: str) -> None:
    lesson = read_lesson(lesson_text(game))
    first = lesson.cues[0]
    assert lesson.progress([]).due(first.seat) == first
    played = [value for choice in first.answers for value in (first.seat, choice)]
    assert lesson.progress(played).due(first.seat) != first
    assert lesson.progress([first.seat, -12345]).has_left


def answers_of(game: str, until: str, instead: str) -> list[int]:
    """The script of a lesson up to this move of the pupil, and another move in its place."""
    lesson = read_lesson(lesson_text(game))
    town = lesson.deal()
    answers: list[int] = []
    for cue in lesson.cues:
        move = cue.answers
        if is_there := cue.seat == PUPIL and cue.move == until:
            move = lesson.rulebook.read_move(town, PUPIL, instead)
        for choice in move:
            town.answer(cue.seat, choice)
            answers += (cue.seat, choice)
        if is_there:
            return answers
    raise AssertionError(until)


@pytest.mark.parametrize("said", ["suspect(4, 2, gut)", "suspect(3, 3, quiet)", "ask_all(role)"])
def test_a_lesson_goes_on_with_whatever_sensible_the_pupil_says(said: str) -> None:
    lesson = read_lesson(lesson_text("palermo"))
    told = answers_of("palermo", "say suspect(4, 2, loud)", f"say {said}")
    progress = lesson.progress(told)
    assert progress.is_followed
    assert (
        progress.steps()
        == lesson.progress(
            answers_of("palermo", "say suspect(4, 2, loud)", "say suspect(4, 2, loud)")
        ).steps()
    )
    unsaid = lesson.progress(told[:-2])
    assert unsaid.is_followed
    assert unsaid.steps()[0] == progress.steps()[0] - 1


@pytest.mark.parametrize(
    ("until", "instead"),
    [("say suspect(4, 2, loud)", "ready"), ("say claim_result(2, 4, mafia)", "say mood(calm)")],
)
def test_something_else_leaves_the_lesson(until: str, instead: str) -> None:
    lesson = read_lesson(lesson_text("palermo"))
    assert lesson.progress(answers_of("palermo", until, instead)).has_left


async def begin_lesson(tonight: Evening, game: str) -> tuple[str, Player]:
    ida = await tonight.person("Ida")
    state = await ida.post("/api/tables", {"game": game, "seats": 3, "lesson": True})
    assert state["lesson"]
    assert state["phase"] == "playing"
    table = state["id"]
    await ida.post(f"/api/tables/{table}", {"settings": {"pace": "instant"}}, "PATCH")
    return table, await sit_down(tonight, ida, table)


async def sit_down(tonight: Evening, ida: Person, table: str) -> Player:
    player = await tonight.sit(ida, table)
    await player.until(lambda: any(isinstance(one, protocol.Guide) for one in player.others))
    return player


def guide_of(player: Player) -> protocol.Guide:
    """What the pupil was told last."""
    return next(one for one in reversed(player.others) if isinstance(one, protocol.Guide))


@every_game
def test_the_pupil_plays_the_lesson_to_its_end(server: Server, game: str) -> None:
    async def story(tonight: Evening) -> None:
        table, ida = await begin_lesson(tonight, game)
        steps = guide_of(ida).steps
        for step in range(steps):

            def is_next(step: int = step) -> bool:
                guide = guide_of(ida)
                return guide.step == step and bool(guide.wanted) and ida.ask is not None

            await ida.until(is_next)
            assert guide_of(ida).state == "following"
            assert guide_of(ida).hints
            await ida.commit(guide_of(ida).wanted)
        await ida.until(lambda: guide_of(ida).state == "finished")
        assert [hint.key.split(".")[-1] for hint in guide_of(ida).hints] == ["done"]
        if game == "palermo":
            await ida.until(lambda: ida.outcome is not None)
            assert ida.outcome is not None
            assert ida.outcome.side == "citizens"
            story = await ida.person.get(f"/api/tables/{table}/story")
            assert story["roles"][:4] == ["detective1", "citizen", "citizen", "mafioso"]
        else:
            await ida.until(lambda: ida.ask is not None)

    evening(server, story)


def test_who_leaves_the_script_plays_an_ordinary_game_on(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, ida = await begin_lesson(tonight, "mafia-city")
        asked = ida.ask
        assert asked is not None
        other = [one.choice for one in asked.choices if one.choice not in guide_of(ida).wanted]
        await ida.commit(other[:1])
        await ida.until(lambda: guide_of(ida).state == "left")
        await ida.until(lambda: getattr(ida.ask, "point", "") == "take_turn")
        assert guide_of(ida).wanted == []

    evening(server, story)


def test_a_lesson_belongs_to_its_pupil_alone(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, ida = await begin_lesson(tonight, "downtown")
        otto = await tonight.person("Otto")
        assert await refused(otto.sit(table)) == "server.refused.no_watching"
        joined = await otto.http.post(f"/api/tables/{table}/join", json={})
        assert joined.json()["key"] == "server.problem.already_started"
        opened = {"settings": {"watching": True}}
        changed = await ida.person.http.patch(f"/api/tables/{table}", json=opened)
        assert changed.json()["key"] == "server.problem.lesson"
        listed = [line["id"] for line in await otto.get("/api/tables")]
        assert table not in listed
        await ida.person.post(f"/api/tables/{table}/close")
        record = await ida.person.http.get(f"/api/tables/{table}/record")
        assert record.json()["key"] == "server.problem.lesson"

    evening(server, story)


def test_a_lesson_stands_where_it_stood_when_the_pupil_comes_back(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        table, ida = await begin_lesson(tonight, "downtown")
        await ida.until(lambda: bool(guide_of(ida).wanted))
        await ida.commit(guide_of(ida).wanted)
        await ida.until(lambda: guide_of(ida).step == 1 and bool(guide_of(ida).wanted))
        wanted = guide_of(ida).wanted
        await ida.close()
        again = await sit_down(tonight, ida.person, table)
        assert (guide_of(again).step, guide_of(again).wanted) == (1, wanted)

    evening(server, story)


def test_an_ordinary_table_is_not_guided(server: Server) -> None:
    async def story(tonight: Evening) -> None:
        _, (ida,) = await tonight.table(people=1)
        await asyncio.sleep(0.1)
        assert not ida.table.lesson
        assert not [one for one in ida.others if isinstance(one, protocol.Guide)]

    evening(server, story)
