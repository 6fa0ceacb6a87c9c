"""The protocol is described by what the code says."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from omerta.server.ops import schema
from omerta.server.wire import protocol

ROOT = Path(__file__).parents[2]


def test_the_reference_in_the_document_is_the_code_s() -> None:
    document = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert document == schema.refreshed(document), (
        "python -m omerta.server.ops.schema docs/protocol.md"
    )


def test_every_message_has_a_typescript_type() -> None:
    types = schema.typescript()
    for struct in (*schema.PARTS, *schema.CLIENT, *schema.SERVER):
        assert f"export interface {struct.__name__} {{" in types
    assert "export type ClientMessage = Hello | " in types
    assert "  parts?: Record<string, string | number | (string | number)[]>;" in types
    assert "unknown[]" not in types


def test_every_reference_of_the_schema_leads_somewhere() -> None:
    whole = schema.json_schema()
    text = json.dumps(whole)
    for part in text.split('"$ref": "#/$defs/')[1:]:
        assert part.split('"')[0] in whole["$defs"]


def test_the_schema_can_be_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert schema.main(["--schema"]) == 0
    assert "$defs" in json.loads(capsys.readouterr().out)
    assert schema.main(["--typescript"]) == 0
    assert capsys.readouterr().out.startswith("// Generated")
    document = tmp_path / "protocol.md"
    document.write_text(f"# Title\n{schema.MARK}old")
    assert schema.main([str(document)]) == 0
    assert "**`hello`**" in document.read_text()
    assert schema.main([]) == 0


def test_messages_are_tagged_by_their_type() -> None:
    text = protocol.encode(protocol.Ping())
    assert text == b'{"type":"ping"}'
    assert protocol.decode(text) == protocol.Ping()
    with pytest.raises(msgspec.ValidationError):
        protocol.decode('{"type":"welcome"}')
