"""The strongest Pylos opponent there is for the rules at hand."""

import threading

from sommet.bots.pylos_search import Limit, think
from sommet.bots.registry import BOTS, make
from sommet.pylos import Move, Options, State
from sommet.tables.probe import NoTable, move_values, open_table

#: Fits into half a second a move, with room for a slow machine.
SEARCH_MS = 250.0
_RANKS = {"loss": 0, "draw": 1, "win": 2}


def has_table(options: Options) -> bool:
    """Return whether there is a table for these rules here."""
    try:
        open_table(options)
    except NoTable:
        return False
    return True


class BestBot:
    """Plays perfectly where there is a table for the rules, and searches elsewhere."""

    name = "best"

    def choose(self, view: State, *, seed: int, cancel: threading.Event | None = None) -> Move:
        """Return the best move that can be had in half a second."""
        if not has_table(view.options):
            return think(view, Limit(milliseconds=SEARCH_MS), cancel=cancel).moves[0]
        if "perfect" in BOTS["pylos"]:
            move: Move = make("pylos", "perfect").choose(view, seed=seed, cancel=cancel)
            return move
        return _choose_by_values(view, cancel)


def _choose_by_values(view: State, cancel: threading.Event | None) -> Move:
    """Return the move that a search likes best among those that keep the value."""
    ranks = {move: _RANKS[value.word] for move, value in move_values(view).items()}
    best = max(ranks.values())
    thought = think(view, Limit(milliseconds=SEARCH_MS), every=True, cancel=cancel)
    return next(move for move in thought.moves if ranks[move] == best)


def make_best(_: str | None) -> BestBot:
    """Return the bot."""
    return BestBot()
