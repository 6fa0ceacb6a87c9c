"""The files of the browser client, packed for browsers that unpack them."""

from __future__ import annotations

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from fastapi.responses import FileResponse
from starlette.responses import Response

PACKED: Final = frozenset((".js", ".css", ".html", ".svg", ".json", ".webmanifest"))
"""Files that become smaller; pictures are packed already."""


def send(path: Path, *, cache: str, accepted: str) -> Response:
    """A file, packed if the browser accepts that."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if path.suffix not in PACKED or "gzip" not in accepted:
        return FileResponse(path, headers=headers)
    return Response(
        packed(path, path.stat().st_mtime_ns),
        media_type=guess_type(path.name)[0] or "text/plain",
        headers={**headers, "content-encoding": "gzip"},
    )


@lru_cache(maxsize=256)
def packed(path: Path, changed: int) -> bytes:
    """The packed bytes of a file, made once for each of its states."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)
