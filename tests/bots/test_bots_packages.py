"""Bots of other packages: a real package, installed where Python finds it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "first-and-last"
version = "1.0"
[tool.setuptools]
py-modules = ["first_and_last"]
[project.entry-points."sommet.bots"]
"pylos.first" = "first_and_last:make_first"
"pacal.first" = "first_and_last:make_first"
"pylos.greedy" = "first_and_last:make_first"
"pylos.broken" = "first_and_last:nothing_of_the_kind"
"pylos.mute" = "first_and_last:make_mute"
"chess.first" = "first_and_last:make_first"
"""
MODULE = '''
class First:
    def __init__(self, number):
        self.name = f"first:{number}"
        self.number = int(number)
    def choose(self, view, *, seed=None, cancel=None):
        return view.legal_moves[min(self.number, len(view.legal_moves)) - 1]

def make_first(argument):
    """Plays the first legal move, or the one with a number."""
    return First(argument or 1)

make_first.argument = "NUMBER"

def make_mute(argument):
    return object()
'''


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    (folder / "source").mkdir()
    (folder / "source/pyproject.toml").write_text(PROJECT)
    (folder / "source/first_and_last.py").write_text(MODULE)
    uv = Path(sys.executable).parent / "uv"
    subprocess.run(
        [uv, "pip", "install", "--quiet", "--offline", "--no-build-isolation", "--no-deps",
         "--python", sys.executable, "--target", folder / "site", folder / "source"],
        check=True,
    )  # fmt: skip
    return folder / "site"


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_package_adds_a_player(installed):
    code = """
from sommet.bots import make, names
from sommet.pylos import State
assert "first" in names("pylos") and "first" in names("pacal") and "first" not in names("solo")
assert make("pylos", "first").choose(State.start()) == State.start().legal_moves[0]
assert make("pylos", "first:3").choose(State.start()) == State.start().legal_moves[2]
assert make("pylos", "greedy").__class__.__name__ == "GreedyPylos"
"""
    done = run(installed, "-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_arena_knows_it_too(installed):
    arena = "arena", "pylos", "--a", "first", "--b", "random", "--games", "2", "--fresh"
    done = run(installed, "-m", "sommet.cli.main", *arena)
    assert done.returncode == 0, done.stderr
    assert "first against random" in done.stdout


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("broken", "the bot pylos.broken of the package first-and-last cannot be loaded"),
        ("mute", "the bot mute has no `name` and `choose`"),
        ("second", "no bot 'second' for pylos; there are random, greedy"),
    ],
)
def test_what_is_wrong_with_it_is_said(installed, spec, why):
    done = run(installed, "-m", "sommet.cli.main", "play", "--watch", spec, "random")
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr
