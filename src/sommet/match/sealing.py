"""A blindfold for the deal in a saved game, so that opening the file does not spoil the round.

This is not encryption: anybody can run `unseal`. It only prevents reading cards by accident.
That a server cannot pick the cards is something else: docs/decisions/fair-deals.md.
"""

import base64
import binascii
import zlib

from sommet.errors import InvalidRecord
from sommet.seeding import Random


def _mask(data: bytes, salt: int) -> bytes:
    stream = Random(salt)
    return bytes(byte ^ stream.below(256) for byte in data)


def seal(text: str, *, salt: int) -> str:
    """Return `text` so that no eye can read it; `salt` (below 2**32) varies the result."""
    data = text.encode()
    body = zlib.crc32(data).to_bytes(4, "big") + data
    sealed = (salt & 0xFFFFFFFF).to_bytes(4, "big") + _mask(body, salt & 0xFFFFFFFF)
    return base64.urlsafe_b64encode(sealed).decode()


def unseal(sealed: str) -> str:
    """Return the text that `seal` was given.

    Raises:
        InvalidRecord: it was changed or cut.
    """
    try:
        raw = base64.b64decode(sealed.encode(), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise InvalidRecord("the sealed deal is damaged") from None
    body = _mask(raw[4:], int.from_bytes(raw[:4], "big"))
    check, data = body[:4], body[4:]
    if len(raw) < 8 or zlib.crc32(data).to_bytes(4, "big") != check:
        raise InvalidRecord("the sealed deal is damaged")
    return data.decode()
