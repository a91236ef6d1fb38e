"""The strongest Pylos opponent there is for the rules at hand."""

import threading

from sommet.bots.bot import Named, check_view
from sommet.bots.pylos.perfect import PerfectBot
from sommet.bots.pylos.search import Limit, think
from sommet.engine import search as core
from sommet.pylos import Move, Options, State
from sommet.tablebase.probe import NoTable, open_table

#: Counted in positions, not in time: the same move on every machine and in the page.
SEARCH_NODES = core.BEST_NODES


def has_table(options: Options) -> bool:
    """Return whether there is a table for these rules here."""
    try:
        open_table(options)
    except NoTable:
        return False
    return True


class BestBot(Named):
    """Plays perfectly where there is a table for the rules, and searches elsewhere."""

    name = "best"

    def __init__(self) -> None:
        self._perfect = PerfectBot()

    def choose(
        self,
        view: State,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Move:
        """Return a perfect move, or without a table the best of a search of SEARCH_NODES."""
        check_view(view, State)
        if has_table(view.options):
            return self._perfect.choose(view, seed=seed, cancel=cancel)
        return think(view, Limit(nodes=SEARCH_NODES), cancel=cancel).moves[0]


def make_best(_: str | None) -> BestBot:
    """Return the bot."""
    return BestBot()
