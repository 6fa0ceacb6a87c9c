"""Dawn (PA-11): all effects of the night are worked out together (PA-R11) and announced."""

from __future__ import annotations

from omerta.core import NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules.deaths import die, reveal
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.roles import COWARD
from omerta.games.palermo.state.table import DAWN, GRIEVING, HEART_ATTACK, MURDER, POISONING

# Night resolution (PA-R11); the numbers are its lines.


def hit_by_murder(game: Village) -> list[Seat]:
    """Whom the mafia's murder would kill before the healing potion (lines 1 to 11).

    The guardian saves whom he protects from every death by it, and from nothing else (PA-16.3,
    PA-16.4, PA-16.5). A hidden coward is saved by a mafioso before the guardian is asked, which
    uses up the murder (PA-20.14), or dies with a citizen who is chosen (PA-20.4).
    """
    box = game.box
    chosen = box.victim
    if chosen == NOTHING or box.guard == chosen:  # 10
        return []
    coward = coward_at(game)
    if chosen == coward and box.host != NOTHING:
        if game.is_mafioso(box.host):  # 3
            return []
        if game.options["coward_at_citizen"] == "safe":  # 5, PA-20.6
            return []
    hit = [chosen]  # 8; without a host the coward alone (PA-20.5)
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
    """Who dies of what tonight, grief included (lines 12 to 15), all worked out here (PA-10.10).

    The potion heals only the player shown, not a coward who hides with him (PA-17.12, PA-20.7).
    Nothing protects from poison (PA-17.7), no hiding place (PA-20.8) and no guardian; nor from
    grief (PA-18.4), of which nobody dies who has a cause of his own (PA-18.5).
    """
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
    """All of the night's dead die (line 16): none, one or several (PA-11.3).

    They are named (PA-11.1), or it is said that there is none and not why (PA-11.2); then they
    show what `reveal` says (PA-11.5).
    """

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Names are given in seat order, without causes (PA-11.4)."""
        public, box = game.public, game.box
        public.part = DAWN
        if is_saved(game):
            coward = box.victim
            game.secret[coward] = game.secret[coward].with_changes(saved=1)
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
