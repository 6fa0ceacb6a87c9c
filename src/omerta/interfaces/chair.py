"""A chair at a table for a program: it comes in with an account of its own, sees what its seat
sees and plays in the notation. Everything goes over the same protocol as the page's."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import urllib.error
import urllib.request
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from omerta.lab.places import rulebook_text
from omerta.lab.terminal import clauses
from omerta.server.table.fair import seed_hash
from omerta.server.wire import protocol
from omerta.server.wire.folding import folded
from omerta.text import NoSuchText, Texts, area_of

PATIENCE: Final = 20.0
"""Seconds for an answer of the server."""
TRIES: Final = 6
"""How often a move is sent, if the question changes in the meantime."""
KEPT: Final = 500
"""Sentences that are kept of what was heard."""


class NotPossible(Exception):
    """What the server, or the rules, refuse: the clause, where there is one, and a sentence."""

    def __init__(self, sentence: str, clause: str = "", key: str = "") -> None:
        super().__init__(f"{clause}: {sentence}" if clause else sentence)
        self.sentence = sentence
        self.clause = clause
        self.key = key


class Unfinished(Exception):
    """A move that has begun well and needs more: what may follow."""

    def __init__(self, ask: protocol.Ask, said: str) -> None:
        super().__init__("the move is not whole")
        self.ask = ask
        self.said = said


class Chair:
    """One seat at one table; `sit_down` comes first."""

    def __init__(self, address: str, table: str, name: str = "", language: str = "en") -> None:
        self.address: Final = address.rstrip("/")
        self.code: Final = table
        self.name: Final = name
        self.language: Final = language
        self.token = ""
        self.seat: int | None = None
        self.n = 0
        self.view: Any = None
        self.ask: protocol.Ask | None = None
        self.outcome: protocol.Outcome | None = None
        self.table: protocol.Table | None = None
        self.heard: list[str] = []
        self.told = 0
        """How many sentences were given out by `look`."""
        self.numbers: Final = itertools.count(1)
        self.waiting: dict[str, asyncio.Future[Any]] = {}
        self.changed: Final = asyncio.Condition()
        self.socket: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.seed = secrets.token_hex(16)
        self.ended = ""
        """Why the server has sent us away for good."""

    # Coming and going.

    async def sit_down(self) -> None:
        """Come in, take a free chair, connect and be ready."""
        person = await self._post("/api/people", {"name": self.name, "program": True})
        self.token = person["token"]
        await self._post(f"/api/tables/{self.code}/join", {})
        self.reader = asyncio.create_task(self._stay())
        await self._until(lambda: self.table is not None)

    async def stand_up(self) -> None:
        """Leave the table; where the game has begun, a computer player goes on."""
        with contextlib.suppress(NotPossible):
            await self._post(f"/api/tables/{self.code}/leave", {})
        await self.close()

    async def close(self) -> None:
        """End the connection; the seat stays."""
        if self.reader is not None:
            self.reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.reader
        if self.socket is not None:
            await self.socket.close()

    async def _post(self, path: str, form: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            self.address + path,
            json.dumps(form).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {self.token}"},
            method="POST",
        )
        return await asyncio.to_thread(self._ask_server, request)

    def _ask_server(self, request: urllib.request.Request) -> Any:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            raise self._refusal(
                problem.get("key", ""), problem.get("clause", ""), problem.get("args", {})
            ) from None
        except urllib.error.URLError as error:
            raise NotPossible(f"there is no server at {self.address}: {error.reason}") from None

    async def _stay(self) -> None:
        """Be connected, and connect again whenever the connection is lost."""
        wait = 0.1
        while not self.ended:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake):
                address = self.address.replace("http", "ws", 1) + "/ws"
                async with connect(address, max_size=None) as socket:
                    self.socket = socket
                    await self._send(protocol.Hello(token=self.token, table=self.code, last=self.n))
                    async for text in socket:
                        wait = 0.1
                        await self._take(protocol.decode_server(text))
            self._lose(ConnectionError("the connection is gone"))
            if not self.ended:
                await asyncio.sleep(wait)
                wait = min(2 * wait, 5.0)

    def _lose(self, error: Exception) -> None:
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(error)
                future.exception()
        self.waiting.clear()

    # What the server says.

    async def _take(self, message: protocol.ServerMessage) -> None:
        async with self.changed:
            if isinstance(message, protocol.Event):
                self._reduce(message)
            elif isinstance(message, protocol.Missed):
                for event in message.events:
                    self._reduce(event)
            elif isinstance(message, protocol.Welcome):
                self.seat = message.seat
                if message.n < self.n:
                    self.n, self.heard, self.told = 0, [], 0
            elif isinstance(message, protocol.Table):
                self.table = message
                await self._get_ready(message)
            elif isinstance(message, protocol.Receipt | protocol.Drafted):
                self._resolve(message.id, message)
            elif isinstance(message, protocol.Refused):
                refusal = self._refusal(message.key, message.clause, message.args)
                self._resolve(message.id, refusal)
            elif isinstance(message, protocol.Closed) and not message.retry:
                self.ended = message.key
                self._lose(self._refusal(message.key, "", {}))
            self.changed.notify_all()

    def _resolve(self, identity: str, result: Any) -> None:
        future = self.waiting.pop(identity, None)
        if future is None or future.done():
            return
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)

    def _reduce(self, event: protocol.Event) -> None:
        if event.view is not None or (event.changed is not None and self.view is not None):
            self.view, self.ask = folded(self.view, event), event.ask
        if event.n > self.n:
            self.heard += [self._sentence(notice.key, notice.args) for notice in event.notices]
            if event.said is not None:
                self.heard.append(f"{event.said.name}: {event.said.text}")
            dropped = max(0, len(self.heard) - KEPT)
            self.heard = self.heard[dropped:]
            self.told = max(0, self.told - dropped)
        self.n = event.n
        if event.outcome is not None:
            self.outcome = event.outcome

    async def _get_ready(self, table: protocol.Table) -> None:
        """Show the hash of our seed, and then the seed: so the deal is everybody's."""
        own = next((chair for chair in table.chairs if chair.yours), None)
        if own is None:
            return
        if table.phase == "lobby" and not own.ready:
            digest = seed_hash(table.fair.game_id, own.seat, self.seed)
            await self._send(protocol.Ready(id=self._identity(), hash=digest))
        elif table.phase == "seeds":
            await self._send(protocol.Seed(id=self._identity(), seed=self.seed))

    # What we say.

    def _identity(self) -> str:
        return f"{next(self.numbers)}-{self.seed[:8]}"

    async def _send(self, message: protocol.Message) -> None:
        if self.socket is None:
            raise NotPossible("the connection is lost; try again")
        try:
            await self.socket.send(protocol.encode(message).decode())
        except ConnectionClosed:
            raise NotPossible("the connection is lost; try again") from None

    async def _command(self, message: Any) -> Any:
        """Send a command and wait for its answer; `NotPossible` if it is refused."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.waiting[message.id] = future
        await self._send(message)
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except ConnectionError:
            raise NotPossible("the connection is lost; try again") from None
        except TimeoutError:
            raise NotPossible("the server does not answer; try again") from None

    async def _until(self, condition: Any, seconds: float = PATIENCE) -> bool:
        async def wait() -> None:
            async with self.changed:
                await self.changed.wait_for(lambda: condition() or bool(self.ended))

        try:
            await asyncio.wait_for(wait(), seconds)
        except TimeoutError:
            return False
        return True

    # Words.

    @property
    def texts(self) -> Texts:
        """The texts of the chosen language, with the names at the table."""
        names = [] if self.table is None else [chair.name for chair in self.table.chairs]
        return Texts(self.language, names)

    def _sentence(self, key: str, args: Any) -> str:
        try:
            return self.texts.say(key, **dict(args))
        except (NoSuchText, KeyError, ValueError):
            return key

    def _refusal(self, key: str, clause: str, args: Any) -> NotPossible:
        return NotPossible(self._sentence(key, args), clause, key)

    @property
    def game(self) -> str:
        """The name of the game."""
        return "" if self.table is None else self.table.game

    def question(self, ask: protocol.Ask) -> str:
        """What is asked, in words."""
        return self._sentence(f"{area_of(self.game)}.point.{ask.point}", {})

    def choices(self, ask: protocol.Ask, said: str = "") -> list[dict[str, str]]:
        """What may be chosen: the words of the move so far with it, and what they mean."""
        return [
            {"move": f"{said} {choice.move}".strip(), "means": self._meaning(choice)}
            for choice in ask.choices
        ]

    def _meaning(self, choice: protocol.Choice) -> str:
        """What a choice names, in words."""
        area = area_of(self.game)
        said: list[str] = []
        for kind, value in choice.parts.items():
            for each in value if isinstance(value, list) else [value]:
                said.append(self._word(area, kind, each))
        return " \N{MIDDLE DOT} ".join(word for word in said if word)

    def _word(self, area: str, kind: str, value: Any) -> str:
        singular = kind[:-1] if kind in ("cards", "seats", "locations") else kind
        name = singular.split("_")[0]
        if name == "location" and str(value).isdigit():
            return str(value)
        try:
            return self.texts.word(area, name, value)
        except (NoSuchText, ValueError):
            return str(value)

    # What a program asks for.

    def look(self) -> dict[str, Any]:
        """Everything that this seat sees, and what it has heard since the last look."""
        table = self.table
        news, self.told = self.heard[self.told :], len(self.heard)
        found: dict[str, Any] = {
            "table": self.code,
            "game": self.game,
            "phase": "" if table is None else table.phase,
            "you": self.seat,
            "players": [] if table is None else [chair.name for chair in table.chairs],
            "news": news,
            "view": self.view,
            "your_turn": self.ask is not None,
        }
        if self.ask is not None:
            found["question"] = self.question(self.ask)
        if self.outcome is not None:
            found["outcome"] = {
                "winners": [self.texts.name(seat) for seat in self.outcome.winners],
                "side": self.outcome.side,
            }
        return found

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be asked."""
        done = self.table is not None and self.table.phase in ("over", "closed")
        return self.outcome is not None or done or bool(self.ended)

    async def wait_for_turn(self, seconds: float = 30.0) -> bool:
        """Wait until something is asked, or the game is over; whether that is so now."""
        return await self._until(lambda: self.ask is not None or self.is_over, seconds)

    async def moves(self, begun: str = "") -> list[dict[str, str]]:
        """What may be chosen now, or what may follow the words of a move that is begun."""
        if self.ask is None:
            raise NotPossible("you are not asked anything now")
        if not begun.split():
            return self.choices(self.ask)
        try:
            await self._read(self.ask, begun.split(), [], "")
        except Unfinished as more:
            return self.choices(more.ask, more.said)
        return []

    async def play(self, move: str) -> None:
        """Make a move; `NotPossible` if it is refused, `Unfinished` if it needs more words."""
        for attempt in range(TRIES):
            ask = self.ask
            if ask is None:
                raise NotPossible("you are not asked anything now")
            try:
                answers = await self._read(ask, move.split(), [], "")
                if answers is None:
                    await self.why_not(move)
                    raise NotPossible("there is no such move now; `moves` lists what is possible")
                receipt = await self._command(
                    protocol.Commit(id=self._identity(), at=ask.at, answers=answers)
                )
            except NotPossible as refused:
                if refused.key != "server.refused.stale" or attempt == TRIES - 1:
                    raise
                await self._until(lambda asked=ask: self.ask is not asked, 2.0)
                continue
            await self._until(lambda n=receipt.n: self.n >= n)
            return

    async def _read(
        self, ask: protocol.Ask, said: list[str], answers: list[int], so_far: str
    ) -> list[int] | None:
        """The small answers whose words are these, found by drafts; None if there are none."""
        silent = [choice for choice in ask.choices if not choice.move]
        if not said and not silent:
            raise Unfinished(ask, so_far)
        spoken = [
            choice
            for choice in ask.choices
            if choice.move and said[: len(choice.move.split())] == choice.move.split()
        ]
        unfinished: Unfinished | None = None
        for choice in [*sorted(spoken, key=lambda c: -len(c.move)), *silent]:
            rest = said[len(choice.move.split()) :]
            tried = [*answers, choice.choice]
            first = self.ask if self.ask is not None else ask
            drafted = await self._command(
                protocol.Draft(id=self._identity(), at=first.at, answers=tried)
            )
            if drafted.whole or drafted.ask is None:
                if not rest:
                    return tried
                continue
            words = f"{so_far} {choice.move}".strip()
            try:
                found = await self._read(drafted.ask, rest, tried, words)
            except Unfinished as more:
                unfinished = unfinished or more
                continue
            if found is not None:
                return found
        if unfinished is not None:
            raise unfinished
        return None

    async def why_not(self, move: str) -> str:
        """Why a move is not possible now: raises `NotPossible`, or says that it is possible."""
        at = 0 if self.ask is None else self.ask.at
        try:
            await self._command(protocol.Why(id=self._identity(), at=at, move=move))
        except NotPossible as refused:
            if refused.key == "server.refused.possible":
                return refused.sentence
            raise
        return ""

    async def say(self, text: str) -> None:
        """Say something to the table."""
        await self._command(protocol.Say(id=self._identity(), text=text))

    def rules(self, wanted: str = "") -> list[str]:
        """A clause of the rulebook, all clauses of a section, or the sections."""
        return clauses(rulebook_text(self.game), wanted.strip().upper())
