"""Mutated table files, weights and views under AddressSanitizer and UBSan.

`mutated` says how many.
"""

import re
import zlib

import numpy as np
import pytest
from mutated import INPUTS
from sanitized import compile_with, run

from sommet.engine import solver

RULES = (True, True, False, False)


@pytest.fixture(scope="module")
def table():
    """The small pyramid, solved."""
    table = np.full(solver.first_by_balls(3)[-1], solver.DRAW, np.uint8)
    sweep, quiet = solver.Sweep(3, RULES, table, 1), 0
    while quiet < 2:
        quiet = quiet + 1 if sweep.run_pass() == 0 else 0
    return table


@pytest.fixture(scope="module")
def parts(table, tmp_path_factory):
    """A packed table of the small pyramid, a file for each part."""
    packed = solver.pack_table(3, table, 1, shared_samples=20_000, own_samples=20_000, epochs=1)
    folder = tmp_path_factory.mktemp("parts")
    files = [folder / name for name in ("model", "groups", "data")]
    for file, part in zip(files, packed, strict=True):
        file.write_bytes(part)
    return files


@pytest.fixture(scope="module")
def deflated(parts, tmp_path_factory):
    """The model in every kind of block that zlib writes."""
    folder, model = tmp_path_factory.mktemp("deflated"), parts[0].read_bytes()
    files = []
    for level, strategy in ((0, 0), (1, 0), (9, 0), (9, zlib.Z_FIXED), (9, zlib.Z_HUFFMAN_ONLY)):
        packer = zlib.compressobj(level, zlib.DEFLATED, 15, 9, strategy)
        files.append(folder / f"{level}-{strategy}")
        files[-1].write_bytes(packer.compress(model) + packer.flush())
    return files


def test_mutated_files_are_read_or_refused(parts, deflated):
    readers = (f"pylos_tablebase/{name}.cpp" for name in ("packed", "pack_order", "block_network"))
    program = compile_with("address,undefined", "files_fuzz", *readers)
    said = re.fullmatch(
        r"(\d+) inputs, (\d+) read, (\d+) refused\n", run(program, 1, INPUTS, *parts, *deflated)
    )
    assert said is not None
    inputs, read, refused = map(int, said.groups())
    assert inputs == INPUTS == read + refused
    assert min(read, refused) > INPUTS // 10


def test_wrong_tables_make_no_player_that_breaks(table, tmp_path):
    program = compile_with("address,undefined", "perfect_fuzz")
    table.tofile(tmp_path / "table")
    count = max(4, INPUTS // 10_000)
    assert run(program, 1, count, tmp_path / "table") == f"{count} tables\n"
