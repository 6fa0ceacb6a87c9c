"""A person among computer players of Palermo: speaks, is believed, votes and is voted on."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import pytest

from omerta.bots.roster import player
from omerta.core import Seat
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.state.annals import nothing_said
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import VOTE, act_of, argument_of
from omerta.games.palermo.state.statements import NAMES
from tests.web.conftest import Invite
from tests.web.visitor import Visitor

PERSON: Seat = 0
TOWNS = 10
"""At most so many towns: in some nobody votes against the person, or all would have voted so."""

NIGHTS = {"t_card": "10", "t_meet": "10", "t_mafia": "10", "t_detective": "10"}
"""Even mafiosi who do not agree are soon through the night."""

SPEAK = """() => {
  const see = (selector) => document.querySelector(selector);
  const touch = (thing) => {
    thing?.click();
    return Boolean(thing);
  };
  if (see('.ending') || see('.home.me.dead') || see('.tiles .ghost')) return 'gone';
  if (touch(see('.stage .go'))) return 'looked';
  if (see('.wake:not([disabled])')) {
    const [, other] = document.querySelectorAll('.tapper');
    touch(other.ariaPressed === 'false' ? other : see('.wake'));
    return 'slept';
  }
  // A result in the talk, then a name for the list, each by two taps.
  const told = see('.say em')?.innerText ?? '';
  const deed = told.includes('accuse') ? 'accuse' : told.includes('to speak') ? 'claim' : '';
  const done = (window.done ??= {});
  if (deed && !done[deed] && see('.phases').ariaLabel === 'Day 1') {
    const said = [...document.querySelectorAll('.st.mine .ln > span')].at(-1)?.innerText ?? '';
    done[deed] = said.includes(deed === 'accuse' ? 'accuse' : 'mafia');
    const button = see(`.deed.${deed}:not(.off, [data-touched])`);
    if (button) button.dataset.touched = '';
    if (touch(button)) return 'spoke';
    const houses = [...document.querySelectorAll('.home.opens:not(.dead)')];
    const nameOf = (house) => house.querySelector('.nm').innerText;
    window.whom ??= houses.length ? nameOf(houses[0]) : undefined;
    const isFree = (house) => deed === 'claim' || !house.matches('.acc');
    const meant = houses.find((one) => nameOf(one) === window.whom);
    const house = meant && isFree(meant) ? meant : houses.find(isFree);
    if (!see('.person, .saying')) touch(house?.querySelector('button'));
    return 'spoke';
  }
  return touch(see('.home.sel button') ?? see('.home button.choice')) ||
    touch(see('.court .answers .btn'))
    ? 'acted'
    : 'waited';
}"""
"""Sleeps, speaks and votes on the first day: looks and touches in one moment."""

WHEN = """() => [
  document.querySelector('.phases')?.ariaLabel,
  document.querySelector('.phases [aria-current]')?.innerText,
].join(' ')"""
"""Which day it is, and which part of it."""


@pytest.mark.skipif(
    "OMERTA_CONVINCE" not in os.environ, reason="takes up to ten towns: OMERTA_CONVINCE=1"
)
def test_a_person_accuses_convinces_votes_and_is_voted_on(invite: Invite) -> None:
    ida = invite()
    found: set[str] = set()
    for _ in range(TOWNS):
        found |= evening(ida)
        if found == {"accuses", "convinces", "votes", "is voted on"}:
            return
    raise AssertionError(found)


def evening(ida: Visitor) -> set[str]:
    """The first day of a new town; what happened on it."""
    ida.go("/new/friends")
    ida.page.get_by_role("button", name="Palermo").click()
    ida.see(".chairs")
    town = {"seats": 9, "options": NIGHTS, "settings": {"pace": "instant", "clock": "quick"}}
    ida.ask("PATCH", f"/api/tables/{ida.code}", town)
    ida.page.get_by_role("button", name="Computer players on all free chairs").click()
    ida.see(".go .btn.brass:not([disabled])").click()
    ida.see(".screen")
    until = time.monotonic() + 240
    was, now = "", ""
    # The trial is over.
    while not (was == "Day 1 Trial" and now != was):
        assert time.monotonic() < until, ida.page.locator("main").inner_text()
        if ida.page.evaluate(SPEAK) == "gone":
            break
        ida.page.wait_for_timeout(40)
        was, now = now if now else was, ida.page.evaluate(WHEN)
    table = ida.ask("GET", f"/api/tables/{ida.code}")
    if table["phase"] == "playing":
        ida.ask("POST", f"/api/tables/{ida.code}/close")
    return told_by(ida.ask("GET", f"/api/tables/{table['id']}/record"))


def told_by(record: dict[str, Any]) -> set[str]:
    """What the record of an evening says of the person on the first day."""
    game = RULEBOOK.deal(RULEBOOK.options(record["options"]), len(record["names"]))
    found: set[str] = set()
    for answer in record["answers"]:
        seat, choice = int(answer["seat"]), int(answer["choice"])
        if game.public.day == 1 and seat >= 0 and act_of(choice) == VOTE:
            if seat == PERSON:
                found.add("votes")
            elif argument_of(choice) == PERSON:
                found.add("is voted on")
            if seat != PERSON and is_convinced(game, seat, choice):
                found.add("convinces")
        game.answer(seat, choice)
        said = game.public.statements
        if len(said) and said[len(said) - 1][:2] == (PERSON, 1):
            kind = NAMES[said[len(said) - 1].kind]
            found |= {"accuses"} if kind == "accuse" else set()
    return found


def is_convinced(game: Village, seat: Seat, choice: int) -> bool:
    """Whether it is the person's words: without them, with the same luck, the vote is another."""
    unheard = game.copy()
    unheard.public.statements = nothing_said(game.seats)
    for said in game.public.statements:
        silent = said.seat == PERSON and said.day == 1
        unheard.public.statements = unheard.public.statements.and_then(
            said._replace(kind=NAMES.index("pass"), words=()) if silent else said
        )
    for seed in range(3):
        votes = [
            player("palermo", "casual").choose(RULEBOOK.view(town, seat), Random(seed))
            for town in (game, unheard)
        ]
        if votes[0] == choice != votes[1]:
            return True
    return False
