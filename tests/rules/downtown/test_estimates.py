"""What the view of Downtown works out for a seller."""

from omerta.core import CHANCE
from omerta.games.downtown import RULEBOOK
from tests.clauses import clause


@clause("DT-12.7")
def test_a_fence_shows_what_it_may_pay() -> None:
    town = RULEBOOK.deal(RULEBOOK.options({}), 3)
    while (ask := town.asked(CHANCE)) is not None:
        town.answer(CHANCE, ask.choices[0])

    fences = RULEBOOK.encode(RULEBOOK.view(town, 0))["fences"]

    for top in (fence["top"] for fence in fences):
        expected = [2] if top["commission"] == "half" else [1, 1, 3, 3, 3, 3]
        assert sorted(top["pays"]) == expected
