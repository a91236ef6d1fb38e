"""C++ folders include one another one way, and readers never include makers."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def check(folder):
    program = [sys.executable, ROOT / "scripts" / "engine_includes.py", folder]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_the_engine_passes():
    result = check(ROOT / "engine")
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"a/x.hpp": "b/y.hpp", "b/y.hpp": "c/z.hpp", "c/z.hpp": "a/w.hpp"},
            "in a cycle: c/z.hpp includes a/w.hpp",
        ),
        ({"a/x.hpp": "a/make/y.hpp"}, "a reader needs a maker: a/x.hpp includes a/make/y.hpp"),
        ({"a/x.cpp": "b/prove/y.hpp"}, "a reader needs a maker: a/x.cpp includes b/prove/y.hpp"),
    ],
)
def test_cycles_and_readers_of_makers_are_found(tmp_path, files, said):
    for name, included in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#pragma once\n#include "{included}"\n')
    result = check(tmp_path)
    assert result.returncode == 1
    assert said in result.stdout.splitlines()
