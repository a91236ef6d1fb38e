"""OpenSpiel's AlphaZero trains on Pylos through the adapter, and its player plays."""

import copy
import os
import pickle
import subprocess
import sys

import pyspiel
import pytest

import sommet.adapters.open_spiel  # noqa: F401 - registers the games

#: The trained player against itself, from a position where a square can be completed.
PLAYED = """
import sys
from pathlib import Path
from sommet.adapters.open_spiel.alpha_zero import load_player
from sommet.pylos import State
choose = load_player(Path(sys.argv[1]), simulations=10)
state = State.parse("LL../L..D/.DD./....|.../.../...|../..|. L")
for _ in range(10):
    state = state.play(choose(state))
print(len(state.legal_moves) > 0)
"""


@pytest.mark.parametrize("name", ["python_pylos(preset=expert)", "python_pacal(rulebook=fr)"])
def test_games_go_to_other_processes_whole(name):
    game = pyspiel.load_game(name)
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(twin) == str(game)
        assert twin.options == game.options
        assert str(twin.new_initial_state()) == str(game.new_initial_state())


def run(*arguments):
    """Return what a process of its own prints: JAX starts threads that stay."""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", *arguments],
        env={**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONWARNINGS": "ignore"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


@pytest.mark.soak
def test_alpha_zero_trains_and_plays(tmp_path):
    module = "sommet.adapters.open_spiel.alpha_zero"
    few = [
        "--steps",
        "1",
        "--states",
        "16",
        "--simulations",
        "2",
        "--minutes",
        "5",
        "--actors",
        "1",
    ]
    said = run("-m", module, str(tmp_path), *few)
    assert "Losses(total" in said
    assert (tmp_path / "checkpoint-1").is_dir()
    assert run("-c", PLAYED, str(tmp_path)) == "True\n"
