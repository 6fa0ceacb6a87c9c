"""The protocol as JSON schema, as TypeScript types and as a reference, all from the code."""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from pydantic.json_schema import models_json_schema

from omerta.server.http import forms
from omerta.server.wire import protocol

PARTS: Final = (
    protocol.Notice,
    protocol.Choice,
    protocol.Ask,
    protocol.Question,
    protocol.Move,
    protocol.Entered,
    protocol.Clock,
    protocol.Outcome,
    protocol.Said,
    protocol.Chair,
    protocol.Settings,
    protocol.Thrown,
    protocol.Fair,
    protocol.Order,
    protocol.Hint,
)
CLIENT: Final = get_args(protocol.ClientMessage)
SERVER: Final = get_args(protocol.ServerMessage)


def json_schema() -> dict[str, Any]:
    """One JSON schema with every message and form under `$defs`."""
    _, components = msgspec.json.schema_components(
        (*PARTS, *CLIENT, *SERVER), ref_template="#/$defs/{name}"
    )
    _, lobby = models_json_schema(
        [
            (form, "validation" if issubclass(form, forms.Form) else "serialization")
            for form in forms.FORMS
        ],
        ref_template="#/$defs/{model}",
    )
    defs = {**components, **lobby["$defs"]}
    for name, members in (("ClientMessage", CLIENT), ("ServerMessage", SERVER)):
        defs[name] = {"oneOf": [{"$ref": f"#/$defs/{member.__name__}"} for member in members]}
    for struct in (*PARTS, *CLIENT, *SERVER):
        defs[struct.__name__]["required"] = _required(struct)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Omerta protocol {protocol.VERSION}",
        "$defs": defs,
    }


def _required(struct: type[msgspec.Struct]) -> list[str]:
    """The fields that are always there: what the server sends is spelled out in full."""
    config = struct.__struct_config__
    tag = [config.tag_field] if config.tag_field else []
    spelled_out = struct in SERVER or struct in PARTS
    return tag + [
        field.encode_name
        for field in msgspec.structs.fields(struct)
        if field.required or (spelled_out and not config.omit_defaults)
    ]


def typescript() -> str:
    """TypeScript types of every message and form, for the browser client."""
    defs = json_schema()["$defs"]
    lines = [
        "// Generated from omerta.server.wire.protocol; change it there.",
        "",
        f"export const VERSION = {protocol.VERSION};",
        "",
    ]
    for name in sorted(defs):
        lines.extend(_declaration(name, defs[name]))
    return "\n".join(lines)


def _declaration(name: str, schema: dict[str, Any]) -> list[str]:
    words = " ".join(schema.get("description", "").split())
    comment = [f"/** {words} */"] if words else []
    if schema.get("type") != "object" or "properties" not in schema:
        return [*comment, f"export type {name} = {_type(schema)};", ""]
    required = schema.get("required", [])
    fields = [
        f"  {field}{'' if field in required else '?'}: {_type(kind)};"
        for field, kind in schema["properties"].items()
    ]
    return [*comment, f"export interface {name} {{", *fields, "}", ""]


PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def _type(schema: dict[str, Any]) -> str:
    """One JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(_type(member) for member in schema[union]))
    if "allOf" in schema:
        return " & ".join(_type(member) for member in schema["allOf"])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(member) for member in schema['prefixItems'])}]"
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(_type(member) for member in schema['prefixItems'])}]"
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values if isinstance(values, dict) else {})}>"
    if isinstance(kind, list):
        return " | ".join(PLAIN[word] for word in kind)
    return PLAIN.get(str(kind), "unknown")


def reference() -> str:
    """The messages as Markdown tables, for docs/protocol.md."""
    defs = json_schema()["$defs"]
    lines: list[str] = []
    for title, structs in (
        ("From the client", CLIENT),
        ("From the server", SERVER),
        ("Parts of messages", PARTS),
    ):
        lines.extend((f"### {title}", ""))
        for struct in structs:
            lines.extend(_section(struct, defs[struct.__name__]))
    return "\n".join(lines).rstrip() + "\n"


def _section(struct: type[msgspec.Struct], schema: dict[str, Any]) -> list[str]:
    tag = struct.__struct_config__.tag
    name = f"`{tag}`" if tag is not None else struct.__name__
    lines = [f"**{name}** {' '.join((struct.__doc__ or '').split())}", ""]
    notes = _field_notes(struct)
    fields = [field for field in schema["properties"] if field != "type"]
    if not fields:
        return lines
    lines.extend(("| field | type | |", "|---|---|---|"))
    for field in fields:
        kind = _type(schema["properties"][field]).replace("|", "\\|")
        mark = "" if field in schema["required"] else "?"
        lines.append(f"| `{field}{mark}` | {kind} | {notes.get(field, '')} |")
    return [*lines, ""]


def _field_notes(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The docstrings below the fields of a struct."""
    notes: dict[str, str] = {}
    field = ""
    quoted: list[str] = []
    for raw in inspect.getsource(struct).splitlines()[1:]:
        line = raw.strip()
        if quoted or (line.startswith('"""') and field):
            quoted.append(line)
            if line.endswith('"""') and (len(quoted) > 1 or len(line) > 5):
                notes[field] = " ".join(quoted).strip('"').strip()
                quoted = []
                field = ""
        elif ":" in line and line.split(":")[0].isidentifier():
            field = line.split(":")[0]
    return notes


MARK: Final = "<!-- generated: python -m omerta.server.ops.schema docs/protocol.md -->\n"


def refreshed(document: str) -> str:
    """The document with the reference below its mark written anew."""
    head, _, _ = document.partition(MARK)
    return f"{head}{MARK}\n{reference()}"


def main(argv: list[str] | None = None) -> int:
    """Print the protocol's types or schema, or refresh the reference in a document."""
    parser = argparse.ArgumentParser(prog="omerta protocol", description=__doc__)
    parser.add_argument("--typescript", action="store_true", help="print TypeScript types")
    parser.add_argument("--schema", action="store_true", help="print a JSON schema")
    parser.add_argument("document", nargs="?", type=Path, help="renew its reference")
    chosen = parser.parse_args(argv)
    if chosen.document is not None:
        chosen.document.write_text(refreshed(chosen.document.read_text("utf-8")), "utf-8")
    elif chosen.schema:
        print(json.dumps(json_schema(), indent=1))
    else:
        print(typescript() if chosen.typescript else reference(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
