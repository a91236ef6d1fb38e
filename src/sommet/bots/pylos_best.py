"""The strongest Pylos opponent there is for the rules at hand."""

import threading

from sommet.bots.pylos_judge import Judgement, TableJudge
from sommet.bots.pylos_search import Limit, think
from sommet.bots.registry import BOTS, make
from sommet.pylos import Move, Options, State
from sommet.seeding import Random
from sommet.tables.full_table import FullTable
from sommet.tables.probe import NoTable, open_table

#: Fits into half a second a move, with room for a slow machine.
SEARCH_MS = 250.0


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
        try:
            table = open_table(view.options)
        except NoTable:
            return think(view, Limit(milliseconds=SEARCH_MS), cancel=cancel).moves[0]
        if isinstance(table, FullTable):
            return _choose_by_distance(TableJudge(table).judge(view), seed)
        if "perfect" in BOTS["pylos"]:
            move: Move = make("pylos", "perfect").choose(view, seed=seed, cancel=cancel)
            return move
        return _choose_by_value(view, TableJudge(table).judge(view), cancel)


def _choose_by_distance(judgement: Judgement, seed: int) -> Move:
    """Return the quickest win, else any draw, else the slowest loss."""
    best = judgement.best
    return best[Random(seed).below(len(best))] if judgement.value == "draw" else best[0]


def _choose_by_value(view: State, judgement: Judgement, cancel: threading.Event | None) -> Move:
    """Return the move that a search likes best among those that keep the value."""
    best = judgement.best
    thought = think(view, Limit(milliseconds=SEARCH_MS), every=True, cancel=cancel)
    return next(move for move in thought.moves if move in best)


def make_best(_: str | None) -> BestBot:
    """Return the bot."""
    return BestBot()
