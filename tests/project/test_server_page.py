"""The page about the server can be followed: every file and every name in it is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "omerta" / "server"
PAGE = (ROOT / "docs" / "server.md").read_text("utf-8")
STEPS = re.findall(r"`([a-z_]+/[a-z_]+\.py)` `([\w.]+)`", PAGE)
MEMBERS = re.findall(r"`([A-Z]\w+)\.(\w+)`", PAGE)

pytestmark = pytest.mark.pure_only


@pytest.mark.parametrize(("file", "name"), STEPS)
def test_every_hop_is_where_the_page_says(file: str, name: str) -> None:
    source = (SERVER / file).read_text("utf-8")
    owner, _, member = name.rpartition(".")
    if owner:
        assert re.search(rf"^class {owner}\b", source, re.MULTILINE)
    assert re.search(rf"^ *(?:(?:async )?def|class) {member}\b|^{member}\b", source, re.MULTILINE)


@pytest.mark.parametrize(("owner", "member"), MEMBERS)
def test_every_member_that_the_page_names_is_there(owner: str, member: str) -> None:
    owners = [path.read_text("utf-8") for path in SERVER.rglob("*.py")]
    owners = [text for text in owners if re.search(rf"^class {owner}\b", text, re.MULTILINE)]
    assert any(re.search(rf"def {member}\b|self\.{member}\b", text) for text in owners)


def test_every_folder_of_the_server_is_on_the_page() -> None:
    folders = {path.parent.name for path in SERVER.glob("*/__init__.py")}
    rows = re.findall(r"^\| (`[^|]+`) \|", PAGE, re.MULTILINE)
    assert folders == set(re.findall(r"`([a-z]+)`", " ".join(rows)))
