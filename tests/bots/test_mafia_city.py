"""The player by rules of thumb: stronger than chance, never refused, true to its plan."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from omerta.bots.playing import play_out
from omerta.core import NOTHING, Player, RandomPlayer, Seat, Seeded, settle
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.bots import ThumbPlayer
from omerta.games.mafia_city.bots.mind import Mind
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.options import OPTION_TABLE
from tests.positions import position_lines


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


# What it does and does not do, as people see it: each of these failed with the player before.


class Habits:
    """What happens in games among equals, counted."""

    def __init__(self, games: int) -> None:
        self.counted: Counter[str] = Counter()
        self.openings: Counter[int] = Counter()
        for seed in range(games):
            self.watch(play(seed, [ThumbPlayer() for _ in range(4)], {}))

    def watch(self, game: City) -> None:
        """Count what everybody heard in a game; the first round chip by chip."""
        first_round: list[Counter[int]] = [Counter() for _ in range(4)]
        is_first = True
        for notice in game.notices or []:
            self.counted[notice.key] += 1
            if notice.key == "location_phase":
                is_first = False
            if notice.key == "placed" and is_first:
                seat, location = notice.args
                if not first_round[seat]:
                    self.openings[location] += 1
                first_round[seat][location] += 1
        for placed in first_round:
            self.counted["first rounds"] += 1
            self.counted["two places"] += sum(placed.values()) >= 5 and len(placed) <= 2
            self.counted["most at one place"] = max(
                self.counted["most at one place"], *placed.values()
            )


@pytest.fixture(scope="module")
def habits() -> Habits:
    return Habits(24)


def test_hardly_anybody_puts_all_chips_into_two_places(habits: Habits) -> None:
    """Dollar auctions: the player before did it in one first round out of seven."""
    assert habits.counted["two places"] / habits.counted["first rounds"] < 0.09


def test_a_single_hat_takes_a_useless_chip_back(habits: Habits) -> None:
    assert habits.counted["hat"] >= 5


def test_it_waits_when_waiting_is_worth_a_card(habits: Habits) -> None:
    assert habits.counted["temporized"] >= 5


def test_no_place_is_always_the_first(habits: Habits) -> None:
    assert len([place for place, times in habits.openings.items() if times >= 5]) >= 4
    assert max(habits.openings.values()) < 0.5 * sum(habits.openings.values())


def answer(lines: str, moves: list[tuple[str, str]], seat: Seat) -> str:
    """What it answers in a position, after some moves, in the words of the notation."""
    stage = RULEBOOK.stage(position_lines(lines))
    for label, text in moves:
        stage.move(label, text)
    game = cast("City", stage.game)
    ask = game.asked(seat)
    assert ask is not None
    choice = ThumbPlayer().choose(RULEBOOK.view(game, seat), Random(1))
    return RULEBOOK.move_text(game, seat, (choice,))


def test_who_is_stopped_at_a_chip_that_decides_strikes_back() -> None:
    """The Snitch takes the chip that A needs at two places; two Fists are worth that."""
    lines = """
        players 3 | first A | phase action | turn A
        stacks 3: B A A B B | 5: C
        chips A 6+4 | B 5+4 | C 7+4
        passed B C
        cards A: snitch/hat trade/fist shadow_games/fist | B: police_chief/hat | C: -
    """
    moves = [("A", "play snitch/hat 3:1"), ("B", "react police_chief/hat")]
    assert answer(lines, moves, 0).startswith("fists")


def test_it_steals_where_it_knows_of_something_good() -> None:
    """C remembers a strong hand of A and a weak one of B."""
    lines = """
        players 3 | first C | phase action | turn C
        cards A: hitman/plus_one grand_scheme/plus_one | B: complicity/bullet fbi/bullet
        cards C: thief/hat
        remembers C A: hitman/plus_one grand_scheme/plus_one | C B: complicity/bullet fbi/bullet
    """
    stage = RULEBOOK.stage(position_lines(lines))
    game = cast("City", stage.game)
    mind = Mind(RULEBOOK.view(game, 2))
    assert mind.best_victim()[1] == 0
