"""Events: what goes out in bytes is what the protocol and the rulebook say."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from omerta.core import EVERYBODY, MASTER, Ask, Game, encode_notice
from omerta.games import GAMES
from omerta.server.table import ahead, play
from omerta.server.table import entries as log
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table, fold
from omerta.server.table.plan import Plan
from omerta.server.table.state import Heard
from omerta.server.table.viewers import RUNNER, WATCHER, seat_of, viewers
from omerta.server.telling.events import Moment, News, clock, outcome, retold
from omerta.server.wire import protocol

MOVES = 300


def dealt(game: str, options: dict[str, str]) -> Table:
    """A game that has just begun."""
    book = GAMES[game]
    seats = 6 if game == "palermo" else 4
    bodies: list[log.AnyBody] = [
        log.Made(
            code="ABCDEF",
            game=game,
            version=book.version,
            seats=seats,
            options=book.options(options).values,
            settings=protocol.Settings(),
            host="person-0",
            game_id="t-1",
            server_seed="00" * 32,
        )
    ]
    for seat in range(seats):
        bodies.append(log.Sat(seat=seat, person=f"person-{seat}", name=f"Person {seat}"))
        bodies.append(log.Sown(seat=seat, seed=f"seed {seat}"))
    if options:
        bodies.append(log.Runs(person="master", name="Gina"))
    return fold([Entry("t", seq, seq, body) for seq, body in enumerate(bodies, start=1)])


def go_on(table: Table, tried: Plan) -> Heard:
    return table.apply(
        Entry(table.id, table.seq + 1, table.at + 1000, tried.body, tried.heard), tried.game
    )


def any_move(table: Table, rng: Random) -> Plan:
    """A whole move of somebody who is asked, or the end of some time."""
    ask = rng.choice(list(table.asks()))
    if ask.seat < 0:
        return play.lapse(table, [ask.seat])
    trial = play.copy(table)
    answers = [rng.choice(list(ask.choices))]
    trial.answer(ask.seat, answers[0])
    while (follow := trial.asked(ask.seat)) is not None and follow.continues:
        answers.append(rng.choice(list(follow.choices)))
        trial.answer(ask.seat, answers[-1])
    return play.move(table, ask.seat, answers)


def asked(table: Table, game: Game, ask: Ask, at: int) -> protocol.Ask:
    """A question, described from the beginning."""
    book = table.rulebook
    default = book.default(game, ask)
    choices: Any = book.describe(game, ask)  # in the words of `protocol.Choice`
    return protocol.Ask(
        point=ask.point.name,
        choices=choices,
        at=at,
        default=default if default in ask.choices else None,
        about=book.about(game, ask),
    )


def spelled_out(table: Table, heard: Heard, viewer: int) -> protocol.Event:
    """The newest event of a viewer, made for this viewer alone and without a memory."""
    game, book, seat = table.game, table.rulebook, seat_of(viewer)
    assert game is not None
    made = protocol.Event(n=table.count[viewer])
    for notice in heard.notices:
        if notice.only in (EVERYBODY, seat) or viewer == RUNNER:
            told = encode_notice(book, notice)
            to = notice.only if viewer == RUNNER and notice.only >= 0 else None
            key = f"{table.area}.notice.{told['key']}"
            made.notices.append(protocol.Notice(key=key, args=told["args"], to=to))
    seen: dict[str, Any] = dict(book.encode(book.view(game, seat)))
    seen.pop("asked", None)
    made.view = seen
    open_asks = {
        ask.seat: asked(table, game, ask, table.asked_number(ask.seat))
        for ask in table.asks()
        if ask.seat >= 0 or ask.seat == MASTER
    }
    made.ask = open_asks.get(seat)
    if viewer == RUNNER:
        made.questions = [
            protocol.Question(seat=one, ask=ask) for one, ask in open_asks.items() if one >= 0
        ]
        if (last := table.last_move()) is not None:
            mover = last[2] if last[2] >= 0 else None
            made.last = protocol.Entered(entry=last[0], seat=mover, by=last[3])
    elif viewer != WATCHER:
        if made.ask is None and (found := ahead.coming(table).get(seat)) is not None:
            made.ahead = asked(table, found[1], found[0], table.seen_at[seat])
        made.silent_until = table.silent_until.get(seat, 0)
    made.clock = clock(table)
    made.outcome = outcome(table)
    return made


def timeless(text: bytes) -> bytes:
    return re.sub(rb'"now":\d+', b'"now":0', text)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "options"),
    [("mafia-city", {}), ("downtown", {}), ("palermo", {}), ("palermo", {"gm": "human"})],
)
def test_an_event_is_what_the_rulebook_says_in_the_words_of_the_protocol(
    game: str, options: dict[str, str], seed: int
) -> None:
    rng = Random(seed)
    table = dealt(game, options)
    tried = play.deal(table)
    for _ in range(MOVES):
        heard = go_on(table, tried)
        news = News(table, heard)
        for viewer in viewers(heard.mask):
            plain = protocol.encode(spelled_out(table, heard, viewer))
            assert timeless(news.to(viewer)) == timeless(plain)
            (brought,) = retold(table, viewer, [heard], Moment(table))
            assert timeless(brought) == timeless(plain)
        if table.phase != "playing":
            break
        tried = any_move(table, rng)
    else:
        assert table.seq > MOVES


def test_what_was_said_goes_out_without_a_view() -> None:
    table = dealt("mafia-city", {})
    go_on(table, play.deal(table))
    told = log.Told(name="Person 1", seat=1, text="Trust me.")
    heard = table.apply(Entry("t", table.seq + 1, table.at + 1, told, table.everybody()))
    letter = protocol.decode_server(News(table, heard).to(2))
    assert isinstance(letter, protocol.Event)
    assert letter.said is not None
    assert letter.said.text == "Trust me."
    assert letter.view is None
