"""The strongest Pylos opponent there is for the rules at hand."""

import threading

from sommet.bots.pylos_search import Limit, think
from sommet.pylos import Move, State

#: Fits into half a second a move, with room for a slow machine.
SEARCH_MS = 300.0


class BestBot:
    """Plays perfectly where the package has a table for the rules, and searches elsewhere."""

    name = "best"

    def choose(
        self,
        view: State,
        *,
        seed: int,  # noqa: ARG002
        cancel: threading.Event | None = None,
    ) -> Move:
        """Return the best move that can be had in half a second."""
        return think(view, Limit(milliseconds=SEARCH_MS), cancel=cancel).moves[0]


def make_best(_: str | None) -> BestBot:
    """Return the bot."""
    return BestBot()
