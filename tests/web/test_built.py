"""What the build made: small enough, and from the newest protocol."""

from __future__ import annotations

import gzip
import json
import shutil
import struct
from pathlib import Path
from typing import Any

import httpx
import pytest

from omerta.server.ops import schema
from scripts import web

FIRST_PAGE = 100_000
GAME_PAGE = 180_000
"""Bytes of script and style, compressed, that a page may load."""

TABLE = "src/pages/Table.svelte"
GAMES = {
    "mafia_city": "src/games/mafia_city/MafiaCity.svelte",
    "downtown": "src/games/downtown/Downtown.svelte",
    "palermo": "src/games/palermo/Palermo.svelte",
}


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    built = web.build() / ".vite" / "manifest.json"
    read: dict[str, Any] = json.loads(built.read_text("utf-8"))
    return read


def texts(language: str, *areas: str) -> int:
    """The compressed bytes of these catalogues."""
    folder = web.texts_folder() / language
    files = [folder / f"{area}.json" for area in areas]
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def weight(manifest: dict[str, Any], *entries: str) -> int:
    """The compressed bytes of everything these entries load, each file once."""
    files: set[str] = set()
    waiting, seen = list(entries), set(entries)
    while waiting:
        chunk = manifest[waiting.pop()]
        files.update([chunk["file"], *chunk.get("css", [])])
        new = set(chunk.get("imports", [])) - seen
        seen |= new
        waiting += new
    return sum(len(gzip.compress(Path(web.BUILT, file).read_bytes())) for file in files)


@pytest.mark.parametrize("language", ["en", "de", "cs", "sk"])
def test_the_first_page_is_light(manifest: dict[str, Any], language: str) -> None:
    assert weight(manifest, "index.html") + texts(language, "web", "server") < FIRST_PAGE


@pytest.mark.parametrize("area", GAMES)
def test_a_game_page_is_not_heavy(manifest: dict[str, Any], area: str) -> None:
    loaded = weight(manifest, "index.html", TABLE, GAMES[area])
    assert loaded + texts("de", "web", "server", area) < GAME_PAGE


def test_a_changed_sentence_is_there_without_a_build(
    manifest: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BUILT", "TEXT"):
        monkeypatch.setattr(web, name, shutil.copytree(getattr(web, name), tmp_path / name))
    monkeypatch.setattr(web, "STAMP", web.BUILT / web.STAMP.name)
    monkeypatch.setattr(web, "run", lambda script: pytest.fail(f"{script}: nothing to be built"))
    assert web.is_built()
    catalogue = web.TEXT / "cs" / "palermo.json"
    changed = {**json.loads(catalogue.read_text("utf-8")), "palermo.new": "Žlutý kůň"}
    catalogue.write_text(json.dumps(changed), "utf-8")
    assert not web.is_built()
    web.build()
    assert web.is_built()
    (folder,) = (web.BUILT / "assets" / "text").iterdir()
    assert f'content="{folder.name}"' in (web.BUILT / "index.html").read_text("utf-8")
    assert json.loads((folder / "cs" / "palermo.json").read_text("utf-8")) == changed
    assert not list(folder.glob("*/cli.json"))


def test_the_server_packs_what_it_sends(house: str, manifest: dict[str, Any]) -> None:
    script = manifest["index.html"]["file"]
    plain = Path(web.BUILT, script).read_bytes()
    for accepted, encoding in (("gzip", "gzip"), ("identity", None)):
        answer = httpx.get(f"{house}/{script}", headers={"Accept-Encoding": accepted})
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.content == plain


def test_the_app_has_icons_in_the_sizes_it_promises(manifest: dict[str, Any]) -> None:
    app = json.loads((web.BUILT / "manifest.webmanifest").read_text("utf-8"))
    pictures = [icon for icon in app["icons"] if icon["type"] == "image/png"]
    assert {icon["purpose"] for icon in pictures} == {"any", "maskable"}
    for icon in pictures:
        picture = (web.BUILT / icon["src"].removeprefix("/")).read_bytes()
        wide, high = struct.unpack(">II", picture[16:24])
        assert picture.startswith(b"\x89PNG")
        assert f"{wide}x{high}" == icon["sizes"]


def test_the_page_speaks_the_newest_protocol() -> None:
    written = (web.WEB / "src" / "protocol.ts").read_text("utf-8")
    assert written == schema.typescript(), (
        "write it anew: omerta protocol --typescript > web/src/protocol.ts"
    )
