"""A person who runs Palermo at a real table, without any phone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Error, expect

from tests.web.conftest import Invite
from tests.web.test_downtown import sit_down
from tests.web.test_pages import complain, english_only, words_on
from tests.web.visitor import Visitor

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")


def open_desk(master: Visitor) -> None:
    """A table without phones, run by the person at this device."""
    master.go("/new/room")
    master.page.locator("input[type=radio][value=alone]").check()
    master.page.locator("textarea").fill("\n".join(NAMES))
    master.page.locator(".games .btn", has_text="Palermo").click()
    master.see(".picker")
    master.see(".go .btn.brass:not([disabled])").click()
    master.see(".master .people")


def pass_round(master: Visitor) -> None:
    """Everybody looks at the own card: hold to look, release to hide."""
    for name in NAMES:
        master.page.locator("button.one", has_text=name).click()
        cover = master.see(".cover")
        expect(cover).to_contain_text(name)
        hold = cover.locator(".holdbtn")
        hold.dispatch_event("pointerdown")
        expect(cover.locator(".rolecard.open b")).not_to_be_empty()
        hold.dispatch_event("pointerup")
        expect(cover.locator(".rolecard.open")).to_have_count(0)
        cover.locator(".btn.brass").click()
        expect(master.page.locator(".cover")).to_have_count(0)


READY = ".bar .next:not([disabled]), .ending"
"""Everything that follows from an entry stands on the desk."""


def next_line(master: Visitor, *, skips: str = "") -> None:
    """Read on: one tap, or a second one where a warning names who would be skipped."""
    before = master.see(".now").inner_text()
    master.page.locator(".bar .next").click()
    if skips:
        expect(master.page.locator(".skips")).to_contain_text(skips)
        expect(master.page.locator(".now")).to_have_text(before, use_inner_text=True)
        master.page.locator(".bar .next").click()
    expect(master.page.locator(".now")).not_to_have_text(before, use_inner_text=True)
    expect(master.page.locator(READY).first).to_be_visible()


def who_must_act(master: Visitor) -> str:
    """Whose answer the desk still waits for: the first of those who are awake."""
    if not master.sees(".task .pick"):
        return ""
    return master.see(".wakes .who:not(.gone) b").inner_text()


def go_on(master: Visitor) -> None:
    """Press the button, and wait until the desk has changed."""
    desk = master.page.locator("main")
    before = desk.inner_text()
    master.page.locator(".bar .next").click()
    expect(desk).not_to_have_text(before, use_inner_text=True)
    expect(master.page.locator(READY).first).to_be_visible()


def seats_of(master: Visitor, *, mafia: bool) -> list[str]:
    """Names round the table by side, as the desk shows them."""
    rows = master.page.locator(".round li.mafia b" if mafia else ".round li:not(.mafia) b")
    return [re.sub(r"^\d+ ", "", text) for text in rows.all_inner_texts()]


def test_a_human_game_master_runs_a_night(invite: Invite, axe: str) -> None:
    master = invite()
    open_desk(master)
    assert not seats_of(master, mafia=True), "while the device goes round it shows no card"
    pass_round(master)
    expect(master.page.locator(".round li.mafia")).to_have_count(2)

    for _ in range(40):
        if "victim" in master.see(".now").inner_text():
            break
        next_line(master)
    expect(master.page.locator(".phases [aria-current]")).to_contain_text("Night 2")
    expect(master.page.locator(".wakes .who")).to_have_count(2)
    woken = master.page.locator(".wakes .who b").all_inner_texts()
    assert sorted(woken) == sorted(seats_of(master, mafia=True))

    assert not complain(master, axe)

    wrong, right = seats_of(master, mafia=False)[:2]
    master.page.locator(".task .pick", has_text=wrong).click()
    expect(master.page.locator(".bar .next")).to_contain_text(wrong)
    next_line(master)
    expect(master.page.locator(".story")).to_contain_text(wrong)

    master.button("Take back").click()
    expect(master.page.locator(".wakes .who")).to_have_count(2)
    master.page.locator(".task .pick", has_text=right).click()
    next_line(master)
    expect(master.page.locator(".story")).to_contain_text(right)

    suspect = seats_of(master, mafia=True)[0]
    master.page.locator(".task .pick", has_text=suspect).click()
    expect(master.page.locator(".sign")).to_contain_text("mafia")
    next_line(master)
    expect(master.page.locator(".now")).to_contain_text(right)
    expect(master.page.locator(".round li.gone")).to_have_count(1)

    master.page.reload()
    expect(master.page.locator(".round li.gone")).to_have_count(1)
    assert master.fits()


def test_a_day_is_entered_name_by_name_and_told_at_the_end(invite: Invite, axe: str) -> None:
    master = invite("de", phone=True, theme="light")
    open_desk(master)
    code = master.code
    master.page.locator("button.one").first.click()
    master.see(".cover")
    assert not complain(master, axe), "the cover can be read in the light theme too"
    master.page.locator(".cover .btn.brass").click()
    expect(master.page.locator(".cover")).to_have_count(0)
    master.page.locator(".bar .btn").last.click()
    for _ in range(12):
        if master.sees(".deed"):
            break
        next_line(master)
    assert master.fits()
    assert not complain(master, axe)
    read = words_on(master)
    assert not {text for text in english_only("de") if text in read}
    convict_all_mafiosi(master)
    master.see(".ending")
    expect(master.page.locator(".after .roles li")).to_have_count(8)
    expect(master.page.locator(".after details[open] table").first).to_be_visible()
    assert master.fits()
    assert not complain(master, axe)
    master.go(f"/record/{table_id(master, code)}")
    expect(master.page.locator(".after .roles li")).to_have_count(8)
    assert master.fits()


def table_id(master: Visitor, code: str) -> str:
    return str(master.ask("GET", f"/api/tables/{code}")["id"])


def convict_all_mafiosi(master: Visitor) -> None:
    """Day after day a mafioso is accused beside a citizen, and everybody votes against him."""
    page = master.page
    for _ in range(60):
        if master.sees(".ending"):
            return
        part = page.locator(".deed", has_text="Anklagen")
        hands = page.locator(".deed", has_text="Stimmen gegen")
        if hands.count():
            vote_for_mafioso(master)
        elif part.count() and page.locator(".bar .next", has_text="Liste").count():
            accuse_enough(master)
        if not master.sees(".ending"):
            go_on(master)
    raise AssertionError(master.see(".now").inner_text())


def accuse_enough(master: Visitor) -> None:
    mafioso = living(master, mafia=True)[0]
    citizens = living(master, mafia=False)
    for whom in (mafioso, *citizens[1:3]):
        accuse(master, citizens[0], whom)


def accuse(master: Visitor, by: str, whom: str) -> None:
    master.page.locator(".deed", has_text="Anklagen").click()
    pick(master, 0, by)
    pick(master, 1, whom)
    master.page.locator(".bar .next").click()
    expect(master.page.locator(".round li", has_text=whom)).to_contain_text("angeklagt")


def vote_for_mafioso(master: Visitor) -> None:
    enter_hands(master, living(master, mafia=True)[0])


def enter_hands(master: Visitor, accused: str) -> None:
    """Everybody who has not voted yet votes against one of the accused."""
    if not master.page.locator(".task .grid").nth(0).locator(".pick", has_text=accused).count():
        return  # only the accused has not voted
    pick(master, 0, accused)
    for button in master.page.locator(".task .grid").nth(1).locator(".pick").all():
        button.click()
    go_on(master)


def pick(master: Visitor, group: int, name: str) -> None:
    grid = master.page.locator(".task .grid").nth(group)
    grid.locator(".pick", has_text=name).click()


def living(master: Visitor, *, mafia: bool) -> list[str]:
    side = "li.mafia:not(.gone) b" if mafia else "li:not(.mafia):not(.gone) b"
    rows = master.page.locator(f".round {side}").all_inner_texts()
    return [re.sub(r"^\d+ ", "", text) for text in rows]


def test_a_game_master_gives_more_time_and_less(invite: Invite, axe: str) -> None:
    master = invite("de", phone=True)
    master.wish(settings={"clock": "relaxed"})
    open_desk(master)
    master.page.locator(".bar .btn").last.click()
    clock = master.page.get_by_role("group", name="Zeit", exact=True)
    longer = clock.get_by_role("button", name="30 Sekunden mehr")
    longer.click()
    longer.click()
    until(master, lambda: 60 < seconds_left(master) <= 75)
    clock.get_by_role("button", name="30 Sekunden weniger").click()
    until(master, lambda: seconds_left(master) <= 45)
    clock.get_by_label("Alle Zeiten").select_option("300")
    until(master, lambda: 45 < seconds_left(master) <= 75)
    expect(master.page.locator(".now")).not_to_contain_text("Zeit")
    assert master.fits()
    assert not complain(master, axe)


def until(master: Visitor, holds: Callable[[], bool]) -> None:
    """Look again until it is so."""
    for _ in range(200):
        if holds():
            return
        master.page.wait_for_timeout(50)
    raise AssertionError(seconds_left(master))


def seconds_left(master: Visitor) -> int:
    return int(re.sub(r"\D", "", master.see("[role=timer]").get_attribute("aria-label") or ""))


FEW_WITH_OPEN_EYES = {
    "seats": 6,
    "options": {"mode": "table", "gm": "human", "table_night": "phones"},
}


def test_a_human_game_master_and_phones_from_the_first_night_to_a_murder(invite: Invite) -> None:
    master = invite("de")
    master.go("/new/room")
    master.page.locator("input[type=radio][value=person]").check()
    master.page.locator(".games .btn", has_text="Palermo").click()
    master.see(".chairs")
    master.ask("PATCH", f"/api/tables/{master.code}", FEW_WITH_OPEN_EYES)
    phones = [invite("de", phone=True) for _ in range(3)]
    for phone, name in zip(phones, NAMES, strict=False):
        sit_down(phone, master.code, name)
    for seat, name in enumerate(NAMES[3:6], start=3):
        chair = f"/api/tables/{master.code}/chairs/{seat}"
        master.ask("PUT", chair, {"kind": "same_device", "name": name})
    master.see(".go .btn.brass:not([disabled])").click()
    master.see(".master .people")
    for phone in phones:
        phone.see(".screen")
        assert phone.fits()
    master.page.locator(".bar .btn").last.click()

    calls_a_pause(master, phones[0])
    come_to(master, ".deed")
    suspect = living(master, mafia=False)[0]
    convict(master, phones, suspect)
    for phone in phones:
        knows_of_the_death(phone, suspect)

    come_to(master, ".wakes .who >> nth=1")
    while not master.sees(".task .pick"):
        next_line(master)
    alive = {name: phone for name, phone in zip(NAMES, phones, strict=False) if name != suspect}
    looks_the_same(list(alive.values()))
    victim = living(master, mafia=False)[0]
    for phone in alive.values():
        points_at(phone, victim)
    named = master.page.locator(".task .pick", has_text=victim)
    if alive.keys() >= set(living(master, mafia=True)):
        expect(named).to_have_count(0)  # they have agreed by phone
    else:
        named.click()
    next_line(master)
    expect(master.page.locator(".story")).to_contain_text(victim)
    while master.page.locator(".round li.gone").count() < 2:
        next_line(master, skips=who_must_act(master))
    for phone in phones:
        phone.see(".home, .ending")


def calls_a_pause(master: Visitor, phone: Visitor) -> None:
    """Nobody but the game master ends a pause that the game master has called."""
    pause = master.page.locator(".tools .btn[aria-pressed]").last
    pause.click()
    veil = phone.see(".veil")
    assert "Spielleitung" in veil.inner_text()
    assert veil.get_by_role("button").count() == 0
    pause.click()
    veil.wait_for(state="detached")


def come_to(master: Visitor, what: str) -> None:
    """Read on until something stands on the desk."""
    for _ in range(20):
        if master.sees(what):
            return
        next_line(master)
    raise AssertionError(master.see(".now").inner_text())


def convict(master: Visitor, phones: list[Visitor], suspect: str) -> None:
    """Three are accused at the desk; phones raise their own hands, the desk all others."""
    others = [name for name in living(master, mafia=False) if name != suspect]
    for _ in range(20):
        if master.page.locator(".round li.gone").count():
            return
        hands = master.page.locator(".deed", has_text="Stimmen gegen")
        if hands.count():
            for phone, name in zip(phones, NAMES, strict=False):
                if votes_against(phone, suspect):
                    voters = master.page.locator(".task .grid").nth(1)
                    expect(voters.locator(".pick", has_text=name)).to_have_count(0)
            enter_hands(master, suspect)
        elif master.page.locator(".bar .next", has_text="Liste").count():
            for whom in (suspect, *others[1:3]):
                accuse(master, others[0], whom)
        go_on(master)
    raise AssertionError(master.see(".now").inner_text())


def knows_of_the_death(phone: Visitor, name: str) -> None:
    """By day a house is dark; at night nobody can touch it, and the dead see who is gone."""
    dead = f".home.dead:has-text('{name}'), .ghost.gone:has-text('{name}')"
    asleep = f".tiles.answers:not(:has-text('{name}'))"
    expect(phone.page.locator(f"{dead}, {asleep}").first).to_be_visible()


def votes_against(phone: Visitor, suspect: str) -> bool:
    """Raise the hand on the own phone; whether this was the moment."""
    house = phone.page.locator(".home button.choice", has_text=suspect)
    try:
        house.first.click(timeout=700)
    except Error:
        return False
    return True


def looks_the_same(phones: list[Visitor]) -> None:
    """At night every phone shows the same; what is new comes to all of them in one tick."""
    for phone in phones:
        phone.see(".wake:not([disabled])")
    first = phones[0].see(".screen").inner_text()
    for phone in phones[1:]:
        expect(phone.page.locator(".screen")).to_have_text(first, use_inner_text=True)


def points_at(phone: Visitor, victim: str) -> None:
    """Touch a house and sleep on it, as everybody does at night."""
    phone.page.locator(".tapper", has_text=victim).click()
    phone.page.locator(".wake:not([disabled])").click()


def test_the_cards_are_picked_with_the_remarks_of_the_rules_and_live_chances(
    invite: Invite, axe: str
) -> None:
    host = invite(phone=True)
    host.go("/new/friends")
    host.page.locator(".games .btn", has_text="Palermo").click()
    figure = host.page.locator(".picker .figure")
    expect(figure).to_contain_text(re.compile(r"Mafia about \d+%"))
    assert host.fits()
    assert not complain(host, axe)

    host.page.get_by_role("button", name="More: Freemason").click()
    expect(host.page.locator(".picker .fault")).to_contain_text("PA-1.13")
    host.page.get_by_role("button", name="More: Freemason").click()
    expect(host.page.locator(".picker .fault")).to_have_count(0)
    # Who taps fast is understood: no tap undoes the one before.
    host.page.evaluate(
        """() => {
          for (const name of ['Guardian angel', 'Coward'])
            document.querySelector(`.picker [aria-label="${name}"]`).click();
        }"""
    )
    for name in ("Guardian angel", "Coward"):
        card = host.page.get_by_role("button", name=name, exact=True)
        expect(card).to_have_attribute("aria-pressed", "true")
    until = time.monotonic() + 20
    while (chosen := picked(host, "freemason", "guardian", "coward")) != ["2", "1", "1"]:
        assert time.monotonic() < until, chosen
        host.page.wait_for_timeout(50)
    expect(figure).to_be_visible()


def picked(host: Visitor, *roles: str) -> list[str]:
    """How many cards of these roles the server has."""
    options = host.ask("GET", f"/api/tables/{host.code}")["options"]
    return [options[role] for role in roles]


def test_signs_and_the_pocket_look_the_same_for_everybody(invite: Invite, axe: str) -> None:
    ida = invite(phone=True)
    ida.play_now("Palermo", ".screen")
    ida.page.locator(".signs summary").click()
    ida.page.locator(".signs select").select_option("dangerous")
    ida.page.locator(".tapper").first.click()
    ida.page.locator(".signs .btn").first.click()
    expect(ida.page.locator(".signs [role=status]")).to_be_visible()
    assert ida.fits()
    assert not complain(ida, axe)
    for _ in range(200):
        if ida.sees(".pocket"):
            break
        if ida.sees(".wake:not([disabled])"):
            ida.page.locator(".wake").click()
        ida.page.wait_for_timeout(100)
    ida.page.locator(".pocket").click()
    expect(ida.page.locator("dialog[open]")).to_contain_text("pocket")
