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
from omerta.games.palermo import acts as palermo_acts
from omerta.games.palermo import drawing as palermo_drawing
from omerta.games.palermo import refusals as palermo_refusals
from omerta.games.palermo import roles as palermo_roles
from omerta.games.palermo import table as palermo_table
from omerta.games.palermo import talk as palermo_talk
from omerta.games.palermo.options import ADVICE, WARNINGS
from omerta.server.table.lessons import lesson_text, read_lesson

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

PALERMO: dict[str, Iterable[str]] = {
    "role": palermo_roles.ROLE_NAMES,
    "role_text": palermo_roles.ROLE_NAMES,
    "claimed": palermo_roles.ROLE_NAMES,
    "denied": palermo_roles.ROLE_NAMES,
    "side": palermo_roles.SIDES,
    "code": [name.lower() for name in palermo_roles.CODE_NAMES],
    "cause": palermo_table.CAUSES,
    "winner": palermo_table.WINNERS[1:],
    "part": palermo_table.PARTS,
    "statement": palermo_talk.NAMES[:36],
    "reason": palermo_talk.REASONS,
    "question": palermo_talk.QUESTIONS,
    "query": palermo_talk.QUESTIONS,
    "hint": palermo_talk.HINTS,
    "record": palermo_talk.RECORDS,
    "strength": [str(strength) for strength in palermo_talk.STRENGTHS],
    "degree": [str(strength) for strength in palermo_talk.STRENGTHS],
    **{
        kind: palermo_talk.STATEMENTS[palermo_talk.NAMES.index(name)].words
        for name, kind in palermo_talk.WORD_KINDS.items()
    },
    "point": (
        *("setup", "cards", "tap", "meet", "match", "hide", "protect", "murder", "ballot"),
        *("peek", "potions", "inquiry", "look", "listen", "signs", "night", "election"),
        *("discussion", "question", "list", "nominate", "again", "plea", "vote", "forced"),
        *("warning", "tie", "grief", "successor", "dusk"),
        *(f"say/{name}" for name in palermo_talk.POINTS),
    ),
    "act": palermo_acts.ACTS,
    "refusal": palermo_refusals.REFUSALS,
    "warning": WARNINGS,
    "advice": ADVICE,
    "term": palermo_drawing.TERMS,
}

VOCABULARIES = {"downtown": DOWNTOWN, "mafia-city": MAFIA_CITY, "palermo": PALERMO}


def hints(game: str) -> Iterable[str]:
    """What the pupil is told in the lesson of a game."""
    lesson = read_lesson(lesson_text(game))
    told = [*(hint for cue in lesson.cues for hint in cue.hints), *lesson.closing]
    return {hint.key for hint in told}


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
        "lesson": hints(rulebook.name),
        **VOCABULARIES[rulebook.name],
    }
    return {f"{area}.{kind}.{name}" for kind, names in ids.items() for name in names}
