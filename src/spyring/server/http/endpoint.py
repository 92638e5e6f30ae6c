"""An endpoint of the REST interface: its path, who may call it, what it takes and what it answers.

All of this is written at the function that handles it: the path in a decorator, the types in its
annotations, the summary in its docstring. The routes and the OpenAPI description are made from that.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from spyring.core import Seat
from spyring.server.http.finding import find
from spyring.server.http.limits import BODY_BYTES, Addresses
from spyring.server.http.outgoing import respond
from spyring.server.live.room import Judge, Room, void_ticket
from spyring.server.live.rooms import Rooms
from spyring.server.table.entries import HOST, Holder
from spyring.server.table.errors import Refused
from spyring.server.table.table import Table
from spyring.server.table.tickets import stored
from spyring.server.table.transaction import Transaction

SEAT_NUMBER = re.compile("[0-9]{1,3}")

Method = Literal["GET", "POST", "DELETE"]
Right = Literal["anybody", "ticket", "host"]
Handler = Callable[..., Awaitable[Any]]  # of a call, and of its body if it takes one
AnyHandler = TypeVar("AnyHandler", bound=Handler)


@dataclass(frozen=True)
class Call:
    """One request, with everything that its endpoint needs already found and checked."""

    request: Request
    rooms: Rooms
    addresses: Addresses
    address: str
    found: Room | None
    ticket: str  # as it is stored; empty without one
    holder: Holder | None

    @property
    def room(self) -> Room:
        """The room of the table in the path."""
        assert self.found is not None, "this path names no table"
        return self.found

    async def commit(self, judge: Judge) -> None:
        """Do something for whoever asks, who must still be the same when it is their turn; raises Refused."""

        def judge_holder(table: Table, at: float) -> Transaction:
            if self.ticket and table.holder(self.ticket) != self.holder:
                raise void_ticket()
            return judge(table, at)

        await self.room.commit(judge_holder)

    @property
    def seat(self) -> Seat:
        """The seat in the path; raises Refused."""
        text: str = self.request.path_params["seat"]
        if not SEAT_NUMBER.fullmatch(text):
            raise Refused("no-such-seat", f"There is no seat {text}.", 404, seat=text)
        return int(text)

    @property
    def origin(self) -> str:
        """The beginning of every link to this server."""
        return f"{self.request.url.scheme}://{self.request.url.netloc}"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One method of one path."""

    method: Method
    path: str
    handle: Handler
    right: Right
    status: int
    query: tuple[str, ...]
    most: int  # bytes of its body

    @property
    def summary(self) -> str:
        """What it is for."""
        assert self.handle.__doc__ is not None, "a docstring is the summary"
        return self.handle.__doc__

    @cached_property
    def answer(self) -> Any:
        """The type of its answer; str is plain text."""
        return get_type_hints(self.handle)["return"]

    @cached_property
    def body(self) -> Any:
        """The type of what it takes, if it takes anything."""
        return get_type_hints(self.handle).get("body")

    def route(self, rooms: Rooms, addresses: Addresses) -> Route:
        """The endpoint as a route of the web server."""

        async def answer(request: Request) -> Response:
            call, body = await self._prepare(request, rooms, addresses)
            found = await (self.handle(call) if self.body is None else self.handle(call, body))
            if self.answer is str:
                return Response(found, self.status, media_type="text/plain; charset=utf-8")
            return respond(found, self.status)

        return Route(self.path, answer, methods=[self.method])

    async def _prepare(self, request: Request, rooms: Rooms, addresses: Addresses) -> tuple[Call, Any]:
        address = request.client.host if request.client else ""
        body = await self._receive(request)  # may take long; everything found after this is used at once
        room = None
        if "table" in request.path_params:
            room = await find(rooms, addresses, address, request.path_params["table"])
        ticket, holder = await _holder(request, room)
        if (self.right == "ticket" and holder is None) or (self.right == "host" and holder != HOST):
            raise Refused(f"{self.right}-only", f"This needs the ticket of a {self._who()}.", 403)
        return Call(request, rooms, addresses, address, room, ticket, holder), self._read(body)

    def _who(self) -> str:
        return "host" if self.right == "host" else "seat or of the host"

    async def _receive(self, request: Request) -> bytes:
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > self.most:
                    raise Refused("too-long", f"A request has up to {self.most} bytes.", 413, most=self.most)
        except ClientDisconnect:
            raise Refused("bad-request", "The request broke off.", 400) from None
        return body

    def _read(self, body: bytes) -> Any:
        if self.body is None:
            return None
        try:
            return msgspec.json.decode(body or b"{}", type=self.body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("bad-request", f"The request cannot be read: {error}", 422) from None


class Endpoints(list[Endpoint]):
    """All endpoints, each added by a decorator at its handler."""

    def get(self, path: str, *, query: tuple[str, ...] = ()) -> Callable[[AnyHandler], AnyHandler]:
        """An endpoint that shows something, to anybody who knows the link."""
        return self._add("GET", path, query=query)

    def post(
        self, path: str, *, right: Right = "anybody", status: int = 200, most: int = BODY_BYTES
    ) -> Callable[[AnyHandler], AnyHandler]:
        """An endpoint that does something."""
        return self._add("POST", path, right, status, most=most)

    def delete(self, path: str, *, right: Right) -> Callable[[AnyHandler], AnyHandler]:
        """An endpoint that ends something."""
        return self._add("DELETE", path, right)

    def _add(
        self,
        method: Method,
        path: str,
        right: Right = "anybody",
        status: int = 200,
        query: tuple[str, ...] = (),
        most: int = BODY_BYTES,
    ) -> Callable[[AnyHandler], AnyHandler]:
        def add(handle: AnyHandler) -> AnyHandler:
            self.append(
                Endpoint(
                    method=method,
                    path=path,
                    handle=handle,
                    right=right,
                    status=status,
                    query=query,
                    most=most,
                )
            )
            return handle

        return add


async def _holder(request: Request, room: Room | None) -> tuple[str, Holder | None]:
    """The ticket that came with a request, as it is stored, and whose it is; raises Refused if it is void."""
    given = request.headers.get("authorization", "")
    if not given or room is None:
        return "", None
    scheme, _, ticket = given.partition(" ")
    kept = stored(ticket)
    await room.catch_up_with(kept)
    holder = room.table.holder(kept) if scheme.lower() == "bearer" else None
    if holder is None:
        raise void_ticket()
    return kept, holder
