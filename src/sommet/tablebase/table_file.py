"""Full tables on disk: one byte per position, blocks with checksums, a header for the rules.

Layout: MAGIC, the header's length (4 bytes), the header (JSON), zeros up to BODY; then the bytes;
then a CRC-32 (4 bytes, little endian) for each BLOCK_BYTES of them. A byte is the distance (odd:
win, even: loss) or 255 (draw). While a table is being made 255 also means "not known yet".
"""

import json
import mmap
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sommet import __version__
from sommet.engine import solver
from sommet.pylos import Options
from sommet.tablebase.rules_tag import InvalidTable, RulesTag, rules_tag, tag_options
from sommet.write_whole import write_whole

Bytes = NDArray[np.uint8]

MAGIC = b"SOMMETPT"
PACKED_MAGIC = b"SOMMETPK"
FORMAT = 1
BODY = 4096
BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class TableHeader:
    """What a table file says about itself.

    Attributes:
        rules: The rules it was made for.
        positions: How many bytes it holds.
        distance: All shorter distances are in it.
        complete: Whether every position is decided, so that 255 means a draw.
    """

    rules: RulesTag
    positions: int
    distance: int
    complete: bool

    @property
    def options(self) -> Options:
        """The rules as options."""
        return tag_options(self.rules)


def format_header(header: TableHeader) -> bytes:
    """Return the first BODY bytes of a table file."""
    text = json.dumps(
        {
            "format": FORMAT,
            "made_by": f"sommet {__version__}",
            "rules": header.rules,
            "positions": header.positions,
            "distance": header.distance,
            "complete": header.complete,
            "block": BLOCK_BYTES,
        }
    ).encode()
    return (MAGIC + struct.pack("<I", len(text)) + text).ljust(BODY, b"\0")


def parse_header(data: bytes, name: str) -> TableHeader:
    """Return the header; raise InvalidTable if there is none this version can read."""
    if len(data) < BODY or not data.startswith(MAGIC):
        if data.startswith(PACKED_MAGIC):
            raise InvalidTable(f"{name} is a packed table; this needs a full one (sommet solve)")
        raise InvalidTable(f"{name} is not a table of Pylos positions")
    (length,) = struct.unpack_from("<I", data, len(MAGIC))
    start = len(MAGIC) + 4
    try:
        fields = json.loads(data[start : start + length])
        if fields["format"] != FORMAT or fields["block"] != BLOCK_BYTES:
            raise InvalidTable(f"{name} has table format {fields['format']}, not {FORMAT}")
        header = TableHeader(
            fields["rules"], fields["positions"], fields["distance"], fields["complete"]
        )
        base = header.rules["base"]
        if rules_tag(header.options, base) != header.rules or base not in (3, 4):
            raise InvalidTable(f"{name} names rules that do not exist")
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, InvalidTable):
            raise
        raise InvalidTable(f"the header of {name} is damaged") from error
    return header


def _blocks(body: Bytes) -> Iterator[Bytes]:
    for start in range(0, len(body), BLOCK_BYTES):
        yield body[start : start + BLOCK_BYTES]


def write_table(path: Path, header: TableHeader, body: Bytes) -> None:
    """Write a table file, whole or not at all; raise SommetError where the disk refuses."""

    def parts() -> Iterator[bytes | bytearray | memoryview]:
        yield format_header(header)
        sums = bytearray()
        for block in _blocks(body):
            yield block.data
            sums += struct.pack("<I", zlib.crc32(block.data))
        yield sums

    write_whole(path, parts())


def read_header(path: Path) -> TableHeader:
    """Return the header of a table file, and make sure that the file is as long as it should be."""
    try:
        with path.open("rb") as file:
            header = parse_header(file.read(BODY), path.name)
    except OSError as error:
        raise InvalidTable(f"cannot read {path}: {error.strerror}") from error
    expected = BODY + header.positions + 4 * -(-header.positions // BLOCK_BYTES)
    if path.stat().st_size != expected:
        raise InvalidTable(f"{path.name} has {path.stat().st_size} bytes, not {expected}")
    if header.positions != solver.first_by_balls(header.rules["base"])[-1]:
        raise InvalidTable(f"{path.name} holds {header.positions} positions, which is not all")
    return header


def map_table(path: Path) -> tuple[TableHeader, Bytes]:
    """Return the header and the bytes of a table file, mapped into memory."""
    header = read_header(path)
    try:
        with path.open("rb") as file:
            view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise InvalidTable(f"cannot read {path}: {error.strerror}") from error
    return header, np.frombuffer(view, np.uint8, header.positions, BODY)


def damaged_blocks(
    path: Path, between: Callable[[float], bool] | None = None
) -> Iterator[tuple[int, int]]:
    """Yield the first and last position of every block whose checksum is wrong."""
    header, body = map_table(path)
    with path.open("rb") as file:
        file.seek(BODY + header.positions)
        sums = np.frombuffer(file.read(), "<u4")
    for number, block in enumerate(_blocks(body)):
        if zlib.crc32(block.data) != sums[number]:
            yield number * BLOCK_BYTES, number * BLOCK_BYTES + len(block) - 1
        if between is not None and not between((number + 1) / len(sums)):
            return


def check_sums(path: Path, between: Callable[[float], bool] | None = None) -> None:
    """Raise InvalidTable if a block of a table file is damaged; for what cannot bear wrong bytes.

    `between` is called with the share that is done; when it returns False the rest is not checked.
    """
    for first, last in damaged_blocks(path, between):
        raise InvalidTable(f"{path.name} is damaged: wrong checksum of positions {first} to {last}")
