"""People are guests with a signed token: no password, no e-mail."""

from __future__ import annotations

import base64
import hmac
import secrets
import unicodedata
from typing import Final

from omerta.server.wire.protocol import LONGEST_NAME

PERSON_BYTES: Final = 12
MARK_BYTES: Final = 18


class BadToken(ValueError):
    """A token that this server has not signed."""


class People:
    """Makes tokens and reads them; the key is the same in all processes of a server."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def new(self) -> str:
        """The id of somebody who has just come in."""
        return base64.urlsafe_b64encode(secrets.token_bytes(PERSON_BYTES)).decode()

    def token(self, person: str) -> str:
        """What proves to be this person."""
        return f"{person}.{self._mark(person)}"

    def person(self, token: str) -> str:
        """Who shows this token; `BadToken` if it is not one of ours."""
        person, _, mark = token.partition(".")
        if not (token.isascii() and hmac.compare_digest(mark, self._mark(person))):
            raise BadToken("the token is not one of this server's")
        return person

    def _mark(self, person: str) -> str:
        digest = hmac.new(self.key, b"person:" + person.encode(), "sha256").digest()
        return base64.urlsafe_b64encode(digest[:MARK_BYTES]).decode()


def tidy_name(name: str) -> str:
    """A name that can be shown: no control or direction marks, single spaces, not too long."""
    kept = "".join(
        letter if unicodedata.category(letter)[0] not in "CZ" else " "
        for letter in unicodedata.normalize("NFC", name)
    )
    return " ".join(kept.split())[:LONGEST_NAME].strip()


def tidy_text(text: str) -> str:
    """A chat text without control and direction marks; line breaks become spaces."""
    kept = "".join(
        letter if unicodedata.category(letter)[0] != "C" or letter == "\u200d" else " "
        for letter in unicodedata.normalize("NFC", text)
    )
    return " ".join(kept.split())
