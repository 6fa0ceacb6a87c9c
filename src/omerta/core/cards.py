"""Hands, decks and piles: multisets of cards as sorted tuples, so that no order can be told."""

from __future__ import annotations


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A multiset of cards with one more."""
    place = 0
    while place < len(cards) and cards[place] < card:
        place += 1
    return (*cards[:place], card, *cards[place:])


def without_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A multiset of cards with one less."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
