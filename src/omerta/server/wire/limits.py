"""How much anybody may ask for: buckets that fill up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

REMEMBERED: Final = 10_000


class Bucket:
    """So many at once, and so many per second in the long run."""

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
