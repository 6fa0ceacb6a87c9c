"""Somebody who hears the page and types: the tree that a screen reader gets, and a keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession

from tests.web.visitor import Visitor

TRIES = 12
"""How often the way by Tab is tried anew, because the page has changed meanwhile."""


class Thing(NamedTuple):
    """Something that Tab leads to, as it is read out."""

    role: str
    name: str
    where: tuple[str, ...]
    """What it stands in, from the outside: role and name."""
    is_closed: bool
    """Whether it is read out as not available."""
    is_pressed: bool
    has_focus: bool
    node: int

    def stands_in(self, *places: str) -> bool:
        """Whether it is within one of these."""
        return any(place in self.where for place in places)


Policy = Callable[[list[Thing]], Thing | None]
"""What to press next, of everything that is heard."""


class Listener:
    """A person at the keyboard, who knows the page by roles and names alone."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.wire: CDPSession = visitor.context.new_cdp_session(self.page)
        self.wire.send("Accessibility.enable")

    # ------------------------------------------------------------- what is heard

    def hear(self) -> list[Thing]:
        """Everything that Tab leads to, in the order of reading."""
        nodes = self.wire.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return list(_things(by_id, nodes[0], ())) if nodes else []

    def find(self, role: str, name: str) -> Thing | None:
        """The first thing of this role whose name contains these words."""
        return find(self.hear(), role, name)

    def await_thing(self, role: str, name: str, seconds: float = 15) -> Thing:
        """The same, as soon as it is there."""
        until = time.monotonic() + seconds
        while (found := self.find(role, name)) is None or found.is_closed:
            assert time.monotonic() < until, f"nobody reads out {role} {name!r}"
            self.page.wait_for_timeout(40)
        return found

    # ----------------------------------------------------------- what is typed

    def go_to(self, thing: Thing, heard: list[Thing] | None = None) -> bool:
        """Tab to something; whether it was still there."""
        order = [one.node for one in heard or self.hear()]
        for _ in range(TRIES):
            here = self._focus()
            if here == thing.node:
                return True
            # After something has vanished the first Tab goes on from where it was.
            far = order.index(thing.node) - order.index(here) if here in order else 1
            for _ in range(max(1, abs(far))):
                self.page.keyboard.press("Tab" if far > 0 else "Shift+Tab")
        return False

    def press(self, thing: Thing, heard: list[Thing] | None = None) -> bool:
        """Go to something and press Enter on it."""
        if not self.go_to(thing, heard):
            return False
        self.page.keyboard.press("Enter")
        return True

    def press_named(self, role: str, name: str) -> None:
        """Wait for something, go to it and press it."""
        assert self.press(self.await_thing(role, name)), f"Tab does not lead to {name!r}"

    def _focus(self) -> int:
        """What has the focus."""
        found = self.wire.send("Runtime.evaluate", {"expression": "document.activeElement"})
        described = self.wire.send("DOM.describeNode", {"objectId": found["result"]["objectId"]})
        return int(described["node"]["backendNodeId"])

    # ------------------------------------------------------------ a whole game

    def play(self, policy: Policy, seconds: float = 300) -> int:
        """Press what the policy wants until the record is offered; how many keys that took."""
        until = time.monotonic() + seconds
        presses = 0
        while True:
            heard = self.hear()
            if find(heard, "link", "Record"):
                return presses
            assert time.monotonic() < until, [(one.role, one.name) for one in heard]
            wanted = policy(heard)
            if wanted is None:
                self.page.wait_for_timeout(30)
            elif self.press(wanted, heard):
                presses += 1
                self.page.wait_for_timeout(20)


def find(heard: list[Thing], role: str, name: str) -> Thing | None:
    """The first thing of this role whose name contains these words."""
    return next((one for one in heard if one.role == role and name in one.name), None)


def _things(by_id: dict[str, Any], node: dict[str, Any], where: tuple[str, ...]) -> Iterator[Thing]:
    role, name = _value(node, "role"), _value(node, "name")
    told = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
    if role not in ("RootWebArea", "option", "MenuListPopup") and told.get("focusable"):
        yield Thing(
            role=role,
            name=name,
            where=where,
            is_closed=bool(told.get("disabled")),
            is_pressed=told.get("pressed") == "true",
            has_focus=bool(told.get("focused")),
            node=node["backendDOMNodeId"],
        )
    if role not in ("none", "generic", "StaticText"):
        where = (*where, f"{role} {name}".strip())
    for child in node.get("childIds", ()):
        if child in by_id:
            yield from _things(by_id, by_id[child], where)


def _value(node: dict[str, Any], field: str) -> str:
    return str(node.get(field, {}).get("value", ""))
