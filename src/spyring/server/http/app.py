"""The web application: REST, WebSockets, the page, and what operators monitor."""

import ipaddress
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import prometheus_client
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from spyring.games import games
from spyring.server.http.connection import Sockets
from spyring.server.http.guard import Guard
from spyring.server.http.limits import Addresses, Limits
from spyring.server.http.openapi import SOCKET_PATH, describe
from spyring.server.http.outgoing import refuse, respond
from spyring.server.http.routes import ENDPOINTS
from spyring.server.http.static import page
from spyring.server.http.turns import Turns
from spyring.server.live import processes
from spyring.server.live.metrics import REFUSALS
from spyring.server.live.rooms import Rooms
from spyring.server.table.errors import Refused


def make_app(
    rooms: Rooms,
    *,
    limits: Limits | None = None,
    names: Iterable[str] = (),
    language: str = "en",
    opened: str = "",
) -> Starlette:
    """The application around its rooms: the host names that it answers to, and a game file that it shows."""
    limits = limits or Limits()
    addresses = Addresses(limits)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        games()  # loaded before anybody comes
        await rooms.join()
        rooms.start()
        yield
        await rooms.stop()
        processes.stop_thinking()
        await rooms.store.end()

    async def healthz(_: Request) -> Response:
        well = await rooms.try_again()
        return respond({"ok": well}, 200 if well else 503)

    async def readyz(_: Request) -> Response:
        ready = not app.state.draining and await rooms.try_again() and await rooms.reads()
        return respond({"ok": ready}, 200 if ready else 503)

    async def metrics(request: Request) -> Response:
        if not _is_operator(request):
            raise Refused("no-such-page", "Only the machine that runs the server may read its metrics.", 403)
        return Response(prometheus_client.generate_latest(), media_type=prometheus_client.CONTENT_TYPE_LATEST)

    async def openapi(_: Request) -> Response:
        return respond(describe())

    routes: list[BaseRoute] = [endpoint.route(rooms, addresses) for endpoint in ENDPOINTS]
    routes += [
        WebSocketRoute(SOCKET_PATH, Sockets(rooms, addresses).serve),
        Route("/api/openapi.json", openapi),
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", metrics),
    ]
    app = Starlette(
        routes=[*routes, page(rooms, addresses)],
        lifespan=lifespan,
        middleware=[Middleware(Guard, names=names), Middleware(Turns, addresses=addresses)],
        exception_handlers={Refused: _refused, HTTPException: _http_error, Exception: _fault},
    )
    app.state.language = language
    app.state.opened = opened
    app.state.addresses = addresses
    app.state.rooms = rooms
    app.state.draining = False  # it is about to end
    return app


def _is_operator(request: Request) -> bool:
    """Whether it comes from this machine: counts would tell a player when somebody acts in secret."""
    if request.client is None or "x-forwarded-for" in request.headers:
        return False
    return ipaddress.ip_address(request.client.host).is_loopback


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    REFUSALS.labels(error.id).inc()
    return refuse(error)


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {404: ("no-such-page", "There is no such page."), 405: ("no-such-method", "Method Not Allowed.")}
    id, text = known.get(error.status_code, ("bad-request", f"{error.detail}."))
    return refuse(Refused(id, text, error.status_code))


async def _fault(_: Request, error: Exception) -> Response:
    """The log says what went wrong; anywhere else it might reveal a secret."""
    return refuse(Refused("fault", "Something is wrong with this server; its log says what.", 500))
