"""Two worlds in lock-step, for every game; and planted leaks that must be caught."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from omerta.core import EVERYBODY, SEALED, Frame, Notice, Preview, Rulebook, Seat, Step
from omerta.core.machine import adopt
from omerta.games import GAMES
from omerta.games.mafia_city.rulebook import MafiaCity
from omerta.games.mafia_city.rules.book import Rules
from omerta.games.mafia_city.state.game import City, fresh_city
from omerta.games.mafia_city.state.options import Options
from omerta.games.mafia_city.view import CityView
from omerta.lab.playing import random_play
from omerta.lab.secrecy import Leak, lock_step
from tests.games import every_game, values_for

Book = Rulebook[Any, Any, Any]
ENOUGH = 100
"""How many answers are compared at least."""
MOST_GAMES = 200


def compared(
    rulebook: Book, seats: int, seeds: Iterable[int], share: float, answers: int = 12
) -> int:
    """Compare guessed worlds along random games; how many answers were compared."""
    taken = 0
    for seed in seeds:
        rng = Random(seed)
        for game, _ in random_play(rulebook, values_for(rulebook, seed, seats), seats, rng):
            if rng.random() < share:
                viewer = rng.choice([*range(seats), EVERYBODY])
                taken += lock_step(rulebook, game, viewer, rng, answers)
    return taken


@every_game
def test_nobody_can_tell_a_guessed_world_from_the_true_one(rulebook: Book, seats: int) -> None:
    taken = compared(rulebook, seats, range(8), share=0.04)
    for seed in range(8, MOST_GAMES):
        if taken > ENOUGH:
            break
        taken += compared(rulebook, seats, [seed], share=0.2)  # a small game needs more of them
    assert taken > ENOUGH


class LeakingField(MafiaCity):
    """Sends a number that depends on another hand."""

    def view(self, game: City, seat: Seat) -> CityView:
        seen = super().view(game, seat)
        seen.public.announced = game.secret[(seat + 1) % game.seats].cards[:1]
        return seen


class LeakingId(MafiaCity):
    """Sends an id of the deck that survives every shuffle."""

    def encode(self, view: CityView) -> dict[str, Any]:
        encoded = super().encode(view)
        encoded["deck_id"] = hash(DECKS.get(id(view), ()))
        return encoded

    def view(self, game: City, seat: Seat) -> CityView:
        seen = super().view(game, seat)
        DECKS[id(seen)] = game.secret[game.seats].cards
        return seen


DECKS: dict[int, tuple[int, ...]] = {}


class LeakingNotice(MafiaCity):
    """Tells everybody how many Fists the first seat holds."""

    def view(self, game: City, seat: Seat) -> CityView:
        if game.notices is not None:
            fists = sum(1 for card in game.secret[0].cards if card % 4 == 1)
            game.notices.append(Notice("reshuffled", (fists,), EVERYBODY))
        return super().view(game, seat)


class OnlyForHolders(Step[City]):
    """The classic leak: a window that opens only for those who hold a card for it."""

    shape: int = SEALED

    def __init__(self, window: Step[City]) -> None:
        self.window = window

    def do(self, game: City, frame: Frame) -> None:
        self.window.do(game, frame)
        game.asks = [ask for ask in game.asks if len(ask.choices) > 1]

    def close(self, game: City, frame: Frame) -> None:
        self.window.close(game, frame)


class LeakingQuestion(MafiaCity):
    """Asks only those who could react."""

    def deal(self, options: Options, seats: int) -> City:
        rules = Rules(options)
        for rule in rules.all:
            for place, step in enumerate(rule.steps):
                if step.shape == SEALED:
                    rule.steps[place] = OnlyForHolders(step)
                    adopt(rule.steps[place])
        city = fresh_city(seats, options, rules)
        city.top = rules.GAME.begin()
        city.run()
        return city


class LeakingPreview(MafiaCity):
    """Says of a drafted move how many cards like it the next seat holds."""

    def view(self, game: City, seat: Seat) -> CityView:
        HANDS[seat] = game.secret[(seat + 1) % game.seats].cards
        return super().view(game, seat)

    def preview(self, view: CityView, answers: tuple[int, ...]) -> Preview | None:
        found = Preview("leave")
        found.board["next"] = HANDS[view.seat]
        return found


HANDS: dict[int, tuple[int, ...]] = {}


@pytest.mark.parametrize(
    "leak", [LeakingField, LeakingId, LeakingNotice, LeakingQuestion, LeakingPreview]
)
def test_a_planted_leak_is_caught(leak: type[MafiaCity]) -> None:
    with pytest.raises(Leak):
        compared(leak(), 4, range(8), share=0.2)


def test_the_view_of_a_spectator_holds_no_hand() -> None:
    rulebook = GAMES["mafia-city"]
    for game, _ in random_play(rulebook, {}, 4, Random(1)):
        encoded = rulebook.encode(rulebook.view(game, EVERYBODY))
        assert encoded["hand"] == encoded["hands"] == []


@every_game
def test_a_view_is_what_everybody_sees_and_what_is_the_seats_own(
    rulebook: Book, seats: int
) -> None:
    """A table tells the public part to all in the same bytes, taken from a spectator's view."""
    rng = Random(seats)
    for game, _ in random_play(rulebook, values_for(rulebook, 1, seats), seats, rng):
        if rng.random() > 0.1:
            continue
        public = rulebook.shown(game)
        for seat in (*range(seats), EVERYBODY):
            own = rulebook.own(game, seat)
            assert not public.keys() & own.keys()
            assert {**public, **own} == rulebook.encode(rulebook.view(game, seat))
