"""Every option of the terminal commands is in the guide, and help reads alike everywhere."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sommet.cli.main import COMMANDS as SUBCOMMANDS
from sommet.cli.main import load
from sommet.cli.playing import play, puzzle, replay
from sommet.cli.study import review
from sommet.cli.tablebase import probe, solve, verify
from sommet.cli.terminal.turn_loop import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "guide" / "terminal.md").read_text("utf-8")


@pytest.mark.parametrize("command", [play, replay], ids=lambda module: module.__name__)
def test_every_option_is_in_the_guide(command):
    parser = argparse.ArgumentParser(add_help=False)
    command.configure(parser)
    options = [word for action in parser._actions for word in action.option_strings]
    assert options
    for option in options:
        assert re.search(rf"`(sommet play )?{option}\b", GUIDE), option


#: Where each command about solved Pylos is explained.
PAGES = {
    solve: "solution.md",
    verify: "solution.md",
    probe: "solution.md",
    review: "study-pylos.md",
    puzzle: "study-pylos.md",
}
#: The same in many commands, and told by their help.
COMMON = {"--threads", "--workers", "--on"}


@pytest.mark.parametrize("command", PAGES, ids=lambda module: module.__name__)
def test_every_option_about_solved_pylos_is_on_its_page(command):
    page = (DOCS / PAGES[command]).read_text("utf-8")
    parser = argparse.ArgumentParser(add_help=False)
    command.configure(parser)
    options = {word for action in parser._actions for word in action.option_strings} - COMMON
    assert options
    assert {option for option in options if not re.search(rf"{option}\b", page)} == set()


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_help_of_every_command_reads_alike(name):
    command = load(name)
    assert re.fullmatch(r"[A-Z].*[^.]", command.HELP), "a capital first, no full stop"
    parser = argparse.ArgumentParser(add_help=False)
    command.configure(parser)
    for action in parser._actions:
        assert action.option_strings == [] or action.help, action.option_strings
        assert "None" not in (action.help or "")


def test_every_command_at_a_prompt_is_in_the_guide():
    words = re.findall(r"^  (\S+)", COMMANDS, re.M)
    assert len(words) == 8
    for word in words:
        assert re.search(rf"^\| `{re.escape(word)}[ `]", GUIDE, re.M), word


@pytest.mark.parametrize(
    "script",
    [
        "scripts/data/gpu-solve",
        "scripts/data/make-player",
        "scripts/data/solution-figures",
        "bench/solution/pylos_perfect_games.py",
        "bench/pylos_probe.py",
    ],
)
def test_scripts_that_the_solution_names_say_how_they_are_called(script):
    assert script in (DOCS / "solution.md").read_text("utf-8")
    done = subprocess.run(
        [sys.executable, DOCS.parent / script, "--help"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert f"{script} " in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_every_test_that_faults_names_is_there():
    """docs/faults.md says which test fails without which guard."""
    text = (DOCS / "faults.md").read_text("utf-8")
    tests = [str(path) for path in Path(__file__).parents[1].rglob("*.py")]
    files = set(re.findall(r"`(?:tests/)?([\w/]*test_\w+\.py)`", text))
    assert len(files) > 30
    missing = {file for file in files if not any(path.endswith(f"/{file}") for path in tests)}
    assert missing == set()
    named = set(re.findall(r"`(test_\w+)(?:…|`)", text))
    known = "\n".join(Path(path).read_text("utf-8") for path in tests)
    assert {name for name in named if f"def {name}" not in known} == set()
