"""Citizens at night: coward (PA-20), guardian (PA-16), pharmacist (PA-17), detectives (PA-13,
PA-26, PA-27) and freemasons (PA-21)."""

from __future__ import annotations

from omerta.core import CHANCE, NOTHING, Frame, Seat, Step
from omerta.games.palermo.rules import points
from omerta.games.palermo.rules.dawn import hit_by_murder
from omerta.games.palermo.rules.mafia import tell_sign
from omerta.games.palermo.rules.night import Task, Told
from omerta.games.palermo.state import queries
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.kinds import (
    ASK,
    HEAL,
    HEAL_POISON,
    HIDE,
    POINT,
    POISON,
    PROTECT,
    REACT,
    SHOW,
    act_of,
    argument_of,
    choice_of,
    each,
)
from omerta.games.palermo.state.roles import (
    COWARD,
    FREEMASON,
    GUARDIAN,
    PHARMACIST,
    side_of,
)
from omerta.games.palermo.state.table import Sign

# The coward (PA-20).


class Hide(Task):
    """The coward may hide with one other living player (PA-20.1)."""

    point = points.HIDE

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """The coward."""
        return game.role(seat) == COWARD

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Any host, the same again too (PA-20.2); `coward_limit` counts hosts (PA-20.11)."""
        if game.box.tapped[seat]:
            return ()
        return each(HIDE, queries.hosts(game.public, game.options, game.secret[seat], seat))

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Nobody is told (PA-20.12)."""
        game.box.tapped[seat] = True
        if act_of(choice) == HIDE:
            game.box.host = argument_of(choice)
            game.secret[seat] = game.secret[seat].with_changes(hides=game.secret[seat].hides + 1)


# The guardian angel (PA-16).


class Protect(Task):
    """The guardian points at one living player (PA-16.1)."""

    point = points.PROTECT

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """The guardian."""
        return game.role(seat) == GUARDIAN

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Himself unless `guardian_self=off`; twice unless `guardian_repeat=off`."""
        if game.box.tapped[seat]:
            return ()
        own = game.secret[seat]
        return each(PROTECT, queries.protectable(game.public, game.options, own, seat))

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """He is never told whether it mattered (PA-16.7)."""
        game.box.tapped[seat] = True
        if act_of(choice) == PROTECT:
            game.box.guard = argument_of(choice)


class RememberProtection(Step[Village]):
    """A night without protection lifts the limit of PA-16.6."""

    def do(self, game: Village, frame: Frame) -> None:
        """Keep whom he protected tonight, or nobody (PA-16.8)."""
        for seat in game.holders(GUARDIAN):
            game.secret[seat] = game.secret[seat].with_changes(guarded=game.box.guard)


# The pharmacist (PA-17).


class ShowVictim(Step[Village]):
    """The pharmacist is shown the chosen player, or that there is none (PA-17.1)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Every night while she lives (PA-17.10)."""
        victim = shown_victim(game)
        for seat in game.holders(PHARMACIST):
            if victim == NOTHING:
                game.whisper(seat, "no_victim")
            else:
                game.whisper(seat, "victim", victim)


def shown_victim(game: Village) -> Seat:
    """Whom she sees: the chosen player, or with `dying` only one who would die (PA-17.8)."""
    victim = game.box.victim
    if game.options["pharmacist_shown"] == "dying" and victim not in hit_by_murder(game):
        return NOTHING
    return victim


class UsePotions(Task):
    """Once per game she may heal the player shown, and once poison another (PA-17.2, PA-17.3)."""

    point = points.POTIONS

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """The pharmacist."""
        return game.role(seat) == PHARMACIST

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Not herself and not the player shown can be poisoned (PA-17.6)."""
        if game.box.tapped[seat]:
            return ()
        own = game.secret[seat]
        shown = queries.victim_shown(own, game.public.day)
        targets = queries.poisonable(game.public, own, seat, shown)
        if queries.can_heal(game.options, own, seat, shown):
            return (choice_of(HEAL), *each(POISON, targets), *each(HEAL_POISON, targets))
        return each(POISON, targets)

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """A potion used is spent, needed or not (PA-17.9)."""
        act = act_of(choice)
        game.box.tapped[seat] = True
        if act in (HEAL, HEAL_POISON):
            game.box.heals = True
            game.secret[seat] = game.secret[seat].with_changes(heal=0)
        if act in (POISON, HEAL_POISON):
            game.box.poisoned = argument_of(choice)
            game.secret[seat] = game.secret[seat].with_changes(poison=0)


# The detectives (PA-13).


class AskAbout(Task):
    """`detective_info=ask`: they point at one other living player (PA-13.2, PA-13.8)."""

    point = points.INQUIRY

    def __init__(self, *roles: int) -> None:
        self.roles = list(roles)

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """The detectives who are called."""
        return game.role(seat) in self.roles

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """One question a night."""
        if self.is_final(game, seat):
            return ()
        return each(ASK, queries.others_living(game.public, seat))

    def may_tap(self, game: Village, seat: Seat) -> bool:
        """He need not ask."""
        return not self.is_final(game, seat)

    def is_final(self, game: Village, seat: Seat) -> bool:
        """Whoever asks alone cannot change it."""
        return game.box.tapped[seat]

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """Kept until the step ends."""
        game.box.tapped[seat] = True
        game.box.asked[seat] = argument_of(choice) if act_of(choice) == ASK else NOTHING


class AskTogether(AskAbout):
    """`detective_mode=joint`: one question for both; they see each other's pointing."""

    def is_final(self, game: Village, seat: Seat) -> bool:
        """They may change until they agree."""
        return False

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The partner sees it."""
        super().act(game, frame, seat, choice)
        for partner in detectives(game):
            if partner != seat and game.box.asked[seat] != NOTHING:
                game.tell("partner_points", (seat, game.box.asked[seat]), only=partner)

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Whether all of them point at the same player, or at nobody."""
        present = [other for other in detectives(game) if not game.public.away[other]]
        asked = [game.box.asked[other] for other in present]
        return all(game.box.tapped[other] for other in present) and len(set(asked)) == 1


def detectives(game: Village) -> list[Seat]:
    """The living detectives, A♥ first."""
    return queries.detectives(game.public, game.secret)


class MeetPartner(Step[Village]):
    """Joint detectives know each other from night 2 on (PA-13.4)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Told once."""
        if game.public.day != 2:
            return
        pair = detectives(game)
        for seat in pair:
            for partner in pair:
                if partner != seat:
                    game.whisper(seat, "partner", partner)


class AnswerTogether(Step[Village]):
    """Joint detectives who do not point at the same player get no answer (PA-13.5)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """If one is dead the other asks alone (PA-13.7)."""
        pair: list[Seat] = []
        for seat in detectives(game):
            if game.public.away[seat]:
                game.box.asked[seat] = NOTHING  # he counts in no agreement (PA-31.3)
            else:
                pair.append(seat)
        asked = [game.box.asked[seat] for seat in pair]
        if len(set(asked)) > 1:
            for seat in detectives(game):
                game.box.asked[seat] = NOTHING
            return
        for seat in pair:
            answer(game, seat)


class AnswerAlone(Step[Village]):
    """`detective_mode=separate`: each is answered in his own step (PA-13.6)."""

    reveals = True

    def __init__(self, *roles: int) -> None:
        self.roles = list(roles)

    def do(self, game: Village, frame: Frame) -> None:
        """A♥ first."""
        for role in self.roles:
            for seat in game.holders(role):
                answer(game, seat)


def answer(game: Village, seat: Seat) -> None:
    """The card side only: killer and spy are mafia (PA-13.3)."""
    asked = game.box.asked[seat]
    if asked != NOTHING:
        game.whisper(seat, "answer", asked, side_of(game.role(asked)))


class Look(Told):
    """The detectives are shown something and have nothing to choose (PA-26, PA-27)."""

    point = points.LOOK

    def __init__(self, *roles: int) -> None:
        self.roles = list(roles)

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """The detectives who are called."""
        return game.role(seat) in self.roles


class LookOnce(Look):
    """Omniscient detectives wake only in night 2 (PA-26.1)."""

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """In all other nights they only tap like everybody."""
        return game.public.day == 2 and super().concerns(game, frame, seat)


class LookAtChoiceOfMaster(Look):
    """`informant_pick=gm`: the human game master decides whom to show (PA-27.2)."""

    def master_choices(self, game: Village) -> tuple[int, ...]:
        """Living mafiosi not yet shown (PA-27.3)."""
        if game.box.told_of != NOTHING or not detectives(game):
            return ()
        return each(SHOW, not_yet_shown(game))

    def master_act(self, game: Village, seat: Seat) -> None:
        """This one tonight."""
        inform(game, seat)


class ShowAllMafiosi(Step[Village]):
    """Omniscient detectives are shown all mafiosi in night 2 (PA-26.1).

    Also if nobody is murdered, or one of them is (PA-26.2); the mafia learn nothing (PA-26.5).
    """

    reveals = True

    def __init__(self, *roles: int) -> None:
        self.roles = list(roles)

    def do(self, game: Village, frame: Frame) -> None:
        """Seats only (PA-26.3), and in no other night."""
        if game.public.day != 2:
            return
        for role in self.roles:
            for seat in game.holders(role):
                game.whisper(seat, "all_mafiosi")
                for mafioso in range(game.seats):
                    if game.is_mafioso(mafioso):
                        game.whisper(seat, "is_mafioso", mafioso)


class PickForInformant(Step[Village]):
    """The program draws a living mafioso not yet shown, if somebody can be shown (PA-27.2)."""

    reveals = True

    def do(self, game: Village, frame: Frame) -> None:
        """Two detectives are shown the same (PA-27.5)."""
        names = not_yet_shown(game)
        if names and game.box.told_of == NOTHING and detectives(game):
            game.ask(CHANCE, points.LOT, names)

    def take(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """This one tonight."""
        inform(game, choice)


def not_yet_shown(game: Village) -> list[Seat]:
    """Living mafiosi the detectives have not been shown (PA-R44)."""
    return queries.not_yet_shown(game.public, game.secret, game.box)


def inform(game: Village, seat: Seat) -> None:
    """A mafioso counts as shown."""
    game.box.told_of = seat
    game.box.informed = (*game.box.informed, seat)


class ShowInformant(Step[Village]):
    """The detectives are shown one further mafioso, or told that there is no new name."""

    reveals = True

    def __init__(self, *roles: int) -> None:
        self.roles = list(roles)

    def do(self, game: Village, frame: Frame) -> None:
        """PA-27.1, PA-27.4"""
        for role in self.roles:
            for seat in game.holders(role):
                if game.box.told_of == NOTHING:
                    game.whisper(seat, "no_new_name")
                else:
                    game.whisper(seat, "informed", game.box.told_of)


# The freemasons (PA-21).


class MasonSigns(Task):
    """They exchange signs on whom to go for by day (PA-21.2)."""

    point = points.SIGNS
    shared = True

    def concerns(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Living freemasons (PA-21.5)."""
        return game.role(seat) == FREEMASON

    def choices(self, game: Village, frame: Frame, seat: Seat) -> tuple[int, ...]:
        """Signs bind nobody and change nothing (PA-21.3)."""
        return each(POINT, game.living())

    def signs(self, game: Village) -> int:
        """How many signs can be reacted to."""
        return len(game.box.mason_signs)

    def act(self, game: Village, frame: Frame, seat: Seat, choice: int) -> None:
        """The others see it."""
        act = act_of(choice)
        if act not in (POINT, REACT):
            game.box.tapped[seat] = True
            return
        sign = Sign(seat, game.public.day, act, argument_of(choice))
        game.box.mason_signs = game.box.mason_signs.and_then(sign)
        for mason in game.holders(FREEMASON):
            tell_sign(game, sign, len(game.box.mason_signs), mason)

    def is_settled(self, game: Village, frame: Frame, seat: Seat) -> bool:
        """Nobody waits for signs."""
        return True
