"""A move in the only form of its words, and as people write it: gangsters by letter or number."""

from __future__ import annotations

import re
from typing import Final

from omerta.games.downtown.state.gang import gang_of, members
from omerta.games.downtown.state.kinds import LETTERS, gang_text, is_letter

DISPLAYS: Final = ("add", "lay")


def spelt_out(text: str) -> list[str]:
    """The words of a move; gangsters one by one and in order, whatever else is said behind them."""
    said = text.split()
    if said[:1] == ["buy"]:
        return ["buy", *in_order(said[1:])]
    if said and said[0] in DISPLAYS:
        listed: list[str] = []
        for word in said[2:]:
            if re.fullmatch(r"[STL][0-9]{1,2}", word):
                listed += [word[0]] * int(word[1:])
            else:
                listed.append(word)
        return [*said[:2], *in_order(listed)]
    return said


def written(said: list[str]) -> str:
    """A move as people write it: gangsters of a purchase in order, of a display by numbers."""
    if said[:1] == ["buy"]:
        return " ".join(["buy", *in_order(said[1:])])
    if said and said[0] in DISPLAYS:
        gang = gang_of([LETTERS.index(word) for word in said[2:] if is_letter(word)])
        others = [word for word in said[2:] if not is_letter(word)]
        return " ".join([*said[:2], gang_text(gang), *others]).replace("  ", " ").rstrip()
    return " ".join(said)


def in_order(words: list[str]) -> list[str]:
    """Gangsters in their order, then whatever else was said."""
    gang = gang_of([LETTERS.index(word) for word in words if is_letter(word)])
    return [*(LETTERS[kind] for kind in members(gang)), *(w for w in words if not is_letter(w))]
