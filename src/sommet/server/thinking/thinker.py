"""The process in which computer moves are thought about; see `sommet.server.thinking.pool`."""

import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any

from sommet import bots


def serve(connection: "Connection[Any, Any]") -> None:
    """Answer jobs from `connection` one after the other until the other end is gone.

    A job is `("think", game, spec, view, seed)`, answered by `("done", text)` or `("error", text)`;
    `("cancel",)` asks the job being worked on to come to an end.
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

    while True:
        try:
            match jobs.get():
                case ("think", game, spec, view, seed):
                    player = players.get((game, spec))
                    if player is None:
                        player = players[game, spec] = bots.make(game, spec)
                    answer = ("done", str(player.choose(view, seed=seed, cancel=cancel)))
                case other:
                    answer = ("error", f"nobody can {other[0]}")
        except Exception as error:
            answer = ("error", f"{type(error).__name__}: {error}")
        connection.send(answer)
