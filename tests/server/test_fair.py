"""FAIR-1: the test vector, and what a check finds."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omerta.server.table import fair
from omerta.server.table.receipts import BadReceipt, Receipt, Seal, read_receipt

SEED = "00112233445566778899aabbccddeeff" * 2
GAME = "mc-2025-000042"
SEEDS = ["alice", "b\u00f6b", "", "42"]
DEAL = fair.Deal(GAME, SEED, SEEDS)


def test_the_commitment_of_the_test_vector() -> None:
    assert fair.commitment(GAME, SEED) == (
        "a1240b5447ecd0e5b0fb6b36cf6df25e5a438cde9a1afa24acdd88958785d91f"
    )


def test_the_key_of_the_test_vector() -> None:
    assert DEAL.key.hex() == "3ac38c802278afd4b436037908decaecc2b24db12bfdd7eeb85dea4ece755813"


def test_the_shuffles_of_the_test_vector() -> None:
    assert DEAL.shuffled("deck:0", range(49))[:10] == [37, 20, 5, 39, 26, 35, 32, 44, 8, 0]
    assert DEAL.shuffled("roles", range(21))[:5] == [12, 8, 19, 14, 7]


def test_the_dice_of_the_test_vector() -> None:
    assert [DEAL.below(f"die:{i}", 6) for i in range(10)] == [0, 0, 0, 1, 4, 3, 1, 0, 2, 3]


def test_a_number_above_the_last_whole_multiple_is_thrown_away() -> None:
    bound = 2**31 + 1
    stream = fair.Stream(b"", "test")
    stream.unused = b"".join(n.to_bytes(4, "big") for n in (2**31 + 1, 2**32 - 1, 7))
    assert stream.below(bound) == 7


def test_a_seed_is_short_printable_ascii() -> None:
    assert fair.is_seed("fair enough ~")
    assert not fair.is_seed("b\u00f6b")
    assert not fair.is_seed("x" * 65)


def test_a_hash_is_of_use_for_one_seat_of_one_game() -> None:
    assert fair.seed_hash("g", 1, "42") == (
        "daff372e676aa327ff14a789c404c2ae9820535babba8a89a8bd11d549553363"
    )
    assert fair.seed_hash("g", 2, "42") != fair.seed_hash("g", 1, "42")
    assert fair.seed_hash("h", 1, "42") != fair.seed_hash("g", 1, "42")


def test_the_receipt_of_the_test_vector() -> None:
    hashes = [fair.seed_hash(GAME, seat, seed) for seat, seed in enumerate(SEEDS)]
    commit = fair.commitment(GAME, SEED)
    options = {"level": "beginner", "cell_release": "all"}
    seal = Seal(GAME, commit, hashes, "mafia-city", 3, options, ["Ann", "Böb", "C", "D"])
    assert seal.digest() == ("65dafd26a11e47becdf959aa2f7914b300133400bdef403a080bdf72706c94e1")
    assert seal.people() == "dfb46b418995e22ccf709b5d655408d2"
    receipt = Receipt(GAME, seal.digest(), seal.people(), {0: "alice", 2: "a b=c %"})
    assert read_receipt(receipt.line()) == receipt
    assert receipt.line().endswith(" 0=alice 2=a%20b%3Dc%20%25")


@pytest.mark.parametrize("line", ["", "x", "omerta-receipt-1", "omerta-receipt-1 g 12 34 0=x"])
def test_what_is_no_receipt_is_told_so(line: str) -> None:
    with pytest.raises(BadReceipt):
        read_receipt(line)


@given(st.text(max_size=300))
def test_any_line_is_a_receipt_or_none(line: str) -> None:
    with contextlib.suppress(BadReceipt):
        read_receipt(line)
    with contextlib.suppress(BadReceipt):
        read_receipt(f"omerta-receipt-1 g {'0' * 64} {'0' * 32} {line}")
