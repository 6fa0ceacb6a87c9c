"""Numbers for the operator, in the format of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from omerta.server import entries as log


class Metrics:
    """What is counted; nothing in it tells anything about a single game."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.entries = Counter(
            "omerta_entries", "Log entries applied, by kind", ["what"], registry=self.registry
        )
        self.refused = Counter(
            "omerta_refused",
            "Messages that were refused, by reason",
            ["key"],
            registry=self.registry,
        )
        self.connections = Gauge(
            "omerta_connections", "Open WebSocket connections", registry=self.registry
        )
        self.rooms = Gauge("omerta_rooms", "Tables in memory", registry=self.registry)
        self.slow = Counter(
            "omerta_slow_clients",
            "Connections dropped because they did not read",
            registry=self.registry,
        )
        self.thoughts = Counter(
            "omerta_thoughts", "Moves that computer players thought of", registry=self.registry
        )
        self.commit = Histogram(
            "omerta_commit_seconds",
            "From a person's command to its receipt",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
            registry=self.registry,
        )
        self._kinds: dict[type[log.Body], Counter] = {
            kind: self.entries.labels(str(kind.__struct_config__.tag))
            for kind in (
                *(log.Made, log.Dealt, log.Played, log.Told),
                *(log.Replaced, log.Returned, log.CalledOff),
            )
        }
        self._other = self.entries.labels("other")

    def entry(self, body: log.AnyBody) -> None:
        """Count an entry of the log."""
        self._kinds.get(type(body), self._other).inc()

    def page(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
