"""A real Ray on this machine gives what this machine alone gives, for every command."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sommet.bots.pacal.weights import shipped
from sommet.cli.main import main
from sommet.contests.pairs import Contest, play_pair
from sommet.learn.native import DuelCore, compile_core

ARENA = ["arena", "pacal", "--a", "level:2", "--b", "greedy", "--games", "24", "--json"]
COMMANDS = ["arena", "rounds", "calibration", "solo", "review"]
if os.environ.get("SOMMET_FAULTS") == "full":  # seconds of the best players, here and there
    COMMANDS.append("levels")
#: What a clock measures is not the same twice.
CLOCKS = ("seconds", "games_per_second", "a_slowest_decision_s", "b_slowest_decision_s")


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    names = []
    for index, (game, rules) in enumerate((("pylos", "standard"), ("pacal", "en"))):
        pair = play_pair(Contest(game, "greedy", "random", 1, rules), 0, keep=True)
        names.append(folder / f"{index}.txt")
        names[-1].write_text(pair.records[0])
    return [str(name) for name in names]


@pytest.fixture(scope="module")
def commands(records):
    return {
        "arena": ARENA,
        **({"levels": ["levels", "pacal", "--games", "2"]} if "levels" in COMMANDS else {}),
        "rounds": ["analyse", "rounds", "--rounds", "4", "--json"],
        "calibration": ["analyse", "calibration", "--rounds", "60", "--json"],
        "solo": ["analyse", "solo", "--rounds", "20", "--json"],
        "review": ["review", *records],
    }


@pytest.fixture(scope="module")
def on_ray(commands, tmp_path_factory):
    folder = tmp_path_factory.mktemp("ray")
    # Compiled once for all tests: what is compared is what it plays.
    compiled = Path(compile_core()._name)
    (folder / "cache" / "sommet").mkdir(mode=0o700, parents=True)
    shutil.copy(compiled, folder / "cache" / "sommet")
    wanted = {
        "answer": str(folder / "answer.json"),
        "commands": commands,
        "marker": str(folder / "lost"),
        "resumed": [*ARENA, "--seed", "2"],
    }
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("on_ray.py")), json.dumps(wanted)],
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads((folder / "answer.json").read_text())
    return {**answer, "out": done.stdout, "said": done.stderr, "cache": str(folder / "cache")}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def without_clocks(text):
    status, _, out = text.partition("\n")
    try:
        found = json.loads(out)
    except ValueError:
        return text
    return status, {key: value for key, value in found.items() if key not in CLOCKS}


def here(capsys, words):
    status = main([*words, "--on", "here"])
    return f"{status}\n{capsys.readouterr().out}"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_the_same_on_ray(on_ray, commands, capsys, name):
    told = on_ray["commands"][name]
    assert told.startswith("0\n")
    assert len(told) > 20
    assert without_clocks(told) == without_clocks(here(capsys, commands[name]))


def test_self_play_gives_the_same_samples(on_ray, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", on_ray["cache"])  # the compiled core is there
    floats = np.frombuffer(shipped("duel-1").floats, "<f4").astype(np.float32)
    samples = DuelCore(compile_core(), 1).self_play(floats, seed=5, rounds=7)
    assert on_ray["self_play"] == samples.tobytes().hex()


def test_the_work_of_a_lost_process_is_done_by_another(on_ray):
    assert on_ray["lost"] == [0, 1, 4, 9, 16, 25]


def test_an_interrupted_contest_goes_on(on_ray, capsys):
    assert on_ray["interrupted"] == 130
    resumed = without_clocks(on_ray["resumed"])
    assert resumed == without_clocks(here(capsys, [*ARENA, "--seed", "2"]))
    assert resumed[1]["games"] == 24


def test_bad_input_is_refused_as_ever(on_ray):
    assert on_ray["wrong"] == 2
    assert "sommet: " in on_ray["said"]
