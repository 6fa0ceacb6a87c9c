"""What happens at a table by itself, as plans, and when it is due if nobody does anything."""

from __future__ import annotations

from collections.abc import Callable

from omerta.server.table import entries as log
from omerta.server.table import play
from omerta.server.table.fair import client_seed, new_seed
from omerta.server.table.fold import Table
from omerta.server.table.plan import Nothing, Plan

COMPUTER_DUE = 5_000
"""Milliseconds after which a computer player's move is somebody else's to make."""


def due_time(table: Table) -> int | None:
    """When a table must be looked at although nobody may be connected: games over days."""
    if table.phase != "playing" or table.settings.clock != "days" or table.is_paused:
        return None
    if table.is_played_by_computers:
        return None  # nobody waits; it goes on as soon as somebody looks
    asks = table.asks()
    if any(ask.seat >= 0 and table.chairs[ask.seat].is_played_by_computer for ask in asks):
        return table.at + COMPUTER_DUE
    limits = [limit for ask in asks if (limit := table.deadline(ask)) is not None]
    return min(limits) if limits else None


def deal(table: Table) -> Plan:
    """All seeds are in: begin the game."""
    if table.phase != "seeds":
        raise Nothing
    return play.deal(table)


def unseal(table: Table) -> Plan:
    """Some seeds did not come in time: back to the lobby."""
    if table.phase != "seeds" or all(chair.seed for chair in table.chairs):
        raise Nothing
    seeds = {
        seat: client_seed() for seat, chair in enumerate(table.chairs) if chair.kind == "computer"
    }
    return Plan(log.Unsealed(game_id=table.next_game_id(), server_seed=new_seed(), seeds=seeds))


def lapse(table: Table) -> Plan:
    """Whose time has run out takes the default."""
    moment = table.now()
    late = [
        ask.seat
        for ask in table.asks()
        if (deadline := table.deadline(ask)) is not None and deadline <= moment
    ]
    if not late or table.is_paused:
        raise Nothing
    return play.lapse(table, late)


def replace(seat: int, level: str) -> Callable[[Table], Plan]:
    """A computer player goes on for somebody who has been away for too long, or the rules do."""

    def plan(table: Table) -> Plan:
        if table.chairs[seat].away or not is_missed(table, seat):
            raise Nothing
        if table.leaving(seat):
            return play.leave(table, seat)
        return Plan(log.Replaced(seat=seat, level=level))

    return plan


def is_missed(table: Table, seat: int) -> bool:
    """Whether anything has to happen when this seat stays away."""
    return table.asked(seat) is not None and table.leaving(seat) != ()
