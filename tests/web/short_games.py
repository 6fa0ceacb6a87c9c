"""Games that are soon over: for their records and replays."""

from __future__ import annotations

import time

import httpx
from playwright.sync_api import Browser

from tests.web.visitor import Visitor

SHORT_GAMES = {
    "mafia-city": (3, {"level": "beginner", "round_limit": "1"}),
    "downtown": (2, {"turn_cap": "3"}),
}
"""Games that computer players play among themselves: how many seats, and the options."""

SHORT_LIVES = {
    **{"mafia_win": "parity", "deadlock_rounds": "2", "t_card": "12", "t_meet": "10"},
    **{"t_discuss": "30", "t_accuse": "20", "t_plea": "10", "t_mafia": "20", "t_detective": "20"},
}
"""Options with which a town of Palermo is soon at its end, and everybody can still act."""

SHORT_TOWN = {
    "seats": 6,
    "options": SHORT_LIVES,
    "settings": {"clock": "quick", "pace": "instant"},
}
"""A town of Palermo; its clock runs only while a person is there."""


def play_all(house: str, browser: Browser, seconds: float = 300) -> dict[str, str]:
    """Play one game of each kind to its end; the table of each, by the game."""
    with httpx.Client(base_url=house, timeout=30) as asking:
        token = asking.post("/api/people", json={"name": "Ida"}).json()["token"]
        asking.headers["Authorization"] = f"Bearer {token}"
        tables = {game: start(asking, game) for game in SHORT_GAMES}
        # Computer players among themselves play only while somebody looks.
        onlooker = Visitor(browser.new_context(locale="en"), house)
        for table in tables.values():
            onlooker.open_tab().goto(f"{house}/t/{table}?watch")
        tables["palermo"] = live_in_palermo(Visitor(browser.new_context(locale="en"), house))
        until = time.monotonic() + seconds
        for table in tables.values():
            while asking.get(f"/api/tables/{table}").json()["phase"] != "over":
                assert time.monotonic() < until, "computer players do not come to an end"
                time.sleep(0.2)
        onlooker.leave()
    return tables


def start(asking: httpx.Client, game: str) -> str:
    """Start a game in which the one who made the table only watches."""
    seats, options = SHORT_GAMES[game]
    form = {
        "game": game,
        "seats": seats,
        "chairs": [{"kind": "computer"}] * seats,
        "options": options,
        "settings": {"clock": "quick", "pace": "instant"},
    }
    table = asking.post("/api/tables", json=form).raise_for_status().json()
    asking.post(f"/api/tables/{table['id']}/start").raise_for_status()
    return str(table["id"])


def live_in_palermo(person: Visitor) -> str:
    """Play Palermo with computer players; the table."""
    person.go("/new/friends")
    person.page.get_by_role("button", name="Palermo").click()
    person.see(".chairs")
    person.ask("PATCH", f"/api/tables/{person.code}", SHORT_TOWN)
    person.page.get_by_role("button", name="Computer players on all free chairs").click()
    person.see(".go .btn.brass:not([disabled])").click()
    person.live_through()
    table = str(person.ask("GET", f"/api/tables/{person.code}")["id"])
    person.leave()
    return table
