"""A Ray of two nodes gives what this machine alone gives, also when one of them is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sommet.cli.main import main

ARENA = ["arena", "pacal", "--a", "level:2", "--b", "greedy", "--games", "80", "--json"]
#: What a clock measures is not the same twice.
CLOCKS = ("seconds", "games_per_second", "a_slowest_decision_s", "b_slowest_decision_s")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("nodes")
    wanted = {"words": ARENA, "folder": str(folder), "answer": str(folder / "answer.json")}
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


@pytest.mark.parametrize("run", ["both", "lost"])
def test_two_nodes_give_what_one_machine_gives(
    cluster: dict[str, Any], alone: dict[str, Any], run: str
) -> None:
    assert cluster[run]["status"] == 0
    assert without_clocks(cluster[run]["out"]) == alone
    assert alone["games"] == 80
    # Each of them did some of it.
    assert set(cluster[run]["tasks"]) == {cluster["head"], cluster["other"]}


def test_the_task_of_a_lost_node_is_done_again(cluster: dict[str, Any]) -> None:
    assert cluster["lost"]["held"], "no task was lost"
    assert sum(cluster["lost"]["tasks"].values()) > sum(cluster["both"]["tasks"].values())
