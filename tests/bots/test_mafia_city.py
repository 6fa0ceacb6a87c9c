"""The player by rules of thumb: stronger than chance, never refused, true to its plan."""

from __future__ import annotations

from random import Random

import pytest

from omerta.bots.playing import play_out
from omerta.core import NOTHING, Player, RandomPlayer, Seat, Seeded, settle
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.bots import ThumbPlayer
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.options import OPTION_TABLE


def play(seed: int, players: list[Player], options: dict[str, str]) -> City:
    """A whole game; it stops after 40 rounds at the latest."""
    rng = Random(seed)
    chance = Seeded(rng)
    game = RULEBOOK.deal(RULEBOOK.options({"round_limit": "40", **options}), len(players))
    game.notices = []
    settle(game, chance)
    while not game.is_over:
        ask = game.asks[0]
        game.answer(ask.seat, players[ask.seat].choose(RULEBOOK.view(game, ask.seat), rng))
        settle(game, chance)
    return game


def winner(game: City) -> Seat:
    """Who has won."""
    outcome = RULEBOOK.outcome(game)
    return NOTHING if outcome is None else outcome.winners[0]


def test_rules_of_thumb_beat_three_random_players_from_every_seat() -> None:
    won = 0
    for seed in range(60):
        players: list[Player] = [RandomPlayer() for _ in range(4)]
        players[seed % 4] = ThumbPlayer()
        won += winner(play(seed, players, {})) == seed % 4
    # Four equal players would win 15 of 60; 36 is more than six standard deviations above.
    assert won >= 36


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_table_of_equals_comes_to_an_end_with_every_kind_of_card_played(seats: int) -> None:
    heard: set[str] = set()
    for seed in range(12):
        game = play(seed, [ThumbPlayer() for _ in range(seats)], {})
        assert game.public.round < 20
        assert game.notices is not None
        heard |= {notice.key for notice in game.notices}
    assert heard >= {
        "snitch",
        "thief",
        "trade",
        "grand_scheme",
        "shadow_games",
        "hitman",
        "agreement",
        "plus_one",
        "police_chief",
        "fbi",
        "took_mayor",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [(option.name, value) for option in OPTION_TABLE for value in option.values[1:]],
)
def test_it_plays_with_every_option(name: str, value: str) -> None:
    play(7, [ThumbPlayer() for _ in range(4)], {name: value})


def test_the_same_view_and_the_same_whim_give_the_same_choice() -> None:
    first = play(3, [ThumbPlayer() for _ in range(4)], {})
    second = play(3, [ThumbPlayer() for _ in range(4)], {})
    assert RULEBOOK.position(first) == RULEBOOK.position(second)


def test_what_it_cannot_see_does_not_change_its_choice() -> None:
    rng = Random(11)
    chance = Seeded(rng)
    player = ThumbPlayer()
    game = RULEBOOK.deal(RULEBOOK.options({}), 4)
    settle(game, chance)
    for _ in range(300):
        if game.is_over:
            break
        ask = game.asks[0]
        view = RULEBOOK.view(game, ask.seat)
        other = RULEBOOK.view(RULEBOOK.guess(view, rng), ask.seat)
        choice = player.choose(view, Random(5))
        assert player.choose(other, Random(5)) == choice
        game.answer(ask.seat, choice)
        settle(game, chance)


@pytest.mark.parametrize("seed", [70, 761, *range(12)])
def test_it_reads_every_chain_of_effects_right(seed: int) -> None:
    """In the first two games it once took a Snitch that was over for the effect in the air."""
    game = RULEBOOK.deal(RULEBOOK.options({"round_limit": "40"}), 4)
    play_out(RULEBOOK, game, [ThumbPlayer() for _ in range(4)], Random(seed))
    assert game.is_over
