"""A move in the only form of its words: which of two cards comes first, which of equal chips."""

from __future__ import annotations

from omerta.core import Unread
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import (
    CARD_TEXTS,
    CHIP,
    card_text,
    cards_of,
    chip_of,
    chip_text,
    is_number,
    location_of,
    pair_of,
    position_of,
    read_card,
)
from omerta.games.mafia_city.state.queries import is_in_stack, lowest_alike


def spelt_out(city: City, text: str) -> list[str]:
    """The words of a move; what names nothing stays as it is."""
    said = [same_chip(city, word) for word in text.split()]
    if said[:1] in (["fists"], ["hats"]) and len(said) >= 3:
        said[1:3] = same_pair(said[1], said[2])
    if said[:1] == ["play"] and len(said) == 4 and said[1].startswith("shadow_games/"):
        said[2:4] = sorted(said[2:4])
    if said[:1] == ["take"]:
        said[1:] = same_chips(city, said[1:])
    return said


def same_pair(card: str, other: str) -> list[str]:
    """Two cards in the order of a pair."""
    if card not in CARD_TEXTS or other not in CARD_TEXTS:
        return [card, other]
    return [card_text(each) for each in cards_of(pair_of(read_card(card), read_card(other)))]


def same_chip(city: City, word: str) -> str:
    """The lowest of the neighbouring chips of one owner (MC-2.11)."""
    try:
        chip = CHIP.read_word(word, city.options)
    except Unread:
        return word
    if not is_in_stack(city.public, chip):
        return word
    location = location_of(chip)
    lowest = lowest_alike(city.public.stacks[location], position_of(chip))
    return chip_text(chip_of(location, lowest))


def same_chips(city: City, words: list[str]) -> list[str]:
    """Positions of a take-back, the lowest of each run of neighbouring chips first."""
    stack = city.public.stacks[city.public.at]
    if not all(is_number(word) and 1 <= int(word) <= len(stack) for word in words):
        return words
    chosen: list[int] = []
    for position in sorted({int(word) for word in words}):
        lowest = lowest_alike(stack, position)
        while lowest in chosen:
            lowest += 1
        chosen.append(lowest)
    return [str(position) for position in sorted(chosen)]
