"""Numbers for the operator, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from omerta.server.table import entries as log
from omerta.server.watch.tallies import Tally, Times

KINDS: Final = (
    *(log.Made, log.Dealt, log.Played, log.Told),
    *(log.Replaced, log.Returned, log.CalledOff),
)
"""The kinds of entries that are counted one by one."""


class Metrics(Collector):
    """What is counted; nothing in it tells anything about a single game."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
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
        self.failed_players = Counter(
            "omerta_failed_players",
            "Moves that computer players could not make, so that the default was taken",
            registry=self.registry,
        )
        self.sick = Counter(
            "omerta_sick_tables",
            "Tables that were folded again because something went wrong",
            registry=self.registry,
        )
        self.resting = Gauge(
            "omerta_read_only_tables",
            "Tables that are only shown because they keep going wrong",
            registry=self.registry,
        )
        self.unreadable = Gauge(
            "omerta_unreadable_tables", "Tables whose log cannot be read", registry=self.registry
        )
        self.thinking = Gauge(
            "omerta_thinking",
            "Moves that computer players were asked for and have not given yet",
            registry=self.registry,
        )
        self.bus_failures = Counter(
            "omerta_redis_failures",
            "Times that Redis could not be reached or spoken to",
            registry=self.registry,
        )
        self.turned_away = Counter(
            "omerta_turned_away", "Connections of banned people", registry=self.registry
        )
        self.reports = Counter(
            "omerta_reports", "Reports of people about people", registry=self.registry
        )
        self.draining = Gauge(
            "omerta_draining", "1 while no new tables are made here", registry=self.registry
        )
        ProcessCollector(registry=self.registry)
        self.entries = Tally()
        """Entries of the log that were applied, by their class."""
        self.commits = Times()
        """From a person's command to its receipt."""
        self.thoughts_took = Times()
        """From asking a computer player to its move, the queue before the workers included."""
        self.writes = Times()
        """One commit of the database."""
        self.reads = Times()
        """One question to the database."""
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """What was tallied, in Prometheus' words."""
        entries = CounterMetricFamily(
            "omerta_entries", "Log entries applied, by kind", labels=["what"]
        )
        counts = self.entries.counts
        for kind in KINDS:
            entries.add_metric([str(kind.__struct_config__.tag)], counts.get(kind, 0))
        others = sum(counts.values()) - sum(counts.get(kind, 0) for kind in KINDS)
        entries.add_metric(["other"], others)
        yield entries
        for name, what, times in (
            ("commit", "From a person's command to its receipt", self.commits),
            ("thought", "From asking a computer player to its move", self.thoughts_took),
            ("database_write", "One commit of the database", self.writes),
            ("database_read", "One question to the database", self.reads),
        ):
            yield HistogramMetricFamily(
                f"omerta_{name}_seconds",
                what,
                buckets=times.buckets(),
                sum_value=times.total,
            )

    def page(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
