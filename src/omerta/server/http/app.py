"""The application: lobby, sockets, pages, and the rules for all of them."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from omerta.server.http import (
    admin,
    after_the_game,
    devices,
    forms,
    lobby,
    moderation,
    pages,
    people_and_games,
    programs,
)
from omerta.server.http.handshake import serve_socket
from omerta.server.http.hosts import is_ours
from omerta.server.http.operator import EVERY, Numbers
from omerta.server.http.rules_and_texts import PACKAGE
from omerta.server.running.house import House
from omerta.server.store import StoreTrouble
from omerta.server.table.refusals import NotAllowed
from omerta.server.wire.limits import Buckets
from omerta.server.wire.places import Places

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
LARGEST_FORM: Final = 65_536

MOST_SOCKETS_OF_ONE_ADDRESS: Final = 128

HEALTHY_WITHIN: Final = 10.0
"""Seconds after which a database that has not answered is not well."""


STATUS: Final = {
    "server.problem.who_are_you": 401,
    "server.problem.not_host": 403,
    "server.problem.not_seated": 403,
    "server.problem.not_operator": 403,
    "server.problem.banned": 403,
    "server.problem.blocked": 403,
    "server.problem.draining": 503,
    "server.problem.no_such_code": 404,
    "server.problem.no_such_table": 404,
    "server.problem.removed": 403,
    "server.problem.no_such_game": 404,
    "server.problem.no_such_language": 404,
    "server.problem.no_such_chair": 404,
    "server.problem.not_found": 404,
    "server.problem.too_fast": 429,
    "server.problem.too_many_public": 429,
    "server.problem.too_many_tables": 429,
    "server.problem.unreadable": 503,
    "server.refused.sick": 503,
}


class Doorman:
    """Shows sockets to their table, sets the safety headers for everything else, and turns
    away what is too large or comes too often."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        house: House,
        origins: frozenset[str],
        hosts: frozenset[str],
        per_second: float,
    ) -> None:
        self.app = app
        self.house = house
        self.origins = origins
        self.hosts = hosts
        self.buckets = Buckets(per_second * 10, per_second) if per_second else None
        self.sockets = Places(most_of_one=MOST_SOCKETS_OF_ONE_ADDRESS if per_second else 0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at a request before anybody else does."""
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await serve_socket(
                self.house, self.origins, self.hosts, self.sockets, scope, receive, send
            )
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        who = scope["client"][0] if scope.get("client") else ""
        if self.buckets is not None and not self.buckets.take(who):
            await _problem(429, "server.problem.too_fast")(scope, receive, with_headers)
            return
        if scope["path"].startswith("/api/") and self._is_banned(scope["path"], who):
            await _problem(403, "server.problem.banned")(scope, receive, with_headers)
            return
        headers = dict(scope["headers"])
        if not is_ours(headers.get(b"host", b"").decode("latin-1"), self.hosts):
            await _problem(421, "server.problem.wrong_host")(scope, receive, with_headers)
            return
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LARGEST_FORM:
            await _problem(413, "server.problem.too_large")(scope, receive, with_headers)
            return
        seen = 0

        async def measured() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > LARGEST_FORM:
                return {"type": "http.disconnect"}
            return message

        await self.app(scope, measured, with_headers)

    def _is_banned(self, path: str, address: str) -> bool:
        """Whether nobody is let in from there; an operator is never locked out."""
        return not path.startswith("/api/admin/") and self.house.bans.holds(address, "")


def _problem(status: int, key: str, detail: str = "", **args: str | int) -> JSONResponse:
    problem = forms.Problem(key=key, args=args, detail=detail)
    return JSONResponse(problem.model_dump(), status)


def make_app(
    house: House,
    address: str = "",
    *,
    origins: frozenset[str] = frozenset(),
    hosts: frozenset[str] = frozenset(),
    per_second: float = 50.0,
    metrics_token: str = "",
    admin_token: str = "",
    metrics_every: float = EVERY,
    web: Path | None = None,
    more: Sequence[APIRouter] = (),
) -> FastAPI:
    """The application for a house that is open; `address` is what invitations say, `hosts` its
    names.
    """
    app = FastAPI(
        title="Omerta",
        summary="The lobby of the table server",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = house
    app.state.address = address
    app.state.admin_token = admin_token
    own = (people_and_games, devices, lobby, programs, moderation, after_the_game, admin)
    for part in (*(module.router for module in own), *more):
        app.include_router(part)
    _add_errors(app)
    _add_watch(app, house, Numbers(house.metrics, metrics_token, metrics_every))

    _add_pages(app, web if web is not None else PACKAGE / "web")
    app.add_middleware(Doorman, house=house, origins=origins, hosts=hosts, per_second=per_second)
    return app


def _add_errors(app: FastAPI) -> None:
    """Every error is a problem with a text key."""

    @app.exception_handler(NotAllowed)
    async def not_allowed(request: Request, refused: NotAllowed) -> Response:
        status = STATUS.get(refused.key, 409)
        problem = forms.Problem(
            key=refused.key, args=refused.values, clause=refused.clause, detail=refused.detail
        )
        headers = {"www-authenticate": "Bearer"} if status == 401 else None
        return JSONResponse(problem.model_dump(), status, headers)

    @app.exception_handler(RequestValidationError)
    async def bad_form(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return _problem(422, "server.problem.bad_form", f"{place}: {first['msg']}"[:200])

    @app.exception_handler(StoreTrouble)
    async def trouble(request: Request, error: StoreTrouble) -> Response:
        app.state.house.journal.failure("the store failed", error)
        return _problem(503, "server.problem.trouble")

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405:
            return _wrong_method(app, request.url.path)
        key = "not_found" if error.status_code == 404 else "bad_request"
        return _problem(error.status_code, f"server.problem.{key}", str(error.detail))


def _wrong_method(app: FastAPI, path: str) -> Response:
    """This address is no page; if it is one of the lobby's, say what may be done there."""
    found: set[str] = set()
    for template, methods in app.openapi()["paths"].items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path):
            found.update(method.upper() for method in methods)
    if not found:
        return _problem(404, "server.problem.not_found")
    response = _problem(405, "server.problem.bad_request")
    response.headers["allow"] = ", ".join(sorted(found))
    return response


def _add_watch(app: FastAPI, house: House, numbers: Numbers) -> None:
    @app.get("/healthz", tags=["operator"], response_class=PlainTextResponse)
    async def healthz() -> str:
        """Whether the server can write to its database, and trust what is there."""
        try:
            async with asyncio.timeout(HEALTHY_WITHIN):
                await house.store.probe()
        except TimeoutError:
            raise StoreTrouble("the database does not answer") from None
        return "ok\n"

    @app.get("/metrics", tags=["operator"], response_class=PlainTextResponse)
    async def metrics(request: Request) -> Response:
        """Numbers for Prometheus: asked for on this machine, or with the operator's token."""
        if not numbers.are_for(request):
            raise NotAllowed("server.problem.not_operator")
        return Response(numbers.page(), media_type="text/plain; version=0.0.4")

    @app.get("/api/docs", tags=["operator"], response_class=HTMLResponse)
    async def docs() -> str:
        """The addresses of the lobby, for people."""
        return _api_page(app)


def _api_page(app: FastAPI) -> str:
    rows = [
        f"<tr><td><code>{method.upper()} {html.escape(path)}</code></td>"
        f"<td>{html.escape(route.get('description', ''))}</td></tr>"
        for path, methods in sorted(app.openapi()["paths"].items())
        for method, route in methods.items()
    ]
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Omerta: the lobby</title>"
        "<h1>The lobby</h1><p>Machine-readable: <a href=/api/openapi.json>OpenAPI</a>."
        f" The table protocol is in docs/protocol.md.</p><table>{''.join(rows)}</table></html>"
    )


NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Omerta</title>
<h1>Omerta</h1>
<p>The table server is running, but the pages have not been built.
<code>python3 run.py</code> builds them; the lobby's addresses are at
<a href="/api/docs">/api/docs</a>.</p></html>
"""


LONGEST_PATH: Final = 255
"""Bytes of a path: no file and no page of the client has a longer one."""


def _may_be_a_path(path: str) -> bool:
    """Whether the file system can be asked for it."""
    return len(path.encode("utf-8", "replace")) <= LONGEST_PATH and path.isprintable()


def _add_pages(app: FastAPI, web: Path) -> None:
    """The browser client; every path that is not a file is a page of it."""
    root = web.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """A file of the client, or the client itself."""
        accepted = request.headers.get("accept-encoding", "")
        if path.startswith("api/") or path in ("api", "ws"):
            return _wrong_method(app, f"/{path}")
        if not _may_be_a_path(path):
            return _problem(404, "server.problem.not_found")
        wanted = (root / path).resolve()
        if wanted.is_file() and wanted.is_relative_to(root):
            lasting = path.startswith("assets/")
            cache = "public, max-age=31536000, immutable" if lasting else "no-cache"
            return pages.send(wanted, cache=cache, accepted=accepted)
        if (root / "index.html").is_file():
            return pages.send(root / "index.html", cache="no-cache", accepted=accepted)
        return HTMLResponse(NOT_BUILT, HTTPStatus.OK)
