"""How much anybody may ask for: buckets that fill up again with time."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from typing import Final

REMEMBERED: Final = 10_000


class Bucket:
    """Something that may be done `size` times at once and `rate` times a second in the long run."""

    __slots__ = ("filled_at", "left", "rate", "size")

    def __init__(self, size: float, rate: float) -> None:
        self.size = size
        self.rate = rate
        self.left = size
        self.filled_at = time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        moment = time.monotonic()
        self.left = min(self.size, self.left + (moment - self.filled_at) * self.rate)
        self.filled_at = moment
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket for everybody who comes along; those who have not come for long are forgotten."""

    def __init__(self, size: float, rate: float) -> None:
        self.size = size
        self.rate = rate
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Take one from somebody's bucket, if there is one."""
        bucket = self.buckets.pop(who, None)
        if bucket is None:
            bucket = Bucket(self.size, self.rate)
            if len(self.buckets) >= REMEMBERED:
                self.buckets.popitem(last=False)
        self.buckets[who] = bucket
        return bucket.take()

    def put_back(self, who: str) -> None:
        """What was taken from somebody's bucket was not used."""
        bucket = self.buckets.get(who)
        if bucket is not None:
            bucket.left = min(bucket.size, bucket.left + 1)


class Allowance:
    """How much of one thing an address and a person may ask for; whichever is spent first counts.

    Many people may share an address, and one person may come from many.
    """

    def __init__(self, address: tuple[float, float], person: tuple[float, float]) -> None:
        self.by_address = Buckets(address[0], address[1])
        self.by_person = Buckets(person[0], person[1])

    def take(self, address: str, person: str) -> bool:
        """Take one, if neither is spent; without a name nothing is counted."""
        if person and not self.by_person.take(person):
            return False
        return not address or self.by_address.take(address)

    def put_back(self, address: str, person: str) -> None:
        """What was taken was not used."""
        self.by_person.put_back(person)
        self.by_address.put_back(address)


class Limits:
    """How often strangers may do something, at once and per second in the long run.

    Where an operator has switched limits off, only talk is limited, and only by person.
    """

    def __init__(self, *, is_strict: bool = True) -> None:
        self.is_strict = is_strict
        self.allowances: Final = {
            "guess": Allowance((20.0, 0.2), (10.0, 0.1)),
            "people": Allowance((40.0, 0.2), (1.0, 1.0)),
            "table": Allowance((30.0, 0.1), (10.0, 0.05)),
            "chair": Allowance((200.0, 10.0), (60.0, 2.0)),
            "say": Allowance((50.0, 8.0), (5.0, 0.7)),
            "ready": Allowance((100.0, 5.0), (10.0, 0.5)),
            "report": Allowance((20.0, 0.05), (5.0, 0.01)),
            "device": Allowance((10.0, 0.05), (10.0, 0.05)),
        }

    def take(self, what: str, address: str, person: str = "") -> bool:
        """Whether this may be done once more, now."""
        if self.is_strict:
            return self.allowances[what].take(neighbourhood(address), person)
        return what != "say" or self.allowances[what].take("", person)

    def put_back(self, what: str, address: str, person: str = "") -> None:
        """It was taken and not used: a guess that was none."""
        if self.is_strict:
            self.allowances[what].put_back(neighbourhood(address), person)


def neighbourhood(address: str) -> str:
    """What counts as one address: with IPv6 everybody has 2^64 of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    mapped = found.ipv4_mapped
    if mapped is not None:
        return str(mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
