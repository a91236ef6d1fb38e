"""A bot that plays any legal move, each equally likely. It plays every game."""

import threading
from typing import Any

from sommet.seeding import Random


class RandomBot:
    """Draws one of the legal moves by lot."""

    name = "random"

    def choose(self, view: Any, *, seed: int, cancel: threading.Event | None = None) -> Any:  # noqa: ARG002
        """Return a legal move, uniformly by `seed`."""
        moves = view.legal_moves
        return moves[Random(seed).below(len(moves))]


def make_random(_: str | None) -> RandomBot:
    """Return the bot."""
    return RandomBot()
