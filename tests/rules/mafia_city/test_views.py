"""What the view of Mafia City works out for everybody to see."""

from omerta.core import EVERYBODY, NOTHING
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.state.components import CITY_HALL, HARBOR
from tests.clauses import clause


@clause("MC-7.13", "MC-7.14", "MC-7.15")
def test_the_view_says_who_would_control_each_place() -> None:
    city = RULEBOOK.deal(RULEBOOK.options({}), 3)
    city.public.stacks[HARBOR] = (2, 1)
    city.public.stacks[CITY_HALL] = (2, 1)

    control = RULEBOOK.encode(RULEBOOK.view(city, EVERYBODY))["control"]

    assert control == [NOTHING, 2, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]
