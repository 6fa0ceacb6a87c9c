"""A client that speaks the real protocol: what a browser does, as a script."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from random import Random
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from omerta.server.table.fair import seed_hash
from omerta.server.table.receipts import Receipt, Seal
from omerta.server.wire import protocol
from omerta.server.wire.folding import folded, is_right

SLOWEST = 20.0


NOT_NOW = ("server.refused.stale", "server.refused.not_asked", "server.refused.too_soon")
"""Refusals that somebody who plays at random must expect."""


class Refusal(Exception):
    def __init__(self, message: protocol.Refused) -> None:
        super().__init__(f"{message.key} {message.clause} {message.args}")
        self.key = message.key
        self.clause = message.clause


class Person:
    """Somebody with a token and, at a table, a connection."""

    def __init__(self, address: str, name: str = "") -> None:
        self.address = address
        self.name = name
        self.http = httpx.AsyncClient(base_url=address, timeout=SLOWEST)
        self.token = ""
        self.origin = ""
        """The address that a proxy tells, if there is one."""

    async def come_in(self) -> Self:
        answer = await self.post("/api/people", {"name": self.name})
        self.token = answer["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"
        return self

    async def post(self, path: str, form: Any = None, method: str = "POST") -> Any:
        response = await self.http.request(method, path, json=form)
        assert response.status_code == 200, (response.status_code, response.text)
        return response.json()

    async def get(self, path: str) -> Any:
        response = await self.http.get(path)
        assert response.status_code == 200, (response.status_code, response.text)
        return response.json()

    async def sit(self, table: str, seat: int | None = None, last: int = 0) -> Player:
        player = Player(self, table, seat)
        player.n = last
        try:
            await player.connect()
        except Refusal:
            await player.close()
            raise
        return player

    async def close(self) -> None:
        await self.http.aclose()


class Player:
    """A connection to a table, with the reducer of docs/protocol.md."""

    def __init__(self, person: Person, table: str, seat: int | None = None) -> None:
        self.person = person
        self.code = table
        self.wanted = seat
        self.socket: ClientConnection | None = None
        self.n = 0
        self.view: Any = None
        self.ask: protocol.Ask | None = None
        self.ahead: protocol.Ask | None = None
        self.questions: dict[int, protocol.Ask] = {}
        self.last: protocol.Entered | None = None
        self.runs = False
        self.is_hushed = False
        self.late = False
        self.log: list[protocol.Notice] = []
        self.talk: list[protocol.Said] = []
        self.clock: protocol.Clock | None = None
        self.silent_until = 0
        self.outcome: protocol.Outcome | None = None
        self.table: Any = None
        self.here: list[int] = []
        self.mine = protocol.Mine()
        self.turn: list[int] = []
        self.accounts: list[protocol.Account] = []
        self.seat: int | None = None
        self.answers: dict[str, asyncio.Future[Any]] = {}
        self.numbers = itertools.count(1)
        self.changed = asyncio.Condition()
        self.reader: asyncio.Task[None] | None = None
        self.others: list[protocol.ServerMessage] = []
        self.seeds: dict[int, str] = {}
        self.receipt: Receipt | None = None
        self.bytes = 0
        self.is_up_to_date = False
        self.frames: list[tuple[float, str]] | None = None

    async def connect(self) -> None:
        address = self.person.address.replace("http", "ws", 1) + "/ws"
        origin = self.person.origin
        headers = {"x-forwarded-for": origin} if origin else None
        self.socket = await connect(
            address, compression=None, max_size=None, additional_headers=headers
        )
        self.reader = asyncio.create_task(self._read(self.socket))
        await self.hello(self.n)

    async def hello(self, last: int) -> None:
        self.seat = None
        welcomed = asyncio.get_running_loop().create_future()
        self.answers["welcome"] = welcomed
        await self.send(
            protocol.Hello(token=self.person.token, table=self.code, seat=self.wanted, last=last)
        )
        self.table = None
        self.is_up_to_date = False
        await asyncio.wait_for(welcomed, SLOWEST)
        await self.until(
            lambda: (
                self.is_up_to_date
                or (self.late and self.table)
                or (self.table and self.table.phase in ("lobby", "seeds", "closed"))
            )
        )

    async def send(self, message: protocol.Message) -> None:
        assert self.socket is not None
        await self.socket.send(protocol.encode(message).decode())

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self.bytes += len(text)
                if self.frames is not None:
                    self.frames.append((asyncio.get_running_loop().time(), str(text)))
                message = protocol.decode_server(text)
                async with self.changed:
                    await self._take(message)
                    self.changed.notify_all()
        except ConnectionClosed:
            pass
        finally:
            for future in self.answers.values():
                if not future.done():
                    future.set_exception(ConnectionError("the connection is gone"))
                    future.exception()
            self.answers.clear()
            async with self.changed:
                self.changed.notify_all()

    async def _take(self, message: protocol.ServerMessage) -> None:
        if isinstance(message, protocol.Event):
            self.reduce(message)
            self.is_up_to_date = self.is_up_to_date or message.view is not None
        elif isinstance(message, protocol.Missed):
            self.is_hushed = message.hushed
            for event in message.events:
                self.reduce(event)
        elif isinstance(message, protocol.Welcome):
            self.seat = message.seat
            self.runs = message.runs
            self.is_hushed = message.hushed
            is_other, self.late = message.late != self.late, message.late
            if message.n < self.n or is_other:
                self.n, self.log, self.talk = 0, [], []
            if (future := self.answers.pop("welcome", None)) is not None:
                future.set_result(message)
        elif isinstance(message, protocol.Table):
            self.table = message
            await self._sow()
        elif isinstance(message, protocol.Presence):
            self.here = message.here
        elif isinstance(message, protocol.Mine):
            self.mine = message
        elif isinstance(message, protocol.Turn):
            self.turn = message.seats
        elif isinstance(message, protocol.Account):
            self.accounts.append(message)
        elif isinstance(message, protocol.Time):
            self.clock = message.clock
        elif isinstance(message, protocol.Receipt | protocol.Drafted):
            if (future := self.answers.pop(message.id, None)) is not None:
                future.set_result(message)
        elif isinstance(message, protocol.Refused):
            future = self.answers.pop(message.id, None) or self.answers.pop("welcome", None)
            if future is not None and not future.done():
                future.set_exception(Refusal(message))
            else:
                self.others.append(message)
        else:
            self.others.append(message)

    def reduce(self, event: protocol.Event) -> None:
        assert event.n in (self.n, self.n + 1), f"a gap: {self.n} then {event.n}"
        if event.view is not None or event.changed is not None:
            assert event.view is not None or self.view is not None, "changes of what was never seen"
            self.view, self.ask, self.ahead = folded(self.view, event), event.ask, event.ahead
            assert is_right(self.view, event), "not what the server sees"
            self.questions = {asked.seat: asked.ask for asked in event.questions}
            self.last = event.last
            self.silent_until = event.silent_until
        if event.n == self.n + 1:
            self.log.extend(event.notices)
            if event.said is not None:
                self.talk.append(event.said)
        self.n = event.n
        if event.clock is not None:
            self.clock = event.clock
        if event.outcome is not None:
            self.outcome = event.outcome

    async def until(self, condition: Any, seconds: float = SLOWEST) -> None:
        async def wait() -> None:
            async with self.changed:
                await self.changed.wait_for(condition)

        await asyncio.wait_for(wait(), seconds)

    async def request(self, message: Any) -> Any:
        """Send a message with an id and wait for its one answer."""
        if not message.id:
            message.id = f"{next(self.numbers)}-{secrets.token_hex(4)}"
        future = asyncio.get_running_loop().create_future()
        self.answers[message.id] = future
        await self.send(message)
        return await asyncio.wait_for(future, SLOWEST)

    # The deal.

    async def ready(self, seat: int | None = None) -> None:
        chosen = self.seat if seat is None else seat
        assert chosen is not None
        seed = secrets.token_hex(16)
        self.seeds[chosen] = seed
        digest = seed_hash(self.table.fair.game_id, chosen, seed)
        await self.request(protocol.Ready(id="", hash=digest, seat=chosen))

    async def _sow(self) -> None:
        if self.table is None or self.table.phase != "seeds":
            return
        if self.receipt is None or self.receipt.game_id != self.table.fair.game_id:
            self.receipt = self._receipt(self.table)
        for seat, seed in list(self.seeds.items()):
            del self.seeds[seat]
            await self.send(protocol.Seed(id=secrets.token_hex(4), seed=seed, seat=seat))

    def _receipt(self, table: Any) -> Receipt:
        """What a person keeps when the deal is sealed, worked out from what was shown."""
        hashes = [chair.hash for chair in table.chairs]
        names = [chair.name for chair in table.chairs]
        fair = table.fair
        seal = Seal(
            fair.game_id, fair.commit, hashes, table.game, fair.version, table.options, names
        )
        return Receipt(fair.game_id, seal.digest(), seal.people(), dict(self.seeds))

    # Moves.

    async def commit(self, answers: list[int], identity: str = "") -> protocol.Receipt:
        assert self.ask is not None
        message = protocol.Commit(id=identity, at=self.ask.at, answers=answers)
        receipt: protocol.Receipt = await self.request(message)
        return receipt

    async def random_move(self, rng: Random) -> list[int]:
        """A whole move, built step by step."""
        answers: list[int] = []
        ask = self.ask
        assert ask is not None
        at = ask.at
        while True:
            answers.append(rng.choice(ask.choices).choice)
            drafted: protocol.Drafted = await self.request(
                protocol.Draft(id="", at=at, answers=answers)
            )
            if drafted.whole:
                return answers
            assert drafted.ask is not None
            ask = drafted.ask

    async def play(self, rng: Random, *, stop: Any = lambda: False) -> None:
        """Play at random until the game is over."""
        while not (self.outcome or stop()):
            await self.until(lambda: self.ask or self.outcome or stop())
            ask = self.ask
            if ask is None:
                continue
            try:
                await self.commit(await self.random_move(rng))
                await self.until(lambda ask=ask: self.ask is not ask or self.outcome)
            except Refusal as refused:
                if refused.key not in NOT_NOW:
                    raise
                await self.until(lambda ask=ask: self.ask is not ask or self.outcome)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self.reader is not None:
            await self.reader


async def table_of(
    people: list[Person], seats: int = 4, game: str = "mafia-city", **settings: Any
) -> tuple[str, list[Player]]:
    """A table with these people, computer players on the other chairs, started."""
    table, players = await lobby_of(people, seats, game, **settings)
    await begin(people[0], table, players)
    return table, players


async def lobby_of(
    people: list[Person],
    seats: int = 4,
    game: str = "mafia-city",
    options: dict[str, str] | None = None,
    **settings: Any,
) -> tuple[str, list[Player]]:
    """A table with these people and computer players that has not started."""
    chosen = {"pace": "instant", "clock": "off", **settings}
    chairs = [{"kind": "me"}] + [{"kind": "empty"}] * (len(people) - 1)
    chairs += [{"kind": "computer"}] * (seats - len(people))
    form = {"game": game, "seats": seats, "chairs": chairs, "settings": chosen}
    state = await people[0].post("/api/tables", {**form, "options": options or {}})
    for person in people[1:]:
        await person.post(f"/api/tables/{state['code']}/join", {})
    return state["id"], [await person.sit(state["id"]) for person in people]


async def begin(host: Person, table: str, players: list[Player]) -> None:
    for player in players:
        await player.ready()
    await host.post(f"/api/tables/{table}/start")
    for player in players:
        await player.until(lambda player=player: player.view is not None)
