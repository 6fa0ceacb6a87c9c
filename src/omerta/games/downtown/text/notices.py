"""What is told in Downtown: every notice with its arguments, and the ids of what they name."""

from __future__ import annotations

from typing import Final

from omerta.games.downtown.state.components import INFORMANTS, LOOT, PLACES
from omerta.games.downtown.state.gang import GANGSTERS
from omerta.games.downtown.state.kinds import buyer_word, fence_word

NOTICES: Final = {
    "first_placer": ("seat",),
    "placed": ("seat", "place"),
    "start_player": ("seat",),
    "opened": ("seat", "number"),
    "drew": ("seat",),
    "drew_card": ("gangster",),
    "turned_up": ("gangster",),
    "reshuffled": ("number",),
    "top_card": ("informant", "loot"),
    "top_fence": ("number_stack", "buyer"),
    "turn": ("seat",),
    "moved": ("seat", "place_from", "place_to"),
    "collected": ("seat", "seat_from", "number"),
    "paid": ("seat", "seat_to", "number"),
    "got_gangsters": (
        "seat",
        "seat_from",
        "number_spies",
        "number_safecrackers",
        "number_lookouts",
    ),
    "uses": ("seat", "place"),
    "bought": ("seat", "gangster", "number"),
    "bank_share": ("seat", "number"),
    "declined": ("seat",),
    "robbed": ("seat", "informant", "loot"),
    "looked": ("seat", "informant"),
    "saw_back": ("informant", "loot", "number"),
    "put_on_top": ("seat", "informant"),
    "put_under": ("seat", "informant"),
    "sold_card": ("seat", "informant", "loot", "number"),
    "fence_turned": ("number_stack", "fence"),
    "proceeds": ("seat", "number"),
    "looked_at_fence": ("seat", "number_stack"),
    "saw_fence": ("number_stack", "fence"),
    "put_fence": ("seat", "number_stack"),
    "casino": ("number_stack", "number"),
    "visited": ("seat",),
    "skipped": ("seat",),
    "staked": ("seat", "number"),
    "won_stake": ("seat", "seat_from", "number"),
    "lost_stake": ("seat", "number"),
    "added": ("seat", "number"),
    "added_money": ("seat", "number"),
    "laid": ("seat", "number"),
    "laid_gangster": ("seat", "gangster"),
    "revealed": (
        "seat",
        "number",
        "number_spies",
        "number_safecrackers",
        "number_lookouts",
    ),
    "shed": ("seat", "gangster"),
    "shed_card": ("seat", "informant", "loot"),
    "ended_by_total": (),
    "ended_by_casino": (),
    "ended_by_cap": ("number",),
    "total": ("seat", "number"),
    "won": ("seat",),
}


def word(kind: str, value: int) -> str:
    """The id of a value, as the catalogues and the page know it."""
    if kind == "place":
        return PLACES[value]
    if kind == "gangster":
        return GANGSTERS[value]
    if kind == "informant":
        return INFORMANTS[value]
    if kind == "loot":
        return LOOT[value]
    if kind == "fence":
        return fence_word(value)
    if kind == "buyer":
        return buyer_word(value)
    raise KeyError(kind)
