"""Commands: what a client's message means for the table, as a plan; nothing here sends or waits."""

from __future__ import annotations

from typing import Final

from omerta.core import CLOCK, MASTER
from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.ahead import promise
from omerta.server.table.fair import is_seed, seed_hash
from omerta.server.table.fold import Table
from omerta.server.table.plan import Plan
from omerta.server.table.refusals import NotAllowed
from omerta.server.wire import protocol

MOST_MOVES: Final = 64
"""Moves that may be entered at once: everybody's hand and the end of the part."""

MOST_SECONDS: Final = 600
"""By so much a time may be changed at once."""

TEMPOS: Final = range(50, 301)
"""How long all times may be, in percent of the usual."""


def commit(table: Table, seat: int, message: protocol.Commit) -> Plan:
    """A whole move of a seat that is asked."""
    if table.asked(seat) is None:
        raise NotAllowed("server.refused.not_asked")
    if table.asked_at[seat] != message.at:
        raise NotAllowed("server.refused.stale")
    if table.is_paused:
        raise NotAllowed("server.refused.paused")
    plan = play.move(table, seat, message.answers)
    pause = table.rulebook.manners.pause_after(message.answers[0])
    if pause and table.silent_until.get(seat, 0) > table.now():
        raise NotAllowed("server.refused.too_soon", number=pause)
    return plan


def arrange(table: Table, seat: int, message: protocol.ClientMessage) -> Plan:
    """Everything that is not a move: readiness, seeds, orders, answers ahead, pauses."""
    if isinstance(message, protocol.Ready):
        return ready(table, seat, message)
    if isinstance(message, protocol.Seed):
        return seed(table, seat, message)
    if isinstance(message, protocol.GiveOrder):
        return order(table, seat, message)
    if isinstance(message, protocol.Ahead):
        return ahead(table, seat, message)
    if isinstance(message, protocol.Pause):
        return pause(table, seat, message)
    if isinstance(message, protocol.Hold):
        return hold(table, seat)
    raise NotAllowed("server.refused.unreadable")


def chair(table: Table, seat: int) -> int:
    """A chair of the table that somebody names."""
    if not 0 <= seat < table.seats:
        raise NotAllowed("server.problem.no_such_chair")
    return seat


def moves(table: Table, message: protocol.Enter) -> list[tuple[int, list[int]]]:
    """What whoever runs the game enters: seat and answers of each move."""
    if not 0 < len(message.moves) <= MOST_MOVES:
        raise NotAllowed("server.refused.move_not_whole")
    return [
        (MASTER if move.seat is None else chair(table, move.seat), move.answers)
        for move in message.moves
    ]


def timer(table: Table, message: protocol.Timer) -> Plan:
    """More or less time, for what is going on now or for everything."""
    if message.percent:
        possible = message.percent in TEMPOS and not message.seconds
    else:
        possible = 0 < abs(message.seconds) <= MOST_SECONDS
    if not possible:
        raise NotAllowed("server.refused.unreadable")
    clock = table.asked(CLOCK)
    if clock is None or table.deadline(clock) is None:
        raise NotAllowed("server.refused.no_clock")
    body = log.Timed(seconds=message.seconds, percent=message.percent)
    return Plan(body, table.everybody())


def skip(table: Table, message: protocol.Skip) -> Plan:
    """The end of this part of the day, before its time is up."""
    clock = table.asked(CLOCK)
    limit = None if clock is None else table.deadline(clock)
    if table.game is None or limit is None:
        raise NotAllowed("server.refused.no_clock")
    if table.is_paused:
        raise NotAllowed("server.refused.paused")
    if limit != message.deadline:
        raise NotAllowed("server.refused.stale")
    if table.rulebook.manners.is_hushed(table.game):
        raise NotAllowed("server.refused.night_goes_on")
    return play.lapse(table, [CLOCK], by="device")


def ready(table: Table, seat: int, message: protocol.Ready) -> Plan:
    """Ready to start, with the hash of the seed."""
    if table.phase != "lobby":
        raise NotAllowed("server.refused.already_started")
    if message.ready and not is_hash(message.hash):
        raise NotAllowed("server.refused.bad_seed")
    digest = message.hash if message.ready else ""
    return Plan(log.Readied(seat=seat, ready=message.ready, hash=digest))


def is_hash(text: str) -> bool:
    """Whether a text can be a SHA-256 in hex."""
    return len(text) == 64 and all(letter in "0123456789abcdef" for letter in text)


def seed(table: Table, seat: int, message: protocol.Seed) -> Plan:
    """The seed that fits the hash."""
    if table.phase != "seeds" or table.chairs[seat].seed:
        raise NotAllowed("server.refused.no_seed_wanted")
    if not is_seed(message.seed) or not message.seed:
        raise NotAllowed("server.refused.bad_seed")
    if seed_hash(table.game_id, seat, message.seed) != table.chairs[seat].hash:
        raise NotAllowed("server.refused.bad_seed")
    return Plan(log.Sown(seat=seat, seed=message.seed))


def order(table: Table, seat: int, message: protocol.GiveOrder) -> Plan:
    """A standing order, or its end."""
    wanted = message.order
    if wanted.until not in ("concerns_me", "round", "game") or not protocol.is_word(wanted.point):
        raise NotAllowed("server.refused.unreadable")
    if table.game is None or table.phase != "playing":
        raise NotAllowed("server.refused.not_playing")
    if not message.lift and not may_be_ordered(table, wanted.point):
        raise NotAllowed("server.refused.no_order")
    return Plan(
        log.Ordered(
            seat=seat,
            point=wanted.point,
            until=wanted.until,
            round=table.rulebook.manners.round_of(table.game),
            lift=message.lift,
        )
    )


def may_be_ordered(table: Table, name: str) -> bool:
    """Whether a standing order may answer the point of this name."""
    return any(point.name == name and point.may_be_ordered for point in table.rulebook.points)


def ahead(table: Table, seat: int, message: protocol.Ahead) -> Plan:
    """A move for when the question comes."""
    if message.answers and message.at != table.seen_at[seat]:
        raise NotAllowed("server.refused.stale")
    return Plan(promise(table, seat, message.answers))


def pause(table: Table, seat: int, message: protocol.Pause) -> Plan:
    """A wish for a pause, or to go on."""
    if table.phase != "playing":
        raise NotAllowed("server.refused.not_playing")
    if table.is_masters_pause and seat != MASTER:
        raise NotAllowed("server.refused.masters_pause")
    return Plan(log.Wished(seat=seat, wish=message.wish))


def hold(table: Table, seat: int) -> Plan:
    """More time for everybody; a second wish in the same window changes nothing."""
    if table.is_paused or not table.may_hold(seat):
        raise NotAllowed("server.refused.no_hold")
    return Plan(log.Held(seat=seat))
