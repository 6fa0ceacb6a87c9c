"""The informant deck as a file (DT-R22): the default one, custom ones, and what is refused."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from omerta.core import BadOption, Seeded, settle
from omerta.games.downtown import RULEBOOK
from omerta.games.downtown.state.components import FRONTS
from omerta.games.downtown.state.deck import BadDeck, deck_named, read_deck
from tests.clauses import clause
from tests.rules.downtown.table import A, play, town_of

ROOT = Path(__file__).parents[3]


def entries() -> list[dict[str, Any]]:
    """The default deck, to be changed."""
    text = (ROOT / "src/omerta/games/downtown/state/informants.json").read_text("utf-8")
    cards: list[dict[str, Any]] = json.loads(text)
    return cards


def printed(informant: str, cells: list[str]) -> dict[str, Any]:
    """A row of the rulebook's table of cards, as the deck file has it."""
    claim, spies, safecrackers, lookouts = (int(cell) for cell in cells[1:5])
    return {
        "informant": informant.lower(),
        "loot": cells[0].strip(),
        "claim": claim,
        "crew": {"spy": spies, "safecracker": safecrackers, "lookout": lookouts},
        "true_values": [int(value) for value in cells[5].split(",")],
    }


def written(cards: list[Any]) -> str:
    """A deck file with one card in each line, from line 2 on."""
    return "[\n" + ",\n".join(json.dumps(card) for card in cards) + "\n]\n"


@clause("DT-R22")
def test_the_default_deck_is_the_table_of_the_rulebook() -> None:
    rulebook = (ROOT / "docs/rules/downtown.md").read_text("utf-8")
    rows = re.findall(r"^\| (Frankie|Luigi|Joe) \|(.*)\|$", rulebook, re.MULTILINE)
    assert [printed(name, row.split("|")) for name, row in rows] == entries()
    deck = deck_named("default")
    assert deck.word(5 * 3 + 1) == "luigi-art-52"
    assert [deck.card(deck.word(card)) for card in range(27)] == list(range(27))
    assert deck.card("luigi-art-53") == deck.card("vito-art-52") == deck.card("art") == -1


@clause("DT-R22")
@pytest.mark.parametrize(
    ("place", "field", "value", "reason"),
    [
        (0, "informant", "vito", "expected an informant .frankie, luigi, joe. and a loot"),
        (1, "loot", "wine", "got frankie-wine"),
        (2, "claim", 0, "claim: expected a positive whole number, got 0"),
        (2, "claim", True, "claim: expected a positive whole number, got True"),
        (2, "claim", "60", "claim: expected a positive whole number, got '60'"),
        (3, "crew", {}, "crew: expected 1 to 7 gangsters, got 0"),
        (3, "crew", {"lookout": 8}, "crew: expected 1 to 7 gangsters, got 8"),
        (3, "crew", {"spy": 12}, "crew: spy must be 0 to 11, got 12"),
        (3, "crew", {"spy": -1}, "crew: spy must be 0 to 11, got -1"),
        (3, "crew", {"driver": 1}, "crew: expected numbers for spy, safecracker, lookout"),
        (3, "crew", [1, 1, 1], "crew: expected numbers for spy, safecracker, lookout"),
        (4, "true_values", [4, 8], "true_values: expected exactly three numbers"),
        (4, "true_values", [4, 8, 10], "true_values: expected positive multiples of 4, got 10"),
        (4, "true_values", [0, 4, 8], "true_values: expected positive multiples of 4, got 0"),
        (4, "true_values", [8, 4, 8], "true_values: expected three different numbers"),
        (5, "colour", "red", "unknown field colour; known: informant, loot"),
    ],
)
def test_a_wrong_card_is_refused_with_its_line(
    place: int, field: str, value: Any, reason: str
) -> None:
    cards = entries()
    cards[place][field] = value
    with pytest.raises(BadDeck, match=rf"^my\.json, line {place + 2}: .*{reason}"):
        read_deck("my", "my.json", written(cards))


@clause("DT-R22")
def test_a_front_that_is_missing_or_there_twice_is_refused() -> None:
    with pytest.raises(BadDeck, match=r"line 11: joe-art is missing"):
        read_deck("my", "my.json", written(entries()[:-1]))
    with pytest.raises(BadDeck, match=r"line 11: frankie-money is there twice"):
        read_deck("my", "my.json", written([*entries(), entries()[0]]))
    card = entries()[0]
    del card["claim"]
    with pytest.raises(BadDeck, match=r"line 2: claim is missing"):
        read_deck("my", "my.json", written([card]))


@clause("DT-R22")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}", "line 1: expected a list"),
        ("", "line 1: expected a list"),
        ("[\n3]", "line 2: expected an object, got 3"),
        ('[\n{"informant": }]', "line 2: no JSON here"),
        ("[\n", "line 2: no JSON here"),
        ("[{}\n{}]", "line 2: expected , or . after a card"),
        ("[]\n\nmore", "line 3: expected nothing after the list"),
        ('[\n{"claim": 50, "claim": 60}]', "line 2: no card here: claim is there twice"),
        ('[\n{"crew": {"spy": 1, "spy": 2}}]', "line 2: no card here: spy is there twice"),
        ('[\n{"claim": ' + "9" * 5000 + "}]", "line 2: no card here"),
        ("[\n" + '{"crew": ' * 100_000, "line 2: no card here"),
    ],
)
def test_a_file_that_is_no_list_of_cards_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(BadDeck, match=reason):
        read_deck("my", "my.json", text)


@clause("DT-R22")
def test_a_custom_deck_is_played_by_the_name_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = entries()
    cards[5]["true_values"] = [44, 80, 4]
    cards[5]["claim"] = 61
    (tmp_path / "my-box.json").write_text(written(cards), "utf-8")
    monkeypatch.setenv("OMERTA_DECKS", str(tmp_path))
    options = RULEBOOK.options({"informant_deck": "my-box"})
    assert options["informant_deck"] == "my-box"
    town = RULEBOOK.deal(options, 3)
    settle(town, Seeded(Random(1)))
    deck = town.options.deck
    assert deck.values[FRONTS.index("luigi-art")] == (4, 44, 80)
    assert deck.card("luigi-art-80") == 5 * 3 + 2


@clause("DT-R22")
def test_a_file_that_is_no_text_is_refused_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMERTA_DECKS", str(tmp_path))
    spoilt = written(entries()).replace("luigi", "luïgi").encode("latin-1")
    (tmp_path / "latin.json").write_bytes(spoilt)
    with pytest.raises(BadDeck, match=r"^latin\.json, line 5: expected text in UTF-8"):
        RULEBOOK.options({"informant_deck": "latin"})
    (tmp_path / "marked.json").write_text(written(entries()), "utf-8-sig")
    marked = RULEBOOK.options({"informant_deck": "marked"})
    assert marked.deck.values == deck_named("default").values


@clause("DT-R22")
def test_the_decks_that_lie_here_can_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {option.name: option for option in RULEBOOK.option_table}
    monkeypatch.setenv("OMERTA_DECKS", str(tmp_path / "nowhere"))
    assert RULEBOOK.values_of(table["informant_deck"]) == ("default",)
    for name in ("my-box.json", "b2.json", "My.json", "notes.txt", "default.json"):
        (tmp_path / name).write_text("[]")
    monkeypatch.setenv("OMERTA_DECKS", str(tmp_path))
    assert RULEBOOK.values_of(table["informant_deck"]) == ("default", "b2", "my-box")
    assert RULEBOOK.values_of(table["shed_loot"]) == ("free", "only_without_gangsters")


@clause("DT-R22", "DT-11.3", "DT-12.7", "DT-17.6")
def test_a_custom_deck_decides_crews_values_and_proceeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The crew of seven lookouts is paid, and a card beyond all money is paid out all the same."""
    cards = entries()
    cards[8].update(claim=7, crew={"lookout": 7}, true_values=[4, 8, 4000])
    (tmp_path / "rich.json").write_text(written(cards), "utf-8")
    monkeypatch.setenv("OMERTA_DECKS", str(tmp_path))
    town = town_of(
        """
        players 2 | turn A | phase 2
        options informant_deck=rich
        cash A 5 | B 8
        hand A S1 T1 L7 | B -
        at A west_side east_side | B downtown bank
        informants joe: joe-art-4000 then rest
        fences 1: art-q2 art-half | 2: money-q1 | 3: money-q2
        """
    )
    play(town, (A, "pay B"), (A, "rob joe"))
    assert town.public.discard == (0, 0, 7)
    play(town, (A, "sell 1 joe-art-4000"))
    assert town.public.winners == (A,)
    assert town.public.totals == (3005, 8)
    assert town.public.bank() < 0
    assert RULEBOOK.broken(town) == []


@clause("DT-R22")
@pytest.mark.parametrize("name", ["no-such-deck", "../secrets", "/etc/passwd", "", "A"])
def test_a_deck_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="option informant_deck="):
        RULEBOOK.options({"informant_deck": name})
