"""Dawn (PA-11): all effects of the night are worked out together (PA-R11) and announced."""

from __future__ import annotations

from omerta.core import NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules.deaths import die, reveal
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.roles import COWARD
from omerta.games.palermo.state.table import DAWN, GRIEVING, HEART_ATTACK, MURDER, POISONING

# Night resolution (PA-R11); the numbers are its lines.


def hit_by_murder(game: Village) -> list[Seat]:
    """Whom the mafia's murder would kill before the healing potion (lines 1 to 11)."""
    box = game.box
    chosen = box.victim
    if chosen == NOTHING or box.guard == chosen:  # 10
        return []
    coward = coward_at(game)
    if chosen == coward and box.host != NOTHING:
        if game.is_mafioso(box.host):  # 3
            return []
        if game.options["coward_at_citizen"] == "safe":  # 5
            return []
    hit = [chosen]  # 8
    if box.host == chosen and not game.is_mafioso(chosen) and box.guard != coward:  # 9, 11
        hit.append(coward)
    return hit


def coward_at(game: Village) -> Seat:
    """The living coward's seat."""
    for seat in game.holders(COWARD):
        return seat
    return NOTHING


def is_saved(game: Village) -> bool:
    """Whether the chosen coward lives because his host is a mafioso (PA-20.3, line 4)."""
    box = game.box
    chosen = box.victim != NOTHING and box.victim == coward_at(game)
    return chosen and box.host != NOTHING and game.is_mafioso(box.host)


def causes_of_death(game: Village) -> dict[Seat, int]:
    """Who dies of what tonight, grief included (lines 12 to 15)."""
    box = game.box
    causes: dict[Seat, int] = {}
    for seat in hit_by_murder(game):
        if not (box.heals and seat == box.victim):  # 12
            causes[seat] = MURDER
    if box.poisoned != NOTHING:
        causes.setdefault(box.poisoned, POISONING)
    for seat in game.rules.leavers.gone(game):
        causes.setdefault(seat, HEART_ATTACK)
    for seat in box.couple:
        partner = game.secret[seat].lover
        if seat in causes and partner not in causes and game.public.alive[partner]:
            causes[partner] = GRIEVING
            break
    return causes


class WorkOutNight(Step[Village]):
    """All of the night's dead die (line 16)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Names are given in seat order, without causes (PA-11.4)."""
        public, box = game.public, game.box
        public.part = DAWN
        if is_saved(game):
            coward = box.victim
            game.secret[coward] = game.secret[coward].but(saved=1)
        causes = causes_of_death(game)
        public.fallen = tuple(sorted(causes))
        box.grieving = NOTHING
        box.tapped = [False] * game.seats
        game.tell("morning_dead" if causes else "morning_no_dead", ())
        for seat in public.fallen:
            if causes[seat] == GRIEVING:
                box.grieving = seat
            self.announce(game, seat, causes[seat])
        for seat in public.fallen:
            reveal(game, seat)

    def announce(self, game: Village, seat: Seat, cause: int) -> None:
        """The name only; nothing tells a poisoning from a murder (PA-17.11)."""
        game.tell("found_dead", (seat,))
        die(game, seat, NOTHING)


class WorkOutNightWithCauses(WorkOutNight):
    """`announce_causes=on`."""

    def announce(self, game: Village, seat: Seat, cause: int) -> None:
        """The name and the cause."""
        game.tell("found_dead_of", (seat, cause))
        die(game, seat, cause)
