"""Is a setup fair? What can be said of the cards before anybody plays with them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from omerta.games.palermo.state.options import Options, setup_advice, setup_faults, setup_warnings
from omerta.games.palermo.state.roles import ROLE_NAMES, ROLES, SPY, Remark


@cache
def share_by_lot(rule: str, players: int, mafiosi: int) -> float:
    """How often the mafia win exactly, at the start of a day, if everybody decides by lot.

    By day one of the living is convicted by lot, at night the mafia murder a citizen; there are
    no special roles. `safe` is `majority` without them (PA-12.4).
    """
    if mafiosi == 0:
        return 0.0
    if has_won(rule, players, mafiosi):
        return 1.0
    hit = mafiosi / players
    return hit * after_verdict(rule, players - 1, mafiosi - 1) + (1 - hit) * after_verdict(
        rule, players - 1, mafiosi
    )


def after_verdict(rule: str, players: int, mafiosi: int) -> float:
    """The same in the evening: the night takes one more citizen."""
    if mafiosi == 0:
        return 0.0
    if has_won(rule, players, mafiosi):
        return 1.0
    return share_by_lot(rule, players - 1, mafiosi)


def has_won(rule: str, players: int, mafiosi: int) -> bool:
    """Whether this many mafiosi among this many players have won (PA-12.2, PA-12.3)."""
    return 2 * mafiosi >= players if rule == "parity" else 2 * mafiosi > players


def setup(options: Options, players: int) -> dict[str, Any]:
    """The cards, what forbids or speaks against them, and the exact chance of a town by lot."""
    cards = options.cards(players)
    faults = setup_faults(options, players, cards)
    mafiosi = sum(cards[: SPY + 1])
    return {
        "cards": {name: cards[role] for role, name in enumerate(ROLE_NAMES)},
        "most": {name: ROLES[role].most for role, name in enumerate(ROLE_NAMES)},
        "faults": [encode(remark) for remark in faults],
        "warnings": [encode(remark) for remark in setup_warnings(options, players, cards)],
        "advice": [encode(remark) for remark in setup_advice(options, players, cards)],
        "by_lot": None if faults else share_by_lot(options["mafia_win"], players, mafiosi),
        "rehearsal": {**options.values, **REHEARSAL, **deadlock(options)},
    }


REHEARSAL: Final = {
    "mode": "online",
    "gm": "program",
    "deal": "random",
    "leaver": "bot",
    "master": "lot",
    "informant_pick": "random",
    "spy_pick": "random",
    "walker_form": "digital",
    "night_flow": "waves",
    "night_pace": "all_tap",
    "table_night": "eyes",
}
"""What makes no difference to who wins, as computer players can play it."""


def deadlock(options: Options) -> dict[str, str]:
    """Computer players among themselves must come to an end."""
    return {} if options.number("deadlock_rounds") else {"deadlock_rounds": "6"}


def encode(remark: Remark) -> dict[str, str]:
    """A remark as plain values."""
    return {"clause": remark.clause, "key": remark.key}
