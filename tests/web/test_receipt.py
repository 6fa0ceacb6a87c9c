"""The receipt of a deal on the page: shown, kept, compared; and a server that lies is found out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import segno
from playwright.sync_api import WebSocketRoute, expect

from omerta.server.table.receipts import read_receipt
from tests.web.conftest import Invite
from tests.web.visitor import Visitor


def line_of(visitor: Visitor) -> str:
    """The receipt that the browser has kept."""
    kept = visitor.page.evaluate("JSON.parse(localStorage.getItem('omerta-receipts'))")
    return str(kept[-1]["line"])


def is_code_of(path: str, size: int, text: str) -> bool:
    """Whether the squares are a QR code of this text, whatever its mask and level.

    The right half is compared: it has the text in it. What fills a code up is not the same for
    everybody who makes one, and that is on the left.
    """
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h", path)}
    right = {(x, y) for x, y in dark if x > size // 2}
    version = (size - 17) // 4
    for level in "lmqh":
        for mask in range(8):
            try:
                code = segno.make(
                    text, version=version, error=level, mask=mask, mode="byte", boost_error=False
                )
            except segno.DataOverflowError:
                continue
            rows = enumerate(code.matrix)
            made = {(x, y) for y, row in rows for x, bit in enumerate(row) if bit & 1}
            if right == {(x, y) for x, y in made if x > size // 2}:
                return True
    return False


def test_a_receipt_is_shown_kept_and_checked(invite: Invite) -> None:
    visitor = invite(phone=True)
    visitor.play_now("Mafia City", ".mc")
    line = line_of(visitor)
    receipt = read_receipt(line)
    visitor.button("At the table").click()
    pictures = visitor.page.locator(".pictures li")
    expect(pictures).to_have_count(3)
    numbers = [int(text.split()[-1]) for text in pictures.all_inner_texts()]
    assert numbers == [int(receipt.digest[at], 16) + 1 for at in (1, 3, 5)]
    visitor.page.get_by_text("Keep the receipt").click()
    expect(visitor.page.locator(".receipt code")).to_have_text(line)
    drawn = visitor.see(".receipt details svg[role=img]")
    assert visitor.fits()
    box = str(drawn.get_attribute("viewBox")).split()
    path = str(drawn.locator("path").get_attribute("d"))
    assert is_code_of(path, int(box[2]) - 8, line)
    other_line = line.replace(receipt.digest, receipt.digest[::-1])
    assert not is_code_of(path, int(box[2]) - 8, other_line)
    visitor.ask("POST", f"/api/tables/{visitor.code}/close")
    table = visitor.ask("GET", f"/api/tables/{visitor.code}")["id"]
    visitor.go(f"/record/{table}")
    good = visitor.page.locator(".fair .good")
    expect(good).to_have_count(4)
    expect(good.first).to_contain_text("sealed before your eyes")
    expect(visitor.page.get_by_text("The check on the command line replays")).to_be_visible()

    other = invite()
    other.go(f"/record/{table}")
    expect(other.page.locator(".fair .good")).to_have_count(3)
    expect(other.page.get_by_text("This device has no receipt")).to_be_visible()


def lie(visitor: Visitor, change: Callable[[dict[str, Any]], None], said: list[str]) -> None:
    """Let the server tell this visitor something else of the table; note what the page says."""

    def between(page: WebSocketRoute) -> None:
        house = page.connect_to_server()

        def told(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "table":
                change(message)
            page.send(json.dumps(message))

        def asked(text: str | bytes) -> None:
            said.append(str(text))
            house.send(text)

        house.on_message(told)
        page.on_message(asked)

    visitor.page.route_web_socket(re.compile("/ws$"), between)


def test_no_seed_is_shown_while_a_computer_players_hash_is_missing(invite: Invite) -> None:
    def forget_a_hash(table: dict[str, Any]) -> None:
        if table["phase"] == "seeds":
            table["chairs"][-1]["hash"] = ""

    visitor = invite()
    said: list[str] = []
    lie(visitor, forget_a_hash, said)
    visitor.go("/")
    poster = visitor.page.locator(".poster", has=visitor.page.get_by_label("Mafia City"))
    poster.get_by_role("button").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("stays on this device")
    assert any('"ready"' in words for words in said)
    assert not any('"seed"' in words for words in said)


def test_another_seed_of_a_computer_player_is_seen_at_once(invite: Invite) -> None:
    def regrind(table: dict[str, Any]) -> None:
        if table["phase"] == "playing":
            table["chairs"][-1]["seed"] = "0" * 32

    visitor = invite()
    lie(visitor, regrind, [])
    visitor.play_now("Mafia City", ".mc")
    expect(visitor.page.get_by_role("alert")).to_contain_text("not the deal that was sealed")
