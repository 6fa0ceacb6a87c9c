"""Servers for the tests of the table server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import Server
from tests.server.services import stop_services


@pytest.fixture(scope="session", autouse=True)
def _services() -> Iterator[None]:
    yield
    stop_services()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with SQLite for all tests that do not break it."""
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running
