"""Packed tables on disk: win, loss or draw of every position in a few megabytes.

Layout: MAGIC, the header's length (4 bytes), the header (JSON: rules, version, sections), zeros up
to a multiple of ALIGN; the sections `model` (deflated), `groups` and `data`
(engine/pylos_tablebase/packed.hpp says what they hold), each padded to ALIGN; a CRC-32 for each
BLOCK_BYTES of all that. The file is mapped into memory, and the core opens it (packed_file.hpp),
as it does in the page; a block of 4,096 positions is read on its own.
"""

import json
import mmap
import os
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sommet import __version__
from sommet.arguments import check_path
from sommet.engine import solver
from sommet.pylos import Options, State
from sommet.pylos.options import find_options
from sommet.tablebase.full_table import Boards, FullTable, Value, boards
from sommet.tablebase.rules_tag import (
    InvalidTable,
    RulesTag,
    check_rules,
    core_tag,
    rules_name,
    rules_tag,
    tag_options,
)
from sommet.tablebase.table_file import PACKED_MAGIC as MAGIC
from sommet.write_whole import write_whole

FORMAT = 2
ALIGN = 64
BLOCK_BYTES = 1 << 16
VALUES = (Value("loss"), Value("win"), Value("draw"))
DATA = Path(__file__).parent / "data"


def is_packed(path: Path) -> bool:
    """Return whether a file begins as a packed table does; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def shipped_path(options: Options) -> Path:
    """Return where the shipped table for these rules would be."""
    return DATA / f"pylos-{rules_name(options)}.packed"


def format_packed(rules: RulesTag, model: bytes, groups: bytes, data: bytes) -> bytes:
    """Return the whole of a packed file."""
    sections = {"model": zlib.compress(model, 9), "groups": groups, "data": data}
    header = json.dumps(
        {
            "format": FORMAT,
            "made_by": f"sommet {__version__}",
            "rules": rules,
            "sections": {name: len(section) for name, section in sections.items()},
        }
    ).encode()
    whole = bytearray(MAGIC + struct.pack("<I", len(header)) + header)
    whole += bytes(-len(whole) % ALIGN)
    for section in sections.values():
        whole += section + bytes(-len(section) % ALIGN)
    sums = b"".join(
        struct.pack("<I", zlib.crc32(whole[at : at + BLOCK_BYTES]))
        for at in range(0, len(whole), BLOCK_BYTES)
    )
    return bytes(whole) + sums


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work packing puts into its prediction; more makes smaller files.

    Attributes:
        shared_samples: Positions of each number of balls that networks of many stacks learn from.
        own_samples: Positions of a stack that a network of its own learns from.
        epochs: How often each is looked at.
    """

    shared_samples: int = 16_000_000
    own_samples: int = 1_000_000
    epochs: int = 3


def write_packed(
    path: Path,
    table: FullTable,
    threads: int,
    effort: Effort = Effort(),  # noqa: B008 - immutable
    report: Callable[[str], None] | None = None,
) -> None:
    """Pack a full table into a file; `report` is called with a line after each stage."""
    parts = solver.pack_table(
        4,
        table.bytes,
        threads,
        shared_samples=effort.shared_samples,
        own_samples=effort.own_samples,
        epochs=effort.epochs,
        report=report,
    )
    write_whole(path, [format_packed(table.header.rules, *parts)])


class PackedTable:
    """A packed table: the value of every position, without distances."""

    def __init__(self, path: str | os.PathLike[str], options: Options | str | None = None) -> None:
        """Map a packed table; raise InvalidTable if it is damaged or for other rules."""
        path = check_path(path)
        try:
            with path.open("rb") as file:
                view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise InvalidTable(f"cannot read {path}: {error.strerror}") from error
        except ValueError as error:
            raise InvalidTable(f"cannot read {path}: it is empty") from error
        try:
            self.core = solver.PackedTable.open(np.frombuffer(view, np.uint8))
        except ValueError as error:
            raise InvalidTable(f"{path.name} {error}") from error
        tag = core_tag(self.core.base, self.core.rules)
        if tag["base"] != 4:
            raise InvalidTable(f"{path.name} is for the small pyramid")
        if options is not None:
            check_rules(path.name, tag, find_options(options))
        self.options = tag_options(tag)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {rules_name(self.options)}>"

    def board_values(self, own: Boards, other: Boards) -> list[Value]:
        """Return the value of each position, given as balls of the side to move and the other."""
        return [VALUES[worth] for worth in self.core.probe(own, other).tolist()]

    def values(self, states: Sequence[State]) -> list[Value]:
        """Return the value of each state; an ended game is lost for the side to move."""
        return self.board_values(*boards(states))

    def value(self, state: State) -> Value:
        """Return the value of one state."""
        return self.values([state])[0]

    def compare_with(self, table: FullTable, threads: int) -> tuple[int, int]:
        """Return how many positions were compared with a full table and how many differ."""
        if rules_tag(table.options) != rules_tag(self.options):
            raise InvalidTable("the two tables are for different rules")
        return self.core.compare_with(table.bytes, threads)
