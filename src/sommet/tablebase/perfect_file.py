"""What the perfect player needs beside a table of wins and losses, in a small file.

Layout: MAGIC, the header's length (4 bytes), the header (JSON: rules, version, sizes), then three
xz streams: the rank's weights (int16), the gaps between the numbers of the exceptions (four byte
planes, lowest first) and their places; at the end a CRC-32 of all that. The core opens it
(engine/pylos_perfect/player_file.hpp). The page, which has no xz, gets the same file with a header
that says `"coding": "deflate"` (scripts/data/core-data).
"""

import functools
import json
import lzma
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sommet import __version__
from sommet.engine import perfect
from sommet.pylos import Options
from sommet.tablebase.perfect_make import Exceptions
from sommet.tablebase.rules_tag import (
    InvalidTable,
    check_rules,
    core_tag,
    rules_name,
    rules_tag,
    tag_options,
)

MAGIC = b"SOMMETPL"
FORMAT = 1
DATA = Path(__file__).parent / "data"
_XZ = lzma.PRESET_EXTREME | 9


@dataclass(frozen=True, slots=True)
class PlayerData:
    """The rank's weights and the exceptions for one rule set."""

    options: Options
    weights: NDArray[np.int16]
    exceptions: Exceptions


def player_path(options: Options, folder: Path = DATA) -> Path:
    """Return where the player's file for these rules is, or would be."""
    return folder / f"pylos-{rules_name(options)}.player"


def format_player(data: PlayerData) -> bytes:
    """Return the whole of a player's file."""
    gaps = np.diff(data.exceptions.numbers, prepend=np.uint32(0)).astype("<u4")
    planes = gaps.view(np.uint8).reshape(-1, 4).T
    parts = [
        lzma.compress(part, preset=_XZ)
        for part in (
            data.weights.astype("<i2").tobytes(),
            planes.tobytes(),
            data.exceptions.places.tobytes(),
        )
    ]
    header = json.dumps(
        {
            "format": FORMAT,
            "made_by": f"sommet {__version__}",
            "rules": rules_tag(data.options),
            "exceptions": len(gaps),
            "sections": [len(part) for part in parts],
        }
    ).encode()
    whole = MAGIC + struct.pack("<I", len(header)) + header + b"".join(parts)
    return whole + struct.pack("<I", zlib.crc32(whole))


def parse_player(data: bytes, name: str) -> PlayerData:
    """Return what a player's file holds; raise InvalidTable if it is damaged or no such file."""
    try:
        file = perfect.PlayerFile(data)
        undo = lzma.decompress if file.coding == "xz" else zlib.decompress
        weights, numbers, places = file.read([undo(part) for part in file.parts])
    except (lzma.LZMAError, zlib.error) as error:
        raise InvalidTable(f"{name} is damaged: {error}") from error
    except ValueError as error:
        raise InvalidTable(f"{name} {error}") from error
    tag = core_tag(file.base, file.rules)
    return PlayerData(tag_options(tag), weights, Exceptions(numbers, places))


@functools.lru_cache(maxsize=4)
def read_player(path: Path, options: Options) -> PlayerData:
    """Return the player's data from a file; raise InvalidTable if it is for other rules."""
    try:
        data = parse_player(path.read_bytes(), path.name)
    except OSError as error:
        raise InvalidTable(f"cannot read {path}: {error.strerror}") from error
    check_rules(path.name, rules_tag(data.options), options)
    return data
