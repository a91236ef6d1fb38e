"""Pylos from the tables: never gives away a won or a drawn position, and wins the won ones.

With a full table (`sommet solve`, SOMMET_TABLES) it wins as fast, and loses as slowly, as possible.
The shipped tables know values but no distances. Then the choice in a won position is a function of
the position alone, proved to end every game (`sommet verify --player`, docs/solution.md). In a
drawn position a short search orders the moves that keep the draw. In a lost one it prefers the move
that leaves the opponent the fewest winning replies.
"""

import threading
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from sommet.bots.bot import Named
from sommet.bots.pylos.search import Limit, think
from sommet.engine import perfect
from sommet.pylos import Move, Options, State
from sommet.pylos.moves import listed
from sommet.tablebase import Value
from sommet.tablebase.perfect_file import player_path, read_player
from sommet.tablebase.probe import NoTable, Table, open_table
from sommet.tablebase.rules_tag import deciding_rules

#: Enough to see the end of a game coming; the same on every machine.
NODES = 20_000
#: In a lost position, how many of the opponent's replies to look at before settling for the best.
REPLIES = 2_000
RANKS = {"loss": 0, "draw": 1, "win": 2}


def judge_moves(state: State, table: Table) -> dict[Move, Value]:
    """Return the value of each move for the mover; one that ends the game has its actual value."""
    moves = state.legal_moves
    after = [state.play(move) for move in moves]
    values = dict(zip(moves, (v.for_the_other() for v in table.values(after)), strict=True))
    for move, child in zip(moves, after, strict=True):
        if child.outcome is not None and child.outcome.winner is None:
            values[move] = Value("draw")  # the repetition rule ends it here
    return values


def best_moves(values: Mapping[Move, Value]) -> list[Move]:
    """Return the moves that keep the value; where distances are known, only the best of those."""
    top = max(RANKS[value.word] for value in values.values())
    keeping = {move: value for move, value in values.items() if RANKS[value.word] == top}
    distances = {move: value.distance for move, value in keeping.items()}
    known = [distance for distance in distances.values() if distance is not None]
    if len(known) < len(distances):
        return list(keeping)
    wanted = min(known) if top == RANKS["win"] else max(known)
    return [move for move, distance in distances.items() if distance == wanted]


def hardest_move(state: State, moves: list[Move], table: Table) -> Move:
    """Return the move after which the smallest share of the opponent's replies keeps the win."""
    hardest, smallest, seen = moves[0], 2.0, 0
    for move in moves:
        child = state.play(move)
        replies = [child.play(reply) for reply in child.legal_moves]
        if not replies:
            continue  # that would end the game at once
        winning = sum(value.word == "loss" for value in table.values(replies))
        if winning / len(replies) < smallest:
            hardest, smallest = move, winning / len(replies)
        seen += len(replies)
        if seen >= REPLIES:
            break
    return hardest


@lru_cache(maxsize=4)
def _chooser(options: Options) -> perfect.Chooser | None:
    """Return the proved choice for these rules, None where the package has none."""
    path = player_path(options)
    if not path.exists():
        return None
    data = read_player(path, options)
    exceptions = data.exceptions
    return perfect.Chooser(
        4, options.core_rules, data.weights, exceptions.numbers, exceptions.places
    )


def proved_choice(state: State, table: Table) -> Move | None:
    """Return what the perfect player plays in a won position, None without data for the rules.

    Raises:
        ValueError: the position is not won.
    """
    chooser = _chooser(deciding_rules(state.options))
    if chooser is None:
        return None

    def is_lost(own: int, other: int) -> bool:
        boards = np.array([own], np.uint32), np.array([other], np.uint32)
        return table.board_values(*boards)[0].word == "loss"

    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    source, target, *taken = chooser.choose(own, other, is_lost)
    return listed(
        None if source < 0 else source, target, tuple(cell for cell in taken if cell >= 0)
    )


class PerfectBot(Named):
    """Plays by the best table at hand for the rules of the game."""

    name = "perfect"

    def check_options(self, options: Options) -> None:
        """Raise NoTable where there is no table for these rules."""
        try:
            open_table(options)
        except NoTable as error:
            raise NoTable(
                f"perfect plays from a table; {error}. best plays by any rules"
            ) from error

    def choose(
        self,
        view: State,
        *,
        seed: int | None = None,  # noqa: ARG002
        cancel: threading.Event | None = None,
    ) -> Move:
        """Return a move that keeps the value; raise NoTable where the rules have no table."""
        table = open_table(view.options)
        values = judge_moves(view, table)
        moves = best_moves(values)
        if len(moves) == 1:
            return moves[0]
        word = values[moves[0]].word
        if word == "loss":
            return hardest_move(view, moves, table)
        if word == "win":
            if values[moves[0]].distance is not None:
                return moves[0]
            chosen = proved_choice(view, table)
            # Others may have brought a position onto the board twice before: not a third time.
            if chosen in moves:
                return chosen
        fresh = [move for move in moves if view.play(move).repetitions == 1] or moves
        order = think(view, Limit(nodes=NODES), every=True, cancel=cancel).moves
        return min(fresh, key=lambda move: _place(view, move, order))


def _place(state: State, move: Move, order: tuple[Move, ...]) -> int:
    """Return where a move stands in the order; the search names one of several with one result."""
    after = state.play(move)
    for place, other in enumerate(order):
        if other == move:
            return place
        same = state.play(other)
        if (same.light, same.dark) == (after.light, after.dark):
            return place
    return len(order)


def make_perfect(_: str | None) -> PerfectBot:
    """Return the bot."""
    return PerfectBot()
