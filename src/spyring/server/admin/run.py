"""One server process: its socket, its logs, its end."""

import asyncio
import errno
import gc
import logging
import socket
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

import structlog
import uvicorn
from prometheus_client import start_http_server
from starlette.applications import Starlette
from structlog.processors import JSONRenderer, TimeStamper, add_log_level
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

from spyring.server.http.gate import Gate
from spyring.server.http.limits import MESSAGE_BYTES
from spyring.server.http.wire import protocols
from spyring.stop import Stop

BACKLOG = 2048
FRAMES = 5  # of a traceback, the last ones
PING_SECONDS = 20.0
RECEIVED_BYTES, UNREAD_BYTES = 16_384, 65_536  # that the system keeps for each client; it takes twice as many
MOST_CONNECTIONS, FEW_CONNECTIONS = 10_000, 400
OTHER_FILES = 64  # other files that are open
# Normally only new objects are searched for garbage. A full search keeps thousands of people waiting for a
# second, so it is made once an hour (ADR 9). Whatever waits on a connection is new again with every message,
# so new objects are searched often, in portions that take a few milliseconds.
NEW_GARBAGE = (1_000, 100, 1_000_000)
GARBAGE_SECONDS = 3600
GROUP, GROUP_SECONDS = 100, 0.02  # connections that a server closes at once when it ends
SWITCH_SECONDS = 0.0005  # the store's thread must not wait long for the interpreter: everybody waits for it

log = structlog.get_logger()


def bind(
    host: str, port: int, *, shared: bool = False, listen: bool = True, option: str = "--port"
) -> socket.socket:
    """A listening socket, or one of several on a port; raises Stop with the reason if there cannot be one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # every connection inherits it,
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED_BYTES)  # and these
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    if shared:  # the system spreads new connections over all of them
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((host, port))
        if listen:
            listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            spare = ", or 0 for any free one" if option == "--port" else ""
            raise Stop(f"Port {port} is in use; choose another with {option}{spare}.") from None
        raise Stop(f"Cannot listen on {host}:{port}: {(error.strerror or str(error)).lower()}.") from None
    return listener


def serve_metrics(port: int) -> None:
    """Answer Prometheus at a port of its own; people can play without it."""
    try:
        start_http_server(port, addr="127.0.0.1")
    except OSError as error:
        log.warning("metrics not served", port=port, why=error.strerror)


def config(app: Starlette, proxy: str | None = None) -> uvicorn.Config:
    """How the web server runs; what a proxy at this address says about its clients is believed."""
    http, socket = protocols(Gate(app.state.addresses, proxy=proxy, most=most_connections()))
    return uvicorn.Config(
        app,
        http=http,
        ws=socket,
        ws_per_message_deflate=False,  # costs 40 kB a connection
        ws_max_size=MESSAGE_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        access_log=False,
        log_config=None,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=1,
        callback_notify=collect_garbage,
        timeout_notify=GARBAGE_SECONDS,
    )


def most_connections() -> int:
    """As many connections as the system allows, up to a limit."""
    try:
        import resource
    except ImportError:  # not on Windows
        return FEW_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < files:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        except (OSError, ValueError):  # a sandbox may forbid it
            files = soft
    return max(1, files - OTHER_FILES)


async def collect_garbage() -> None:
    """A full search, including what closed connections have left behind."""
    gc.collect()


def serve(app: Starlette, listener: socket.socket, proxy: str | None = None) -> None:
    """Serve until somebody stops it."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*NEW_GARBAGE)
    Server(app, proxy).run(sockets=[listener])


class Server(uvicorn.Server):
    """Leaves without being noticed where there are other workers: pages reconnect to them."""

    def __init__(self, app: Starlette, proxy: str | None = None) -> None:
        super().__init__(config(app, proxy))
        self._state = app.state

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nobody new, let others drive the tables, and close connections in small groups."""
        self._state.draining = True
        for server in self.servers:
            server.close()
        await self._state.rooms.leave()
        connections = list(self.server_state.connections)
        for first in range(0, len(connections), GROUP):
            for connection in connections[first : first + GROUP]:
                connection.shutdown()
            await asyncio.sleep(GROUP_SECONDS)
        await super().shutdown(sockets)


def without_values(_: object, __: str, said: EventDict) -> EventDict:
    """One line that says which error and where, without values, because some are secret."""
    said["event"] = str(said["event"]).partition("\n")[0]
    raised = said.pop("exc_info", None)
    if isinstance(raised, tuple) and raised[0] is not None:
        said["error"] = raised[0].__name__
        frames = traceback.extract_tb(raised[2])[-FRAMES:]
        said["where"] = ", ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return said


PROCESSORS: list[Processor] = [add_log_level, TimeStamper(fmt="iso"), without_values]


def log_format(more: Sequence[Processor] = ()) -> ProcessorFormatter:
    """One JSON object per line, even for what libraries log."""
    return ProcessorFormatter(
        foreign_pre_chain=[*more, *PROCESSORS],
        processors=[ProcessorFormatter.remove_processors_meta, JSONRenderer()],
    )


def set_up_logs(level: int = logging.INFO, worker: str = "") -> None:
    """Log what happened to which table, and at which worker, but never a ticket, a text or a name."""

    def name_worker(_: object, __: str, said: EventDict) -> EventDict:
        return {"worker": worker, **said} if worker else said

    handler = logging.StreamHandler()
    handler.setFormatter(log_format([name_worker]))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[name_worker, *PROCESSORS, JSONRenderer()],
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
