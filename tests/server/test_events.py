"""Events: what goes out in bytes is what the protocol and the rulebook say."""

from __future__ import annotations

import gc
import json
import re
from collections import defaultdict
from random import Random
from typing import Any

import msgspec
import pytest

from omerta.core import EVERYBODY, MASTER, Ask, Game, Rulebook, encode_notice
from omerta.games import GAMES
from omerta.server.table import ahead, play
from omerta.server.table import entries as log
from omerta.server.table.entries import Entry
from omerta.server.table.fold import Table, fold
from omerta.server.table.plan import Plan
from omerta.server.table.state import Heard, Shown
from omerta.server.table.unasked import only_move
from omerta.server.table.viewers import RUNNER, WATCHER, seat_of, viewers
from omerta.server.telling.events import News, brought, clock, outcome
from omerta.server.telling.sights import Sight
from omerta.server.wire import protocol
from omerta.server.wire.folding import folded, is_right

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
            weight = book.manners.weight(notice.key)
            made.notices.append(protocol.Notice(key=key, args=told["args"], weight=weight, to=to))
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
        found = ahead.coming(table).get(seat)
        if made.ask is None and found is not None and not only_move(table, found[1], seat):
            made.ahead = asked(table, found[1], found[0], table.seen_at[seat])
        if only_move(table, game, seat):
            made.ask = None
        made.silent_until = table.silent_until.get(seat, 0)
    made.clock = clock(table)
    made.outcome = outcome(table)
    return made


def timeless(text: bytes) -> bytes:
    return re.sub(rb'"now":\d+', b'"now":0', text)


REST = ("grown", "check")
"""What comes with changes, and not with a whole view."""


class Client:
    """Somebody who was shown the whole game once and is told what has changed since."""

    def __init__(self) -> None:
        self.sight: Sight | None = None
        self.view: Any = None
        self.wholes = 0
        self.checks = 0

    def take(self, table: Table, news: News, viewer: int) -> bytes:
        """The event that has come, with the whole view in the place of its changes."""
        text, self.sight = news.to(viewer, self.sight)
        told = protocol.decode_server(text)
        assert isinstance(told, protocol.Event)
        self.view = folded(self.view, told)
        assert is_right(self.view, told)
        self.wholes += told.view is not None
        self.checks += told.check >= 0
        written = {name: value for name, value in json.loads(text).items() if name not in REST}
        fields = {"view" if name == "changed" else name: written[name] for name in written}
        return msgspec.json.encode({**fields, "view": self.view})


GAMES_PLAYED = pytest.mark.parametrize(
    ("game", "options"),
    [("mafia-city", {}), ("downtown", {}), ("palermo", {}), ("palermo", {"gm": "human"})],
)


@pytest.mark.parametrize("seed", range(3))
@GAMES_PLAYED
def test_an_event_is_what_the_rulebook_says_in_the_words_of_the_protocol(
    game: str, options: dict[str, str], seed: int
) -> None:
    rng = Random(seed)
    table = dealt(game, options)
    tried = play.deal(table)
    clients: defaultdict[int, Client] = defaultdict(Client)
    for _ in range(MOVES):
        heard = go_on(table, tried)
        news = News(table, heard)
        for viewer in viewers(heard.mask):
            plain = timeless(protocol.encode(spelled_out(table, heard, viewer)))
            assert timeless(news.to(viewer)[0]) == plain, "whole"
            assert timeless(clients[viewer].take(table, news, viewer)) == plain, "by its changes"
            (last,), _ = brought(table, viewer, [heard])
            assert timeless(last) == plain
        if table.phase != "playing":
            break
        tried = any_move(table, rng)
    else:
        assert table.seq > MOVES
    assert {client.wholes for client in clients.values()} <= {1, 2}
    assert all(client.checks for client in clients.values())


@GAMES_PLAYED
def test_what_comes_from_another_process_is_told_by_its_changes_too(
    game: str, options: dict[str, str]
) -> None:
    """Then the game itself goes on, and no copy of it: what was shown before must not."""
    rng = Random(7)
    table = dealt(game, options)
    here = Client()
    viewer = RUNNER if options else 0
    tried = play.deal(table)
    for _ in range(MOVES):
        tried.game = None
        heard = go_on(table, tried)
        if heard.mask >> viewer & 1:
            told = here.take(table, News(table, heard), viewer)
            assert timeless(told) == timeless(protocol.encode(spelled_out(table, heard, viewer)))
        if table.phase != "playing":
            break
        tried = any_move(table, rng)


def test_somebody_who_saw_less_is_told_more() -> None:
    """Changes are worked out for each from what was last shown there."""
    rng = Random(1)
    table = dealt("mafia-city", {})
    go_on(table, play.deal(table))
    steady, sleepy = Client(), Client()
    for number in range(60):
        heard = go_on(table, any_move(table, rng))
        news = News(table, heard)
        plain = timeless(protocol.encode(spelled_out(table, heard, 2)))
        if heard.mask >> 2 & 1:
            assert timeless(steady.take(table, news, 2)) == plain
            if number % 5 == 0:
                assert timeless(sleepy.take(table, news, 2)) == plain
    assert steady.wholes == sleepy.wholes == 1


SAYING_WHAT_HAS_CHANGED = [
    (game, options)
    for game, options in (
        ("mafia-city", {}),
        ("mafia-city", {"discard_browsable": "top_only"}),
        ("downtown", {}),
        ("palermo", {}),
    )
    if type(GAMES[game]).shown_after is not Rulebook.shown_after
]


def test_some_game_says_what_has_changed() -> None:
    assert SAYING_WHAT_HAS_CHANGED


@pytest.mark.parametrize(("game", "options"), SAYING_WHAT_HAS_CHANGED)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_a_game_says_has_changed_is_all_that_has(
    game: str, options: dict[str, str], seats: int
) -> None:
    """After any number of answers, from any position to a later one."""
    book = GAMES[game]
    rng = Random(seats)
    now: Game = book.deal(book.options(options), seats)
    before: Game = book.copy(now)
    known = book.shown(before)
    kept = msgspec.json.encode(known)
    while not now.is_over:
        ask = rng.choice(list(now.asks))
        now.answer(ask.seat, rng.choice(list(ask.choices)))
        if rng.random() < 0.4:
            continue
        touched = book.shown_after(now, before, known)
        assert touched is not None
        whole = msgspec.json.encode(book.shown(now))
        assert msgspec.json.encode({**known, **touched}) == whole
        assert msgspec.json.encode(known) == kept, "what was known stays as it was"
        before = book.copy(now)
        known, kept = {**known, **touched}, whole


def test_what_was_shown_keeps_no_game_alive() -> None:
    """Somebody who hears nothing for long holds what was seen, not the game it was seen of."""
    table = dealt("palermo", {})
    heard = go_on(table, play.deal(table))
    _, sight = News(table, heard).to(0)
    assert sight is not None
    assert not [one for one in gc.get_referents(sight, sight.shown) if isinstance(one, Game)]


def test_what_was_shown_keeps_nothing_older_alive() -> None:
    """One step back is remembered, for what has changed since; not a whole evening."""
    rng = Random(2)
    table = dealt("mafia-city", {})
    heard = go_on(table, play.deal(table))
    client = Client()
    for _ in range(20):
        client.take(table, News(table, heard), WATCHER)
        heard = go_on(table, any_move(table, rng))
    assert client.sight is not None
    shown: Shown | None = client.sight.shown
    steps = 0
    while shown is not None:
        shown, steps = shown.before, steps + 1
    assert steps <= 2


def test_what_was_said_goes_out_without_a_view() -> None:
    table = dealt("mafia-city", {})
    go_on(table, play.deal(table))
    told = log.Told(name="Person 1", seat=1, text="Trust me.")
    heard = table.apply(Entry("t", table.seq + 1, table.at + 1, told, table.everybody()))
    letter = protocol.decode_server(News(table, heard).to(2)[0])
    assert isinstance(letter, protocol.Event)
    assert letter.said is not None
    assert letter.said.text == "Trust me."
    assert letter.view is letter.changed is None
