"""People are guests with a signed token: no password, no e-mail."""

from __future__ import annotations

import base64
import hmac
import secrets
import unicodedata
from typing import Final

PERSON_BYTES: Final = 12
MARK_BYTES: Final = 18
PROGRAM: Final = "~"
"""What the id of a program's account begins with; no other id can."""


class BadToken(ValueError):
    """A token that this server has not signed."""


class People:
    """Makes tokens and reads them; the key is the same in all processes of a server."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def new(self, *, program: bool = False) -> str:
        """The id of somebody, or of some program, that has just come in."""
        made = base64.urlsafe_b64encode(secrets.token_bytes(PERSON_BYTES)).decode()
        return PROGRAM + made if program else made

    def token(self, person: str, device: str = "") -> str:
        """What proves to be this person, on this device."""
        who = f"{person}.{device}" if device else person
        return f"{who}.{self._mark(who)}"

    def read(self, token: str) -> tuple[str, str]:
        """Who shows this token, and on which device; `BadToken` if it is not one of ours."""
        who, _, mark = token.rpartition(".")
        if not (token.isascii() and hmac.compare_digest(mark, self._mark(who))):
            raise BadToken("the token is not one of this server's")
        person, _, device = who.partition(".")
        return person, device

    def person(self, token: str) -> str:
        """Who shows this token."""
        return self.read(token)[0]

    def mark_of(self, text: str) -> str:
        """By what an address, or a code, is known again without being kept."""
        digest = hmac.new(self.key, b"mark:" + text.encode(), "sha256").digest()
        return base64.urlsafe_b64encode(digest[:MARK_BYTES]).decode()

    def _mark(self, person: str) -> str:
        digest = hmac.new(self.key, b"person:" + person.encode(), "sha256").digest()
        return base64.urlsafe_b64encode(digest[:MARK_BYTES]).decode()


def is_program(person: str) -> bool:
    """Whether this is the account of a program."""
    return person.startswith(PROGRAM)


def tidy_text(text: str) -> str:
    """A chat text without control and direction marks; line breaks become spaces."""
    kept = "".join(
        letter if unicodedata.category(letter)[0] != "C" or letter == "\u200d" else " "
        for letter in unicodedata.normalize("NFC", text)
    )
    return " ".join(kept.split())
