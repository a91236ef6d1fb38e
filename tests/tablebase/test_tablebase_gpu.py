"""The GPU solver as far as a machine without a GPU can tell."""

import re
import sys

import pytest

from sommet.errors import SommetError
from sommet.tablebase.gpu import EDGE_BYTES, GEOMETRY_BYTES, STACK_BYTES, kernel_folder, load_cupy


def test_the_kernels_are_found_with_the_rules_they_include():
    folder = kernel_folder()
    for name in (
        "pylos_solve/sweep.cu",
        "pylos_solve/check.cu",
        "pylos_search/make/network_samples.cu",
        "pylos_perfect/make/exceptions.cu",
        "pylos_perfect/prove/proof.cu",
    ):
        text = (folder / name).read_text()
        for header in re.findall(r'#include "([^"]+)"', text):
            assert (folder / header).exists(), header


def test_the_driver_allocates_what_the_kernels_write():
    plan = (kernel_folder() / "pylos_index" / "plan.hpp").read_text()
    found = re.search(
        r"sizeof\(Stack\) == (\d+) && sizeof\(Edge\) == (\d+) && sizeof\(Geometry\) <= (\d+)", plan
    )
    assert found
    assert [int(n) for n in found.groups()] == [STACK_BYTES, EDGE_BYTES, GEOMETRY_BYTES]


def test_without_cupy_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(SommetError, match=r"extra \[gpu\]"):
        load_cupy()
