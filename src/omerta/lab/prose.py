"""Advice and reviews in the words of a language: their sentences are keys with arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omerta.text import Texts

Said = Mapping[str, Any]


def decimal(texts: Texts, value: float) -> str:
    """A number as the language writes it."""
    said = f"{value:g}"
    return said if texts.language == "en" else said.replace(".", ",")


def percent(chance: float) -> str:
    """A chance as a whole number of a hundred; what is not quite sure does not look so."""
    if 0.0 < chance < 0.01:
        return "<1"
    return ">99" if 0.99 < chance < 1.0 else f"{100 * chance:.0f}"


def points(change: float) -> str:
    """A change of a chance in percentage points, with its sign."""
    number = round(100 * change)
    return f"+{number}" if number > 0 else signed(number)


def whole(change: float) -> str:
    """A change of a chance in percentage points; below nothing is a minus."""
    return signed(round(100 * change))


def signed(number: int) -> str:
    """A whole number with a true minus."""
    return f"{number}".replace("-", "\N{MINUS SIGN}")


def say(texts: Texts, said: Said, **more: Any) -> str:
    """A sentence, with numbers as the language writes them."""
    args = {
        name: decimal(texts, value) if isinstance(value, float) else value
        for name, value in {**said.get("args", {}), **more}.items()
    }
    return texts.say(said["key"], **args)


def move(texts: Texts, choice: Said, other: Said | None = None) -> str:
    """What a move is called; with what it does, if another one has the same name."""
    name = choice["name"]
    if not name["key"]:
        return str(choice["move"])
    said = say(texts, name)
    if other is None or other["name"] != name:
        return said
    rest = [say(texts, one) for one in choice["sums"] if one not in other["sums"]]
    return f"{said} – {' '.join(rest)}" if rest else f"{said} ({choice['move']})"


def why(texts: Texts, reason: Said | None, other: str = "") -> str:
    """The sentence that gives the reason; nothing if there is none."""
    if reason is None:
        return ""
    if "other" in reason:
        other = say(texts, reason["other"])
    return say(texts, reason, text_other=other) if other else say(texts, reason)


def advised(advice: dict[str, Any], texts: Texts) -> Iterator[str]:
    """The advice line by line."""
    yield texts.say("cli.hint.head", seat=advice["seat"])
    listed = advice["moves"]
    for place, choice in enumerate(listed, start=1):
        same = [
            other for other in listed if other is not choice and other["name"] == choice["name"]
        ]
        yield texts.say(
            "cli.hint.line",
            number=place,
            text_move=move(texts, choice, same[0] if same else None),
            text_chance=percent(choice["chance"]),
            text_low=percent(choice["low"]),
            text_high=percent(choice["high"]),
        )
        yield f"    {choice['move']}"
    reason = why(texts, advice["why"])
    if reason:
        yield reason
    if advice["outside"]:
        yield texts.say("cli.hint.outside")
    for one in advice["known"]:
        key = "cli.hint.certain" if one["certain"] else "cli.hint.known"
        yield texts.say(key, seat=one["seat"], text_chance=percent(one["chance"]))
        for fact in one["facts"]:
            yield f"    {points(fact['points']):>4}  {say(texts, fact)}"
    if not listed and not advice["known"]:
        yield texts.say("cli.hint.none")
