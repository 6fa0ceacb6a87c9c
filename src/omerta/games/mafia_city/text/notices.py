"""What is told in Mafia City: every notice with its arguments, and the ids of what they name."""

from __future__ import annotations

from typing import Final

from omerta.core import weighed
from omerta.games.mafia_city.state.components import LOCATIONS
from omerta.games.mafia_city.state.kinds import card_text

NOTICES: Final = {
    "first_player": ("seat",),
    "kept": ("seat",),
    "exchanged": ("seat", "card", "card_2"),
    "drew": ("seat",),
    "drew_card": ("card",),
    "reshuffled": ("number",),
    "action_phase": ("number", "seat"),
    "passed": ("seat",),
    "placed": ("seat", "location"),
    "temporized": ("seat", "card"),
    "forfeited": ("seat",),
    "active_again": ("seat",),
    "hat": ("seat", "card", "seat_owner", "location", "number"),
    "hats": ("seat", "card", "card_2", "location"),
    "bullet": ("seat", "card"),
    "plus_one": ("seat", "card"),
    "fists": ("seat", "card", "card_2"),
    "police_chief": ("seat", "card"),
    "fbi": ("seat", "card"),
    "cancelled": ("seat", "seat_of"),
    "hitman": ("seat", "card", "seat_owner", "location", "number"),
    "snitch": ("seat", "card", "seat_owner", "location", "number"),
    "thief": ("seat", "card", "seat_victim"),
    "police_raid": ("seat", "card", "location"),
    "shadow_games": ("seat", "card", "location", "location_2"),
    "grand_scheme": ("seat", "card", "seat_owner", "location", "number", "location_to"),
    "complicity": ("seat", "card", "seat_owner", "location", "number"),
    "trade": ("seat", "card"),
    "agreement": ("seat", "card", "location"),
    "bid_passed": ("seat", "location"),
    "stole": ("seat", "seat_victim"),
    "stole_card": ("seat_victim", "card"),
    "lost_card": ("seat", "card"),
    "nothing_to_steal": ("seat", "seat_victim"),
    "jailed": ("seat", "seat_owner", "location"),
    "discarded": ("seat", "card"),
    "location_phase": (),
    "solving": ("location",),
    "nobody_controls": ("location",),
    "controls": ("seat", "location"),
    "declined_effect": ("seat", "location"),
    "released": ("seat", "number"),
    "jail_effect": ("seat", "seat_owner", "location", "number"),
    "hitman_effect": ("seat", "location"),
    "eliminated": ("seat", "seat_owner", "location"),
    "recruited": ("seat",),
    "took_policeman": ("seat",),
    "policeman_returned": (),
    "took_mayor": ("seat",),
    "mayor_returned": (),
    "extra_point": ("seat",),
    "strategy_phase": (),
    "took_back": ("seat", "location", "number"),
    "token_passed": ("seat",),
    "fewest_of_both": ("seat",),
    "fewest_points": ("seat",),
    "won": ("seat",),
    "picked": ("seat", "location"),
}

WEIGHTS: Final = weighed(
    scene="""hat hats plus_one fists police_chief fbi cancelled hitman snitch thief police_raid
        shadow_games grand_scheme complicity trade agreement stole nothing_to_steal jailed
        controls nobody_controls released jail_effect hitman_effect eliminated recruited
        took_policeman took_mayor extra_point location_phase won""",
    beat="""first_player exchanged action_phase passed picked placed temporized forfeited bullet
        declined_effect policeman_returned mayor_returned strategy_phase took_back token_passed
        fewest_of_both fewest_points active_again drew""",
    murmur="kept drew_card reshuffled bid_passed solving stole_card lost_card discarded",
)
"""How much each notice weighs on the stage."""


def word(kind: str, value: int) -> str:
    """The id of a value, as the catalogues and the page know it."""
    if kind == "card":
        return card_text(value)
    if kind == "location":
        return LOCATIONS[value]
    raise KeyError(kind)
