"""Palermo drawn as text: the clock, the town and its dead, the court, one's own card and notes."""

from __future__ import annotations

from typing import Final

from omerta.core import NOTHING, Seat
from omerta.games.palermo.state.kinds import is_side_only, side_seen
from omerta.games.palermo.state.roles import ROLE_NAMES, SIDES
from omerta.games.palermo.state.statements import Said, utterance
from omerta.games.palermo.state.table import CAUSES, PARTS, Note, is_night
from omerta.games.palermo.text.notices import NOTICES, word
from omerta.games.palermo.view import VillageView, counter
from omerta.text import Texts

TERMS: Final = (
    *("day", "night", "cards", "alive", "dead", "away", "mayor", "your_card", "lover", "notes"),
    *("list", "by", "votes", "said", "counter", "master"),
)
"""The words of the drawing beside the names of roles and parts."""

LATEST: Final = 12
"""How many statements are repeated."""


def draw(seen: VillageView, texts: Texts) -> str:
    """The whole view, as a player wants to see it before a move."""
    lines = [heading(seen, texts), cards(seen, texts), ""]
    lines += [line_of(seen, seat, texts) for seat in range(seen.seats)]
    lines += court(seen, texts)
    lines += talk(seen, texts)
    lines += own(seen, texts)
    return "\n".join(line.rstrip() for line in lines)


def term(texts: Texts, name: str) -> str:
    """A word of the drawing."""
    return texts.say(f"palermo.term.{name}")


def heading(seen: VillageView, texts: Texts) -> str:
    """Day or night, its number, and the part."""
    public = seen.public
    clock = term(texts, "night" if is_night(public.part) else "day")
    head = f"{clock} {public.day}: {texts.say(f'palermo.part.{PARTS[public.part]}')}"
    rounds = counter(seen)
    return head if rounds == NOTHING else f"{head}  ({term(texts, 'counter')}: {rounds})"


def cards(seen: VillageView, texts: Texts) -> str:
    """How many cards of each role are in the game (PA-1.15)."""
    counts = seen.public.cards
    held = [
        f"{texts.say(f'palermo.role.{ROLE_NAMES[role]}')} × {counts[role]}"
        for role in range(len(counts))
        if counts[role]
    ]
    return f"{term(texts, 'cards')}: {', '.join(held)}"


def line_of(seen: VillageView, seat: Seat, texts: Texts) -> str:
    """One player: alive or dead, office, and what is known of the card."""
    public = seen.public
    marks = [term(texts, "alive" if public.alive[seat] else "dead")]
    if public.causes[seat] != NOTHING:
        marks.append(texts.say(f"palermo.cause.{CAUSES[public.causes[seat]]}"))
    shown = public.revealed[seat]
    if is_side_only(shown):
        marks.append(texts.say(f"palermo.side.{SIDES[side_seen(shown)]}"))
    elif shown != NOTHING:
        marks.append(texts.say(f"palermo.role.{ROLE_NAMES[shown]}"))
    elif seen.secrets:
        marks.append(texts.say(f"palermo.role.{ROLE_NAMES[seen.secrets[seat].role]}"))
    for name, holds in (
        ("mayor", public.mayor == seat),
        ("master", public.master == seat),
        ("away", public.away[seat]),
    ):
        if holds:
            marks.append(term(texts, name))
    return f"  {seat + 1:2} {texts.name(seat):16} {', '.join(marks)}"


def court(seen: VillageView, texts: Texts) -> list[str]:
    """The list with its accusers, and the votes as they stand."""
    public = seen.public
    lines: list[str] = []
    if public.accused:
        names = [
            texts.name(name)
            if accuser == NOTHING
            else f"{texts.name(name)} ({term(texts, 'by')} {texts.name(accuser)})"
            for name, accuser in zip(public.accused, public.accusers, strict=True)
        ]
        lines.append(f"{term(texts, 'list')}: {', '.join(names)}")
    votes = [
        f"{texts.name(seat)} > {texts.name(public.votes[seat])}"
        for seat in range(seen.seats)
        if public.votes[seat] != NOTHING
    ]
    if votes:
        lines.append(f"{term(texts, 'votes')}: {', '.join(votes)}")
    return ["", *lines] if lines else []


def talk(seen: VillageView, texts: Texts) -> list[str]:
    """The latest statements."""
    said = seen.public.statements
    if not said:
        return []
    first = max(0, len(said) - LATEST)
    lines = [
        f"  {statement(said[number], number + 1, texts)}" for number in range(first, len(said))
    ]
    return ["", f"{term(texts, 'said')}:", *lines]


def statement(said: Said, number: int, texts: Texts) -> str:
    """One statement in the reader's language."""
    key, words = utterance(said)
    return sentence(key, (number, said.seat, *words), texts)


def sentence(key: str, args: tuple[int, ...], texts: Texts) -> str:
    """A notice in the reader's language."""
    named: dict[str, int | str] = {}
    for name, value in zip(NOTICES[key], args, strict=True):
        kind = name.split("_")[0]
        named[name] = value if kind in ("seat", "number") else word(kind, value)
    return texts.notice("palermo", {"key": key, "args": named})


def own(seen: VillageView, texts: Texts) -> list[str]:
    """One's own card and everything that was whispered."""
    mine = seen.mine
    if mine is None:
        return []
    lines = [
        "",
        f"{term(texts, 'your_card')}: {texts.say(f'palermo.role.{ROLE_NAMES[mine.role]}')}",
    ]
    lines.append(f"  {texts.say(f'palermo.role_text.{ROLE_NAMES[mine.role]}')}")
    if mine.lover != NOTHING:
        lines.append(f"{term(texts, 'lover')}: {texts.name(mine.lover)}")
    if mine.notes:
        lines.append(f"{term(texts, 'notes')}:")
        lines += [f"  {note_text(note, texts)}" for note in mine.notes]
    return lines


def note_text(note: Note, texts: Texts) -> str:
    """One note in the reader's language."""
    names = NOTICES[note.key]
    args = (note.seat, note.thing)[: len(names)]
    return f"{term(texts, 'night')} {note.day}: {sentence(note.key, args, texts)}"
