"""Whole moves as text: a statement is written as one thing and said field by field."""

from __future__ import annotations

import re
from collections.abc import Sequence

from omerta.games.palermo.state.speaking import canonical_sign, composed
from omerta.games.palermo.state.statements import LARGEST_SET


def spelt_out(text: str) -> list[str]:
    """The words of a move one by one, each in its only form."""
    said = text.split()
    name, rest = "".join(said[:1]), said[1:]
    if name == "accuse":
        return ["say", "accuse", *rest, "none"]
    if name == "withdraw":
        return ["say", "withdraw", *rest]
    if name == "point":
        return ["say", f"point({' '.join(rest)})"]
    if name == "say" and rest:
        body = text.split(None, 1)[1].strip()
        sign = canonical_sign(body)
        return ["say", *(sign.split() if sign else taken_apart(body))]
    if name == "match" and len(rest) == 2:
        return [name, *sorted(rest, key=lambda word: (len(word), word))]
    return said


def written(said: Sequence[str]) -> str:
    """The words of a move as people write them."""
    if list(said[:1]) != ["say"] or len(said) < 2 or "(" in said[1]:
        return " ".join(said)
    name, fields = said[1], said[2:]
    if name == "accuse" and list(fields[1:]) == ["none"]:
        return f"accuse {fields[0]}"
    if name == "withdraw":
        return f"withdraw {fields[0]}"
    return f"say {composed(name, fields)}"


def taken_apart(text: str) -> list[str]:
    """The words of a statement one by one: its name, then its fields."""
    found = re.fullmatch(r"(\w+)\s*\((.*)\)", text.strip())
    if found is None:
        return text.split()
    name = found.group(1)
    inner = re.sub(r"believe\s*\((.*?)\)", r"believe, \1", found.group(2))
    fields = [field for field in re.split(r"[,\s{}]+", inner) if field]
    if name == "claim_glimpse":
        seats = sorted(fields[1:], key=lambda word: (len(word), word))
        fields[1:] = seats if len(seats) >= LARGEST_SET else [*seats, "done"]
    return [name, *fields]
