"""What holds at any moment of a sound game."""

from __future__ import annotations

from omerta.core import NOTHING
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.roles import ROLE_NAMES
from omerta.games.palermo.state.table import SETUP, is_night


def broken(game: Village) -> list[str]:
    """What does not add up: cards, the dead, the couple, the counts of the living."""
    public = game.public
    found: list[str] = []
    if public.part != SETUP:
        held = [own.role for own in game.secret]
        counts = tuple(held.count(role) for role in range(len(ROLE_NAMES)))
        if counts != public.cards:
            found.append("PA-1.6: the cards are not those of the setup")
    if public.living != sum(public.alive) or public.living + len(public.dead) != game.seats:
        found.append("PA-12.9: the living and the dead are not all players")
    if len(set(public.dead)) != len(public.dead):
        found.append("PA-9.1: somebody died twice")
    if public.mayor != NOTHING and not public.alive[public.mayor]:
        found.append("PA-22.8: a dead player is mayor")
    couple = game.box.couple
    at_night = is_night(public.part) and not game.is_over
    if at_night and len({public.alive[seat] for seat in couple}) > 1:
        found.append("PA-18.3: a lover outlives the other")
    for seat in range(game.seats):
        voted = public.votes[seat]
        if voted != NOTHING and not public.alive[seat]:
            found.append("PA-7.11: a dead player has a vote")
    if at_night and not game.mafiosi() and game.options["reveal"] != "none":
        found.append("PA-12.1: no mafioso is alive and the game goes on")
    return found
