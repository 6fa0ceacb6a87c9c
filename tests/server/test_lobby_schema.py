"""The lobby answers every form that its OpenAPI page allows, and every other one, as it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from omerta.server.http.app import make_app
from omerta.server.running.house import House
from omerta.server.store.sqlite import SQLiteStore
from tests.server.house import Server

schema = schemathesis.openapi.from_dict(
    make_app(House(SQLiteStore(Path("never opened")))).openapi()
)


@pytest.fixture(scope="session")
def token(server: Server) -> str:
    answer = httpx.post(f"{server.address}/api/people", json={"name": "Fuzz"})
    return str(answer.json()["token"])


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_of_the_lobby_is_as_its_page_says(
    case: schemathesis.Case[Any], server: Server, token: str
) -> None:
    case.call_and_validate(base_url=server.address, headers={"Authorization": f"Bearer {token}"})
