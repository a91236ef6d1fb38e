"""The rules headers under sanitizers, and compiled as a device compiler would see them."""

import subprocess

import pytest
from sanitized import COMPILER, FLAGS, ROOT, WARNINGS, compile_with, run

GAMES = 60


def test_fuzz_driver_finds_nothing():
    program = compile_with("address,undefined", "pylos_fuzz")
    assert run(program, 20240, GAMES) == f"{GAMES} games, nothing broken\n"


@pytest.mark.parametrize(
    "header", sorted((ROOT / "engine/pylos").glob("*.hpp")), ids=lambda path: path.name
)
def test_rules_headers_need_no_standard_library(header, tmp_path):
    """No standard header can be found at all, as in NVRTC."""
    source = tmp_path / "alone.cpp"
    source.write_text(f'#include "pylos/{header.name}"\n')
    alone = ["-nostdinc", "-nostdinc++", "-ffreestanding", "-fsyntax-only"]
    subprocess.run([COMPILER, *FLAGS, *WARNINGS, *alone, source], check=True)
