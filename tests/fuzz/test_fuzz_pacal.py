"""The Pacal core under AddressSanitizer and UBSan."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def compile_cpp(*arguments):
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'engine'}"]
    subprocess.run([compiler, *flags, *arguments], check=True)


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory):
    program = tmp_path_factory.mktemp("fuzz") / "pacal_fuzz"
    source = ROOT / "tests" / "fuzz" / "pacal_fuzz.cpp"
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    compile_cpp("-g", "-O1", *checks, source, "-o", program)
    return program


def test_rules_headers_need_no_library(tmp_path):
    source = tmp_path / "device.cpp"
    source.write_text('#include "pacal/playout.hpp"\n')
    compile_cpp("-nostdinc", "-nostdinc++", "-ffreestanding", "-fsyntax-only", source)


def run(program, seed, rounds):
    result = subprocess.run(
        [program, str(seed), str(rounds)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"{rounds} rounds and solo games, 0 failures\n"


@pytest.mark.clause("PAC-R5")
def test_random_rounds_break_nothing(fuzzer):
    run(fuzzer, 1, 1500)


@pytest.mark.soak
def test_many_random_rounds_break_nothing(fuzzer):
    run(fuzzer, 2, 100_000)
