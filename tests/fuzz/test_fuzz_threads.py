"""Sweep, check, player, search and batch under ThreadSanitizer."""

from sanitized import compile_with, run


def test_threads_share_nothing_they_should_not():
    program = compile_with(
        "thread", "threads_fuzz", "pylos_solve/sweep.cpp", "pylos_solve/check.cpp"
    )
    assert run(program) == "threads agree\n"
