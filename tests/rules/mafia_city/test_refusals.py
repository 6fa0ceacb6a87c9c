"""Why a move is refused: every reason, its clause, and that a reason is always found."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from omerta.core import EVERYBODY, RandomPlayer, Seat, Seeded, settle
from omerta.games.mafia_city import RULEBOOK
from omerta.games.mafia_city.state.game import City
from omerta.games.mafia_city.state.kinds import CARDS, DISCARD, ONE_HAT, TEXT, card_text, read_card
from omerta.games.mafia_city.state.options import OPTION_TABLE
from tests.clauses import clause
from tests.positions import position_lines

REFUSALS = RULEBOOK.refusals
ROOT = Path(__file__).parents[3]
A, B, C, D = range(4)

ACTION = """
    players 4 | first A | phase action | turn A
    stacks 1: A | 2: B B A A | 3: C
    cell D
    chips A 4+4 | B 5+4 | C 6+4 | D 6+4
    cards A: {hand} | B: snitch/bullet | C: -
"""
LOCATION = """
    players 4 | first A | phase location | at {at} | marked {marked}
    stacks 1: A C | 2: A | 3: B | 4: A B | 6: A | 7: A
    chips A 2+4 | B 5+4 | C 6+4 | D 7+4
    figures hitman {hitman} | policeman 4 | mayor {mayor}
    cards A: {hand} | B: fbi/fist thief/fist trade/fist | C: - | D: police_chief/hat fbi/hat
"""


def city(text: str) -> City:
    game = RULEBOOK.stage(position_lines(text)).game
    assert isinstance(game, City)
    settle(game, Seeded(Random(1)))
    return game


def acting(hand: str, text: str = ACTION) -> City:
    return city(text.format(hand=hand))


def at_location(number: int, hand: str, hitman: int = 2, mayor: str = "7") -> City:
    marked = " ".join(str(place) for place in range(1, number)) or "-"
    text = LOCATION.format(at=number, marked=marked, hand=hand, hitman=hitman, mayor=mayor)
    return city(text)


def play(game: City, *moves: tuple[Seat, str]) -> City:
    """Make these moves; chance takes the first of what there is."""
    for seat, text in moves:
        for choice in RULEBOOK.read_move(game, seat, text):
            game.answer(seat, choice)
        settle(game, Seeded(Random(1)))
    return game


def refused(game: City, seat: Seat, text: str, key: str) -> None:
    """This move is refused for this reason, and the reason has the clause of the table."""
    assert RULEBOOK.explain(game, seat, text) == (REFUSALS[key], key)


def test_every_reason_cites_a_clause_that_the_rulebook_has() -> None:
    rulebook = (ROOT / "docs/rules/mafia-city.md").read_text()
    known = set(re.findall(r"^- \*\*(MC-[0-9.]+)\*\*", rulebook, re.MULTILINE))
    assert {cited for cited in REFUSALS.values() if cited} <= known


@clause("MC-1.14", "MC-1.15", "MC-1.17")
def test_the_opening_hand_is_exchanged_whole_and_only_at_the_start() -> None:
    game = RULEBOOK.deal(RULEBOOK.options({}), 4)
    settle(game, Seeded(Random(4)))
    seat = game.public.first
    refused(game, seat, "exchange snitch/hat", "one_card_only")
    refused(game, seat, "place 1", "setup_first")
    refused(game, (seat + 1) % 4, "keep", "not_your_exchange")
    refused(game, seat, "keep it", "wrong_words")
    refused(acting("trade/hat"), A, "exchange", "only_at_start")


@clause("MC-4.2", "MC-4.4", "MC-4.11", "MC-4.3")
def test_a_turn_belongs_to_one_player_who_has_not_passed() -> None:
    game = acting("trade/hat")
    refused(game, B, "place 1", "not_your_turn")
    refused(game, A, "decline", "must_act")
    refused(game, B, "decline", "nothing_to_decline")
    play(game, (A, "pass"))
    refused(game, A, "place 1", "has_passed")
    empty = city(ACTION.format(hand="trade/hat").replace("A 4+4", "A 0+8"))
    refused(empty, A, "place 1", "no_chip_in_hand")


@clause("MC-4.5", "MC-4.8")
def test_only_action_texts_are_played_on_a_turn() -> None:
    game = acting("hitman/hat police_chief/fist complicity/hat secret_agreement/fist")
    refused(game, A, "play hitman/hat 2:1", "location_text")
    refused(game, A, "play secret_agreement/fist", "location_text")
    refused(game, A, "play police_chief/fist", "reaction_text")
    refused(game, A, "play complicity/hat 2:1", "reaction_text")
    assert RULEBOOK.why(game, A, TEXT + read_card("hitman/hat")) == ("MC-4.8", "location_text")


@clause("MC-2.16", "MC-4.6", "MC-4.7")
def test_a_card_must_be_in_the_hand_and_have_the_symbol() -> None:
    game = acting("snitch/fist trade/hat")
    refused(game, A, "play thief/hat B", "not_in_hand")
    refused(game, A, "discard thief/hat", "not_in_hand")
    refused(game, A, "hats trade/hat trade/hat 3", "not_in_hand")
    refused(game, A, "hat snitch/fist 2:3", "no_hat")
    refused(game, A, "hats trade/hat 3", "two_hats")
    refused(game, A, "discard trade/hat snitch/fist", "discard_one")
    refused(game, A, "play snitch 2:1", "unknown_card")
    assert RULEBOOK.why(game, A, ONE_HAT + read_card("snitch/fist")) == ("MC-4.6", "no_hat")
    assert RULEBOOK.why(game, A, DISCARD + read_card("thief/hat")) == ("MC-2.16", "not_in_hand")


@clause("MC-2.9", "MC-2.11", "MC-3.4")
def test_a_chip_is_named_by_a_place_in_a_stack_and_never_in_the_cell() -> None:
    game = acting("snitch/hat grand_scheme/hat")
    refused(game, A, "play snitch/hat", "target_missing")
    refused(game, A, "play snitch/hat 3:2", "no_such_chip")
    refused(game, A, "play snitch/hat 9:1", "unknown_chip")
    refused(game, A, "play snitch/hat cell", "in_cell")
    refused(game, A, "play snitch/hat 3:1 4", "wrong_words")
    refused(game, A, "play grand_scheme/hat 3:1", "target_missing")
    refused(game, A, "place cell", "in_cell")
    refused(game, A, "place 8", "unknown_location")
    refused(game, A, "place", "wrong_words")


@clause("MC-5.1", "MC-5.2", "MC-5.3", "MC-5.4")
def test_hats_move_own_chips_and_need_a_chip_to_move() -> None:
    game = acting("thief/hat trade/hat")
    refused(game, A, "hat thief/hat 3:1", "not_own_chip")
    refused(game, A, "hats thief/hat trade/hat", "target_missing")
    bare = """
        players 3 | phase action | turn A
        stacks 3: C
        chips A 12+0 | C 7+4
        cards A: thief/hat trade/hat snitch/fist | B: - | C: -
    """
    refused(city(bare), A, "hat thief/hat 3:1", "no_own_chip")
    refused(city(bare), A, "hats thief/hat trade/hat 2", "reserve_empty")
    assert RULEBOOK.why(city(bare), A, ONE_HAT + read_card("thief/hat")) == (
        "MC-5.1",
        "no_own_chip",
    )


@clause("MC-3.5", "MC-6.6")
def test_a_thief_needs_another_player_with_a_card() -> None:
    game = acting("thief/hat")
    refused(game, A, "play thief/hat C", "victim_without_cards")
    refused(game, A, "play thief/hat A", "not_oneself")
    refused(game, A, "play thief/hat E", "unknown_seat")
    refused(game, A, "play thief/hat", "target_missing")
    alone = "players 3 | phase action | turn A\ncards A: thief/hat snitch/hat | B: - | C: -"
    refused(city(alone), A, "play thief/hat B", "nobody_has_cards")
    refused(city(alone), A, "play snitch/hat 1:1", "no_chip_in_stacks")


@clause("MC-6.13")
def test_a_raid_needs_two_own_chips() -> None:
    game = acting("police_raid/hat")
    refused(game, A, "play police_raid/hat 1", "raid_needs_two")
    assert RULEBOOK.explain(game, A, "play police_raid/hat 2") == ("", "allowed")
    game.answer(A, TEXT + read_card("police_raid/hat"))
    assert RULEBOOK.why(game, A, 1) == ("MC-6.13", "raid_needs_two")
    assert RULEBOOK.why(game, A, 2) == ("", "allowed")
    refused(game, A, "1", "raid_needs_two")


@clause("MC-6.17")
def test_shadow_games_need_two_different_stacks() -> None:
    game = acting("shadow_games/hat")
    refused(game, A, "play shadow_games/hat 2 2", "two_different")
    refused(game, A, "play shadow_games/hat 2 5", "stack_empty")
    refused(game, A, "play shadow_games/hat 2", "target_missing")
    refused(game, A, "play shadow_games/hat 1 2 3", "wrong_words")
    refused(game, A, "play shadow_games/hat 1 9", "unknown_location")
    game.answer(A, TEXT + read_card("shadow_games/hat"))
    assert RULEBOOK.why(game, A, 3) == ("MC-6.17", "lower_first")
    assert RULEBOOK.why(game, A, 5) == ("MC-6.17", "stack_empty")
    game.answer(A, 2)
    assert RULEBOOK.why(game, A, 2) == ("MC-6.17", "two_different")
    assert RULEBOOK.why(game, A, 1) == ("MC-6.17", "lower_first")
    one = "players 3 | phase action | turn A\nstacks 1: B\nchips B 7+4\ncards A: shadow_games/hat"
    refused(city(one), A, "play shadow_games/hat 1 2", "needs_two_stacks")


@clause("MC-6.20")
def test_a_grand_scheme_leads_to_another_location() -> None:
    game = acting("grand_scheme/hat")
    refused(game, A, "play grand_scheme/hat 2:1 2", "same_location")
    refused(game, A, "play grand_scheme/hat 2:1 cell", "in_cell")
    for choice in (TEXT + read_card("grand_scheme/hat"), 129):
        game.answer(A, choice)
    assert RULEBOOK.why(game, A, 2) == ("MC-6.20", "same_location")


@clause("MC-6.29", "MC-6.30")
def test_trade_draws_and_discards_what_was_drawn() -> None:
    game = acting("trade/hat snitch/hat")
    refused(game, A, "play trade/hat B", "wrong_words")
    play(game, (A, "play trade/hat"), (B, "decline"))
    kept = next(card for card in game.secret[A].cards if card not in game.secret[A].drawn)
    refused(game, A, f"discard {card_text(kept)}", "only_drawn")
    refused(game, A, "pass", "only_drawn")
    refused(game, A, "decline", "only_drawn")
    assert RULEBOOK.why(game, A, kept) == ("MC-6.29", "only_drawn")
    game = acting("trade/hat")
    box = game.secret[game.seats]
    for card in box.cards:
        game.gain(C, card)
    box.cards = ()
    game.public.deck = 0
    assert game.top is not None
    game.resume(game.top)
    refused(game, A, "play trade/hat", "nothing_to_draw")


@clause("MC-4.13", "MC-4.14", "MC-4.15", "MC-4.23")
def test_a_bullet_is_for_a_player_who_has_passed_and_has_something_left() -> None:
    game = acting("trade/bullet fbi/bullet thief/hat")
    refused(game, A, "bullet trade/bullet", "not_passed")
    play(game, (A, "pass"), (B, "pass"), (C, "place 4"), (D, "place 4"))
    refused(game, A, "bullet thief/hat", "no_bullet")
    refused(game, A, "bullet trade/bullet now", "wrong_words")
    refused(game, A, "pass", "has_passed")
    play(game, (A, "bullet trade/bullet"))
    refused(game, A, "pass", "no_pass_after_bullet")
    refused(game, A, "bullet fbi/bullet", "no_second_bullet")
    text = "players 3 | phase action | turn A | passed A B\nchips A 0+12\ncards A: trade/bullet"
    game = city(text)
    game.public.turn = A
    refused(game, A, "bullet trade/bullet", "bullet_needs_more")


@clause("MC-4.10")
def test_the_strict_note_leaves_nothing_but_a_pass() -> None:
    text = """
        players 3 | phase action | turn A
        options forced_pass=strict_note
        chips A 0+12
        cards A: hitman/fist
    """
    refused(city(text), A, "discard hitman/fist", "must_pass")


@clause("MC-3.6", "MC-3.14", "MC-3.15", "MC-3.18", "MC-18.8")
def test_only_others_answer_an_effect_and_each_of_them_once() -> None:
    game = acting("snitch/hat fbi/fist thief/fist")
    refused(game, B, "react police_chief/hat", "no_window")
    play(game, (A, "play snitch/hat 3:1"))
    refused(game, A, "fists fbi/fist thief/fist", "own_effect")
    refused(game, A, "place 1", "wait_for_others")
    refused(game, C, "fists fbi/fist thief/fist", "too_few_cards")
    refused(game, B, "place 1", "answer_first")
    game = at_location(2, "hitman/hat")
    play(game, (A, "move 3"), (B, "decline"))
    refused(game, B, "react fbi/fist", "already_answered")
    assert RULEBOOK.why(game, B, DISCARD) == ("MC-3.15", "already_answered")


@clause("MC-3.8", "MC-3.9", "MC-3.10", "MC-3.11", "MC-3.12", "MC-3.17", "MC-5.7")
def test_a_reaction_must_fit_the_effect() -> None:
    hand = "fbi/fist thief/fist police_chief/hat fbi/hat hitman/fist"
    text = f"""
        players 3 | phase action | turn A
        stacks 1: A B
        chips A 7+4 | B 7+4
        cards A: snitch/fist trade/hat hitman/fist | B: {hand} | C: snitch/hat
    """.replace(" hitman/fist | B", " complicity/fist | B")
    snitch = play(city(text), (A, "play snitch/fist 1:2"))
    refused(snitch, B, "react fbi/fist", "not_on_fbi_list")
    refused(snitch, B, "react thief/fist", "not_a_reaction")
    refused(snitch, B, "react police_chief/hat now", "wrong_words")
    refused(snitch, B, "fists fbi/fist", "two_fists")
    refused(snitch, B, "fists fbi/fist fbi/hat", "two_fists")
    refused(snitch, B, "fists fbi/fist thief/fist hitman/fist", "two_fists")
    trade = play(city(text), (A, "play trade/hat"))
    refused(trade, B, "react police_chief/hat", "not_on_chief_list")
    hat = play(city(text), (A, "hat trade/hat 1:1"))
    refused(hat, B, "react fbi/fist", "only_text")
    refused(hat, B, "react police_chief/hat", "not_on_chief_list")
    play(snitch, (B, "react police_chief/hat"), (C, "decline"))
    refused(snitch, C, "fists snitch/hat thief/hat", "too_few_cards")
    harbor = play(at_location(2, "hitman/hat"), (A, "move 3"))
    refused(harbor, B, "fists thief/fist trade/fist", "fists_never_at_location")
    assert RULEBOOK.why(harbor, B, CARDS + 9 * CARDS + 37)[1] == "fists_never_at_location"


@clause("MC-3.17")
def test_a_reaction_is_answered_by_fists_alone() -> None:
    game = play(at_location(2, "hitman/hat"), (A, "move 3"), (B, "react fbi/fist"))
    play(game, (D, "decline"))
    refused(game, D, "react fbi/hat", "only_fists")


@clause("MC-6.21", "MC-6.22")
def test_complicity_is_for_the_owner_and_names_a_third_player() -> None:
    text = """
        players 3 | phase action | turn A
        stacks 1: A B | 2: C
        chips A 7+4 | B 7+4 | C 7+4
        cards A: snitch/hat snitch/fist complicity/fist | B: complicity/hat thief/hat | C: -
    """
    game = play(city(text), (A, "play snitch/hat 1:2"), (B, "decline"))
    refused(game, B, "complicity thief/hat 2:1", "not_a_complicity")
    refused(game, B, "complicity complicity/hat 1:1", "not_third_player")
    refused(game, B, "complicity complicity/hat", "target_missing")
    refused(game, B, "place 1", "answer_first")
    refused(game, A, "complicity complicity/fist 2:1", "nobody_sent")
    game.answer(B, read_card("complicity/hat"))
    assert RULEBOOK.why(game, B, 65) == ("MC-6.22", "not_third_player")


@clause("MC-6.27")
def test_nobody_drags_along_on_an_own_deed() -> None:
    game = play(at_location(1, "complicity/hat trade/hat"), (A, "decline"), (A, "jail 1:1"))
    refused(game, A, "complicity complicity/hat 1:2", "nobody_sent")
    play(game, (B, "decline"), (D, "decline"))
    assert game.public.cell[A] == 1
    refused(game, A, "complicity complicity/hat 1:1", "nobody_sent")


@clause("MC-6.1", "MC-6.2", "MC-6.3", "MC-9.2")
def test_the_hitman_is_led_by_the_controller_of_the_harbor() -> None:
    game = at_location(2, "hitman/hat trade/hat", hitman=2)
    refused(game, A, "move 4", "not_adjacent")
    refused(game, A, "move 2", "not_adjacent")
    refused(game, B, "move 3", "only_harbor_controller")
    refused(game, A, "kill hitman/hat 2:1", "only_at_harbor")
    play(game, (A, "decline"))
    refused(game, A, "kill trade/hat 2:1", "not_a_hitman")
    refused(game, A, "kill hitman/hat 3:1", "not_at_hitman")
    refused(game, A, "place 1", "only_in_action_phase")
    game.answer(A, read_card("hitman/hat"))
    assert RULEBOOK.why(game, A, 193) == ("MC-6.2", "not_at_hitman")
    game = at_location(2, "hitman/hat trade/hat", hitman=5)
    refused(game, A, "kill hitman/hat 2:1", "nobody_at_hitman")


@clause("MC-6.31", "MC-6.32", "MC-7.8", "MC-7.11")
def test_agreements_are_for_rivals_in_the_bidding() -> None:
    game = at_location(4, "secret_agreement/hat trade/hat")
    refused(game, A, "agree trade/hat", "not_an_agreement")
    refused(game, B, "agree secret_agreement/fist", "not_your_bid")
    refused(game, D, "agree secret_agreement/fist", "no_chip_here")
    assert RULEBOOK.why(game, A, read_card("trade/hat")) == ("MC-6.31", "not_an_agreement")
    refused(acting("secret_agreement/hat"), A, "agree secret_agreement/hat", "only_in_bidding")
    game.answer(A, read_card("secret_agreement/hat"))
    assert RULEBOOK.why(game, A, read_card("trade/hat")) == ("MC-6.31", "not_an_agreement")
    game = at_location(6, "hitman/plus_one secret_agreement/hat")
    refused(game, A, "agree secret_agreement/hat", "no_rivals")
    game = at_location(1, "secret_agreement/hat")
    play(game, (A, "decline"))
    refused(game, A, "agree secret_agreement/hat", "only_in_bidding")


@clause("MC-5.11")
def test_the_extra_point_is_for_the_controller_of_the_gentlemens_club() -> None:
    game = at_location(6, "hitman/plus_one trade/hat")
    refused(game, A, "plus trade/hat", "no_plus_one")
    refused(game, B, "plus hitman/plus_one", "only_at_club")
    refused(acting("hitman/plus_one"), A, "plus hitman/plus_one", "only_at_club")


@clause("MC-8.5")
def test_the_jail_effect_is_for_its_controller_and_takes_from_stacks() -> None:
    game = play(at_location(1, "trade/hat"), (A, "decline"))
    refused(game, A, "jail 5:1", "no_such_chip")
    refused(game, A, "jail cell", "in_cell")
    refused(game, A, "jail", "target_missing")
    refused(game, B, "jail 1:1", "only_jail_controller")
    assert RULEBOOK.why(game, B, 1) == ("", "not_asked")
    text = LOCATION.format(at=1, marked="-", hand="-", hitman=2, mayor=7)
    double = city(text.replace("A C | 2: A", "A A").replace("C 6", "C 7"))
    assert RULEBOOK.why(double, A, 66) == ("MC-2.11", "lowest_chip")


@clause("MC-12.2")
def test_the_business_district_asks_for_a_discard() -> None:
    text = LOCATION.format(at=5, marked="1 2 3 4", hand="trade/hat", hitman=2, mayor=7)
    game = city(text.replace("4: A B", "4: B | 5: A"))
    refused(game, A, "decline", "must_discard")
    refused(game, A, "pass", "must_discard")


@clause("MC-7.4", "MC-7.20", "MC-7.19")
def test_the_mayors_holder_picks_what_is_not_marked() -> None:
    text = LOCATION.format(at="", marked="1 2", hand="trade/hat", hitman=2, mayor="A")
    game = city(text.replace("| at  |", "|"))
    refused(game, A, "pick 2", "already_marked")
    refused(game, A, "pick 0", "unknown_location")
    refused(game, A, "pick", "wrong_words")
    refused(game, B, "pick 3", "only_mayor_picks")
    refused(game, A, "accept", "nothing_to_accept")
    assert RULEBOOK.why(game, A, 2) == ("MC-7.20", "already_marked")


@clause("MC-15.3", "MC-15.5", "MC-15.7", "MC-15.8", "MC-15.14")
def test_the_strategy_phase_is_for_own_chips_and_without_cards() -> None:
    text = """
        players 4 | first A | phase strategy | marked 4 5 6 7
        stacks 4: A B A | 5: B C | 1: A
        chips A 4+4 | B 5+4 | C 6+4
        figures hitman 2 | policeman 4 | mayor {mayor}
        cards A: trade/hat | B: -
    """
    game = city(text.format(mayor="7"))
    refused(game, A, "take 2", "not_own_here")
    refused(game, A, "take 4", "no_such_chip")
    refused(game, A, "take x", "unknown_chip")
    refused(game, A, "take cell", "in_cell")
    refused(game, A, "take", "wrong_words")
    refused(game, A, "discard trade/hat", "no_cards_in_strategy")
    refused(game, A, "pick 4", "only_mayor_picks")
    refused(game, B, "take 2", "not_your_take")
    refused(game, B, "name A", "only_mayor_names")
    refused(acting("trade/hat"), A, "take 1", "only_in_strategy")
    assert RULEBOOK.why(game, A, 2) == ("MC-15.8", "not_own_here")
    assert RULEBOOK.why(game, B, 2) == ("MC-15.7", "not_your_take")
    held = city(text.format(mayor="A"))
    refused(held, A, "pick 1", "no_cube")
    play(held, (A, "pick 4"))
    refused(held, A, "name C", "not_undecided")
    refused(held, A, "name X", "unknown_seat")
    refused(held, A, "name", "wrong_words")


@clause("MC-17.1")
def test_nothing_is_possible_after_the_end_nor_for_those_who_watch() -> None:
    game = RULEBOOK.deal(RULEBOOK.options({"round_limit": "1"}), 3)
    chance = Seeded(Random(2))
    settle(game, chance)
    refused(game, EVERYBODY, "place 1", "only_players")
    while not game.is_over:
        ask = game.asks[0]
        game.answer(ask.seat, RULEBOOK.default(game, ask))
        settle(game, chance)
    refused(game, A, "place 1", "game_over")
    assert RULEBOOK.why(game, A, 1) == ("MC-17.1", "game_over")


def test_words_that_mean_nothing_are_said_to_mean_nothing() -> None:
    game = acting("snitch/hat")
    refused(game, A, "", "nothing_said")
    refused(game, A, "   ", "nothing_said")
    refused(game, A, "shoot B", "unknown_move")
    refused(game, A, "play", "wrong_words")
    refused(game, A, "fists", "no_window")
    refused(game, A, "place ٣", "unknown_location")
    for choice in (-7, 10**30, 99, 10**6):
        assert RULEBOOK.why(game, A, choice)[1] in (
            "unknown_choice",
            "unknown_location",
            "not_in_hand",
        )
    start = RULEBOOK.deal(RULEBOOK.options({}), 3)
    settle(start, Seeded(Random(4)))
    assert RULEBOOK.why(start, start.public.first, 7) == ("", "unknown_choice")


def any_move(game: City, seat: Seat, rng: Random) -> str:
    """Some words in the form of a move, more often than not with cards of the hand."""
    hand = game.secret[seat].cards if rng.random() < 0.8 else ()
    cards = [card_text(rng.choice(hand) if hand else rng.randrange(CARDS)) for _ in range(2)]
    chip = f"{rng.randint(1, 7)}:{rng.randint(1, 4)}"
    places = [str(rng.randint(1, 7)) for _ in range(2)]
    letter = "ABCDE"[rng.randrange(game.seats)]
    act = rng.choice(RULEBOOK.acts())
    rest = rng.choice(
        (
            [],
            cards[:1],
            cards,
            [chip],
            places[:1],
            places,
            [letter],
            [cards[0], chip],
            [cards[0], chip, places[0]],
            [cards[0], letter],
            [cards[0], places[0]],
            [cards[0], *places],
            [*cards, places[0]],
        )
    )
    return " ".join([act, *rest])


@pytest.mark.parametrize("seed", range(12))
def test_every_refused_move_has_a_reason_in_every_position(seed: int) -> None:
    rng = Random(seed)
    options = {
        option.name: rng.choice(option.values)
        for option in OPTION_TABLE
        if option.values and rng.random() < 0.3
    }
    game = RULEBOOK.deal(RULEBOOK.options({**options, "round_limit": "3"}), 3 + seed % 3)
    chance = Seeded(rng)
    settle(game, chance)
    while not game.is_over:
        for seat in range(game.seats):
            text = any_move(game, seat, rng)
            cited, key = RULEBOOK.explain(game, seat, text)
            assert REFUSALS[key] == cited
            assert key not in ("not_a_choice", "unknown_move"), text
            choice = rng.choice((rng.randint(-5, 600), rng.randint(0, 8)))
            ask = game.asked(seat)
            allowed = ask is not None and choice in ask.choices
            assert (RULEBOOK.why(game, seat, choice)[1] == "allowed") == allowed
        ask = game.asks[0]
        game.answer(ask.seat, RandomPlayer().choose(RULEBOOK.view(game, ask.seat), rng))
        settle(game, chance)


def test_a_reason_tells_nothing_about_cards_that_are_hidden() -> None:
    rng = Random(8)
    chance = Seeded(rng)
    game = RULEBOOK.deal(RULEBOOK.options({}), 4)
    settle(game, chance)
    for _ in range(250):
        if game.is_over:
            break
        ask = game.asks[0]
        other = RULEBOOK.guess(RULEBOOK.view(game, ask.seat), rng)
        text = any_move(game, ask.seat, rng)
        assert RULEBOOK.explain(game, ask.seat, text) == RULEBOOK.explain(other, ask.seat, text)
        game.answer(ask.seat, RandomPlayer().choose(RULEBOOK.view(game, ask.seat), rng))
        settle(game, chance)
