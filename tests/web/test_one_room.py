"""People in one room: a device that goes round, somebody who watches, phones as cards."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Error

from tests.web.conftest import Invite
from tests.web.test_downtown import sit_down
from tests.web.visitor import Visitor

RECORD_SPEECH = """
window.spoken = [];
Object.defineProperty(window, 'speechSynthesis', {
  value: {
    getVoices: () => [],
    speak: (words) => window.spoken.push(words.text),
    cancel: () => {},
  },
});
"""


def test_one_device_goes_round_and_covers_what_is_secret(invite: Invite) -> None:
    family = invite()
    family.go("/new/pass")
    for seat, name in enumerate(("Ida", "Otto", "Nora")):
        family.page.locator(f"#person-{seat}").fill(name)
    family.page.get_by_role("button", name="Mafia City").click()
    family.see(".mc")

    looked: set[str] = set()
    until = time.monotonic() + 60
    while len(looked) < 3 and time.monotonic() < until:
        if family.sees(".cover"):
            assert "look away" in family.see(".cover").inner_text()
            family.see(".cover .brass").click()
        family.act()
        looked.add(me(family))
    assert looked >= {"Ida", "Otto", "Nora"}


def me(visitor: Visitor) -> str:
    """Through whose eyes the page looks."""
    return visitor.see(".clan.me .cn b").inner_text()


def test_who_watches_sees_the_board_and_no_hand(invite: Invite) -> None:
    ida, guest = invite(), invite()
    ida.play_now("Mafia City", ".mc")
    ida.ask("PATCH", f"/api/tables/{ida.code}", {"settings": {"watching": True}})
    guest.go(f"/t/{ida.code}?watch")
    guest.see(".city")
    assert not guest.sees(".dock")
    assert not guest.sees(".hex.lit")


def open_room(host: Visitor) -> None:
    """A table of Palermo with this device in the middle."""
    host.go("/new/room")
    host.page.get_by_role("button", name="Palermo").click()
    host.see(".chairs")


def narrate(host: Visitor) -> None:
    """Begin with computer players on all chairs; this device tells what happens."""
    host.ask("PATCH", f"/api/tables/{host.code}", {"seats": 6})
    for seat in range(6):
        host.ask("PUT", f"/api/tables/{host.code}/chairs/{seat}", {"kind": "computer"})
    host.see(".go .btn.brass:not([disabled])").click()
    host.see(".host")


def test_eight_phones_around_one_table_with_a_speaking_host(invite: Invite) -> None:
    host = invite()
    host.context.add_init_script(RECORD_SPEECH)
    open_room(host)
    host.ask("PATCH", f"/api/tables/{host.code}", {"seats": 8, "settings": {"clock": "quick"}})
    phones = [invite(phone=True) for _ in range(8)]
    for number, phone in enumerate(phones, start=1):
        sit_down(phone, host.code, f"Person {number}")
    host.page.get_by_role("button", name="Begin").click()
    host.see(".host")

    backs = {re.sub(r"\n\d+\n", "", phone.see(".screen").inner_text()) for phone in phones}
    assert len(backs) == 1, "at night every phone looks the same"

    until = time.monotonic() + 200
    while not told(host, "is convicted", "There is no verdict"):
        assert time.monotonic() < until, host.see(".now").inner_text()
        for number, phone in enumerate(phones):
            take_part(phone, accuses=number < 3, whom=(number + 1) % 8)
    assert any("Night falls" in words for words in host.page.evaluate("spoken"))


def told(host: Visitor, *words: str) -> bool:
    """Whether the host device has said one of these."""
    said = " ".join(host.page.evaluate("spoken"))
    return any(word in said for word in words)


def take_part(phone: Visitor, *, accuses: bool, whom: int) -> None:
    """What somebody does who wants the day to come to its end."""
    try:
        if phone.sees(".wake:not([disabled])"):
            phone.page.locator(".tapper").first.click(timeout=500)
            phone.page.locator(".wake").click(timeout=500)
            return
        accuse = phone.page.locator(".builder option", has_text="Accuse")
        if accuses and accuse.count() and not phone.page.locator(".home.acc").count() > 2:
            accuse_somebody(phone, whom)
        houses = phone.page.locator(".home button.choice")
        if houses.count():
            houses.first.click(timeout=500)
        buttons = phone.page.locator(".court .answers .btn")
        if buttons.count():
            buttons.first.click(timeout=500)
    except Error:
        # The part has ended in the meantime.
        return


def accuse_somebody(phone: Visitor, whom: int) -> None:
    """Build the statement that puts a name on the list."""
    selects = phone.page.locator(".builder select")
    selects.nth(0).select_option(label="Accuse", timeout=800)
    selects.nth(1).select_option(index=1 + whom % 6, timeout=800)
    selects.nth(2).select_option(index=1, timeout=800)
    phone.page.locator(".builder .brass").click(timeout=800)
