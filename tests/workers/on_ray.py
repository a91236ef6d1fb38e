"""Run by test_workers_ray.py in a process of its own: every command that can, on a local Ray."""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

import numpy as np

from sommet.bots.pacal.weights import shipped
from sommet.cli.contests import arena
from sommet.cli.main import main
from sommet.contests.progress import Progress
from sommet.learn.native import DuelCore, compile_core
from sommet.learn.spread import self_play
from sommet.workers.ray_pool import RayPool


def run(words: list[str]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main(words)
    return f"{status}\n{out.getvalue()}"


def die_once(task: tuple[str, int]) -> int:
    """Return the square; the first process that is asked for 3 is lost with it."""
    marker, number = Path(task[0]), task[1]
    if number == 3 and not marker.exists():
        marker.touch()
        os._exit(1)
    return number * number


def interrupted_after(pairs: int, words: list[str]) -> int:
    """Return the exit status of a command to which Ctrl-C comes after some pairs."""
    added = 0

    class Interrupted(Progress):
        def add(self, pair):
            nonlocal added
            super().add(pair)
            added += 1
            if added == pairs:
                raise KeyboardInterrupt

    arena.Progress = Interrupted
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return main(words)
    finally:
        arena.Progress = Progress


def do_all(wanted: dict) -> dict:
    with RayPool(None, 2) as pool:
        floats = np.frombuffer(shipped("duel-1").floats, "<f4").astype(np.float32)
        core = DuelCore(compile_core(), 1)
        learned = self_play(core, floats, seed=5, rounds=7, explore=1.0, pool=pool)
        return {
            "commands": {
                name: run([*words, "--on", "ray"]) for name, words in wanted["commands"].items()
            },
            "self_play": learned.tobytes().hex(),
            "lost": sorted(pool.finish(die_once, [(wanted["marker"], n) for n in range(6)])),
            "interrupted": interrupted_after(4, [*wanted["resumed"], "--on", "ray"]),
            "resumed": run([*wanted["resumed"], "--on", "ray"]),
            "wrong": main(["arena", "pacal", "--a", "x", "--b", "greedy", "--on", "ray"]),
        }


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    Path(asked["answer"]).write_text(json.dumps(do_all(asked)))
