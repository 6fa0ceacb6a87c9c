"""What a viewer sees of a game, in bytes.

What everybody sees is encoded once, from a spectator's view, so nothing else can be in it; to
it is added what is a viewer's own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from omerta.core import Game
from omerta.server.table.fold import Table
from omerta.server.table.viewers import seat_of

encode = msgspec.json.Encoder().encode


def public(table: Table, game: Game) -> bytes:
    """What everybody sees of the table's game, or of the one that it is about to become."""
    for known in (table.shown, table.foreseen):
        if known is not None and known[0] is game:
            return known[1]
    shown = encode(table.rulebook.shown(game))
    if game is table.game:
        table.shown = (game, shown)
    else:
        table.foreseen = (game, shown)
    return shown


def own(table: Table, game: Game, viewer: int) -> dict[str, Any]:
    """What a viewer alone sees of a game, as JSON values."""
    return table.rulebook.own(game, seat_of(viewer))


def own_text(table: Table, game: Game, viewer: int) -> tuple[bytes, object]:
    """The same in bytes; the question, which travels beside it, as it was described if it was.

    Most moves change nothing of what most viewers alone see, so it is kept with its mark.
    """
    mark = table.rulebook.own_mark(game, seat_of(viewer))
    if mark is not None:
        known = table.owned.get(viewer)
        if known is not None and known[0] == mark:
            return known[1], None
    shown = own(table, game, viewer)
    asked = shown.pop("asked", None)
    text = encode(shown)
    if mark is not None:
        table.owned[viewer] = (mark, text)
    return text, asked


def opening(table: Table, game: Game) -> bytes:
    """How every view begins: with what everybody sees. What is a viewer's own ends it."""
    shown = public(table, game)
    return b"{" if shown == b"{}" else shown[:-1] + b","


def whole(table: Table, game: Game, viewer: int) -> bytes:
    """Every byte that a viewer gets of a game: the view and the open question."""
    return opening(table, game) + encode(own(table, game, viewer))[1:]
