"""Every decision point of Mafia City, in the order of section 6 of the rulebook.

A point with a slash asks for the rest of a move. What happens without an answer in time is its
default (MC-18.10). Nothing else can be decided: nobody can hand anything over (MC-2.22).
"""

from __future__ import annotations

from typing import Any, Final

from omerta.core import Act, Ask, OneOf, Point, always
from omerta.games.mafia_city.rules import closed, wrong
from omerta.games.mafia_city.rules.closed import because
from omerta.games.mafia_city.rules.wrong import unless_declined
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import (
    ACCEPT,
    ACTIONS,
    CARD,
    CARD_ALONE,
    CHIP,
    CHIPS,
    DECLINE,
    DECLINING,
    DONE,
    FISTS,
    KEEP,
    LEAVE,
    LOCATION,
    PASS,
    SEAT,
    TARGET_LOCATION,
    TARGET_SEAT,
    Exchange,
    chip_text,
)
from omerta.games.mafia_city.state.queries import like_below

QUICK: Final = "reaction"
"""The time for an answer that all wait for; every other question has the time of a turn."""


def card_drawn_last(game: City, ask: Ask) -> int:
    """The card that came last of those just drawn."""
    return game.secret[ask.seat].drawn[-1]


def stack_that_counts(game: City, ask: Ask) -> dict[str, Any]:
    """The location whose players are asked one after the other, and the chips that lie there."""
    frame = game.top
    assert frame is not None, "somebody is asked"
    return {"location": frame.target, "stack": list(game.public.stacks[frame.target])}


def chips_that_count(game: City, ask: Ask) -> dict[str, Any]:
    """The same where chips of the stack are chosen: some are as good as the one below them."""
    about = stack_that_counts(game, ask)
    about["alike"] = [chip_text(chip) for chip in like_below(game.public, about["location"])]
    return about


def chips_alike(game: City, ask: Ask) -> dict[str, Any]:
    """The chips of all stacks that are as good as the one below them (MC-2.11)."""
    found: list[str] = []
    for location in range(1, 8):
        found += [chip_text(chip) for chip in like_below(game.public, location)]
    return {"alike": found}


# What chance decides.

FIRST_PLAYER: Final = Point("first")
NEXT_TILE: Final = Point("tile")
DRAW: Final = Point("draw")
STOLEN_CARD: Final = Point("thief")

# MC-1 Setup

MULLIGAN: Final = Point(
    "mulligan",
    asks=OneOf(Act("keep", base=KEEP), Exchange()),
    closed=closed.no_exchange,
    default=always(KEEP),
    goes_round=True,
)

# MC-4 Action Phase

TAKE_TURN: Final = Point(
    "take_turn",
    asks=OneOf(Act("pass", base=PASS), *ACTIONS),
    wrong=wrong.turn,
    closed=closed.no_turn,
    default=always(PASS),
)
ACTION_CHIP: Final = Point("action/chip", asks=CHIP, wrong=wrong.chip_of_action, about=chips_alike)
ACTION_LOCATION: Final = Point(
    "action/location", asks=TARGET_LOCATION, wrong=wrong.location_of_action
)
ACTION_SEAT: Final = Point("action/seat", asks=TARGET_SEAT, wrong=wrong.victim)
BULLET_TURN: Final = Point(
    "bullet_turn",
    asks=OneOf(DECLINING, Act("bullet", CARD)),
    wrong=unless_declined(wrong.bullet),
    closed=closed.no_turn,
    default=always(DECLINE),
    time=QUICK,
    goes_round=True,
    may_be_held=True,
    may_be_ordered=True,
)
BULLET_ACTION: Final = Point(
    "bullet_action", asks=OneOf(*ACTIONS), wrong=wrong.action, closed=closed.no_turn
)

# MC-3 Reactions, MC-6 Complicity and Trade

REACT: Final = Point(
    "react",
    asks=OneOf(DECLINING, Act("react", CARD), FISTS),
    wrong=unless_declined(wrong.reaction),
    closed=closed.no_reaction,
    default=always(DECLINE),
    time=QUICK,
    may_be_held=True,
    may_be_ordered=True,
)
COMPLICITY: Final = Point(
    "complicity",
    asks=OneOf(DECLINING, Act("complicity", CARD)),
    wrong=unless_declined(wrong.complicity),
    closed=because("nobody_sent"),
    default=always(DECLINE),
    time=QUICK,
    may_be_held=True,
    may_be_ordered=True,
)
COMPLICITY_CHIP: Final = Point(
    "complicity/chip", asks=CHIP, wrong=wrong.third_chip, about=chips_alike
)
TRADE_DISCARD: Final = Point(
    "trade_discard",
    asks=Act("discard", CARD_ALONE),
    wrong=wrong.trade_discard,
    closed=closed.no_turn,
    default=card_drawn_last,
)

# MC-7 Location Phase

PICK_LOCATION: Final = Point(
    "pick_location",
    asks=Act("pick", LOCATION),
    wrong=wrong.pick_location,
    closed=because("only_mayor_picks"),
    may_be_ordered=True,
)
BID_AGREEMENT: Final = Point(
    "bid_agreement",
    asks=OneOf(DECLINING, Act("agree", CARD)),
    wrong=unless_declined(wrong.agreement),
    closed=closed.no_agreement,
    default=always(DECLINE),
    about=stack_that_counts,
    time=QUICK,
    goes_round=True,
    may_be_held=True,
    may_be_ordered=True,
)
BID_MORE: Final = Point(
    "bid_agreement/more",
    asks=OneOf(Act("done", base=DONE, silent=True), CARD),
    wrong=unless_declined(wrong.agreement),
    default=always(DONE),
    about=stack_that_counts,
)
JAIL_PICK: Final = Point(
    "jail_pick",
    asks=OneOf(DECLINING, Act("jail", CHIP)),
    wrong=unless_declined(wrong.chip),
    closed=because("only_jail_controller"),
    default=always(DECLINE),
    about=chips_alike,
)
HITMAN_MOVE: Final = Point(
    "hitman_move",
    asks=OneOf(DECLINING, Act("move", LOCATION)),
    wrong=unless_declined(wrong.hitman_move),
    closed=because("only_harbor_controller"),
    default=always(DECLINE),
)
HITMAN_CARD: Final = Point(
    "hitman_card",
    asks=OneOf(DECLINING, Act("kill", CARD)),
    wrong=unless_declined(wrong.hitman),
    closed=closed.no_hitman,
    default=always(DECLINE),
)
HITMAN_CHIP: Final = Point(
    "hitman_card/chip", asks=CHIP, wrong=wrong.chip_at_hitman, about=chips_alike
)
LOCATION_EFFECT: Final = Point(
    "location_effect",
    asks=OneOf(DECLINING, Act("accept", base=ACCEPT)),
    closed=because("nothing_to_accept"),
    default=always(ACCEPT),
)
DISTRICT_DISCARD: Final = Point(
    "district_discard",
    asks=Act("discard", CARD_ALONE),
    wrong=wrong.not_held,
    closed=closed.no_turn,
    default=card_drawn_last,
)
PLUS_ONE: Final = Point(
    "plus_one",
    asks=OneOf(DECLINING, Act("plus", CARD)),
    wrong=unless_declined(wrong.plus_one),
    closed=because("only_at_club"),
    default=always(DECLINE),
)

# MC-15 Strategy Phase

PICK_STRATEGY_LOCATION: Final = Point(
    "pick_strategy_location",
    asks=Act("pick", LOCATION),
    wrong=wrong.pick_strategy_location,
    closed=because("only_mayor_picks"),
    may_be_ordered=True,
)
PICK_STRATEGY_SEAT: Final = Point(
    "pick_strategy_seat",
    asks=Act("name", SEAT),
    wrong=wrong.strategy_seat,
    closed=because("only_mayor_names"),
    may_be_ordered=True,
)
TAKE_BACK: Final = Point(
    "take_back",
    asks=OneOf(Act("leave", base=LEAVE), Act("take", CHIPS)),
    wrong=wrong.take_back,
    closed=closed.no_take_back,
    default=always(LEAVE),
    about=chips_that_count,
    goes_round=True,
    listed=1024,
)

POINTS: Final = (
    FIRST_PLAYER,
    NEXT_TILE,
    DRAW,
    STOLEN_CARD,
    MULLIGAN,
    TAKE_TURN,
    ACTION_CHIP,
    ACTION_LOCATION,
    ACTION_SEAT,
    BULLET_TURN,
    BULLET_ACTION,
    REACT,
    COMPLICITY,
    COMPLICITY_CHIP,
    TRADE_DISCARD,
    PICK_LOCATION,
    BID_AGREEMENT,
    BID_MORE,
    JAIL_PICK,
    HITMAN_MOVE,
    HITMAN_CARD,
    HITMAN_CHIP,
    LOCATION_EFFECT,
    DISTRICT_DISCARD,
    PLUS_ONE,
    PICK_STRATEGY_LOCATION,
    PICK_STRATEGY_SEAT,
    TAKE_BACK,
)
