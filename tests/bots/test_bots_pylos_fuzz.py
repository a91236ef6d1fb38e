"""The search under the address and undefined-behaviour sanitizers."""

from sanitized import compile_with, run


def test_searches_of_random_positions_do_nothing_undefined():
    said = run(compile_with("address,undefined", "search_fuzz"))
    assert int(said.split()[0]) > 100
