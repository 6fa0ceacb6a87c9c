"""`omerta seat TABLE`: a seat at a table over JSON lines, for programs in any language.

A line comes out whenever something has changed: all that the seat sees, what it heard, and what
may be chosen. A line goes in for whatever is wanted: {"play": "place 3"}, {"moves": "hat"},
{"why": "place 9"}, {"say": "hello"}, {"rules": "MC-6.13"}, {"look": true}, {"leave": true}.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import threading
from typing import Any, Final, TextIO

from omerta.interfaces.chair import Chair, NotPossible, Unfinished

ADDRESS: Final = "http://127.0.0.1:8420"


class Lines:
    """The conversation about one chair."""

    def __init__(self, chair: Chair, out: TextIO) -> None:
        self.chair = chair
        self.out = out
        self.shown = (-1, "")

    def put(self, **line: Any) -> None:
        """One line out."""
        print(json.dumps(line, ensure_ascii=False), file=self.out, flush=True)

    async def show(self) -> None:
        """All that is seen, with the choices if there is a question."""
        chair = self.chair
        seen = chair.look()
        if chair.ask is not None:
            seen["moves"] = chair.choices(chair.ask)
        self.put(type="state", **seen)

    async def watch(self) -> None:
        """Show every change until the game is over."""
        chair = self.chair
        while True:
            phase = "" if chair.table is None else chair.table.phase
            if (chair.n, phase) != self.shown:
                self.shown = (chair.n, phase)
                await self.show()
            if chair.is_over:
                return
            before = self.shown
            await chair._until(
                lambda before=before: (chair.n, chair.table and chair.table.phase) != before, 60.0
            )

    async def obey(self, text: str) -> bool:
        """Carry out one line; whether to go on."""
        try:
            wish = json.loads(text)
            assert isinstance(wish, dict), "expected an object"
        except (ValueError, AssertionError) as error:
            self.put(type="error", why=f"not a line of JSON: {error}")
            return True
        chair = self.chair
        try:
            if "play" in wish:
                await chair.play(str(wish["play"]))
                self.put(type="played", move=wish["play"])
            elif "moves" in wish:
                self.put(type="moves", moves=await chair.moves(str(wish["moves"])))
            elif "why" in wish:
                self.put(type="why", why=await chair.why_not(str(wish["why"])))
            elif "say" in wish:
                await chair.say(str(wish["say"]))
                self.put(type="said")
            elif "rules" in wish:
                self.put(type="rules", clauses=chair.rules(str(wish["rules"])))
            elif "look" in wish:
                await self.show()
            elif "leave" in wish:
                await chair.stand_up()
                return False
            else:
                self.put(type="error", why="expected play, moves, why, say, rules, look or leave")
        except Unfinished as more:
            self.put(type="unfinished", moves=chair.choices(more.ask, more.said))
        except NotPossible as refused:
            self.put(type="refused", why=refused.sentence, clause=refused.clause)
        return True


async def talk(chair: Chair, source: TextIO, out: TextIO) -> int:
    """The whole conversation: until the game is over, the program leaves, or has no more to say."""
    lines = Lines(chair, out)
    try:
        await chair.sit_down()
    except NotPossible as refused:
        lines.put(type="refused", why=refused.sentence, clause=refused.clause)
        return 1
    watching = asyncio.create_task(lines.watch())
    read = incoming(source)
    try:
        while not watching.done():
            reading = asyncio.create_task(read.get())
            await asyncio.wait({reading, watching}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                reading.cancel()
                break
            text = reading.result()
            if not text or (text.strip() and not await lines.obey(text)):
                break
        return 0
    finally:
        watching.cancel()
        await chair.close()


def incoming(source: TextIO) -> asyncio.Queue[str]:
    """The lines of a source as they come, read by a thread that nobody waits for."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()

    def read() -> None:
        text = "more"
        while text:
            text = source.readline()
            loop.call_soon_threadsafe(lines.put_nowait, text)

    threading.Thread(target=read, daemon=True).start()
    return lines


def main(argv: list[str]) -> int:
    """`omerta seat TABLE [--server URL] [--name NAME] [--lang L]`"""
    parser = argparse.ArgumentParser(
        prog="omerta seat",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("table", metavar="TABLE", help="id or six-letter code of the table")
    parser.add_argument("--server", default=ADDRESS, help=f"its address ({ADDRESS})")
    parser.add_argument("--name", default="Program", help="what it is called at the table")
    parser.add_argument("--lang", default="en", help="language of the sentences")
    chosen = parser.parse_args(argv)
    chair = Chair(chosen.server, chosen.table, chosen.name, chosen.lang)
    status = asyncio.run(run(chair))
    sys.stdout.flush()
    # A line that is still waited for must not keep the process alive.
    os._exit(status)


async def run(chair: Chair) -> int:
    """The conversation over standard input and output."""
    return await talk(chair, sys.stdin, sys.stdout)
