"""What is told in Downtown: every notice with its arguments, and the ids of what they name."""

from __future__ import annotations

from typing import Final

from omerta.core import weighed
from omerta.games.downtown.state.components import INFORMANTS, LOOT, PLACES
from omerta.games.downtown.state.gang import GANGSTERS
from omerta.games.downtown.state.kinds import buyer_word, fence_word, haul_word, unseen_word

NOTICES: Final = {
    "first_placer": ("seat",),
    "placed": ("seat", "place"),
    "start_player": ("seat",),
    "compensated": ("seat", "number"),
    "opened": ("seat", "number"),
    "drew": ("seat",),
    "drew_card": ("gangster",),
    "turned_up": ("gangster",),
    "reshuffled": ("number",),
    "top_card": ("informant", "loot"),
    "top_fence": ("number_stack", "buyer"),
    "turn": ("seat",),
    "moved": ("seat", "place_from", "place_to"),
    "collected": ("seat", "seat_from", "haul"),
    "paid": ("seat", "seat_to", "haul"),
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
    "added": ("seat", "unseen"),
    "laid": ("seat", "number"),
    "laid_gangster": ("seat", "gangster"),
    "revealed": ("seat", "haul"),
    "shed": ("seat", "gangster"),
    "shed_card": ("seat", "informant", "loot"),
    "ended_by_total": (),
    "ended_by_casino": (),
    "ended_by_cap": ("number",),
    "total": ("seat", "number"),
    "won": ("seat",),
}

WEIGHTS: Final = weighed(
    scene="""robbed proceeds casino won_stake lost_stake collected paid bank_share
        ended_by_total ended_by_casino ended_by_cap""",
    beat="""first_placer placed start_player compensated opened drew turned_up top_card
        top_fence turn moved uses bought declined looked put_on_top put_under sold_card
        fence_turned looked_at_fence put_fence visited skipped staked added revealed laid
        laid_gangster shed shed_card total won""",
    murmur="drew_card reshuffled saw_back saw_fence",
)
"""How much each notice weighs on the stage."""


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
    if kind == "haul":
        return haul_word(value)
    if kind == "unseen":
        return unseen_word(value)
    raise KeyError(kind)
