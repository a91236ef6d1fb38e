"""The rules headers under sanitizers, and compiled as a device compiler would see them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILER = os.environ.get("CXX") or shutil.which("c++") or "g++"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
GAMES = 60


def build(source, output, *flags):
    command = [COMPILER, "-std=c++20", *WARNINGS, f"-I{ROOT / 'engine'}", *flags]
    subprocess.run([*command, str(source), "-o", str(output)], check=True)


def test_fuzz_driver_finds_nothing(tmp_path):
    sanitizers = "-fsanitize=address,undefined"
    driver = tmp_path / "pylos_fuzz"
    build(
        ROOT / "tests/fuzz/pylos_fuzz.cpp",
        driver,
        "-O1",
        "-g",
        sanitizers,
        "-fno-sanitize-recover=all",
    )
    done = subprocess.run(
        [driver, "20240", str(GAMES)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{GAMES} games, nothing broken\n"


@pytest.mark.parametrize(
    "header", sorted((ROOT / "engine/pylos").glob("*.hpp")), ids=lambda path: path.name
)
def test_rules_headers_need_no_standard_library(header, tmp_path):
    """No standard header can be found at all, as in NVRTC."""
    source = tmp_path / "alone.cpp"
    source.write_text(f'#include "pylos/{header.name}"\n')
    build(source, os.devnull, "-nostdinc", "-nostdinc++", "-ffreestanding", "-fsyntax-only")
