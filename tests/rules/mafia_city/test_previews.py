"""What a drafted move would do to stacks and control, told to its seat (docs/contract.md)."""

from random import Random

from omerta.core import encode_preview, moves
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.state.game import City
from omerta.lab.playing import random_play
from omerta.text import Texts
from tests.positions import position_lines

NAMES = ("Anna", "Betta", "Irma")


def sums(position: str, move: str) -> tuple[str, list[str], list[str]]:
    """The preview of a move of the first seat: its name, its sums, what is lost."""
    game = RULEBOOK.stage(position_lines(position)).game
    assert isinstance(game, City)
    found = RULEBOOK.preview(RULEBOOK.view(game, 0), RULEBOOK.read_move(game, 0, move))
    assert found is not None
    texts = Texts("en", NAMES)
    encoded = encode_preview(RULEBOOK, found)
    say = [
        [texts.say(f"mafia_city.preview.{one['key']}", **one["args"]) for one in part]
        for part in ([encoded["name"]], encoded["sums"], encoded["lost"])
    ]
    return say[0][0], say[1], say[2]


ACTION = """
    players 3 | first A | phase action | turn A
    stacks 2: B A B | 3: A
    chips A 6+4 | B 6+4 | C 8+4
    cards A: snitch/hat | B: trade/hat | C: trade/fist
    deck rest
"""


def test_placing_says_who_would_control_the_place_and_by_how_much() -> None:
    name, told, _ = sums(ACTION, "place 2")
    assert name == "Place a Mafioso: Harbor"
    assert told == [
        "Harbor: Betta would be in control, 2 to 2.",
        "You then have 5 Mafiosi in hand.",
    ]


def test_a_card_says_what_it_would_leave_behind() -> None:
    name, told, _ = sums(ACTION, "play snitch/hat 2:1")
    assert name == "Play Snitch (Hat)"
    assert told == ["Harbor: you would be in control, 1 to 1."]


def test_passing_says_what_stays_unused() -> None:
    assert sums(ACTION, "pass") == (
        "Pass",
        [],
        ["6 Mafiosi stay in your hand this round."],
    )


def test_every_part_of_every_move_of_whole_games_can_be_told() -> None:
    rng = Random(3)
    for game, _ in random_play(RULEBOOK, {"level": "beginner"}, 4, rng):
        assert isinstance(game, City)
        for ask in game.asks:
            if ask.seat < 0 or ask.continues:
                continue
            view = RULEBOOK.view(game, ask.seat)
            for move in moves(RULEBOOK, game, ask.seat, most=8):
                for parts in range(1, len(move) + 1):
                    found = RULEBOOK.preview(view, move[:parts])
                    assert found is not None
                    assert encode_preview(RULEBOOK, found)
