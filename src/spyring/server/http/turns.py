"""Turns: how many requests an address may make per second, and at once; the others wait."""

import asyncio

from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from spyring.server.http.limits import Addresses, too_many
from spyring.server.http.outgoing import refuse

LONGEST_WAIT = 10.0  # for a client that is too fast; one that is much too fast is refused,
REFUSAL_SECONDS = 5.0  # and not at once, because it would come again at once
LONG = ("/analysis", "/answer", "/beliefs", "/ledger", "/onward", "/position", "/replay", "/story")
FILE = (
    0.25  # of a request: the page's files come from memory, and a class of thirty asks for thousands at once
)
NO_FILES = ("/api/", "/t/", "/healthz", "/readyz", "/metrics")


class Turns:
    """Lets each address's requests and WebSockets in one after another."""

    def __init__(self, app: ASGIApp, *, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        address = self.addresses[client[0] if client else ""]
        is_http = scope["type"] == "http"
        bucket = address.requests if is_http else address.openings
        wait = (1.0 - bucket.left()) / bucket.per_second
        if wait > LONGEST_WAIT:
            await asyncio.sleep(REFUSAL_SECONDS)
            refused = too_many("requests", round(bucket.per_second), wait - LONGEST_WAIT)
            answer = refuse(refused) if is_http else WebSocketClose(WS_1008_POLICY_VIOLATION, refused.id)
            await answer(scope, receive, send)
            return
        address.uses += 1
        try:
            wait = bucket.take(1.0 if scope["path"].startswith(NO_FILES) else FILE)
            if wait:
                await asyncio.sleep(wait)
            if is_http:
                async with address.long_turns if scope["path"].endswith(LONG) else address.turns:
                    await self.app(scope, receive, send)
            else:
                await self.app(scope, receive, send)
        finally:
            address.uses -= 1
