"""The machine: it runs rules and knows no game."""

from omerta.core.chance import Chance, Seeded, settle
from omerta.core.contract import BadOption, Option, Outcome, Rulebook, Script, View, chosen_values
from omerta.core.draft import Draft, moves
from omerta.core.machine import (
    CHANCE,
    CLOCK,
    EVERYBODY,
    IN_TURN,
    MASTER,
    NOTHING,
    OPEN,
    SEALED,
    Ask,
    Frame,
    Game,
    Notice,
    Refused,
    Rule,
    Seat,
    Step,
    Witness,
)
from omerta.core.notice import encode_notice
from omerta.core.player import Player, RandomPlayer
from omerta.core.record import Answer, Record, WrittenRecord, read_record

__all__ = [
    "CHANCE",
    "CLOCK",
    "EVERYBODY",
    "IN_TURN",
    "MASTER",
    "NOTHING",
    "OPEN",
    "SEALED",
    "Answer",
    "Ask",
    "BadOption",
    "Chance",
    "Draft",
    "Frame",
    "Game",
    "Notice",
    "Option",
    "Outcome",
    "Player",
    "RandomPlayer",
    "Record",
    "Refused",
    "Rule",
    "Rulebook",
    "Script",
    "Seat",
    "Seeded",
    "Step",
    "View",
    "Witness",
    "WrittenRecord",
    "chosen_values",
    "encode_notice",
    "moves",
    "read_record",
    "settle",
]
