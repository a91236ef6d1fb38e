"""docs/counting.md names every option of `sommet perft` and true numbers."""

import argparse
import re
from pathlib import Path

from sommet.cli.study import perft as command
from sommet.pylos import State, perft

PAGE = (Path(__file__).parents[2] / "docs/counting.md").read_text()


def test_every_option_is_documented():
    parser = argparse.ArgumentParser()
    command.configure(parser)
    options = {flag for action in parser._actions for flag in action.option_strings}
    for option in options - {"-h", "--help"}:
        assert f"`{option}" in PAGE, option


def test_the_numbers_are_true():
    row = next(line for line in PAGE.splitlines() if line.startswith("| sequences"))
    numbers = [int(text.replace(",", "")) for text in re.findall(r"[\d,]+", row)]
    assert len(numbers) == 7
    assert numbers == [perft(State.start(), depth) for depth in range(1, 8)]
