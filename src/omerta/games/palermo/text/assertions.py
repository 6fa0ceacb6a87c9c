"""Facts that a scenario asserts about a game of Palermo."""

from __future__ import annotations

import re
from typing import Final

from omerta.core import NOTHING, Notice, Seat
from omerta.core.scenario import BadNotation, Mismatch
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import is_side_only, seat_text, seats_text, side_seen
from omerta.games.palermo.state.roles import CODE_NAMES, ROLE_NAMES, SIDES
from omerta.games.palermo.state.speaking import said_text
from omerta.games.palermo.state.statements import FORMAL
from omerta.games.palermo.state.table import (
    CAUSES,
    DAWN,
    NO_WINNER,
    OVER,
    PARTS,
    WINNERS,
    is_day,
    is_night,
)
from omerta.games.palermo.text.notices import call_text
from omerta.games.palermo.text.position import list_text, used_text, winner_text


class Assertions:
    """What can be said of a game; some of it is counted since the last `after`."""

    def __init__(self, village: Village) -> None:
        self.village = village
        self.notices = 0
        self.dead = len(village.public.dead)
        self.said = 0

    def begin(self) -> None:
        """Count anew from here."""
        self.notices = len(self.village.notices or [])
        self.dead = len(self.village.public.dead)
        self.said = len(self.village.public.statements)

    def new(self, key: str) -> list[Notice]:
        """The notices of one kind since the last `after`."""
        notices = (self.village.notices or [])[self.notices :]
        return [notice for notice in notices if notice.key == key]

    def private(self, seat: Seat) -> list[Notice]:
        """What one seat alone was told since the last `after`."""
        notices = (self.village.notices or [])[self.notices :]
        return [notice for notice in notices if notice.only == seat]

    # One fact.

    def check(self, key: str, text: str, number: int) -> None:
        """Raise `Mismatch` if the fact does not hold."""
        got = self.cells(key, text) if key in CELLS else self.fact(key, text, number)
        if key in UNORDERED:
            same = sorted(got.split()) == sorted(text.split())
        else:
            same = got == " ".join(text.split())
        if not same:
            raise Mismatch(f"expected {key} {text}, got {key} {got}")

    def fact(self, key: str, text: str, number: int) -> str:
        """The fact as it is."""
        public = self.village.public
        if key == "dead":
            return seats_text(list(public.dead))
        if key == "alive":
            return seats_text(self.village.living())
        if key == "died":
            return seats_text(list(public.dead[self.dead :]))
        if key == "told":
            seat = seat_of(text)
            return f"{seat_text(seat)}: {self.told(seat)}"
        if key == "shown":
            seat = seat_of(text)
            return f"{seat_text(seat)}: {self.shown(seat)}"
        if key == "verdict":
            none = "none" if public.settled else "-"
            return seats_text(list(public.verdict)) if public.verdict else none
        if key == "list":
            return list_text(self.village)
        if key == "asked":
            return seats_text([notice.args[0] for notice in self.new("turn_over")])
        if key == "speeches":
            return self.speeches()
        if key == "called":
            return " ".join(call_text(call) for call in public.calls) or "-"
        if key == "said":
            new = [said for said in list(public.statements)[self.said :] if said.kind not in FORMAL]
            return " | ".join(said_text(said) for said in new) or "-"
        if key == "mayor":
            return "-" if public.mayor == NOTHING else seat_text(public.mayor)
        if key == "master":
            return "program" if public.master == NOTHING else seat_text(public.master)
        if key == "couple":
            return seats_text(sorted(self.village.box.couple))
        if key == "counter":
            return str(public.counter)
        if key == "phase":
            return self.phase(text)
        if key == "over":
            return "no" if public.winner == NO_WINNER else "yes"
        if key == "winner":
            return winner_text(self.village)
        raise BadNotation(number, f"expected a fact of the notation, got {key!r}")

    def side(self) -> str:
        """The winning side."""
        return WINNERS[self.village.public.winner]

    def phase(self, like: str = "") -> str:
        """Where the game stands, in the words of what is expected."""
        public = self.village.public
        words = like.split()
        if words[:1] == ["night"] and is_night(public.part):
            return f"night {public.day}"
        if words[:1] == ["day"] and is_day(public.part):
            return f"day {public.day}"
        name = PARTS[public.part]
        if public.part == OVER or len(words) == 1:
            return name
        return f"dawn {public.day}" if public.part == DAWN else f"{name} {public.day}"

    def speeches(self) -> str:
        """The pleas that are over."""
        over = self.new("speech_over")
        if not over:
            return "-"
        return f"{over[0].args[1]}: {seats_text([notice.args[0] for notice in over])}"

    # Private words.

    def told(self, seat: Seat) -> str:
        """All that a seat was told in private, in the forms of the notation."""
        forms: list[list[str]] = []
        for notice in self.private(seat):
            first = seat_text(notice.args[0]) if notice.args else ""
            key = notice.key
            if key == "mafia_meet" or key == "freemasons_meet":
                forms.append(["mafia" if key == "mafia_meet" else "freemasons", str(seat + 1)])
            elif key in ("fellow", "fellow_card", "freemason", "is_mafioso", "awake"):
                forms[-1].append(first)
            elif key == "all_mafiosi":
                forms.append(["mafia"])
            elif key == "glimpse":
                forms.append(["awake"])
            elif key in FORMS:
                forms.append([FORMS[key], first])
            elif key == "answer":
                forms.append([first, "mafia" if notice.args[1] == 0 else "citizen"])
            elif key == "lover_card":
                forms.append(["lover", first, ROLE_NAMES[notice.args[1]]])
            elif key == "code":
                forms.append(["code", CODE_NAMES[notice.args[0]]])
        return " + ".join(self.form(words) for words in forms) or "-"

    def form(self, words: list[str]) -> str:
        """One form; seats of a group in seat order."""
        if words[0] in ("mafia", "freemasons", "awake"):
            words = [words[0], *sorted(words[1:], key=int)]
        return " ".join(word for word in words if word)

    def shown(self, seat: Seat) -> str:
        """Whom the pharmacist saw."""
        seen = [notice for notice in self.private(seat) if notice.key in ("victim", "no_victim")]
        if not seen:
            return "-"
        last = seen[-1]
        return seat_text(last.args[0]) if last.args else "none"

    # Facts of several cells, of which only those given are compared.

    def cells(self, key: str, text: str) -> str:
        """The same cells as they are."""
        if text == "-":
            return "-" if not self.village.public.count else "something"
        found: list[str] = []
        for cell in text.split("|"):
            seat = seat_of(cell)
            found.append(f"{seat_text(seat)} {self.cell(key, seat)}")
        return " | ".join(found)

    def cell(self, key: str, seat: Seat) -> str:
        """One cell."""
        public = self.village.public
        if key == "causes":
            return "-" if public.causes[seat] == NOTHING else CAUSES[public.causes[seat]]
        if key == "revealed":
            shown = public.revealed[seat]
            if shown == NOTHING or public.alive[seat]:
                return "-"
            return SIDES[side_seen(shown)] if is_side_only(shown) else ROLE_NAMES[shown]
        if key == "votes":
            return str(dict(public.count).get(seat, 0))
        if key == "used":
            return used_text(self.village, seat)
        return "all" if public.full_view[seat] else "public"


CELLS: Final = ("causes", "revealed", "votes", "used", "view")
UNORDERED: Final = ("dead", "alive")
FORMS: Final = {
    "asked_about": "asked",
    "no_question": "none",
    "no_new_name": "none",
    "informed": "mafia",
    "lover": "lover",
    "noticed": "walker",
}
"""Notices that are told as one word and perhaps a seat."""


def seat_of(text: str) -> Seat:
    """The seat that a cell begins with."""
    found = re.match(r"\s*(\d+)", text)
    if found is None:
        raise Mismatch(f"expected a seat, got {text!r}")
    return int(found.group(1)) - 1
