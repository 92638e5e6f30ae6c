"""The OpenAPI description, made from the endpoints and message types themselves."""

import re
from typing import Any

import msgspec

from spyring import __version__
from spyring.server.http import incoming, outgoing
from spyring.server.http.endpoint import Endpoint
from spyring.server.http.routes import ENDPOINTS

SOCKET_PATH = "/api/tables/{table}/socket"


CLIENT_MESSAGES = (
    incoming.Hello,
    incoming.Act,
    incoming.Say,
    incoming.Lead,
    incoming.Note,
    incoming.Contribute,
    incoming.Back,
    incoming.Shown,
    incoming.Pause,
)
SERVER_MESSAGES = (outgoing.Update, outgoing.Done, outgoing.NotDone)


def describe() -> dict[str, Any]:
    """The whole description, as JSON."""
    types = [outgoing.Failure, outgoing.Heading, *CLIENT_MESSAGES, *SERVER_MESSAGES, *outgoing.TOLD_KINDS]
    types += [kind for endpoint in ENDPOINTS for kind in (endpoint.body, endpoint.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=outgoing.REFERENCE)
    known = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    paths[SOCKET_PATH] = {"get": _socket(known)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Spyring",
            "version": __version__,
            "description": "A table for games of secret identity. See docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"ticket": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    kind = "text/plain" if endpoint.answer is str else "application/json"
    operation: dict[str, Any] = {
        "operationId": endpoint.handle.__name__,
        "summary": endpoint.summary,
        "parameters": _parameters(endpoint.path, endpoint.query),
        "responses": {
            str(endpoint.status): {
                "description": "Done.",
                "content": {kind: {"schema": known[repr(endpoint.answer)]}},
            },
            "default": {
                "description": "Refused.",
                "content": {"application/json": {"schema": known[repr(outgoing.Failure)]}},
            },
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": known[repr(endpoint.body)]}},
        }
    if endpoint.right != "anybody":
        operation["security"] = [{"ticket": []}]
    return operation


def _parameters(path: str, query: tuple[str, ...]) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", path)
    ]
    return in_path + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in query]


def _socket(known: dict[str, Any]) -> dict[str, Any]:
    """OpenAPI has no WebSockets, so the messages are listed next to the path."""
    return {
        "operationId": "socket",
        "summary": "Upgrade to a WebSocket: JSON text messages, the first one a hello (docs/protocol.md).",
        "parameters": _parameters(SOCKET_PATH, ()),
        "responses": {"101": {"description": "A WebSocket from here on."}},
        "x-client-messages": [known[repr(kind)] for kind in CLIENT_MESSAGES],
        "x-server-messages": [known[repr(kind)] for kind in SERVER_MESSAGES],
    }
