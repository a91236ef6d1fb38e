"""Mutated texts and containers under AddressSanitizer and UBSan; `mutated` says how many."""

import json
import re
import struct
import zlib

import pytest
from mutated import INPUTS
from sanitized import compile_with, run

from sommet.pylos import Options
from sommet.tablebase.packed_file import format_packed
from sommet.tablebase.rules_tag import rules_tag

RULES = rules_tag(Options())


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The perfect player's file as the page gets it, and packed tables of one block and of two."""
    folder = tmp_path_factory.mktemp("containers")
    parts = [bytes(range(200)), b"\1\0\0\0" * 40, bytes(40)]
    sections = [zlib.compress(part) for part in parts]
    header = {"format": 1, "rules": RULES, "exceptions": 40, "coding": "deflate"}
    text = json.dumps({**header, "sections": list(map(len, sections))}).encode()
    whole = b"SOMMETPL" + struct.pack("<I", len(text)) + text + b"".join(sections)
    player = folder / "player"
    player.write_bytes(whole + struct.pack("<I", zlib.crc32(whole)))
    packed = []
    for size in (200, 70_000):
        packed.append(folder / f"packed-{size}")
        packed[-1].write_bytes(format_packed(RULES, bytes(range(256)), bytes(100), bytes(size)))
    return player, *packed


def test_mutated_texts_and_containers_are_read_or_refused(files):
    program = compile_with("address,undefined", "formats_fuzz", "pylos_tablebase/packed_file.cpp")
    said = re.fullmatch(
        r"(\d+) inputs, (\d+) read, (\d+) refused\n", run(program, 1, INPUTS, *files)
    )
    assert said is not None
    inputs, read, refused = map(int, said.groups())
    assert inputs == INPUTS == read + refused
