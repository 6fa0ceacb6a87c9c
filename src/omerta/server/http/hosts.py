"""Under which names this server is asked; another site may turn a name of its own to it."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether the Host of a request means this server; without any names every Host does.

    A number cannot be turned to another machine, so every number is as good as ours.
    """
    if not names:
        return True
    name = name_in(f"//{host}")
    return name in names or is_number(name)


def name_in(address: str) -> str:
    """The name of the machine in an address; empty if there is none that can be read."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def is_number(name: str) -> bool:
    """Whether a machine is named by its number in the network."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_this_machine(name: str) -> bool:
    """Whether a name means the very machine that asks."""
    return name == "localhost" or (is_number(name) and ipaddress.ip_address(name).is_loopback)


def own_names(address: str, others: str = "") -> frozenset[str]:
    """The names of a server: of its address, of this machine, and what the operator adds."""
    machine = socket.gethostname().lower()
    added = (name.strip().lower() for name in others.split(","))
    names = {"localhost", machine, f"{machine}.local", name_in(address), *added}
    return frozenset(names - {"", ".local"})
