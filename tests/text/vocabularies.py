"""What the catalogue of each game must name: kinds of texts, and the ids of each kind.

Notices and options come from the rulebook itself; what else a game's tables name stands here.
"""

from collections.abc import Iterable
from typing import Any

from omerta.core import Rulebook
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

VOCABULARIES = {"mafia-city": MAFIA_CITY}


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
