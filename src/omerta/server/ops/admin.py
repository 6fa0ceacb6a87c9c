"""`omerta admin`: look after a running server from the machine it runs on."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

from omerta.server.ops.admin_key import Key, NoServer, find_key
from omerta.server.ops.options import data_directory

PATIENCE: Final = 30.0


class Refused(Exception):
    """What the server does not do, and why."""


class Server:
    """A running server, asked as its operator."""

    def __init__(self, key: Key) -> None:
        self.key = key
        # Whatever proxy this machine uses for the world, its own server is not behind it.
        self.opener = build_opener(ProxyHandler({}))

    def ask(self, method: str, path: str, form: Any = None) -> Any:
        """What the server answers; `Refused` if it does not want to."""
        request = Request(
            f"{self.key.address}/api/admin{path}",
            data=None if form is None else json.dumps(form).encode(),
            method=method,
            headers={
                "authorization": f"Bearer {self.key.token}",
                "content-type": "application/json",
            },
        )
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise Refused(_why(error)) from error
        except (URLError, OSError, ValueError) as error:
            raise Refused(f"the server does not answer: {error}") from error


def _why(error: HTTPError) -> str:
    try:
        problem = json.load(error)
        return str(problem.get("detail") or problem["key"].rsplit(".", 1)[1].replace("_", " "))
    except (ValueError, KeyError, IndexError):
        return str(error)


Act = Callable[[Server, argparse.Namespace], Any]
Show = Callable[[Any], list[str]]


def _status(found: Any) -> list[str]:
    lines = [
        f"{found['connections']} connected, {found['rooms']} tables in memory,"
        f" {found['bans']} bans, {found['reports']} reports"
    ]
    if found["draining"]:
        lines.append("draining: no new tables are made")
    if found["announcement"]:
        lines.append(f"announced: {found['announcement']}")
    return lines


def _tables(found: Any) -> list[str]:
    return [
        f"{row['code']}  {row['game']:<10}  {row['phase']:<7}  {row['connected']} connected  "
        f"{_moment(row['made'])}  {', '.join(filter(None, row['names']))}  {row['id']}"
        for row in found
    ] or ["no tables"]


def _people(found: Any) -> list[str]:
    return [
        f"{one['id']}  {one['name'] or '(no name)'}  {' '.join(one['addresses']) or 'not here'}  "
        f"{' '.join(one['tables'])}{'  BANNED' if one['banned'] else ''}"
        for one in found
    ] or ["nobody"]


def _bans(found: Any) -> list[str]:
    return [
        f"{one['what']}  {one['who']}  "
        f"{'until ' + _moment(one['until']) if one['until'] else 'for ever'}  {one['why']}"
        for one in found
    ] or ["no bans"]


def _reports(found: Any) -> list[str]:
    lines: list[str] = []
    for one in found:
        lines.append(
            f"{one['key']}  {_moment(one['at'])}  {one['reason']}  table {one['table']}  "
            f"{one['name']} ({one['about']}), told by {one['by']}"
        )
        lines += [f"    {one['text']}"] if one["text"] else []
        lines += [f"    > {said}" for said in one["said"]]
    return lines or ["no reports"]


def _moment(milliseconds: int) -> str:
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.UTC)
    return f"{moment:%Y-%m-%d %H:%M}"


def _ban(server: Server, chosen: argparse.Namespace) -> Any:
    form = {"what": chosen.what, "who": chosen.who, "hours": chosen.hours, "why": chosen.why}
    return server.ask("POST", "/bans", form)


COMMANDS: Final[dict[str, tuple[str, Act, Show]]] = {
    "status": ("how it stands", lambda server, _: server.ask("GET", "/status"), _status),
    "tables": ("tables that are not over", lambda server, _: server.ask("GET", "/tables"), _tables),
    "people": (
        "whoever is connected, or people by id or a part of their name",
        lambda server, chosen: server.ask("GET", f"/people?name={quote(chosen.name)}"),
        _people,
    ),
    "bans": ("every ban that holds", lambda server, _: server.ask("GET", "/bans"), _bans),
    "ban": ("do not let a person or an address in", _ban, _bans),
    "unban": (
        "let a person or an address in again",
        lambda server, chosen: server.ask("DELETE", f"/bans/{chosen.what}/{quote(chosen.who)}"),
        _bans,
    ),
    "close": (
        "call a game off",
        lambda server, chosen: server.ask("POST", f"/tables/{quote(chosen.table)}/close"),
        lambda found: [f"table {found['code']} is closed"],
    ),
    "announce": (
        "tell everybody something; without a text, take it back",
        lambda server, chosen: server.ask("POST", "/announce", {"text": " ".join(chosen.text)}),
        _status,
    ),
    "drain": (
        "make no new tables; --end makes them again",
        lambda server, chosen: server.ask("POST", "/drain", {"wish": not chosen.end}),
        _status,
    ),
    "reports": (
        "what people have reported",
        lambda server, _: server.ask("GET", "/reports"),
        _reports,
    ),
    "settle": (
        "a report is dealt with",
        lambda server, chosen: server.ask("DELETE", f"/reports/{quote(chosen.report)}"),
        lambda found: [f"report {found['key']} is settled"],
    ),
}


def parser() -> argparse.ArgumentParser:
    """What an operator may ask for."""
    env = os.environ.get
    options = argparse.ArgumentParser(prog="omerta admin", description=__doc__)
    options.add_argument("--data", type=Path, default=Path(env("OMERTA_DATA") or data_directory()))
    options.add_argument("--port", type=int, help="which server, if several use the directory")
    options.add_argument("--json", action="store_true", help="answer for programs")
    words = options.add_subparsers(dest="command", required=True, metavar="COMMAND")
    found = {name: words.add_parser(name, help=what) for name, (what, *_) in COMMANDS.items()}
    found["people"].add_argument("name", nargs="?", default="")
    for name in ("ban", "unban"):
        found[name].add_argument("what", choices=("person", "address"))
        found[name].add_argument("who", help="the id of a person; an address or a network")
    found["ban"].add_argument("--hours", type=float, default=0.0, help="0 for ever")
    found["ban"].add_argument("--why", default="", help="for the list of bans")
    found["close"].add_argument("table", help="id or code")
    found["announce"].add_argument("text", nargs="*")
    found["drain"].add_argument("--end", action="store_true")
    found["settle"].add_argument("report")
    return options


def main(argv: list[str] | None = None) -> int:
    """Carry one command out; 1 if the server does not want to, or is not there."""
    chosen = parser().parse_args(argv)
    _, act, show = COMMANDS[chosen.command]
    try:
        found = act(Server(find_key(chosen.data, chosen.port)), chosen)
    except (NoServer, Refused) as why:
        print(f"omerta: {why}", file=sys.stderr)
        return 1
    print(
        json.dumps(found, ensure_ascii=False, indent=1) if chosen.json else "\n".join(show(found))
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
