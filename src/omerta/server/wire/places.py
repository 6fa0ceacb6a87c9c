"""How many may be connected: in all, and from one address."""

from __future__ import annotations

from collections import Counter
from typing import Final

from omerta.server.wire.limits import neighbourhood

MOST_FILES: Final = 65_536
SPARE_FILES: Final = 100
"""Open files for everything that is not a connection: the database, workers, pages, the log."""


class Places:
    """Places for connections, in all and for one address; 0 is no limit."""

    def __init__(self, most: int = 0, most_of_one: int = 0) -> None:
        self.most: Final = most
        self.most_of_one: Final = most_of_one
        self.taken = 0
        self.by_address: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Take a place, if there is one for this address."""
        near = neighbourhood(address)
        if self.most and self.taken >= self.most:
            return False
        if self.most_of_one and address and self.by_address[near] >= self.most_of_one:
            return False
        self.taken += 1
        self.by_address[near] += 1
        return True

    def give_back(self, address: str) -> None:
        """Somebody has gone."""
        near = neighbourhood(address)
        self.taken -= 1
        self.by_address[near] -= 1
        if self.by_address[near] <= 0:
            del self.by_address[near]


def room_for() -> int:
    """How many connections the system lets this process have; 0 if it does not say."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 0
    allowed, at_most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if at_most == resource.RLIM_INFINITY else min(at_most, MOST_FILES)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, at_most))
        allowed = wanted
    if allowed == resource.RLIM_INFINITY:
        allowed = MOST_FILES
    return int(allowed) - min(SPARE_FILES, int(allowed) // 2)
