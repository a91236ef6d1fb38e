"""Packing what processes on one PostgreSQL send each other into notifications."""

import json
from collections.abc import Sequence
from typing import Any

CHANNEL = "sommet"
#: PostgreSQL's limit for one notification is 8000 bytes.
_NEWS_BYTES = 7800
# As `json.dumps` would make one for each call.
_encode = json.JSONEncoder(separators=(",", ":")).encode


def pack_news(news: Sequence[Any]) -> list[str]:
    """Return `news` as few JSON lists, each short enough for one notification."""
    packed: list[str] = []
    parts: list[str] = []
    size = 0
    for item in news:
        part = _encode(item)
        if parts and size + len(part) + 1 > _NEWS_BYTES:
            packed.append(f"[{','.join(parts)}]")
            parts, size = [], 0
        parts.append(part)
        size += len(part) + 1
    if parts:
        packed.append(f"[{','.join(parts)}]")
    return packed
