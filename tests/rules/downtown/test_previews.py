"""What a drafted move would do, told to its seat in sums (docs/contract.md)."""

from random import Random
from typing import Any

from omerta.core import encode_preview, moves
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.game import Town
from omerta.lab.playing import random_play
from omerta.text import Texts
from tests.rules.downtown.table import A, town_of

NAMES = ("Anna", "Betta", "Irma", "Carlo")

HIRE = """
    players 3 | turn A | phase 3 | next B paid
    cash A 26 | B 8 | C 9
    hand A T1 | B L2 | C T1
    at A downtown east_side | B west_side bank | C ghetto east_side
    row S3 T1 L6
    informants frankie: frankie-jewels-40 then rest | luigi: luigi-art-52 then rest | joe: rest
    fences 1: money-q1 then rest | 2: jewels-half then rest | 3: art-q1 then rest
"""
TWO = """
    players 2 | turn A | phase 2
    cash A 26 | B 8
    hand A S1 T1 L2 | B L2
    at A downtown east_side | B west_side bank
    display A 0 | B 3 L1
"""


def said(town: Town, seat: int, text: str, upto: int = 100) -> dict[str, Any]:
    """A preview of a move in the notation, in English."""
    answers = RULEBOOK.read_move(town, seat, text)[:upto]
    found = RULEBOOK.preview(RULEBOOK.view(town, seat), answers)
    assert found is not None
    texts = Texts("en", NAMES)
    encoded = encode_preview(RULEBOOK, found)

    def sentence(one: dict[str, Any]) -> str:
        return texts.say(f"downtown.preview.{one['key']}", **one["args"])

    return {
        "name": sentence(encoded["name"]),
        "sums": [sentence(one) for one in encoded["sums"]],
        "lost": [sentence(one) for one in encoded["lost"]],
        "board": encoded["board"],
    }


def test_hiring_says_what_it_costs_who_earns_by_it_and_which_crew_it_makes() -> None:
    told = said(town_of(HIRE), A, "buy S S S L L L")
    assert told["name"] == "Hire for 9k"
    assert told["sums"] == [
        "3 spies and 3 lookouts for 9k.",
        "17k left.",
        "Betta gets 9k of it at the Bank.",
        "Irma may draw 2 cards in the Ghetto.",
        "Then you have the crew for Frankie’s job.",
    ]
    assert told["lost"] == ["You will not use this place this turn: East Side."]
    board = told["board"]
    assert board["cash"] == 17
    assert board["gains"] == {"spy": 3, "safecracker": 0, "lookout": 3}
    assert board["shares"] == [{"seat": 1, "money": 9}]
    assert board["draws"] == [{"seat": 2, "cards": 2}]
    assert board["uses"] == "downtown"


def test_every_gangster_on_the_way_has_its_sum() -> None:
    told = said(town_of(HIRE), A, "buy S L", upto=2)
    assert (told["name"], told["sums"][0]) == ("Hire for 2k", "1 spy for 2k.")


def test_an_own_piece_at_the_bank_gets_its_share_back() -> None:
    told = said(town_of(HIRE.replace("downtown east_side", "downtown bank")), A, "buy T")
    assert told["sums"][:3] == [
        "1 safecracker for 4k.",
        "24k left.",
        "You get 2k of it back at the Bank.",
    ]


def test_a_hand_that_grows_too_large_is_warned_of() -> None:
    town = town_of(HIRE.replace("hand A T1", "hand A T4"))
    assert (
        said(town, A, "buy L L L")["lost"]
        == [
            "Your hand then has 7 cards, and only 7 may stay.",
            "You will not use this place this turn: East Side.",
        ][1:]
    )
    assert said(town, A, "buy L L L L")["lost"][0] == (
        "Your hand then has 8 cards, and only 7 may stay."
    )


def test_of_two_players_collecting_forfeits_the_places_and_paying_opens_both() -> None:
    town = town_of(TWO)
    collect = said(town, A, "collect B")
    assert collect["name"] == "Collect 3k and 1 lookout from Betta"
    assert collect["sums"] == ["You then have 29k.", "Betta plays next."]
    assert collect["lost"] == ["You will not use a place this turn."]
    pay = said(town, A, "pay B")
    assert pay["name"] == "Pay 3k and 1 lookout to Betta"
    assert "You may then use both places where you stand." in pay["sums"]
    assert pay["board"]["gives"] == {"spy": 0, "safecracker": 0, "lookout": 1}
    assert pay["lost"] == []


def test_selling_says_the_best_the_worst_and_the_average() -> None:
    town = town_of(HIRE.replace("hand A T1", "hand A T1 luigi-art-60"))
    told = said(town, A, "sell 3 luigi-art-60")
    assert told["name"] == "Sell for 15k to 45k"
    assert told["sums"] == ["On average it brings 35k.", "You then have 41k to 71k."]
    assert told["lost"][0] == "If the fence is the police, it is only 15k."


def test_a_robbery_names_the_crew_and_what_the_loot_may_be_worth() -> None:
    town = town_of(
        HIRE.replace("hand A T1", "hand A S1 T2 L2").replace("downtown east", "west_side east")
    )
    told = said(town, A, "rob luigi")
    assert told["name"] == "Do Luigi’s job"
    assert told["sums"] == [
        "You give 1 spy, 2 safecrackers and 2 lookouts and get Luigi’s works of art.",
        "Claimed: 60k; really worth 40k to 60k.",
    ]


def test_every_part_of_every_move_of_whole_games_can_be_told() -> None:
    for seats in (2, 3, 4):
        rng = Random(seats)
        for game, _ in random_play(RULEBOOK, {"turn_cap": "12"}, seats, rng):
            assert isinstance(game, Town)
            for ask in game.asks:
                if ask.seat < 0 or ask.continues:
                    continue
                view = RULEBOOK.view(game, ask.seat)
                for move in moves(RULEBOOK, game, ask.seat, most=12):
                    for parts in range(1, len(move) + 1):
                        found = RULEBOOK.preview(view, move[:parts])
                        assert found is not None
                        assert encode_preview(RULEBOOK, found)
