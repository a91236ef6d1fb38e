"""The process in which computer moves are thought about; see `sommet.server.thinking.pool`."""

import json
import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from sommet import bots

#: Progress is told at most this often.
_TELL_EVERY_S = 0.25
#: Is told how many of all moves are done.
Tell = Callable[[int, int], object]


def review(text: str, tell: Tell) -> dict[str, Any]:
    """Return the review of a record, or why it cannot be reviewed."""
    from sommet.match.records.record import parse_record
    from sommet.match.refused import Refused
    from sommet.server.study.review import compute_review

    try:
        return {"review": compute_review(parse_record(text), tell).model_dump(mode="json")}
    except Refused as refused:
        return {"refused": refused.code}


#: What can be computed from a text besides moves, by kind of job.
COMPUTE: dict[str, Callable[[str, Tell], Any]] = {"review": review}


def serve(connection: "Connection[Any, Any]") -> None:
    """Answer jobs from `connection` one after the other until the other end is gone.

    A job is `("think", game, spec, view, seed)` or `("compute", kind, payload)`, answered by
    `("done", text)` or `("error", text)`, before which `("progress", moves done)` may come now and
    then; `("cancel",)` asks the job being worked on to come to an end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
    cancel = threading.Event()

    def listen() -> None:
        while True:
            try:
                message = connection.recv()
            except (EOFError, OSError):
                os._exit(0)  # the server is gone, whatever is being thought about
            if message[0] == "cancel":
                cancel.set()
            else:
                cancel.clear()
                jobs.put(message)

    threading.Thread(target=listen, daemon=True).start()
    players: dict[tuple[str, str], bots.Bot] = {}
    told_at = 0.0

    def tell(done: int, _of: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at >= _TELL_EVERY_S:
            told_at = time.monotonic()
            connection.send(("progress", done))

    while True:
        try:
            match jobs.get():
                case ("think", game, spec, view, seed):
                    player = players.get((game, spec))
                    if player is None:
                        player = players[game, spec] = bots.make(game, spec)
                    answer = ("done", str(player.choose(view, seed=seed, cancel=cancel)))
                case ("compute", kind, payload):
                    answer = ("done", json.dumps(COMPUTE[kind](payload, tell)))
                case other:
                    answer = ("error", f"nobody can {other[0]}")
        except Exception as error:
            answer = ("error", f"{type(error).__name__}: {error}")
        connection.send(answer)
