"""People in one room: a device that goes round, somebody who watches, phones as cards."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

from tests.web.conftest import Invite
from tests.web.visitor import Visitor

RECORD_SPEECH = """
window.spoken = [];
window.shown = [];
Object.defineProperty(window, 'speechSynthesis', {
  value: {
    getVoices: () => [],
    // A sentence takes its time.
    speak: (words) => {
      window.spoken.push([words.text, performance.now()]);
      setTimeout(() => words.onend?.(), 200 + 12 * words.text.length);
    },
    cancel: () => {},
  },
});
new MutationObserver(() => {
  const now = document.querySelector('.now')?.textContent.trim();
  if (now && now !== window.shown.at(-1)?.[0]) window.shown.push([now, performance.now()]);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Writes down what the device says, and what its screen tells, each with its moment."""


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
    host.see(".begin").click()
    host.see(".chairs")


def narrate(host: Visitor) -> None:
    """Begin with computer players on all chairs; this device tells what happens."""
    host.ask("PATCH", f"/api/tables/{host.code}", {"seats": 6})
    for seat in range(6):
        host.ask("PUT", f"/api/tables/{host.code}/chairs/{seat}", {"kind": "computer"})
    host.see(".go .btn.brass:not([disabled])").click()
    host.see(".host")


SHORT = {
    **{"mafioso": "3", "detective1": "1", "mafia_win": "parity", "deadlock_rounds": "2"},
    **{"t_card": "16", "t_meet": "8", "t_mafia": "10", "t_detective": "8", "t_discuss": "20"},
    **{"t_accuse": "24", "t_accuse_extra": "8", "t_plea": "4", "t_vote": "10", "t_dusk": "2"},
}
"""With eight players two rounds are enough, more or less."""

PHONES = 8


def test_eight_phones_and_a_host_device_play_two_games_in_a_row(invite: Invite) -> None:
    host = invite()
    host.context.add_init_script(RECORD_SPEECH)
    open_room(host)
    options = {"mode": "table", "table_night": "phones", **SHORT}
    # One more was expected: the chair that stays empty is taken away at the start.
    form = {"seats": PHONES + 1, "options": options, "settings": {"clock": "quick"}}
    host.ask("PATCH", f"/api/tables/{host.code}", form)
    names = [f"Person {number}" for number in range(1, PHONES + 1)]
    phones = [invite(phone=True) for _ in names]
    for name, phone in zip(names, phones, strict=True):
        take_a_chair(phone, host.code, name)
    host.see(".go .btn.brass:not([disabled])").click()
    host.see(".host")

    backs = {re.sub(r"\n\d+\n", "", phone.see(".screen").inner_text()) for phone in phones}
    assert len(backs) == 1, "at night every phone looks the same"
    assert all(phone.sees(".candle") for phone in phones)
    play_out(host, phones)
    tell_like_a_game_master(host)

    once_more(host, names)
    play_out(host, phones)
    tell_like_a_game_master(host)

    # The menu of the device: everything stands still, and the evening can be ended.
    once_more(host, names)
    phones[0].see(".screen")
    host.page.get_by_role("button", name="Host menu").click()
    host.page.get_by_role("button", name="Pause").click()
    phones[0].see(".veil")
    host.page.get_by_role("button", name="Continue").click()
    phones[0].page.locator(".veil").wait_for(state="detached")
    host.page.get_by_role("button", name="End the game").click()
    host.page.get_by_role("button", name="Really end the game?").click()
    phones[0].see(".ending")


def once_more(host: Visitor, names: list[str]) -> None:
    """The next game with the same people: device, phones and names stay."""
    before = host.code
    host.page.evaluate("spoken.length = shown.length = 0")
    host.see(".ending .btn.brass").click()
    host.page.wait_for_url(lambda url: before not in url)
    host.see(".go .btn.brass:not([disabled])").click()
    host.see(".host")
    assert [house.inner_text() for house in host.page.locator(".houses .name").all()] == names


def play_out(host: Visitor, phones: list[Visitor]) -> None:
    """A game from the cards to its end: the town convicts citizens until the mafia win."""
    table = host.ask("GET", f"/api/tables/{host.code}")["id"]
    live_until(host, phones, lambda: all(phone.sees(".chat") for phone in phones))
    assert {phone.code for phone in phones} <= {table, host.code}
    citizens = [seat for seat, phone in enumerate(phones) if keep_to_oneself(phone) != "Mafioso"]
    assert len(citizens) == PHONES - 3
    accused = live_until(host, phones, host.is_over, citizens)
    assert len(accused) >= 3, "three names on the list, each by another phone"
    spoken = " ".join(text for text, _ in host.page.evaluate("spoken"))
    assert len(set(re.findall(r"votes?: (Person \d)", spoken))) >= 3, spoken
    assert "The mafia win" in host.see(".ending").inner_text()


def live_until(
    host: Visitor, phones: list[Visitor], ends: Callable[[], bool], citizens: Sequence[int] = ()
) -> set[int]:
    """Everybody does their part until it is so; who has accused somebody."""
    accused: set[int] = set()
    until = time.monotonic() + 420
    while not ends():
        assert time.monotonic() < until, host.see(".now").inner_text()
        for seat, phone in enumerate(phones):
            if phone.page.evaluate(TAKE_PART, citizens) == "accused":
                accused.add(seat)
    return accused


def take_a_chair(phone: Visitor, code: str, name: str) -> None:
    """Sit down with a name: around one table that is all."""
    phone.go(f"/t/{code}")
    phone.page.locator("input[autocomplete=nickname]").fill(name)
    phone.see(".sit .btn").click()
    phone.see(".go [aria-pressed=true]")


def keep_to_oneself(phone: Visitor) -> str:
    """Around a table nobody reads anything secret over a shoulder; a held card tells it."""
    phone.see(".chat")
    secret = re.compile(r"Your card:|is with the mafia|You meet the mafia")
    assert not secret.search(phone.see("main").inner_text())
    hold = phone.page.locator(".holdbtn")
    hold.dispatch_event("pointerdown")
    card = phone.see(".rolecard.open").inner_text()
    assert "Your card:" in card
    hold.dispatch_event("pointerup")
    phone.see(".rolecard:not(.open)")
    assert not secret.search(phone.see("main").inner_text())
    return card.splitlines()[0]


MOST_SAID = 25
"""Utterances in a night and the day after it."""


def tell_like_a_game_master(host: Visitor) -> None:
    """Nothing was said late, and not more than a person would say."""
    spoken, shown = host.page.evaluate("[spoken, shown]")
    rounds = "\n".join(text for text, _ in spoken).split("Night falls")
    assert len(rounds) > 2, spoken
    assert max(len(one.splitlines()) for one in rounds) <= MOST_SAID, spoken
    late = [text for text, moment in spoken if is_late(text, moment, shown)]
    assert not late, shown
    everything = " ".join(text for text, _ in spoken)
    assert not re.search(r"ready|Person \d votes|asks? to close|[Tt]humb|eyes", everything), spoken


A_MOMENT = 200
"""Milliseconds in which a slow machine may have told two things at once."""

A_WHILE = 1500
"""Milliseconds in which a slow machine draws what it already says."""


def is_late(text: str, moment: float, shown: list[tuple[str, float]]) -> bool:
    """Whether the screen had told something newer before this was said."""
    told = [
        at for at, (now, since) in enumerate(shown) if now in text and since <= moment + A_WHILE
    ]
    newer = shown[told[-1] + 1 :] if told else shown
    return any(since < moment - A_MOMENT for _, since in newer)


TAKE_PART = """(citizens) => {
  const see = (selector) => document.querySelector(selector);
  const touch = (thing) => {
    thing?.click();
    return Boolean(thing);
  };
  if (touch(see('.stage .go'))) return 'looked';
  if (see('.wake:not([disabled])')) {
    const taps = [...document.querySelectorAll('.tapper')];
    const isCitizen = (one) => citizens.some((seat) => one.innerText.endsWith(seat + 1));
    const victim = taps.find(isCitizen) ?? taps[0];
    if (victim.ariaPressed === 'false') touch(victim);
    else touch(see('.wake'));
    return 'slept';
  }
  if (touch(see('.saying .brass'))) return 'accused';
  const deed = see('.deed.accuse:not(.off, [data-touched])');
  if (touch(deed)) {
    deed.dataset.touched = '';
    return 'spoke';
  }
  // The first three accuse, each somebody else.
  const houses = [...document.querySelectorAll('.home')];
  const living = houses.filter((one) => !one.matches('.dead'));
  const others = citizens.map((seat) => houses[seat]).filter((one) => living.includes(one));
  const number = living.findIndex((one) => one.matches('.me'));
  const whom = number >= 0 && number < 3 ? others[number + 1] : undefined;
  const isList = see('.say em')?.innerText.includes('accuse');
  if (isList && whom?.matches('.opens:not(.acc, .touched)')) {
    touch(whom.querySelector('button'));
    return 'pointed';
  }
  return touch(see('.home.sel button') ?? see('.home button.choice')) ||
    touch(see('.court .answers .btn')) ? 'acted' : 'waited';
}"""
"""What somebody does who wants the day to come to its end: looks and touches in one moment."""
