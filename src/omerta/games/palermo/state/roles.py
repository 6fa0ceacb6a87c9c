"""The cards of Palermo: roles with side and rank, how many of each, and what a setup may hold."""

from __future__ import annotations

from typing import Final, NamedTuple

MAFIA: Final = 0
CITIZENS: Final = 1
SIDES: Final = ("mafia", "citizens")


class Role(NamedTuple):
    """One line of the role table (2.1)."""

    name: str
    side: int
    most: int
    """How many cards of it a setup may hold (PA-1.11)."""


ANY_NUMBER: Final = 21

ROLES: Final = (
    Role("mafioso", MAFIA, ANY_NUMBER),
    Role("killer", MAFIA, 1),
    Role("spy", MAFIA, 1),
    Role("detective1", CITIZENS, 1),
    Role("detective2", CITIZENS, 1),
    Role("matchmaker", CITIZENS, 1),
    Role("guardian", CITIZENS, 1),
    Role("walker", CITIZENS, 1),
    Role("pharmacist", CITIZENS, 1),
    Role("desperado", CITIZENS, 1),
    Role("freemason", CITIZENS, ANY_NUMBER),
    Role("coward", CITIZENS, 1),  # a citizen in every count (PA-20.13)
    Role("citizen", CITIZENS, ANY_NUMBER),
)
MAFIOSO: Final = 0
KILLER: Final = 1
SPY: Final = 2
DETECTIVE1: Final = 3
DETECTIVE2: Final = 4
MATCHMAKER: Final = 5
GUARDIAN: Final = 6
WALKER: Final = 7
PHARMACIST: Final = 8
DESPERADO: Final = 9
FREEMASON: Final = 10
COWARD: Final = 11
CITIZEN: Final = 12

ROLE_NAMES: Final = tuple(role.name for role in ROLES)

CODE_NAMES: Final = (
    *("Mario", "Paolo", "Carlo", "Rocco", "Enzo", "Dino", "Vito"),
    *("Luca", "Aldo", "Ugo"),
)
"""Of the mafiosi in rank order (PA-25.1); the last three serve groups larger than its list."""

FEWEST: Final = 6
MOST: Final = 21
IDEAL: Final = range(10, 17)
"""PA-1.2"""


def is_mafia(role: int) -> bool:
    """Whether the card is a mafia card; killer and spy are mafiosi too (PA-1.7)."""
    return role <= SPY


def is_detective(role: int) -> bool:
    """Whether the card is one of the two detectives."""
    return role in (DETECTIVE1, DETECTIVE2)


def is_bomber(role: int) -> bool:
    """Whether the card carries a bomb (PA-15.1)."""
    return role in (DESPERADO, KILLER)


def side_of(role: int) -> int:
    """The card's side, which never changes."""
    return MAFIA if role <= SPY else CITIZENS


Cards = tuple[int, ...]
"""How many cards of each role are in the game, in the order of the role table."""


def cards_of(counts: dict[str, int]) -> Cards:
    """The setup with these counts."""
    return tuple(counts.get(role.name, 0) for role in ROLES)


# Recommended setups (3): mafiosi and detectives of the basic game, and the extended cards.

BASIC: Final = {
    6: (2, 1), 7: (2, 1), 8: (2, 1), 9: (3, 1), 10: (3, 1), 11: (3, 2), 12: (4, 2), 13: (4, 2),
    14: (4, 2), 15: (5, 2), 16: (5, 2), 17: (5, 2), 18: (5, 2), 19: (5, 2), 20: (6, 2), 21: (6, 2),
}  # fmt: skip

MAFIA_OF: Final = (
    (8, (MAFIOSO, MAFIOSO)),
    (11, (MAFIOSO, MAFIOSO, KILLER)),
    (14, (MAFIOSO, MAFIOSO, KILLER, SPY)),
    (19, (MAFIOSO, MAFIOSO, MAFIOSO, KILLER, SPY)),
    (21, (MAFIOSO, MAFIOSO, MAFIOSO, MAFIOSO, KILLER, SPY)),
)
"""Up to this many players: these mafia cards."""

CITIZENS_FROM: Final = (
    (DETECTIVE1, 6),
    (GUARDIAN, 6),
    (PHARMACIST, 8),
    (DESPERADO, 10),
    (DETECTIVE2, 11),
    (MATCHMAKER, 12),
    (FREEMASON, 14),
    (FREEMASON, 14),
    (WALKER, 16),
    (COWARD, 17),
    (FREEMASON, 18),
    (FREEMASON, 21),
)
"""From this many players on: this citizen card (the desperado pauses at 12)."""


def basic_cards(players: int) -> Cards:
    """The standard game for this many players."""
    mafiosi, detectives = BASIC[players]
    counts = [0] * len(ROLES)
    counts[MAFIOSO] = mafiosi
    counts[DETECTIVE1] = 1
    counts[DETECTIVE2] = detectives - 1
    counts[CITIZEN] = players - mafiosi - detectives
    return tuple(counts)


def extended_cards(players: int) -> Cards:
    """The recommended setup with special cards."""
    counts = [0] * len(ROLES)
    for role in next(cards for most, cards in MAFIA_OF if players <= most):
        counts[role] += 1
    for role, fewest in CITIZENS_FROM:
        if players >= fewest and not (role == DESPERADO and players == 12):
            counts[role] += 1
    counts[CITIZEN] = players - sum(counts)
    return tuple(counts)


class Remark(NamedTuple):
    """Something to say about a setup: the clause and the text key."""

    clause: str
    key: str


def card_faults(players: int, cards: Cards) -> list[Remark]:
    """Why these cards cannot be dealt."""
    faults: list[Remark] = []
    mafiosi = sum(cards[: SPY + 1])
    if not FEWEST <= players <= MOST:
        faults.append(Remark("PA-1.1", "players"))
    if sum(cards) != players:
        faults.append(Remark("PA-1.6", "cards"))
    if mafiosi == 0 or 2 * mafiosi >= sum(cards):
        faults.append(Remark("PA-1.9", "mafiosi"))
    if cards[DETECTIVE2] and not cards[DETECTIVE1]:
        faults.append(Remark("PA-1.10", "second_detective"))
    if any(count > role.most for count, role in zip(cards, ROLES, strict=True)):
        faults.append(Remark("PA-1.11", "one_each"))
    if cards[FREEMASON] == 1:
        faults.append(Remark("PA-1.13", "one_freemason"))
    return faults


def card_warnings(players: int, cards: Cards) -> list[Remark]:
    """What speaks against these cards without forbidding them."""
    warnings: list[Remark] = []
    mafiosi = sum(cards[: SPY + 1])
    citizens = sum(cards[SPY + 1 :])
    if players not in IDEAL:
        warnings.append(Remark("PA-1.2", "not_ideal"))
    if not players // 4 <= mafiosi <= -(-players // 3):
        warnings.append(Remark("PA-1.8", "mafia_share"))
    if not cards[DETECTIVE1]:
        warnings.append(Remark("PA-1.10", "no_detective"))
    if cards[FREEMASON] > citizens // 2:
        warnings.append(Remark("PA-1.12", "too_many_freemasons"))
    elif cards[FREEMASON] > min(4, citizens // (4 if players <= 11 else 3)):
        warnings.append(Remark("PA-1.12", "many_freemasons"))
    if cards[SPY] and not cards[DETECTIVE1]:
        warnings.append(Remark("PA-1.14", "spy_alone"))
    if cards[DESPERADO] or cards[KILLER]:
        warnings.append(Remark("PA-R51", "bomber_theme"))
    return warnings
