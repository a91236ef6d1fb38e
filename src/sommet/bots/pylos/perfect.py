"""Pylos from the tables: never gives away a won or a drawn position, and wins the won ones.

With a full table (`sommet solve`, SOMMET_TABLES) it wins as fast as possible. The shipped tables
know values but no distances. Then the choice in a won position is a function of the position alone,
proved to end every game (`sommet verify --player`, docs/solution.md). Where it cannot win by
itself, in a drawn or lost position, it sets problems: of the moves that keep the value it plays the
one after which an opponent of limited sight is likeliest to err (engine/pylos_perfect/resist.hpp).
"""

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from sommet.bots.bot import Named
from sommet.bots.pylos.search import Limit, as_move, drawn_positions, think
from sommet.bots.pylos.weights import network_for, weights_for
from sommet.engine import perfect
from sommet.pylos import Move, Options, State
from sommet.tablebase import Value
from sommet.tablebase.perfect_file import player_path, read_player
from sommet.tablebase.probe import NoTable, Table, open_table
from sommet.tablebase.rules_tag import deciding_rules

#: Where a won game has gone in circles: enough to see its end; the same on every machine.
NODES = 20_000
RANKS = {"loss": 0, "draw": 1, "win": 2}
#: How the core numbers values.
_WORTHS = {"loss": 0, "win": 1, "draw": 2}


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
    """Return the moves that keep the value; where distances are known, only the fastest wins."""
    top = max(RANKS[value.word] for value in values.values())
    keeping = {move: value for move, value in values.items() if RANKS[value.word] == top}
    distances = {move: value.distance for move, value in keeping.items()}
    known = [distance for distance in distances.values() if distance is not None]
    if top != RANKS["win"] or len(known) < len(distances):
        return list(keeping)
    return [move for move, distance in distances.items() if distance == min(known)]


def hardest_move(state: State, moves: list[Move], table: Table, *, is_drawn: bool) -> Move:
    """Return the move after which an opponent of limited sight is likeliest to err.

    Args:
        state: A lost or drawn position.
        moves: The moves to choose from, all of which keep its value.
        table: Where values come from.
        is_drawn: Whether the position is drawn rather than lost.
    """

    def probe(positions: Sequence[tuple[int, int]]) -> list[int]:
        own, other = np.array(positions, np.uint32).reshape(-1, 2).T.copy()
        return [_WORTHS[value.word] for value in table.board_values(own, other)]

    own, other = _boards(state)
    listed_moves = [_core_move(move) for move in moves]
    resistance = _resistance(state.options)
    return as_move(
        resistance.choose(own, other, listed_moves, is_drawn, drawn_positions(state), probe)
    )


@lru_cache(maxsize=16)
def _resistance(options: Options) -> perfect.Resistance:
    return perfect.Resistance(4, options.core_rules, weights_for(options), network_for(options))


def _boards(state: State) -> tuple[int, int]:
    """Return the balls of the side to move and the other's."""
    return (state.dark, state.light) if state.side else (state.light, state.dark)


def _core_move(move: Move) -> tuple[int, int, int, int]:
    first, second = (*sorted(move.taken, reverse=True), -1, -1)[:2]
    return -1 if move.source is None else move.source, move.target, first, second


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

    return as_move(chooser.choose(*_boards(state), is_lost))


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
            return hardest_move(view, moves, table, is_drawn=False)
        if word == "win":
            if values[moves[0]].distance is not None:
                return moves[0]
            chosen = proved_choice(view, table)
            # Others may have brought a position onto the board twice before: not a third time.
            if chosen in moves:
                return chosen
        fresh = [move for move in moves if view.play(move).repetitions == 1] or moves
        if word == "draw":
            return hardest_move(view, fresh, table, is_drawn=True)
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
