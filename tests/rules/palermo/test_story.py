"""A game told afterwards: who was what, the nights hour by hour, who voted how."""

from __future__ import annotations

from random import Random

import pytest

from omerta.core import CHANCE, CLOCK, MASTER, Answer
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import TIME_IS_UP
from omerta.games.palermo.text.story import HOURS, LINES
from omerta.lab.playing import random_options, random_record
from tests.clauses import clause

CARDS = {
    "mafioso": "1",
    "spy": "1",
    "detective1": "1",
    "guardian": "1",
    "pharmacist": "1",
    "coward": "1",
    "matchmaker": "1",
    "walker": "0",
    "freemason": "2",
    "killer": "0",
    "detective2": "0",
    "desperado": "0",
    "citizen": "1",
}
ROLES = (
    *("mafioso", "spy", "detective1", "guardian", "pharmacist", "coward", "matchmaker"),
    *("freemason", "freemason", "citizen"),
)


class Evening:
    """A game whose answers are kept; the cards lie in the order of `ROLES`."""

    def __init__(self) -> None:
        options = {**CARDS, "mode": "table", "gm": "human", "deal": "director"}
        self.options = options
        self.village: Village = RULEBOOK.deal(RULEBOOK.options(options), len(ROLES))
        self.answers: list[Answer] = []
        for seat, role in enumerate(ROLES):
            self.move(MASTER, f"assign {seat + 1} {role}")
        self.move(MASTER, "start")

    def move(self, seat: int, text: str) -> None:
        for choice in RULEBOOK.read_move(self.village, seat, text):
            self.answer(seat, choice)

    def answer(self, seat: int, choice: int) -> None:
        self.village.answer(seat, choice)
        self.answers.append(Answer(seat, choice))

    def until(self, part: str, day: int) -> None:
        """Let time pass until then."""
        seen = RULEBOOK.encode(RULEBOOK.view(self.village, MASTER))
        while (seen["part"], seen["day"]) != (part, day):
            chance = self.village.asked(CHANCE)
            if chance is not None:
                self.answer(CHANCE, chance.choices[0])
            else:
                self.answer(CLOCK, TIME_IS_UP)
            seen = RULEBOOK.encode(RULEBOOK.view(self.village, MASTER))

    def play(self, *moves: str) -> None:
        """Moves at their hour: `guardian 2 | 4: protect 1`, several players with the same."""
        for line in moves:
            hour, _, rest = line.partition(" | ")
            part, day = hour.split()
            self.until(part, int(day))
            players, _, move = rest.partition(": ")
            for player in players.split():
                self.move(int(player) - 1, move)

    def told(self, day: int) -> list[tuple[str, list[int], list[int], str]]:
        start = RULEBOOK.deal(RULEBOOK.options(self.options), len(ROLES))
        story = RULEBOOK.manners.story(start, self.answers)
        return [
            (line["key"], line["seats"], line["named"], line["word"])
            for line in story["lines"]
            if line["day"] == day
        ]


@clause("PA-9.11")
def test_a_night_is_told_in_the_order_of_its_hours() -> None:
    evening = Evening()
    evening.play(
        "match 1 | 7: match 2 10",
        "coward 2 | 6: hide 10",
        "guardian 2 | 4: protect 1",
        "mafia 2 | 1 2: kill 10",
        "pharmacist 2 | 5: poison 3",
        "detectives 2 | 3: ask 2",
    )
    evening.until("discussion", 2)
    assert evening.told(1)[:3] == [
        ("mafia_meets", [0, 1], [], ""),
        ("matched", [6], [1, 9], ""),
        ("freemasons_meet", [7, 8], [], ""),
    ]
    assert evening.told(2) == [
        ("hides", [5], [9], ""),
        ("protects", [3], [0], ""),
        ("murder", [0, 1], [9], ""),
        ("poisons", [4], [2], ""),
        ("asks", [2], [1], "mafia"),
        ("spy_told", [1], [2 - 1], ""),
        ("found", [1], [], "grief"),
        ("found", [2], [], "poison"),
        ("found", [5], [], "murder"),
        ("found", [9], [], "murder"),
    ]


@clause("PA-9.11")
def test_a_saved_victim_is_told_with_the_reason() -> None:
    evening = Evening()
    evening.play("guardian 2 | 4: protect 10", "mafia 2 | 1 2: kill 10")
    evening.until("discussion", 2)
    keys = [key for key, *_ in evening.told(2)]
    assert keys[-2:] == ["no_dead", "saved_by_guardian"]


@pytest.mark.parametrize("seed", range(24))
def test_every_game_can_be_told_and_names_all_its_dead(seed: int) -> None:
    seats = (6, 9, 13, 21)[seed % 4]
    options = random_options(RULEBOOK, Random(seed), seats)
    record = random_record(RULEBOOK, {**options, "deadlock_rounds": "3"}, seats, Random(seed))
    village = record.replay()
    assert isinstance(village, Village)
    start = RULEBOOK.deal(RULEBOOK.options(record.options), seats)
    story = RULEBOOK.manners.story(start, record.answers)
    assert {line["key"] for line in story["lines"]} <= set(LINES)
    gone: set[int] = set()
    for line in story["lines"]:
        assert line["at_night"] == (line["key"] in HOURS)
        if line["key"] in ("found", "verdict", "grief", "heart_attack", "bomb"):
            gone.update(line["seats"])
        if line["key"] in ("bomb", "last_bomb", "dawn_bomb"):
            gone.update(line["named"])
    assert gone == set(village.public.dead)
    assert all(vote["hands"] for vote in story["votes"])


def test_the_game_master_sees_the_morning_before_it_is_announced() -> None:
    evening = Evening()
    evening.play("mafia 2 | 1 2: kill 10", "pharmacist 2 | 5: poison 3")
    seen = RULEBOOK.encode(RULEBOOK.view(evening.village, MASTER))["all"]["fate"]
    assert [fate for fate in seen if fate["cause"] != "grief"] == [
        {"seat": 2, "cause": "poison"},
        {"seat": 9, "cause": "murder"},
    ]
    for seat in range(len(ROLES)):
        assert RULEBOOK.encode(RULEBOOK.view(evening.village, seat))["all"] == {}
