"""A whole game of each kind with the keyboard alone, by the roles and names that are read out."""

from __future__ import annotations

from tests.web.conftest import Invite
from tests.web.keys import Listener, Policy, Thing, find
from tests.web.short_games import SHORT_LIVES
from tests.web.visitor import Visitor

ASIDE = ("list Clans", "region What happened", "list Announced effects, first to last")
"""Parts of the page in which nothing is decided."""

LOOKS_ONLY = ("Back", "Send", "From the beginning", "Standing orders", "Hold to look at your card")
LOOKS_AT = ("Look at the stack", "Hitman: show", "Discard pile")


def test_a_whole_game_of_mafia_city(invite: Invite) -> None:
    ida = at_a_table(invite(), "Mafia City", 3, {"level": "beginner", "round_limit": "4"})
    # The opening hand, and in each round a turn and a stack to take back from or to leave.
    assert ida.play(decide(ida.visitor)) > 8


def test_a_whole_game_of_downtown(invite: Invite) -> None:
    ida = at_a_table(invite(), "Downtown", 2, {"turn_cap": "8"})
    # Two pieces to place, and in each turn of one's own a piece, a player and a display.
    assert ida.play(decide(ida.visitor)) > 12


def test_a_whole_game_of_palermo(invite: Invite) -> None:
    ida = at_a_table(invite(), "Palermo", 6, SHORT_LIVES)

    hold = ida.await_thing("button", "Hold to look at your card")
    assert ida.go_to(hold)
    ida.page.keyboard.down("Space")
    ida.page.get_by_text("Release to hide").wait_for()
    ida.page.keyboard.up("Space")

    assert ida.play(take_part(ida)) > 4


def at_a_table(visitor: Visitor, game: str, seats: int, options: dict[str, str]) -> Listener:
    """Sit down with computer players who do not dawdle, and begin: all of it by keyboard."""
    visitor.go("/new/friends")
    person = Listener(visitor)
    person.press_named("button", game)
    person.await_thing("button", "Stand up")
    settings = {"clock": "quick", "pace": "instant"}
    changes = {"seats": seats, "options": options, "settings": settings}
    visitor.ask("PATCH", f"/api/tables/{visitor.code}", changes)
    person.press_named("button", "Computer players on all free chairs")
    person.press_named("button", "Begin")
    # The chairs give way to the board.
    person.page.locator(".chairs").wait_for(state="detached")
    return person


def decide(visitor: Visitor) -> Policy:
    """Confirm a move that is whole, else press something near that is open."""

    def choose(heard: list[Thing]) -> Thing | None:
        return carries_out(heard) or one_of(visitor, heard)

    return choose


def carries_out(heard: list[Thing]) -> Thing | None:
    """The button beside *Back*, whatever the move is called."""
    beside = [
        thing for thing in heard if thing.role == "button" and thing.stands_in("group The move")
    ]
    return next((thing for thing in beside if thing.name != "Back"), None)


def is_open(thing: Thing) -> bool:
    """Whether it is read out as something to choose."""
    if thing.role != "button" or thing.is_closed or thing.is_pressed:
        return False
    if thing.stands_in("list Your hand"):
        return "can be chosen now" in thing.name
    if thing.name.startswith(LOOKS_AT):
        return False
    return "main" in thing.where and not thing.stands_in(*ASIDE) and thing.name not in LOOKS_ONLY


def one_of(visitor: Visitor, heard: list[Thing]) -> Thing | None:
    """One of the three open things that are nearest to the focus."""
    here = next((at for at, one in enumerate(heard) if one.has_focus), 0)
    near = sorted((abs(at - here), at) for at, one in enumerate(heard) if is_open(one))
    return heard[visitor.rng.choice(near[:3])[1]] if near else None


def take_part(person: Listener) -> Policy:
    """By night touch a house and sleep on it; by day say one thing, then get on with it."""
    said: list[str] = []

    def choose(heard: list[Thing]) -> Thing | None:
        sleep = find(heard, "button", "Sleep on it")
        houses = [one for one in heard if one.stands_in("list Houses")]
        if sleep:
            touched = [one for one in houses if one.is_pressed and one.name != "Nobody"]
            return sleep if touched or not houses else person.visitor.rng.choice(houses)
        what = find(heard, "combobox", "What")
        if what and not said:
            said.append(what.name)
            make_a_statement(person, what)
            return None
        return one_of(person.visitor, heard)

    return choose


def make_a_statement(person: Listener, what: Thing) -> None:
    """Fill the fields of a statement with the arrow keys, and say it."""
    field: Thing | None = what
    while field is not None and person.go_to(field):
        person.page.keyboard.press("ArrowDown")
        person.page.wait_for_timeout(150)
        heard = person.hear()
        if say := find(heard, "button", "Say it"):
            person.press(say)
            return
        fields = [one for one in heard if one.role == "combobox"]
        field = next((one for one in fields if not person_chose(person, one)), None)


def person_chose(person: Listener, field: Thing) -> bool:
    """Whether a field has been filled."""
    return person.go_to(field) and bool(person.page.evaluate("document.activeElement.value"))
