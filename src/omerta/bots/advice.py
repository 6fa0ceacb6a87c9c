"""Advice for a seat, from its view alone: what *master* would think of, with chances and why.

The seed of all that is drawn is made from the view, so that two worlds that look the same to a
seat give the same advice, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from omerta.bots.outlook import PERCENT, Outlook, Told
from omerta.bots.roster import SEARCHED
from omerta.bots.value import Value
from omerta.bots.weighing import Estimate, Move, Scales, Trial, chance_of, gap
from omerta.core import NoWorld, Rulebook, Seat, View, encode_preview
from omerta.games.palermo.bots.known import Known, known_of
from omerta.games.palermo.state.roles import is_mafia
from omerta.games.palermo.view import VillageView
from omerta.text import area_of

BEST: Final = 3
"""How many moves are named."""

SELECTION: Final = 240
"""Simulations to find the best moves."""

WORLDS: Final = 40
"""Further worlds in which these are measured."""

FAR_BEHIND: Final = 0.05
"""A move that is worse than the best by this much is no advice."""

CLEAR: Final = 2.0
"""A difference of fewer standard errors may as well be none."""

LEAST: Final = 0.05
"""What would be rounded away is no reason."""

Said = dict[str, Any]
"""A sentence as the key of a text and its arguments; a fraction is written as its reader does."""


class Choice(NamedTuple):
    """One of the best moves."""

    answers: Move
    move: str
    """In the notation."""
    name: Said
    sums: list[Said]
    chance: Estimate


class Advice(NamedTuple):
    """What is best for a seat now, why, and in Palermo what can be known of whom."""

    game: str
    seat: Seat
    choices: list[Choice]
    why: Said | None
    known: list[Known]
    outside: bool
    """Whether this is how the others look to everybody, because a mafioso knows who they are."""

    def plain(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "game": self.game,
            "seat": self.seat,
            "moves": [plain_choice(choice) for choice in self.choices],
            "why": self.why,
            "known": [one.plain() for one in self.known],
            "outside": self.outside,
        }


def plain_choice(choice: Choice) -> dict[str, Any]:
    """A move as plain JSON values."""
    low, high = choice.chance.interval()
    return {
        "answers": list(choice.answers),
        "move": choice.move,
        "name": choice.name,
        "sums": choice.sums,
        "chance": round(choice.chance.mean, 3),
        "low": round(low, 3),
        "high": round(high, 3),
    }


def seeded(rulebook: Rulebook[Any, Any, Any], view: View, purpose: str) -> Random:
    """A generator that depends on nothing but what a seat sees."""
    seen = json.dumps(rulebook.encode(view), sort_keys=True)
    return Random(f"{purpose} {rulebook.name} {view.seat} {seen}")


def advise(
    rulebook: Rulebook[Any, Any, Any],
    view: View,
    selection: int = SELECTION,
    worlds: int = WORLDS,
) -> Advice:
    """What can be said to a seat; nothing where it has no choice, or no value was fitted.

    Moves are advised as a whole: in the middle of one there is nothing to say.
    """
    game = rulebook.name
    if isinstance(view, VillageView):
        outside = view.mine is not None and is_mafia(view.mine.role)
        return Advice(game, view.seat, [], None, known_of(rulebook, view), outside)
    nothing = Advice(game, view.seat, [], None, [], outside=False)
    ask = view.asked
    if game not in SEARCHED or ask is None or ask.continues or len(ask.choices) < 2:
        return nothing
    scales = Scales(rulebook)
    rng = seeded(rulebook, view, "advice")
    value = scales.value(view)
    if value is None:
        return nothing
    try:
        listed = scales.best(view, [], selection, rng, BEST)
        rows = scales.weigh(view, listed, worlds, rng)
    except NoWorld:
        return nothing
    weighed = sorted(zip(listed, rows, strict=True), key=lambda one: -chance_of(one[1]).mean)
    best = weighed[0][1]
    why: Said | None = {"key": "advice.why.even", "args": {}} if len(weighed) > 1 else None
    for move, trials in weighed[1:]:
        if is_clear(gap(best, trials)):
            why = reason(scales.outlook, value, view.seat, best, trials)
            if why is not None:
                why["other"] = words_of(rulebook, view, move)[0]
            break
    most = chance_of(best).mean
    choices = [
        named(rulebook, view, move, chance_of(trials), rng)
        for move, trials in weighed
        if chance_of(trials).mean > most - FAR_BEHIND
    ]
    return Advice(game, view.seat, choices, why, [], outside=False)


def is_clear(found: Estimate) -> bool:
    """Whether a difference is more than luck."""
    return found.mean > 0.0 and found.mean >= CLEAR * found.error


def named(
    rulebook: Rulebook[Any, Any, Any], view: View, move: Move, chance: Estimate, rng: Random
) -> Choice:
    """A move with its words."""
    name, sums = words_of(rulebook, view, move)
    text = rulebook.move_text(rulebook.guess(view, rng), view.seat, move)
    return Choice(move, text, name, sums, chance)


def words_of(rulebook: Rulebook[Any, Any, Any], view: View, move: Move) -> tuple[Said, list[Said]]:
    """What a move is called, and what it brings and costs, as the page says it."""
    preview = rulebook.preview(view, move)
    if preview is None:
        return {"key": "", "args": {}}, []
    told = encode_preview(rulebook, preview)
    begins = f"{area_of(rulebook.name)}.preview."
    name, *sums = (
        {"key": begins + said["key"], "args": said["args"]}
        for said in (told["name"], *told["sums"], *told["lost"])
    )
    return name, sums


# Why.


def feature_key(word: str) -> str:
    """The text for a feature."""
    return f"advice.feature.{word}"


class Weight(NamedTuple):
    """How much of a difference one word makes for or through one seat."""

    worth: float
    word: str
    seat: Seat
    told: Told


def reason(
    outlook: Outlook, value: Value, seat: Seat, better: Sequence[Trial], worse: Sequence[Trial]
) -> Said | None:
    """The one thing that speaks most for a move beside another; None if nothing stands out."""
    pairs = list(zip(better, worse, strict=True))
    ended = [pair for pair in pairs if not pair[0].rows or not pair[1].rows]
    going = [pair for pair in pairs if pair[0].rows and pair[1].rows]
    found = weights(outlook, value, seat, going, len(pairs))
    at_once = sum(one.chance - other.chance for one, other in ended) / len(pairs)
    if ended and at_once > max([weight.worth for weight in found], default=0.0):
        told = ending(seat, better, worse)
        if told is not None:
            return told
    for weight in found:
        if weight.worth <= 0.0:
            break
        told = difference(outlook, weight, going, seat)
        if told is not None:
            return told
    return None


def weights(
    outlook: Outlook,
    value: Value,
    seat: Seat,
    pairs: Sequence[tuple[Trial, Trial]],
    number: int,
) -> list[Weight]:
    """What makes the difference between two moves in the same worlds, most first."""
    sums: dict[tuple[str, Seat], float] = {}
    for better, worse in pairs:
        one, other = value.chances(better.rows), value.chances(worse.rows)
        chances = [(a + b) / 2 for a, b in zip(one, other, strict=True)]
        mine = chances[seat]
        for who, chance in enumerate(chances):
            # How much the seat's own chance depends on what speaks for this one.
            slope = mine * (1.0 - mine) if who == seat else -mine * chance
            for place, weight in enumerate(value.weights):
                key = (outlook.told[place].word, who)
                change = better.rows[who][place] - worse.rows[who][place]
                sums[key] = sums.get(key, 0.0) + slope * weight * change / number
    plain = {told.word: told for told in outlook.told}
    found = [Weight(worth, word, who, plain[word]) for (word, who), worth in sums.items() if word]
    return sorted(found, key=lambda one: (-one.worth, one.word, one.seat))


def difference(
    outlook: Outlook, weight: Weight, pairs: Sequence[tuple[Trial, Trial]], seat: Seat
) -> Said | None:
    """What somebody has on average after one move, and after the other; if that can be seen."""
    told = weight.told
    one, other = (
        abs(told.unit)
        * sum(pair[side].rows[weight.seat][told.place] for pair in pairs)
        / len(pairs)
        for side in (0, 1)
    )
    is_share = told.unit == PERCENT
    digits = 0 if is_share else 1
    with_it, without = round(one, digits), round(other, digits)
    if abs(with_it - without) < (2.0 if is_share else LEAST):
        return None
    if (with_it > without) != ((told.sign > 0) == (weight.seat == seat)):
        return None
    key = f"advice.why.{outlook.horizon}_{'share' if is_share else 'sum'}"
    args = {"seat": weight.seat, "feature": weight.word}
    return {"key": key, "args": {**args, "text_with": with_it, "text_without": without}}


def ending(seat: Seat, better: Sequence[Trial], worse: Sequence[Trial]) -> Said | None:
    """How often the game is won or lost before the horizon, where that makes the difference."""
    won = [share(trials, won=True) for trials in (better, worse)]
    lost = [share(trials, won=False) for trials in (better, worse)]
    key = "advice.why.won" if won[0] - won[1] >= lost[1] - lost[0] else "advice.why.lost"
    with_it, without = won if key.endswith("won") else lost
    if abs(with_it - without) < 2.0:
        return None
    return {"key": key, "args": {"text_with": with_it, "text_without": without}}


def share(trials: Sequence[Trial], *, won: bool) -> float:
    """In how many of a hundred worlds the game ends at once, and so."""
    ended = [trial for trial in trials if not trial.rows and (trial.chance > 0.0) == won]
    return round(100.0 * len(ended) / len(trials))
