"""`omerta mcp`: a seat at a table for any client of the Model Context Protocol.

A client sits down at a table where people play, sees what its seat sees, asks what is possible
and why something is not, plays, talks, and waits for its turn.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from typing import Any, Final

from omerta.interfaces.chair import Chair, NotPossible, Unfinished
from omerta.interfaces.seat import ADDRESS

LONGEST_WAIT: Final = 120.0
MOST_SEATS: Final = 64
"""Seats that one server holds for its clients."""

INSTRUCTIONS: Final = """\
You play one of the games Mafia City, Downtown or Palermo at a table with people. Begin with
sit_down and the code of the table. Then wait_for_turn, look, moves and play, until the game is
over. Moves are short words such as "place 3"; a move may need several parts, and play tells you
what may follow. why_not explains with the clause of the rulebook why something is impossible.
"""


class Seats:
    """The chairs that clients of this server have taken, each by the secret word it was given."""

    def __init__(self, address: str, language: str) -> None:
        self.address = address
        self.language = language
        self.taken: dict[str, Chair] = {}

    async def take(self, table: str, name: str) -> str:
        """Sit down; the word that the client shows from now on."""
        if len(self.taken) >= MOST_SEATS:
            raise NotPossible("this server holds too many seats already")
        chair = Chair(self.address, table, name, self.language)
        await chair.sit_down()
        word = secrets.token_urlsafe(9)
        self.taken[word] = chair
        return word

    def of(self, word: str) -> Chair:
        """The chair of whoever shows this word."""
        if word not in self.taken:
            raise NotPossible("you have no seat: sit_down first, and give its seat back here")
        return self.taken[word]


def make_server(address: str, language: str = "en") -> Any:
    """A server of the Model Context Protocol for the tables at this address."""
    # Only here: who plays without such a client need not have it.
    from mcp.server import MCPServer

    from omerta import __version__

    server = MCPServer("omerta", instructions=INSTRUCTIONS, version=__version__)
    seats = Seats(address, language)

    @server.tool()
    async def sit_down(table: str, name: str = "Program") -> dict[str, Any]:
        """Sit down at a table by its six-letter code. Gives `seat`: pass it to all other tools."""
        try:
            word = await seats.take(table, name)
        except NotPossible as refused:
            return {"refused": str(refused)}
        return {"seat": word, **seats.of(word).look()}

    @server.tool()
    async def look(seat: str) -> dict[str, Any]:
        """Everything your seat sees now, and what was heard since the last look."""
        return await guarded(seats, seat, seen)

    @server.tool()
    async def wait_for_turn(seat: str, seconds: float = 30.0) -> dict[str, Any]:
        """Wait until you are asked something or the game is over, then look."""

        async def wait(chair: Chair) -> dict[str, Any]:
            await chair.wait_for_turn(min(max(seconds, 0.0), LONGEST_WAIT))
            return {"over": chair.is_over, **chair.look()}

        return await guarded(seats, seat, wait)

    @server.tool()
    async def moves(seat: str, begun: str = "") -> dict[str, Any]:
        """The legal moves with what they mean, or what may follow a move that has `begun`."""

        async def listed(chair: Chair) -> dict[str, Any]:
            question = "" if chair.ask is None else chair.question(chair.ask)
            return {"question": question, "moves": await chair.moves(begun)}

        return await guarded(seats, seat, listed)

    @server.tool()
    async def play(seat: str, move: str) -> dict[str, Any]:
        """Make a move, in the words that `moves` gave."""

        async def make(chair: Chair) -> dict[str, Any]:
            try:
                await chair.play(move)
            except Unfinished as more:
                return {"unfinished": chair.choices(more.ask, more.said)}
            return {"played": move, "over": chair.is_over, "news": chair.look()["news"]}

        return await guarded(seats, seat, make)

    @server.tool()
    async def why_not(seat: str, move: str) -> dict[str, Any]:
        """Why a move is not possible now, with the clause of the rulebook."""

        async def explain(chair: Chair) -> dict[str, Any]:
            return {"possible": await chair.why_not(move)}

        return await guarded(seats, seat, explain)

    @server.tool()
    async def say(seat: str, text: str) -> dict[str, Any]:
        """Say something to everybody at the table who can hear you."""

        async def speak(chair: Chair) -> dict[str, Any]:
            await chair.say(text)
            return {"said": text}

        return await guarded(seats, seat, speak)

    @server.tool()
    async def rules(seat: str, clause: str = "") -> dict[str, Any]:
        """The sections of the rulebook, or a section (MC-6) or clause (MC-6.13) of it."""

        async def read(chair: Chair) -> dict[str, Any]:
            return {"clauses": chair.rules(clause)}

        return await guarded(seats, seat, read)

    @server.tool()
    async def stand_up(seat: str) -> dict[str, Any]:
        """Leave the table; where the game has begun, a computer player goes on."""

        async def leave(chair: Chair) -> dict[str, Any]:
            await chair.stand_up()
            seats.taken.pop(seat, None)
            return {"left": True}

        return await guarded(seats, seat, leave)

    return server


async def seen(chair: Chair) -> dict[str, Any]:
    """What the seat sees."""
    return chair.look()


async def guarded(seats: Seats, word: str, deed: Any) -> dict[str, Any]:
    """Do something for a chair; a refusal is an answer, not an error."""
    try:
        found: dict[str, Any] = await deed(seats.of(word))
    except NotPossible as refused:
        return {"refused": refused.sentence, "clause": refused.clause}
    return found


def main(argv: list[str]) -> int:
    """`omerta mcp [--server URL] [--http PORT]`"""
    parser = argparse.ArgumentParser(prog="omerta mcp", description=__doc__)
    parser.add_argument("--server", default=ADDRESS, help=f"the table server ({ADDRESS})")
    parser.add_argument("--lang", default="en", help="language of the sentences")
    parser.add_argument("--http", type=int, metavar="PORT", help="streamable HTTP instead of stdio")
    chosen = parser.parse_args(argv)
    try:
        server = make_server(chosen.server, chosen.lang)
    except ModuleNotFoundError:
        print("omerta mcp needs the package mcp: pip install 'omerta[mcp]'", file=sys.stderr)
        return 1
    if chosen.http is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=chosen.http)
    return 0
