"""What the view of Downtown works out for a seller."""

from typing import cast

from omerta.core import CHANCE
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.game import Town
from omerta.games.downtown.view import pays
from tests.clauses import clause
from tests.positions import position_lines

AT_THE_FENCES = """
players 3 | turn A | phase 3 | next B collected | casinos 0
cash A 5 | B 8 | C 9
hand A luigi-money-40 frankie-art-32 | B L2 | C T1
display A 0 | B 0 | C 1
at A east_side bank | B west_side east_side | C downtown east_side
row S1 T2 L4
fences 1: money-q1 art-q1 | 2: art-half money-q2 | 3: jewels-q1 money-cop
"""


@clause("DT-12.7")
def test_a_fence_shows_what_it_may_pay() -> None:
    town = RULEBOOK.deal(RULEBOOK.options({}), 3)
    while (ask := town.asked(CHANCE)) is not None:
        town.answer(CHANCE, ask.choices[0])

    view = RULEBOOK.view(town, 0)

    for stack, fence in enumerate(RULEBOOK.encode(view)["fences"]):
        expected = [2] if fence["top"]["commission"] == "half" else [1, 1, 3, 3, 3, 3]
        assert sorted(pays(view, town.public.fences[stack][0])) == expected


@clause("DT-12.7")
def test_a_fence_shows_what_ones_own_loot_would_bring() -> None:
    town = cast("Town", RULEBOOK.stage(position_lines(AT_THE_FENCES)).game)

    def brings(seat: int) -> list[dict[str, int] | None]:
        fences = RULEBOOK.encode(RULEBOOK.view(town, seat))["fences"]
        return [fence["top"]["brings"] for fence in fences]

    # 40k at one of three fences of which one is the police; half of 32k.
    money = {"worst": 10, "expected": 23, "best": 30}
    assert brings(0) == [money, {"worst": 16, "expected": 16, "best": 16}, None]
    assert brings(1) == [None, None, None]
