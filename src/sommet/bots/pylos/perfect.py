"""Pylos from the tables: never gives away a won or a drawn position, and wins the won ones.

With a full table (`sommet solve`, SOMMET_TABLES) it wins as fast as possible. The shipped tables
know values but no distances. Then the choice in a won position is a function of the position alone,
proved to end every game (`sommet prove`, docs/solution.md). Where it cannot win by
itself, in a drawn or lost position, it sets problems: of the moves that keep the value it plays the
one after which an opponent of limited sight is likeliest to err; with a full table the longest loss
among those that are nearly as hard to answer. What to do when is in the core
(engine/pylos_perfect/player.hpp), for Python and the page alike.
"""

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from sommet.bots.bot import Named, check_view
from sommet.bots.pylos.search import as_move
from sommet.bots.pylos.weights import network_for, weights_for
from sommet.engine import perfect
from sommet.pylos import Move, Options, State
from sommet.tablebase import Value
from sommet.tablebase.full_table import FullTable
from sommet.tablebase.perfect_file import PlayerData, player_path, read_player
from sommet.tablebase.probe import NoTable, Table, open_table
from sommet.tablebase.rules_tag import deciding_rules

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


def fastest_win(state: State, table: FullTable) -> Move | None:
    """Return the first of the fastest wins, None in a position that is not won."""
    values = judge_moves(state, table)
    move = best_moves(values)[0]
    return move if values[move].word == "win" else None


def _boards(state: State) -> tuple[int, int]:
    """Return the balls of the side to move and the other's."""
    return (state.dark, state.light) if state.side else (state.light, state.dark)


@lru_cache(maxsize=4)
def _player_data(options: Options) -> PlayerData | None:
    """Return what the proved choice needs for these rules, None where the package has nothing."""
    path = player_path(options)
    return read_player(path, options) if path.exists() else None


@lru_cache(maxsize=16)
def _player(options: Options) -> perfect.Player:
    data = _player_data(deciding_rules(options))
    choice = None
    if data is not None:
        choice = data.weights, data.exceptions.numbers, data.exceptions.places
    weights, network = weights_for(options), network_for(options)
    return perfect.Player(4, options.core_rules, choice, weights, network)


@lru_cache(maxsize=4)
def _chooser(options: Options) -> perfect.Chooser | None:
    """Return the proved choice for these rules, None where the package has none."""
    data = _player_data(options)
    if data is None:
        return None
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
        cancel: threading.Event | None = None,  # noqa: ARG002 - counted in nodes, and few
    ) -> Move:
        """Return a move that keeps the value; raise NoTable where the rules have no table."""
        check_view(view, State)
        table = open_table(view.options)
        if isinstance(table, FullTable):
            win = fastest_win(view, table)
            if win is not None:
                return win

        def values(positions: Sequence[tuple[int, int]]) -> list[Value]:
            own, other = np.array(positions, np.uint32).reshape(-1, 2).T.copy()
            return table.board_values(own, other)

        def probe(positions: Sequence[tuple[int, int]]) -> list[int]:
            return [_WORTHS[value.word] for value in values(positions)]

        def lengths(positions: Sequence[tuple[int, int]]) -> list[int]:
            return [value.distance or 0 for value in values(positions)]

        own, other = _boards(view)
        limit, dark_moves = view.options.repetition or 0, bool(view.side)
        player = _player(view.options)
        past = list(view.earlier), limit, dark_moves
        known = lengths if isinstance(table, FullTable) else None
        return as_move(player.choose(own, other, *past, probe, known))


def make_perfect(_: str | None) -> PerfectBot:
    """Return the bot."""
    return PerfectBot()
