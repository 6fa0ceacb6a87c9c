"""`omerta town`: how well Palermo's computer players read each other, and how well they lie.

It plays whole games and prints one of four tables: which side wins, whether suspicions come true
as often as they are said to, what claims alone give away on the first day, and how readily each
side picks a mafioso, which is what the players' reading of the record stands on.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log, sqrt
from random import Random
from typing import Final, NamedTuple

from omerta.bots.playing import play_out
from omerta.core import Player, View
from omerta.games.palermo import RULEBOOK
from omerta.games.palermo.bots import LEVELS, ThumbPlayer
from omerta.games.palermo.bots.claims import (
    CLAIM_ROLE,
    SPEAKS_AGAINST,
    SPEAKS_FOR,
    SUSPECT,
    claims_detective,
)
from omerta.games.palermo.bots.mind import Mind
from omerta.games.palermo.bots.reading import meaning, phase
from omerta.games.palermo.state.game import Village
from omerta.games.palermo.state.roles import DETECTIVE1, is_mafia
from omerta.games.palermo.state.statements import ACCUSED_BY, VOTED
from omerta.games.palermo.state.table import CITIZENS_WIN, MAFIA_WIN
from omerta.games.palermo.view import VillageView

BINS: Final = 10
TIMES: Final = ("first day", "later", "end")


class Suspicion(NamedTuple):
    """How likely an honest player found it that another was a mafioso, and whether it was so."""

    chance: float
    true: bool
    strength: int
    """How strongly it was said; 0 for what was only thought."""


class TwoSides(Player):
    """Plays at one level as a citizen and at another as a mafioso, and notes what it suspects."""

    def __init__(self, town: str, mafia: str, village: Village) -> None:
        self.town: Final = ThumbPlayer(town)
        self.mafia: Final = ThumbPlayer(mafia)
        self.village: Final = village
        self.notes: Final[list[Suspicion]] = []
        self.takes_notes = False

    def choose(self, view: View, rng: Random) -> int:
        """As the card demands."""
        assert isinstance(view, VillageView)
        assert view.mine is not None
        if is_mafia(view.mine.role):
            return self.mafia.choose(view, rng)
        choice = self.town.choose(view, rng)
        if self.takes_notes:
            self.note(view, choice)
        return choice

    def note(self, view: VillageView, choice: int) -> None:
        """Keep every suspicion that is said, and all of them at every vote."""
        assert view.asked is not None
        frame = view.top
        words = view.public.words
        if view.asked.continues:
            if frame is not None and frame.thing == SUSPECT and len(words) == 1:
                chance = Mind(view, self.town.level).chance[words[0]]
                true = self.village.is_mafioso(words[0])
                self.notes.append(Suspicion(chance, true, choice))
        elif view.asked.point.name == "vote":
            mind = Mind(view, self.town.level)
            for seat in mind.others:
                if mind.known[seat] < 0:
                    true = self.village.is_mafioso(seat)
                    self.notes.append(Suspicion(mind.chance[seat], true, 0))


class Game(NamedTuple):
    """What is wanted of a finished game."""

    village: Village
    notes: list[Suspicion]


def played(values: dict[str, str], seats: int, town: str, mafia: str, seed: int) -> Game:
    """One whole game."""
    village = RULEBOOK.deal(RULEBOOK.options(values), seats)
    player = TwoSides(town, mafia, village)
    player.takes_notes = True
    play_out(RULEBOOK, village, [player] * seats, Random(seed))
    return Game(village, player.notes)


def winner(values: dict[str, str], seats: int, town: str, mafia: str, seed: int) -> int:
    """Who wins one whole game."""
    village = RULEBOOK.deal(RULEBOOK.options(values), seats)
    play_out(RULEBOOK, village, [TwoSides(town, mafia, village)] * seats, Random(seed))
    return village.public.winner


# Tables.


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    share = won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - half / (1 + z * z / games), middle + half / (1 + z * z / games)


def strength(winners: Iterable[int]) -> Iterator[str]:
    """How often each side wins."""
    won = Counter(winners)
    games = sum(won.values())
    low, high = wilson(won[CITIZENS_WIN], games)
    yield (
        f"town {100 * won[CITIZENS_WIN] / games:.1f} % [{100 * low:.1f}-{100 * high:.1f}], "
        f"mafia {100 * won[MAFIA_WIN] / games:.1f} %, {games} games"
    )


def calibration(games: Iterable[Game]) -> Iterator[str]:
    """Whether suspicions come true as often as they are said to."""
    notes = [note for game in games for note in game.notes]
    for title, kept in (
        ("thought at a vote", [note for note in notes if note.strength == 0]),
        ("said", [note for note in notes if note.strength > 0]),
    ):
        yield f"{title}: {len(kept)}"
        error = 0.0
        for place in range(BINS):
            group = [note for note in kept if min(BINS - 1, int(note.chance * BINS)) == place]
            if group:
                expected = sum(note.chance for note in group) / len(group)
                true = sum(note.true for note in group) / len(group)
                error += abs(expected - true) * len(group) / len(kept)
                yield f"  {place / BINS:.1f}  {expected:.3f}  {true:.3f}  {len(group)}"
        yield f"  expected calibration error {error:.3f}"
    for word in (1, 2, 3):
        group = [note for note in notes if note.strength == word]
        if group:
            true = sum(note.true for note in group) / len(group)
            yield f"strength {word}: {true:.3f} true of {len(group)}"


def claims(games: Iterable[Game]) -> Iterator[str]:
    """What somebody could tell who knows nothing but the claims of the first day.

    A reader learns in every other game what claims are worth, and is examined in the rest.
    """
    seen: Counter[tuple[int, bool]] = Counter()
    examined: list[tuple[int, bool]] = []
    for number, game in enumerate(games):
        for seat in range(game.village.seats):
            entry = (claim_of(game.village, seat), game.village.is_mafioso(seat))
            if number % 2:
                examined.append(entry)
            else:
                seen[entry] += 1
    for role in sorted({role for role, _ in seen}):
        mafia, town = seen[role, True], seen[role, False]
        yield f"claim {role:3}: {mafia} mafiosi, {town} citizens"
    totals = [sum(seen[role, side] for role, _ in list(seen)) for side in (True, False)]
    scored = [
        (log((seen[role, True] + 1) / totals[0]) - log((seen[role, False] + 1) / totals[1]), side)
        for role, side in examined
    ]
    yield f"area under the curve {area(scored):.3f}, {len(scored)} players"
    spoke = [scored[place] for place in range(len(scored)) if examined[place][0] >= 0]
    yield f"among those who claimed something {area(spoke):.3f}, {len(spoke)} players"


def claim_of(village: Village, seat: int) -> int:
    """The last role that a seat claimed on the first day; -1 for none."""
    claim = -1
    for said in village.public.statements:
        if said.seat == seat and said.day == 1:
            if said.kind == CLAIM_ROLE:
                claim = said.words[0]
            elif claims_detective(said):
                claim = DETECTIVE1
    return claim


def area(scored: list[tuple[float, bool]]) -> float:
    """How likely a mafioso scores higher than a citizen; of equals half."""
    ranks: Counter[tuple[float, bool]] = Counter(scored)
    mafiosi = sum(count for (_, side), count in ranks.items() if side)
    citizens = len(scored) - mafiosi
    above = 0.0
    for (high, side), count in ranks.items():
        for (low, other), fewer in ranks.items():
            if side and not other:
                above += count * fewer * (1.0 if high > low else 0.5 if high == low else 0.0)
    return above / max(1, mafiosi * citizens)


def readiness(games: Iterable[Game]) -> Iterator[str]:
    """How many times as readily as a citizen each side picks a mafioso."""
    odds: Counter[tuple[str, int, bool, bool]] = Counter()
    share: dict[tuple[str, int, bool, bool], float] = {}
    for game in games:
        village = game.village
        for kind, day, who, whom, among in picks(village):
            mafia = village.is_mafioso(whom)
            others = [seat for seat in among if seat != who]
            alike = len([seat for seat in others if village.is_mafioso(seat)])
            unlike = len(others) - alike
            living, left = standing(village, day)
            key = (kind, phase(day, living, left), village.is_mafioso(who), mafia)
            odds[key] += 1
            share[key] = share.get(key, 0.0) + (unlike if mafia else alike) / max(1, len(others))
    for kind, time, who in sorted({(key[0], key[1], key[2]) for key in odds}):
        high = share.get((kind, time, who, True), 0.0)
        low = share.get((kind, time, who, False), 0.0)
        count = odds[kind, time, who, True] + odds[kind, time, who, False]
        ratio = high / low if low else float("inf")
        side = "mafia" if who else "town"
        yield f"{kind:10} {TIMES[time]:9} {side:6} {ratio:6.2f}  of {count}"


def standing(village: Village, day: int) -> tuple[int, int]:
    """How many lived on a day, and how many of them were mafiosi."""
    public = village.public
    alive = [s for s in range(village.seats) if public.alive[s] or public.died_on[s] >= day]
    return len(alive), len([seat for seat in alive if village.is_mafioso(seat)])


def picks(village: Village) -> Iterator[tuple[str, int, int, int, list[int]]]:
    """Every pick on the record: kind, day, who, whom, and among whom."""
    public = village.public
    accused: dict[int, list[int]] = {}
    for fact in public.facts:
        if fact.record == ACCUSED_BY:
            accused.setdefault(fact.day, []).append(fact.about)
    everybody = range(village.seats)
    for fact in public.facts:
        alive = [s for s in everybody if public.alive[s] or public.died_on[s] >= fact.day]
        if fact.record == VOTED:
            yield "vote", fact.day, fact.seat, fact.about, accused.get(fact.day, alive)
        else:
            yield "accusation", fact.day, fact.seat, fact.about, alive
    spoken = list(public.statements)
    for said in spoken:
        meant = meaning(said, spoken)
        if meant is not None and meant.words[0] != said.seat:
            alive = [s for s in everybody if public.alive[s] or public.died_on[s] >= said.day]
            if meant.kind in SPEAKS_AGAINST:
                yield "against", said.day, said.seat, meant.words[0], alive
            elif meant.kind in SPEAKS_FOR:
                yield "for", said.day, said.seat, meant.words[0], alive


TABLES: Final = {"calibration": calibration, "claims": claims, "readiness": readiness}


def main(argv: list[str] | None = None) -> int:
    """Play and print a table."""
    parser = argparse.ArgumentParser(prog="omerta town", description=__doc__)
    parser.add_argument("table", choices=["strength", *TABLES], help="what to print")
    parser.add_argument("--players", type=int, default=9, help="how many play")
    parser.add_argument("--games", type=int, default=200, help="how many games")
    parser.add_argument("--town", choices=list(LEVELS), default="sharp", help="the town's level")
    parser.add_argument("--mafia", choices=list(LEVELS), default="sharp", help="the mafia's level")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, as often as")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    wish = parser.parse_args(argv)
    values = dict(pair.split("=", 1) for pair in wish.option)
    seeds = range(wish.seed, wish.seed + wish.games)
    with ProcessPoolExecutor(wish.jobs) as pool:
        if wish.table == "strength":
            play = partial(winner, values, wish.players, wish.town, wish.mafia)
            lines = strength(pool.map(play, seeds, chunksize=10))
        else:
            look = partial(played, values, wish.players, wish.town, wish.mafia)
            lines = TABLES[wish.table](pool.map(look, seeds, chunksize=10))
        for line in lines:
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
