"""Packing and reading back, to the last position, on the small pyramid."""

import numpy as np
import pytest

from sommet.engine import solver
from sommet.pylos import Options
from sommet.tablebase.build import build_table
from sommet.tablebase.table_file import map_table

#: The share of its bytes that a level may spend on networks: none is worth it, a few, many.
SHARES = (0.08, 15.0, 100.0)


def worths(table):
    """Return 0 (loss), 1 (win) or 2 (draw) for the bytes of a full table."""
    return np.where(table == solver.DRAW, 2, table % 2)


@pytest.fixture(scope="module", params=["children", "standard", "expert"])
def full(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    path = build_table(Options.preset(request.param), folder, threads=1, base=3)
    return np.array(map_table(path)[1])


def pack(full, share=0.08, report=None):
    parts = solver.pack_table(
        3,
        full,
        2,
        shared_samples=20_000,
        own_samples=2_000,
        epochs=2,
        network_share=share,
        report=report,
    )
    return [np.frombuffer(part, np.uint8) for part in parts]


@pytest.mark.parametrize("share", SHARES)
def test_every_position_reads_back(full, share):
    lines = []
    parts = pack(full, share, lines.append)
    packed = solver.PackedTable(3, *parts)
    assert packed.compare_with(full, 2) == (len(full), 0)
    own, other = solver.positions_at(3, np.arange(len(full), dtype=np.uint64))
    assert (packed.probe(own, other) == worths(full)).all()
    assert lines[-1] == "all blocks coded"


def test_both_kinds_of_network_are_tried_here(tmp_path):
    path = build_table(Options.preset("expert"), tmp_path, threads=1, base=3)
    lines = []
    pack(np.array(map_table(path)[1]), SHARES[-1], lines.append)
    assert any("with a network for all" in line for line in lines)
    assert any("with a network for each" in line for line in lines)


def test_a_wrong_byte_is_noticed_by_the_comparison(full):
    packed = solver.PackedTable(3, *pack(full))
    wrong = full.copy()
    decided = np.flatnonzero((full != solver.DRAW) & (full > 0))[7]
    wrong[decided] ^= 1
    checked, different = packed.compare_with(wrong, 1)
    assert checked == len(full)
    assert different >= 1


def test_parts_that_do_not_fit_are_refused(full):
    model, groups, data = pack(full)
    for cut in (0, 100, len(model) - 1):
        with pytest.raises(ValueError, match=r"model|networks"):
            solver.PackedTable(3, model[:cut], groups, data)
    with pytest.raises(ValueError, match="directory"):
        solver.PackedTable(3, model, groups[:-12], data)
    with pytest.raises(ValueError, match="wrong size"):
        solver.pack_table(3, full[:-1], 1)
    if len(data) > 100:
        own, other = solver.positions_at(3, np.arange(len(full), dtype=np.uint64))
        with pytest.raises(RuntimeError, match="damaged table"):
            solver.PackedTable(3, model, groups, data[:40]).probe(own, other)
