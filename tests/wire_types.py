"""The wire as the page types it: written by `scripts/wire-types`, held by test_page_types.py."""

import json
from pathlib import Path
from typing import Any

import spyring
from spyring.server.http.openapi import describe

PATH = Path(spyring.__file__).parent / "web" / "wire.d.ts"
PLAIN = {"boolean": "boolean", "integer": "number", "null": "null", "number": "number", "string": "string"}


def declarations() -> str:
    """All schemas of the OpenAPI description as TypeScript."""
    schemas = describe()["components"]["schemas"]
    parts = [
        "// What goes over the wire. Made by scripts/wire-types from the OpenAPI description: do not edit.\n"
    ]
    return "\n".join(parts + [_interface(name, schema) for name, schema in schemas.items()])


def _interface(name: str, schema: dict[str, Any]) -> str:
    fields = [
        f"  {key}{'' if key in schema['required'] else '?'}: {_type(kind)};"
        for key, kind in schema["properties"].items()
    ]
    words = " ".join(schema["description"].split())
    return "\n".join([f"/** {words} */", f"export interface {name} {{", *fields, "}\n"])


def _type(schema: dict[str, Any]) -> str:
    """A schema as msgspec writes it; a KeyError for one that nobody has needed yet."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    if schema["type"] == "array":
        return f"Array<{_type(schema['items'])}>"
    if schema["type"] == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return PLAIN[schema["type"]]


if __name__ == "__main__":
    PATH.write_text(declarations(), "utf-8")
