"""A Ray of two nodes gives what this machine alone gives, also when one of them is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fault_sizes import FULL, SIZES

from sommet.cli.main import main

#: Starting two nodes takes too long for `make test`.
pytestmark = pytest.mark.soak
#: With SOMMET_FAULTS=full, first without losing a node.
RUNS = ["both", "lost"] if SIZES is FULL else ["lost"]
GAMES = 400 if SIZES is FULL else 40
ARENA = ["arena", "pacal", "--a", "level:2", "--b", "greedy", "--games", str(GAMES), "--json"]
#: What a clock measures is not the same twice.
CLOCKS = ("seconds", "games_per_second", "a_slowest_decision_s", "b_slowest_decision_s")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("nodes")
    wanted = {
        "words": ARENA,
        "runs": RUNS,
        "folder": str(folder),
        "answer": str(folder / "answer.json"),
    }
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("on_two_nodes.py")), json.dumps(wanted)],
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads((folder / "answer.json").read_text()))


def without_clocks(text: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(text).items() if key not in CLOCKS}


@pytest.fixture
def alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert main([*ARENA, "--on", "here"]) == 0
    return without_clocks(capsys.readouterr().out)


@pytest.mark.parametrize("run", RUNS)
def test_two_nodes_give_what_one_machine_gives(
    cluster: dict[str, Any], alone: dict[str, Any], run: str
) -> None:
    assert cluster[run]["status"] == 0
    assert without_clocks(cluster[run]["out"]) == alone
    assert alone["games"] == GAMES
    # Each of them did some of it.
    assert set(cluster[run]["tasks"]) == {cluster["head"], cluster["other"]}


def test_the_task_of_a_lost_node_is_done_again(cluster: dict[str, Any]) -> None:
    assert cluster["held"], "no task was lost"
    # Eight games are one task.
    assert sum(cluster["lost"]["tasks"].values()) == GAMES // 8 + 1
