"""What is counted is for the operator: asked for on this machine or with a token, and coarse."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from typing import Final

from starlette.requests import Request

from omerta.server.http.hosts import is_this_machine, name_in
from omerta.server.watch.metrics import Metrics

EVERY: Final = 60.0
"""Seconds for which the numbers stay as they are: a single act cannot be seen in them."""

FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What a proxy writes into a request that it hands on."""


class Numbers:
    """The numbers as they stood when the last minute began, for everybody who asks in this one."""

    def __init__(
        self,
        metrics: Metrics,
        token: str = "",
        every: float = EVERY,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.metrics: Final = metrics
        self.token: Final = token
        self.every: Final = every
        self.clock: Final = clock
        self.minute = -1
        self.text = b""

    def page(self) -> bytes:
        """What Prometheus reads."""
        minute = int(self.clock() // self.every) if self.every else -1
        if minute != self.minute or not self.every:
            self.minute, self.text = minute, self.metrics.page()
        return self.text

    def are_for(self, request: Request) -> bool:
        """Whether the operator asks: with the token, or from this machine and through no proxy."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if self.token and kind.lower() == "bearer":
            return hmac.compare_digest(token.strip().encode(), self.token.encode())
        if any(name in request.headers for name in FORWARDED) or request.client is None:
            return False
        asked = name_in(f"//{request.headers.get('host', '')}")
        return is_this_machine(request.client.host) and is_this_machine(asked)
