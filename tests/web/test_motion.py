"""Motion means something, is short, and stops where stillness is asked for."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error

from tests.web.conftest import Invite
from tests.web.visitor import Visitor

NOTE_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (options.duration) window.moved.push([String(this.className), options.duration]);
  return animate.call(this, frames, options);
};
"""

LONGEST = 300
"""Milliseconds that anything may move."""


@pytest.mark.parametrize(
    ("game", "board", "thing"),
    [("Mafia City", ".mc", "chip"), ("Downtown", ".dt", "piece"), ("Palermo", ".screen", "square")],
)
def test_what_moves_in_the_game_moves_on_the_page(
    invite: Invite, game: str, board: str, thing: str
) -> None:
    moved = look_on(invite(motion=True), game, board, thing)
    assert any(thing in name for name, _ in moved)
    assert all(lasts <= LONGEST for _, lasts in moved)


def test_nothing_moves_where_stillness_is_asked_for(invite: Invite) -> None:
    assert look_on(invite(), "Mafia City", ".mc", "") == []


def look_on(person: Visitor, game: str, board: str, thing: str) -> list[tuple[str, float]]:
    """Play until this kind of thing has moved, or for a while; everything that moved."""
    person.context.add_init_script(NOTE_MOTION)
    person.play_now(game, board)
    moved: list[tuple[str, float]] = []
    for _ in range(400 if game == "Palermo" else 60):
        if not (lives(person) if game == "Palermo" else person.act()):
            person.page.wait_for_timeout(40)
        moved = person.page.evaluate("moved")
        if thing and any(thing in name for name, _ in moved):
            break
    return moved


def lives(person: Visitor) -> bool:
    """Do the next thing in Palermo, if its moment is not over before the finger is there."""
    with suppress(Error):
        return person.live()
    return False
