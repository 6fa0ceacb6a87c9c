"""How `omerta admin` finds a running server: a file in the data directory with address and token.

Who may read the data directory is the operator; so there is no other password.
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from omerta.server.store.private import private_file, private_folder

ANYWHERE: Final = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}


class Key(msgspec.Struct):
    """Where a server is on this machine, and what it wants to be shown."""

    address: str
    token: str


class NoServer(Exception):
    """There is no server to talk to, or more than one, and what to do."""


def new_token() -> str:
    """What only the server and who reads its file know."""
    return secrets.token_hex(32)


@contextlib.contextmanager
def key_file(data: Path, host: str, port: int, token: str) -> Iterator[None]:
    """Leave the key in the data directory while the server runs."""
    host = ANYWHERE.get(host, host)
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    path = data / f"admin-{port}.json"
    try:
        private_folder(data)
        private_file(path)
        path.write_bytes(msgspec.json.encode(Key(address, token)))
    except OSError as error:
        print(f"omerta: `omerta admin` will not find this server: {error}", file=sys.stderr)
        yield
        return
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def find_key(data: Path, port: int | None) -> Key:
    """The key of the server that uses this data directory and answers."""
    wanted = "admin-*.json" if port is None else f"admin-{port}.json"
    found = {path: key for path in sorted(data.glob(wanted)) if _answers(key := _read(path))}
    if not found:
        raise NoServer(f"no server is running with the data directory {data}")
    if len(found) > 1:
        ports = ", ".join(path.stem.removeprefix("admin-") for path in found)
        raise NoServer(f"several servers use {data}: choose one with --port ({ports})")
    return next(iter(found.values()))


def _read(path: Path) -> Key:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Key)
    except (OSError, msgspec.MsgspecError) as error:
        raise NoServer(f"cannot read {path}: {error}") from error


def _answers(key: Key) -> bool:
    """Whether anybody listens there; a server that was killed leaves its key behind."""
    where = urlsplit(key.address)
    try:
        socket.create_connection((where.hostname or "", where.port or 0), 5.0).close()
    except OSError:
        return False
    return True
