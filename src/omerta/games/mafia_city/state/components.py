"""What is in the box (section 2 of the rulebook): cards, locations, chips, and what they count."""

from __future__ import annotations

from typing import Final

# Cards (2.2): a card is its kind and its symbol.

KINDS: Final = (
    "hitman",
    "snitch",
    "thief",
    "police_chief",
    "fbi",
    "police_raid",
    "shadow_games",
    "grand_scheme",
    "complicity",
    "trade",
    "secret_agreement",
)
HITMAN: Final = 0
SNITCH: Final = 1
THIEF: Final = 2
POLICE_CHIEF: Final = 3
FBI: Final = 4
POLICE_RAID: Final = 5
SHADOW_GAMES: Final = 6
GRAND_SCHEME: Final = 7
COMPLICITY: Final = 8
TRADE: Final = 9
SECRET_AGREEMENT: Final = 10

# A text has one of three types (MC-3.2).

ACTION_TEXTS: Final = (SNITCH, THIEF, POLICE_RAID, SHADOW_GAMES, GRAND_SCHEME, TRADE)
LOCATION_TEXTS: Final = (HITMAN, SECRET_AGREEMENT)
REACTION_TEXTS: Final = (POLICE_CHIEF, FBI, COMPLICITY)

SYMBOLS: Final = ("hat", "fist", "bullet", "plus_one")
HAT: Final = 0
FIST: Final = 1
BULLET: Final = 2
PLUS_ONE: Final = 3

# Locations (2.1) by their numbers; lists over locations leave the index 0 unused.

LOCATIONS: Final = (
    "",
    "jail",
    "harbor",
    "fight_club",
    "police_station",
    "business_district",
    "gentlemens_club",
    "city_hall",
)
JAIL: Final = 1
HARBOR: Final = 2
FIGHT_CLUB: Final = 3
POLICE_STATION: Final = 4
BUSINESS_DISTRICT: Final = 5
GENTLEMENS_CLUB: Final = 6
CITY_HALL: Final = 7

FIGURES: Final = ("hitman", "policeman", "mayor")

PHASES: Final = ("setup", "action", "location", "strategy", "end", "over")
SETUP: Final = 0
ACTION: Final = 1
LOCATION: Final = 2
STRATEGY: Final = 3
END: Final = 4
OVER: Final = 5

STARTING_HAND: Final = {3: 8, 4: 7, 5: 6}
"""Chips in hand at the start (MC-1.4), by the number of players; others are out (MC-1.5)."""

STARTING_RESERVE: Final = 4

TARGET: Final = {
    "experienced": {3: 15, 4: 13, 5: 11},
    "beginner": {3: 10, 4: 8, 5: 7},
}
"""The points that end the game (MC-1.10), by level and number of players."""
