"""Run by test_workers_nodes.py in a process of its own: an arena on a Ray of two nodes.

Both nodes are on this machine, with a core each and nothing in common but the network. The run
called `lost` loses one of them while it works on a task.
"""

import contextlib
import io
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import ray
from ray.cluster_utils import Cluster

from sommet.cli.main import main
from sommet.contests import pairs

_play_chunk = pairs.play_chunk


def note_down(folder: str, doomed: str | None) -> Any:
    """Return `play_chunk` as before, which also leaves a note on which node it ran."""

    def play_and_note(*task: Any) -> Any:
        node = ray.get_runtime_context().get_node_id()
        Path(folder, f"{node}.{uuid4().hex}").touch()
        held = Path(folder, "held")
        if node == doomed and not held.exists():
            # In the middle of this task the node will be lost.
            held.touch()
            time.sleep(120)
        return _play_chunk(*task)

    return play_and_note


def run(words: list[str], address: str, folder: Path, doomed: str | None) -> dict[str, Any]:
    """Run a command on the cluster; return what it said and which nodes worked."""
    folder.mkdir()
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    pairs.play_chunk = note_down(str(folder), doomed)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = main([*words, "--on", f"ray={address}"])
    notes = [note.name.partition(".")[0] for note in folder.glob("*.*")]
    return {"status": status, "out": out.getvalue(), "tasks": {n: notes.count(n) for n in notes}}


def main_here(wanted: dict[str, Any]) -> dict[str, Any]:
    folder = Path(wanted["folder"])
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    try:
        other = cluster.add_node(num_cpus=1, include_dashboard=False)
        cluster.wait_for_nodes()
        runs = {}
        if "both" in wanted["runs"]:
            runs["both"] = run(wanted["words"], cluster.address, folder / "both", None)

        def kill() -> None:
            end = time.monotonic() + 90
            while not (folder / "lost" / "held").exists() and time.monotonic() < end:
                time.sleep(0.05)
            cluster.remove_node(other, allow_graceful=False)

        killer = threading.Thread(target=kill)
        killer.start()
        runs["lost"] = run(wanted["words"], cluster.address, folder / "lost", other.node_id)
        killer.join()
        return {
            **runs,
            "held": (folder / "lost" / "held").exists(),
            "head": cluster.head_node.node_id,
            "other": other.node_id,
        }
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    Path(asked["answer"]).write_text(json.dumps(main_here(asked)))
