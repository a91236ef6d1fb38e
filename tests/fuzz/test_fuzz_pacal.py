"""The Pacal core under AddressSanitizer and UBSan."""

import subprocess

import pytest
from sanitized import COMPILER, FLAGS, WARNINGS, compile_with, run


@pytest.fixture(scope="module")
def fuzzer():
    return compile_with("address,undefined", "pacal_fuzz")


def test_rules_headers_need_no_library(tmp_path):
    source = tmp_path / "device.cpp"
    source.write_text('#include "pacal/playout.hpp"\n')
    alone = ["-nostdinc", "-nostdinc++", "-ffreestanding", "-fsyntax-only"]
    subprocess.run([COMPILER, *FLAGS, *WARNINGS, *alone, source], check=True)


def test_networks_give_the_same_numbers_with_all_vectors():
    assert run(compile_with("address,undefined", "networks_fuzz")) == "0 differences\n"


def play(program, seed, rounds):
    assert run(program, seed, rounds) == f"{rounds} rounds and solo games, 0 failures\n"


@pytest.mark.clause("PAC-R5")
def test_random_rounds_break_nothing(fuzzer):
    play(fuzzer, 1, 1500)


@pytest.mark.soak
def test_many_random_rounds_break_nothing(fuzzer):
    play(fuzzer, 2, 100_000)
