"""What a viewer sees of a game: JSON values, and the bytes that they are.

What everybody sees is made once, from a spectator's view, so nothing else can be in it; to
it is added what is a viewer's own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from omerta.core import Game
from omerta.server.table.fold import Table
from omerta.server.table.state import Shown
from omerta.server.table.viewers import seat_of

encode = msgspec.json.Encoder().encode


def public(table: Table, game: Game) -> Shown:
    """What everybody sees of the table's game, or of the one that it is about to become."""
    known = table.shown
    if known is not None and known[0] is game:
        return known[1]
    known = table.foreseen
    if known is not None and known[0] is game:
        return known[1]
    if game is table.game:
        shown = Shown(table.rulebook.shown(game))
        table.shown = (game, shown)
    else:
        shown = _after(table, game)
        table.foreseen = (game, shown)
    return shown


def _after(table: Table, game: Game) -> Shown:
    """What everybody will see; where the game knows what may have changed, only that is written."""
    if table.shown is not None:
        before, known = table.shown
        touched = table.rulebook.shown_after(game, before, known.fields)
        if touched is not None:
            return known.after(touched)
    return Shown(table.rulebook.shown(game))


def own(table: Table, game: Game, viewer: int) -> dict[str, Any]:
    """What a viewer alone sees of a game, as JSON values."""
    return table.rulebook.own(game, seat_of(viewer))


def own_text(table: Table, game: Game, viewer: int) -> bytes:
    """The same in bytes, with the open question."""
    return encode(own(table, game, viewer))


def opening(shown: Shown) -> bytes:
    """How every view begins: with what everybody sees. What is a viewer's own ends it."""
    text = shown.text
    if text is None:
        text = shown.text = encode(shown.fields)
    return b"{" if text == b"{}" else text[:-1] + b","


def whole(table: Table, game: Game, viewer: int) -> bytes:
    """Every byte that a viewer gets of a game: the view and the open question."""
    return opening(public(table, game)) + own_text(table, game, viewer)[1:]
