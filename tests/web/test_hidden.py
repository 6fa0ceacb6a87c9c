"""A tab that nobody looks at: its browser slows its timers down, and the table notices nothing."""

from __future__ import annotations

from playwright.sync_api import WebSocket, expect

from tests.web.conftest import Invite

SLOW_TIMERS = """
(() => {
  let hidden = false;
  const soon = window.setTimeout;
  const often = window.setInterval;
  // As Chromium does with a hidden tab: no timer comes but at the full second.
  const slowed = (wait = 0) =>
    hidden ? Math.ceil((performance.now() + wait) / 1000) * 1000 - performance.now() : wait;
  window.setTimeout = (what, wait, ...more) => soon(what, slowed(wait), ...more);
  window.setInterval = (what, wait, ...more) =>
    often(what, hidden ? Math.max(wait, 1000) : wait, ...more);
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  window.hide = (whether) => {
    hidden = whether;
    document.dispatchEvent(new Event('visibilitychange'));
  };
})();
"""

A_WHILE = 12_000
"""Milliseconds in which a page that takes slow timers for silence connects three times anew."""


def test_a_hidden_tab_stays_connected(invite: Invite) -> None:
    visitor = invite()
    page = visitor.page
    sockets: list[WebSocket] = []
    said: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.add_init_script(SLOW_TIMERS)
    # Hidden before its connection begins, so that every timer of it is slow.
    page.add_init_script("if (location.pathname.startsWith('/t/')) window.hide(true)")
    visitor.play_now("Mafia City", ".mc")
    page.reload()
    visitor.see(".mc")
    page.wait_for_function("document.hidden")
    del sockets[:-1]
    sockets[0].on("framesent", lambda frame: said.append(str(frame)))
    page.wait_for_timeout(A_WHILE)
    assert len(sockets) == 1
    assert not sockets[0].is_closed()
    expect(page.locator(".lost")).to_have_count(0)
    said.clear()
    page.evaluate("hide(false)")
    page.wait_for_function("!document.hidden")
    page.wait_for_timeout(200)
    assert any("ping" in words for words in said), "seen again, the page does not ask at once"
