"""The guard: refuses requests for other hosts, and from pages of other sites."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from spyring.server.http.outgoing import refuse
from spyring.server.table.errors import Refused

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",  # answers may hold tickets and views; the page's files override this
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Checks the host and the origin of every request, and adds the headers that restrict the browser."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = ()) -> None:
        self.app = app
        machine = socket.gethostname().lower()
        self.names = {"localhost", machine, f"{machine}.local", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        why = self._refuses(scope, headers)
        if scope["type"] == "websocket":
            await (self.app if why is None else WebSocketClose(WS_1008_POLICY_VIOLATION, why))(
                scope, receive, send
            )
        elif why is None:
            await self.app(scope, receive, _with_headers(send))
        else:
            text = f"This server does not answer requests from there: {why}."
            answer = refuse(Refused(why, text, 403))
            await answer(scope, receive, _with_headers(send))

    def _refuses(self, scope: Scope, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self._is_known(host):  # somebody else's name that points here
            return "unknown-host"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and origin is not None and _address(origin) != host.lower():
            return "foreign-origin"
        return None

    def _is_known(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
            return name in self.names or bool(ipaddress.ip_address(name))
        except ValueError:  # neither one of our names nor an address
            return False


def _address(origin: str) -> str:
    """Host and port of a page; None if it is not an origin."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
