"""A yardstick for Pylos: plain minimax to a fixed depth that counts reserves.

No network, no fitted weights, no reductions: `minimax:8` looks at every line of eight moves and
wants to be as many balls ahead as it can, or to win soon. The seed decides between equal moves.
"""

import threading

from sommet.bots.bot import Named, check_view, settle_seed
from sommet.bots.pylos.search import as_move, drawn_positions
from sommet.engine import search as core
from sommet.errors import InvalidOptions
from sommet.pylos import Move, State
from sommet.seeding import Random

#: Looking farther takes minutes for a move.
DEPTHS = range(1, 11)
DEFAULT_DEPTH = 8


class MinimaxBot(Named):
    """Plays one of the moves that win the most balls within its depth."""

    def __init__(self, depth: int) -> None:
        self.name = f"minimax:{depth}"
        self.depth = depth

    def choose(
        self,
        view: State,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,  # noqa: ARG002
    ) -> Move:
        """Return one of the best moves, by the seed."""
        check_view(view, State)
        own, other = (view.dark, view.light) if view.side else (view.light, view.dark)
        moves, _ = core.minimax(
            own,
            other,
            core.Rules(*view.options.core_rules),
            self.depth,
            drawn=drawn_positions(view),
        )
        return as_move(moves[Random(settle_seed(seed)).below(len(moves))])


def make_minimax(argument: str | None) -> MinimaxBot:
    """Return the bot for `minimax:8`; without an argument it looks eight moves ahead.

    Raises:
        InvalidOptions: the depth is not a number from 1 to 10.
    """
    text = str(DEFAULT_DEPTH) if argument is None else argument
    if not text.isdecimal() or int(text) not in DEPTHS:
        raise InvalidOptions(f"minimax looks 1 to {DEPTHS[-1]} moves ahead, not {text!r}")
    return MinimaxBot(int(text))
