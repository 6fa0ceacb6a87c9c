"""What a drafted move does: told to its seat before it is carried out.

A preview is found in the seat's own view and in nothing else, so that it tells nobody anything
new; what lies behind a card or in another hand it cannot know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from omerta.core.contract import Rulebook

Said = tuple[str, tuple[int, ...]]
"""The key of a text and its arguments, as in a notice."""


class Preview:
    """A move by its name, with its sums, what is lost by it, and what the board shows of it."""

    def __init__(self, key: str, args: tuple[int, ...] = ()) -> None:
        self.name: Final[Said] = (key, args)
        self.sums: Final[list[Said]] = []
        self.lost: Final[list[Said]] = []
        self.board: Final[dict[str, Any]] = {}
        """Plain JSON values, in the words of the game's views."""

    def add(self, key: str, args: tuple[int, ...] = ()) -> None:
        """Say what the move brings, costs or leads to."""
        self.sums.append((key, args))

    def lose(self, key: str, args: tuple[int, ...] = ()) -> None:
        """Say what is given up with it."""
        self.lost.append((key, args))


def encode_preview(rulebook: Rulebook[Any, Any, Any], preview: Preview) -> dict[str, Any]:
    """The preview as plain JSON values, its sentences with named arguments."""
    return {
        "name": _encoded(rulebook, preview.name),
        "sums": [_encoded(rulebook, said) for said in preview.sums],
        "lost": [_encoded(rulebook, said) for said in preview.lost],
        "board": preview.board,
    }


def _encoded(rulebook: Rulebook[Any, Any, Any], said: Said) -> dict[str, Any]:
    key, values = said
    return {"key": key, "args": rulebook.named_args(rulebook.previews[key], values)}
