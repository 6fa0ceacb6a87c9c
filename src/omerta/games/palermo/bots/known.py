"""What can be known of whom, from one seat's view: chances, and the facts that weigh most.

A fact weighs what the chance would be without it. What the true cards say is never asked.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from omerta.core import NOTHING, Rulebook, Seat
from omerta.games.palermo.bots.claims import found
from omerta.games.palermo.bots.levels import MASTER, SHARP
from omerta.games.palermo.bots.mind import Mind
from omerta.games.palermo.state.statements import RECORDS, Fact, Said, utterance
from omerta.games.palermo.view import VillageView

HEAVIEST: Final = 3
"""How many facts are named for each player."""

LEAST: Final = 0.01
"""A fact that moves a chance by less is not worth naming."""


class Weighty(NamedTuple):
    """A fact on the record, and by how much it moves a chance."""

    key: str
    args: dict[str, Any]
    points: float

    def plain(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"key": self.key, "args": self.args, "points": round(self.points, 3)}


class Known(NamedTuple):
    """What can be known of one player."""

    seat: Seat
    chance: float
    """How likely the player is a mafioso."""
    certain: bool
    """Whether the viewer knows it: from a card that was shown, or from what a night has told."""
    facts: list[Weighty]

    def plain(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "seat": self.seat,
            "chance": round(self.chance, 3),
            "certain": self.certain,
            "facts": [fact.plain() for fact in self.facts],
        }


class Without:
    """The chances if one fact were not on the record."""

    def __init__(self, key: str, args: dict[str, Any], chances: list[float]) -> None:
        self.key: Final = key
        self.args: Final = args
        self.chances: Final = chances


def known_of(rulebook: Rulebook[Any, Any, Any], view: VillageView) -> list[Known]:
    """What can be known of every other living player, the most suspect first.

    A mafioso, who knows already, is told how the others look to everybody.
    """
    if view.mine is None:
        return []
    mind = Mind(view, MASTER)
    left_out = each_left_out(rulebook, view)
    base = Mind(view, SHARP).chance
    known: list[Known] = []
    for seat in mind.others:
        certain = not mind.is_mafioso and mind.known[seat] != NOTHING
        facts: list[Weighty] = []
        if not certain:
            for without in left_out:
                points = base[seat] - without.chances[seat]
                if abs(points) >= LEAST:
                    facts.append(Weighty(without.key, without.args, points))
            facts.sort(key=lambda fact: -abs(fact.points))
        known.append(Known(seat, mind.chance[seat], certain, facts[:HEAVIEST]))
    known.sort(key=lambda one: (-one.chance, one.seat))
    return known


def each_left_out(rulebook: Rulebook[Any, Any, Any], view: VillageView) -> list[Without]:
    """The record once for every fact, without it."""
    mind = Mind(view, SHARP)
    sides = mind.shown if mind.is_mafioso else mind.known
    found_without: list[Without] = []
    for place in range(len(mind.facts)):
        facts = mind.facts[:place] + mind.facts[place + 1 :]
        chances = mind.chances_from(sides, mind.statements, facts, mind.findings)
        fact = mind.facts[place]
        found_without.append(Without(fact_key(fact), fact_args(fact), chances))
    for place in range(len(mind.statements)):
        statements = mind.statements[:place] + mind.statements[place + 1 :]
        chances = mind.chances_from(sides, statements, mind.facts, found(statements))
        said = mind.statements[place]
        key, args = spoken(rulebook, said, number_of(mind, place))
        found_without.append(Without(key, args, chances))
    return found_without


def number_of(mind: Mind, place: int) -> int:
    """The number of what was said, from its place among what was not taken back."""
    said = mind.statements[place]
    before = mind.statements[:place].count(said)
    alike = [number for number, other in enumerate(mind.spoken, start=1) if other == said]
    return alike[min(before, len(alike) - 1)]


def fact_key(fact: Fact) -> str:
    """The text that tells a deed."""
    return f"advice.fact.{RECORDS[fact.record]}"


def fact_args(fact: Fact) -> dict[str, Any]:
    """Who, whom and when."""
    return {"seat": fact.seat, "seat_about": fact.about, "number_day": fact.day}


def spoken(
    rulebook: Rulebook[Any, Any, Any], said: Said, number: int
) -> tuple[str, dict[str, Any]]:
    """A statement as everybody heard it."""
    key, words = utterance(said)
    args = rulebook.named_args(rulebook.notices[key], (number, said.seat, *words))
    return f"palermo.notice.{key}", {**args}
