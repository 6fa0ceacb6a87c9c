"""The review of a game of Palermo: what could be known at each vote, who deceived, what moved.

What could be known comes from the view that a voter had at that moment. What the cards said is
added afterwards, when the game is over for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from omerta.core import Game, Rulebook, Seat
from omerta.games.palermo.bots.claims import SPEAKS_AGAINST
from omerta.games.palermo.bots.known import Known, Without, each_left_out, known_of
from omerta.games.palermo.bots.levels import SHARP
from omerta.games.palermo.bots.mind import Mind
from omerta.games.palermo.bots.reading import meaning
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.statements import VOTED
from omerta.games.palermo.view import VillageView

VOTE: Final = "vote"
"""The question at which hands are raised."""

MOVED: Final = 0.03
"""A statement moved a vote if it moved the voters' suspicion by this much on average."""


class Vote(NamedTuple):
    """One vote: who, when, against whom, and what the voter saw."""

    seat: Seat
    day: int
    about: Seat
    view: VillageView


def votes_of(
    rulebook: Rulebook[Any, Any, Any], steps: Iterable[tuple[Seat, Game]], end: Village
) -> list[Vote]:
    """Every vote that stands on the record, with the view from which it was cast."""
    seen: dict[tuple[Seat, int], list[VillageView]] = {}
    for seat, before in steps:
        ask = before.asked(seat) if seat >= 0 else None
        if ask is not None and ask.point.name == VOTE:
            view = rulebook.view(before, seat)
            assert isinstance(view, VillageView), "plays Palermo"
            if view.mine is not None:
                seen.setdefault((seat, view.public.day), []).append(view)
    votes: list[Vote] = []
    for fact in reversed(list(end.public.facts)):
        # There may be a second ballot on the same day; its view is the later one.
        views = seen.get((fact.seat, fact.day)) if fact.record == VOTED else None
        if views:
            votes.append(Vote(fact.seat, fact.day, fact.about, views.pop()))
    return votes[::-1]


def review_of_town(
    rulebook: Rulebook[Any, Any, Any],
    steps: Iterable[tuple[Seat, Game]],
    end: Game,
    seat: Seat,
) -> dict[str, Any]:
    """The review of a finished game for one seat, as plain JSON values."""
    assert isinstance(end, Village), "plays Palermo"
    outcome = rulebook.outcome(end)
    votes = votes_of(rulebook, steps, end)
    return {
        "game": rulebook.name,
        "seat": seat,
        "seats": end.seats,
        "result": float(outcome is not None and seat in outcome.winners),
        "outside": end.is_mafioso(seat),
        "mafia": [one for one in range(end.seats) if end.is_mafioso(one)],
        "votes": [own_vote(rulebook, vote, end) for vote in votes if vote.seat == seat],
        "deceived": [told for vote in votes for told in deceptions(vote, end)],
        "moved": moved(rulebook, votes, end),
    }


def own_vote(rulebook: Rulebook[Any, Any, Any], vote: Vote, end: Village) -> dict[str, Any]:
    """What could be known when a vote was cast, and what the card said in the end."""
    known: list[Known] = known_of(rulebook, vote.view)
    return {
        "day": vote.day,
        "about": vote.about,
        "known": [one.plain() for one in known],
        "mafioso": end.is_mafioso(vote.about),
    }


def deceptions(vote: Vote, end: Village) -> list[dict[str, Any]]:
    """Mafiosi who spoke against a citizen that day, before another citizen voted so."""
    if end.is_mafioso(vote.seat) or end.is_mafioso(vote.about):
        return []
    mind = Mind(vote.view, SHARP)
    told: list[dict[str, Any]] = []
    liars: set[Seat] = set()
    for number, said in enumerate(mind.spoken, start=1):
        if said.day != vote.day or said not in mind.statements or not end.is_mafioso(said.seat):
            continue
        meant = meaning(said, mind.spoken)
        if meant is None or meant.kind not in SPEAKS_AGAINST or meant.words[0] != vote.about:
            continue
        if said.seat not in liars:
            liars.add(said.seat)
            told.append(
                {
                    "day": vote.day,
                    "by": said.seat,
                    "whom": vote.seat,
                    "about": vote.about,
                    "number": number,
                }
            )
    return told


def moved(
    rulebook: Rulebook[Any, Any, Any], votes: list[Vote], end: Village
) -> list[dict[str, Any]]:
    """Day by day the statement that moved those most who then voted as most did."""
    found: list[dict[str, Any]] = []
    for day in sorted({vote.day for vote in votes}):
        today = [vote for vote in votes if vote.day == day]
        counts = {vote.about: 0 for vote in today}
        for vote in today:
            counts[vote.about] += 1
        about = min(counts, key=lambda seat: (-counts[seat], seat))
        voters = [vote for vote in today if vote.about == about and not end.is_mafioso(vote.seat)]
        best = strongest(rulebook, voters, about) if voters else None
        if best is not None:
            points, without = best
            found.append(
                {
                    "day": day,
                    "about": about,
                    "votes": counts[about],
                    "citizens": len(voters),
                    "said": {"key": without.key, "args": without.args},
                    "points": round(points, 3),
                }
            )
    return found


def strongest(
    rulebook: Rulebook[Any, Any, Any], voters: list[Vote], about: Seat
) -> tuple[float, Without] | None:
    """The statement of the day that raised the voters' suspicion of somebody most."""
    sums: dict[int, float] = {}
    which: dict[int, Without] = {}
    for vote in voters:
        mind = Mind(vote.view, SHARP)
        base = mind.chance[about]
        for without in each_left_out(rulebook, vote.view):
            number = without.args.get("number")
            if not isinstance(number, int) or without.args.get("seat_by") == vote.seat:
                continue
            if mind.spoken[number - 1].day == vote.day:
                sums[number] = sums.get(number, 0.0) + base - without.chances[about]
                which[number] = without
    if not sums:
        return None
    best = min(sums, key=lambda number: (-sums[number], number))
    points = sums[best] / len(voters)
    return (points, which[best]) if points >= MOVED else None
