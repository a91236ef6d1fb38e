"""The search under the address and undefined-behaviour sanitizers."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_searches_of_random_positions_do_nothing_undefined(tmp_path):
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    assert compiler is not None
    driver = tmp_path / "search_fuzz"
    flags = ["-std=c++20", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    sources = [f"-I{ROOT / 'engine'}", str(ROOT / "tests/fuzz/search_fuzz.cpp"), "-o", str(driver)]
    subprocess.run([compiler, *flags, *sources, "-pthread"], check=True)
    done = subprocess.run([driver], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 100
