"""A PPO from a library that others keep (skrl) learns Pacal solo through Gymnasium."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "agents" / "ppo_solo.py"
#: Runs the script where a connection to anywhere fails.
OFFLINE = """
import runpy, socket, sys
def refuse(*_):
    raise OSError("no network in tests")
socket.socket.connect = socket.getaddrinfo = refuse
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def train(folder, *words):
    """Return the percentages won, and the cards built, at random, before and after training."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", OFFLINE, str(SCRIPT), *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not list(folder.iterdir())  # neither logs nor checkpoints
    found = re.findall(r": ([\d.]+)% ± [\d.]+% won, ([\d.]+) cards built", ran.stdout)
    won, built = zip(*found, strict=True)
    return [float(share) for share in won], [float(cards) for cards in built]


@pytest.mark.soak  # needs JAX, which only the long run installs
def test_ppo_learns_solo(tmp_path):
    """From next to no wins to one game in twenty or more; three seeds gave 5.5 % to 8 %."""
    (lot, before, after), built = train(tmp_path, "--steps", "352")
    assert max(lot, before) < 1
    assert after > 3
    assert built[2] > built[0] > built[1]
