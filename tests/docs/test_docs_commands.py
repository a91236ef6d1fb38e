"""Every option of the terminal commands is in the guide."""

import argparse
import re
from pathlib import Path

import pytest

from sommet.cli import play, replay
from sommet.cli.terminal.turn_loop import COMMANDS

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "terminal.md").read_text("utf-8")


@pytest.mark.parametrize("command", [play, replay], ids=lambda module: module.__name__)
def test_every_option_is_in_the_guide(command):
    parser = argparse.ArgumentParser(add_help=False)
    command.configure(parser)
    options = [word for action in parser._actions for word in action.option_strings]
    assert options
    for option in options:
        assert re.search(rf"`(sommet play )?{option}\b", GUIDE), option


def test_every_command_at_a_prompt_is_in_the_guide():
    words = re.findall(r"^  (\S+)", COMMANDS, re.M)
    assert len(words) == 7
    for word in words:
        assert re.search(rf"^\| `{re.escape(word)}[ `]", GUIDE, re.M), word
