"""The check of a record: what is proven by replaying it, and what is taken on trust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from omerta.core import CHANCE, BadOption, Game, Refused
from omerta.games import UnknownEdition, edition
from omerta.server.http.forms import GameRecord, ThrownDeal
from omerta.server.table import fair
from omerta.server.table.receipts import Receipt, Seal, thread

OK: Final = "ok"
FAIL: Final = "FAIL"
ON_TRUST: Final = "----"
"""Not checked: the record says so, and nobody else."""


class Finding(NamedTuple):
    """One part of a check, how it came out, and why."""

    part: str
    verdict: str
    told: str


class Draw(NamedTuple):
    """One random event: what the record tells, and what the seeds give."""

    label: str
    claimed: int
    drawn: int

    @property
    def holds(self) -> bool:
        """Whether the record tells what the seeds give."""
        return self.claimed == self.drawn


class Check(NamedTuple):
    """The verdict on a record, part by part."""

    findings: list[Finding]
    draws: list[Draw]

    @property
    def holds(self) -> bool:
        """Whether no part has failed; parts that are taken on trust do not count."""
        return all(finding.verdict != FAIL for finding in self.findings)

    def verdict(self, part: str) -> str:
        """How a part came out."""
        return next(finding.verdict for finding in self.findings if finding.part == part)


class Replayed:
    """The game of a record, played again by the rules: what chance was asked, and how it ended."""

    def __init__(self, record: GameRecord) -> None:
        self.events: list[tuple[str, list[int], int]] = []
        self.fault = ""
        self.odd_list = ""
        self.game: Game | None = None
        self.winners: list[int] | None = None
        try:
            self._play(record)
        except (BadOption, Refused) as error:
            self.fault = f"the rules do not allow it: {error}"

    def _play(self, record: GameRecord) -> None:
        try:
            rulebook = edition(record.game, record.version)
        except UnknownEdition as unknown:
            self.fault = str(unknown)
            return
        if len(record.seeds) not in rulebook.seats:
            self.fault = f"{len(record.seeds)} cannot play this game"
            return
        game: Game = rulebook.deal(rulebook.options(record.options), len(record.seeds))
        self.game = game
        for place, answer in enumerate(record.answers):
            ask = game.asked(answer.seat)
            if answer.seat == CHANCE and ask is not None:
                label, of = fair.label(place, ask.point.name), list(ask.choices)
                self.events.append((label, of, answer.choice))
                if answer.label and (answer.label, answer.of) != (label, of):
                    self.odd_list = label
            game.answer(answer.seat, answer.choice)
        if game.is_over:
            outcome = rulebook.outcome(game)
            self.winners = [] if outcome is None else list(outcome.winners)


def check(record: GameRecord, receipt: Receipt | None = None) -> Check:
    """Check a record against the receipt of somebody who was there, and against itself."""
    replayed = Replayed(record)
    draws = _draws(record, replayed)
    wrong = [draw.label for draw in draws if not draw.holds]
    findings = [
        *_against_receipt(record, receipt),
        _commitment(record),
        _hashes(record),
        _thrown(record),
        _rules(replayed),
        Finding("draws", FAIL, f"the seeds give something else at {', '.join(wrong)}")
        if wrong
        else Finding("draws", OK, f"all {len(draws)} are what the seeds give"),
        _finished(record, replayed),
        _winners(record, replayed),
    ]
    return Check(findings, draws)


def seal_of(record: GameRecord) -> Seal:
    """What the record says was fixed before the first seed."""
    return Seal(
        record.game_id,
        record.commit,
        record.hashes,
        record.game,
        record.version,
        record.options,
        record.names,
    )


def _against_receipt(record: GameRecord, receipt: Receipt | None) -> Iterator[Finding]:
    """Whether the record is of the deal that somebody saw sealed."""
    seats = len(record.seeds)
    if receipt is None:
        yield Finding(
            "receipt", ON_TRUST, "none given: commitment, hashes, options, names on trust"
        )
        if len(record.names) != seats:
            yield Finding("names", FAIL, f"{len(record.names)} names for {seats} seats")
        else:
            yield Finding("names", ON_TRUST, "no receipt says who sat where")
        return
    if not record.hashes:
        yield Finding("receipt", FAIL, "the record has no hashes that a receipt could vouch for")
        return
    seal = seal_of(record)
    if (receipt.game_id, receipt.digest) == (seal.game_id, seal.digest()):
        yield Finding("receipt", OK, "commitment, hashes, rules and options are those you saw")
    else:
        yield Finding("receipt", FAIL, "this is not the deal that was sealed before your eyes")
    lost = [seat for seat, seed in receipt.seeds.items() if record.seeds[seat : seat + 1] != [seed]]
    if not receipt.seeds:
        yield Finding("own seed", ON_TRUST, "the receipt has no seed in it")
    elif lost:
        yield Finding("own seed", FAIL, f"not the one you sent, seat {_seats(lost)}")
    else:
        yield Finding("own seed", OK, f"the one you sent, seat {_seats(receipt.seeds)}")
    same = receipt.people == seal.people()
    told = "those who sat there" if same else "not those who sat there when the deal was sealed"
    yield Finding("names", OK if same else FAIL, told)


def _commitment(record: GameRecord) -> Finding:
    held = fair.commitment(record.game_id, record.server_seed) == record.commit
    if held and _is_server_seed(record.server_seed):
        return Finding("commitment", OK, f"the server's seed fits {record.commit}")
    return Finding("commitment", FAIL, "the server's seed is not the one that was sealed")


def _is_server_seed(seed: str) -> bool:
    return len(seed) == 64 and all(letter in "0123456789abcdef" for letter in seed)


def _hashes(record: GameRecord) -> Finding:
    """Whether every seat's seed is the one whose hash was shown before."""
    if record.format == "omerta-record-1" and not record.hashes:
        told = "a record of the first format has none: the seeds are taken on trust"
        return Finding("hashes", ON_TRUST, told)
    if len(record.hashes) != len(record.seeds):
        return Finding("hashes", FAIL, f"{len(record.hashes)} for {len(record.seeds)} seeds")
    wrong = _unfit(record.game_id, record.hashes, record.seeds)
    if wrong:
        return Finding("hashes", FAIL, f"another seed than the sealed one, seat {_seats(wrong)}")
    return Finding("hashes", OK, "every seat's seed is the one it had sealed")


def _unfit(game_id: str, hashes: list[str], seeds: list[str]) -> list[int]:
    """Seats whose seed was shown and is not the one whose hash was."""
    return [
        seat
        for seat, (digest, seed) in enumerate(zip(hashes, seeds, strict=True))
        if fair.seed_hash(game_id, seat, seed) != digest
    ]


def _thrown(record: GameRecord) -> Finding:
    """Whether every deal that was sealed before and not played is open, and named by the next."""
    if record.format == "omerta-record-1":
        told = "a record of the first format does not tell of any"
        return Finding("thrown deals", ON_TRUST, told)
    chain = [*(deal.game_id for deal in record.thrown), record.game_id]
    for deal, after in zip(record.thrown, chain[1:], strict=True):
        fault = _thrown_fault(record, deal, after)
        if fault:
            return Finding("thrown deals", FAIL, f"{deal.game_id}: {fault}")
    if chain[0] != f"{record.id}-1":
        return Finding("thrown deals", FAIL, "a deal before this one at its table is not told")
    number = len(record.thrown)
    told = "none" if not number else f"{number}, sealed and not played, with open seeds"
    return Finding("thrown deals", OK, told)


def _thrown_fault(record: GameRecord, deal: ThrownDeal, after: str) -> str:
    """What is wrong with a deal that was thrown away; `after` is the name of the next one."""
    seal = Seal(
        deal.game_id,
        deal.commit,
        deal.hashes,
        record.game,
        record.version,
        deal.options,
        deal.names,
    )
    if fair.commitment(deal.game_id, deal.server_seed) != deal.commit:
        return "its seed is not the one that was sealed"
    if len(deal.hashes) != len(deal.seeds):
        return "seeds or hashes are missing"
    shown = [seed or None for seed in deal.seeds]
    for seat, (digest, seed) in enumerate(zip(deal.hashes, shown, strict=True)):
        if seed is not None and fair.seed_hash(deal.game_id, seat, seed) != digest:
            return f"another seed than the sealed one, seat {seat + 1}"
    if not after.endswith(f"-{thread(seal.digest())}"):
        return "the deal after it does not name it"
    return ""


def _rules(replayed: Replayed) -> Finding:
    if replayed.fault:
        return Finding("rules", FAIL, replayed.fault)
    if replayed.odd_list:
        told = f"the record lists other choices than the rules at {replayed.odd_list}"
        return Finding("rules", FAIL, told)
    return Finding("rules", OK, "every answer is allowed, every draw is from what the rules say")


def _draws(record: GameRecord, replayed: Replayed) -> list[Draw]:
    if not _is_server_seed(record.server_seed):
        return []
    deal = fair.Deal(record.game_id, record.server_seed, record.seeds)
    return [
        Draw(label, claimed, choices[deal.below(label, len(choices))])
        for label, choices, claimed in replayed.events
    ]


def _finished(record: GameRecord, replayed: Replayed) -> Finding:
    """A game that is not over ended openly, or its record was cut."""
    if replayed.winners is not None and not replayed.fault:
        return Finding("finished", OK, f"after {len(record.answers)} answers")
    if record.called_off and not replayed.fault:
        return Finding("finished", ON_TRUST, f"called off after {len(record.answers)} answers")
    return Finding("finished", FAIL, f"not over after {len(record.answers)} answers")


def _winners(record: GameRecord, replayed: Replayed) -> Finding:
    won = replayed.winners or []
    if record.winners != won:
        return Finding("winners", FAIL, f"by the rules {_seats(won) or 'nobody'} has won")
    if not won:
        return Finding("winners", OK, "nobody")
    names = [record.names[seat] for seat in won if seat < len(record.names)]
    return Finding("winners", OK, f"{', '.join(names)} (seat {_seats(won)})")


def _seats(seats: object) -> str:
    """Seats as people count them."""
    assert isinstance(seats, list | dict), "seats are listed"
    return ", ".join(str(seat + 1) for seat in seats)
