"""A bot that plays any legal move, each equally likely. It plays every game."""

import threading
from typing import Any

from sommet.bots.bot import Named, check_view, settle_seed
from sommet.pacal import SoloView, View
from sommet.pylos import State
from sommet.seeding import Random


class RandomBot(Named):
    """Plays any of the legal moves at random."""

    name = "random"

    def choose(
        self,
        view: Any,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,  # noqa: ARG002
    ) -> Any:
        """Return a legal move, uniformly by `seed`."""
        check_view(view, State, View, SoloView)
        moves = view.legal_moves
        return moves[Random(settle_seed(seed)).below(len(moves))]


def make_random(_: str | None) -> RandomBot:
    """Return the bot."""
    return RandomBot()
