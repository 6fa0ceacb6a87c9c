"""FAIR-1: the test vector, and what a check finds."""

from omerta.server.table import fair

SEED = "00112233445566778899aabbccddeeff" * 2
GAME = "mc-2025-000042"
DEAL = fair.Deal(GAME, SEED, ["alice", "b\u00f6b", "", "42"])


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


def test_a_check_finds_one_changed_card() -> None:
    choices = [0, 0, 1, 2, 5]
    honest = DEAL.pick(3, "draw", choices)
    told = [("3:draw", choices, honest)]
    seeds = ["alice", "b\u00f6b", "", "42"]
    commit = fair.commitment(GAME, SEED)
    assert fair.check(GAME, commit, SEED, seeds, told).holds
    forged = [("3:draw", choices, (honest + 1) % 6)]
    assert not fair.check(GAME, commit, SEED, seeds, forged).holds
    assert not fair.check(GAME, "00", SEED, seeds, told).holds


def test_a_seed_is_short_printable_ascii() -> None:
    assert fair.is_seed("fair enough ~")
    assert not fair.is_seed("b\u00f6b")
    assert not fair.is_seed("x" * 65)
    assert fair.seed_hash("42").startswith("73475cb40a568e8d")
