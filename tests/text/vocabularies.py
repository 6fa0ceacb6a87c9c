"""What the catalogue of each game must name: kinds of texts, and the ids of each kind.

Notices and options come from the rulebook itself; what else a game's tables name stands here.
"""

from collections.abc import Iterable
from typing import Any

from omerta.core import Rulebook
from omerta.games.downtown import deck as downtown_deck
from omerta.games.downtown import drawing as downtown_drawing
from omerta.games.downtown import gang as downtown_gang
from omerta.games.downtown import notation as downtown_notation
from omerta.games.downtown import refusals as downtown_refusals
from omerta.games.downtown import table as downtown_table
from omerta.games.mafia_city import notation, refusals, table, view
from omerta.games.mafia_city.drawing import TERMS

MAFIA_CITY: dict[str, Iterable[str]] = {
    "card": table.KINDS,
    "card_text": table.KINDS,
    "symbol": table.SYMBOLS,
    "symbol_text": table.SYMBOLS,
    "location": table.LOCATIONS[1:],
    "location_text": table.LOCATIONS[1:],
    "figure": ("hitman", "policeman", "mayor"),
    "phase": table.PHASES,
    "effect": view.EFFECTS.values(),
    "point": (
        *notation.MOVES,
        "action/chip",
        "action/location",
        "action/seat",
        "complicity/chip",
        "hitman_card/chip",
        "bid_agreement/more",
    ),
    "act": (*refusals.ACTS, "done"),
    "refusal": refusals.REFUSALS,
    "term": TERMS,
}

DOWNTOWN: dict[str, Iterable[str]] = {
    "place": downtown_table.PLACES,
    "place_text": downtown_table.PLACES,
    "gangster": downtown_gang.GANGSTERS,
    "informant": downtown_deck.INFORMANTS,
    "informant_text": downtown_deck.INFORMANTS,
    "loot": downtown_deck.LOOT,
    "buyer": [downtown_notation.word("buyer", buyer) for buyer in range(6)],
    "fence": [downtown_notation.word("fence", fence) for fence in range(12)],
    "phase": [str(phase) for phase in range(5)],
    "point": (
        *downtown_notation.MOVES,
        "place_1/place_2",
        "select/paymove",
        "use/buy",
        "use/west",
        "use/east",
        "use/loot",
        "add_money/add_gang",
        "lay_money/lay_gang",
    ),
    "act": downtown_refusals.ACTS,
    "refusal": downtown_refusals.REFUSALS,
    "term": downtown_drawing.TERMS,
}

VOCABULARIES = {"downtown": DOWNTOWN, "mafia-city": MAFIA_CITY}


def expected_keys(rulebook: Rulebook[Any, Any, Any]) -> set[str]:
    """Every key that the catalogue of a game must have."""
    area = rulebook.name.replace("-", "_")
    ids: dict[str, Iterable[str]] = {
        "notice": rulebook.notices,
        "option": [option.name for option in rulebook.option_table],
        "option_text": [option.name for option in rulebook.option_table],
        "value": [
            f"{option.name}.{value}" for option in rulebook.option_table for value in option.values
        ],
        **VOCABULARIES[rulebook.name],
    }
    return {f"{area}.{kind}.{name}" for kind, names in ids.items() for name in names}
