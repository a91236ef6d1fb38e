"""Counting move sequences and playing random games, both inside the compiled core."""

from typing import NamedTuple

from sommet.engine import pylos as core
from sommet.errors import SommetError
from sommet.pylos.moves import Move
from sommet.pylos.options import STANDARD, Options
from sommet.pylos.state import State

_FARTHEST = 64


def perft(state: State, depth: int) -> int:
    """Return the number of move sequences of exactly `depth` moves.

    A sequence that ends early, by the summit or an empty reserve, counts once at its end;
    repetition is ignored. Other Python threads keep running meanwhile.
    """
    _check_depth(depth)
    return core.perft(state, depth)


def perft_split(state: State, depth: int) -> dict[Move, int]:
    """Return `perft(state, depth)` split by first move; their sum is the whole. Depth from 1."""
    _check_depth(depth - 1)
    fresh = State(state.options, state.light, state.dark, state.side)
    return {move: core.perft(fresh.play(move), depth - 1) for move in fresh.legal_moves}


class RandomGames(NamedTuple):
    """How many random games light and dark won, and all moves they took."""

    light_wins: int
    dark_wins: int
    plies: int


def random_games(games: int, seed: int, options: Options = STANDARD) -> RandomGames:
    """Play whole games with uniformly random moves; equal seeds give equal results.

    Repetition is ignored: random games end by themselves.
    """
    if games < 0:
        raise SommetError(f"the number of games is 0 or more, not {games}")
    return RandomGames(*core.random_games(options.core_rules, games, seed % 2**64))


def _check_depth(depth: int) -> None:
    if not 0 <= depth <= _FARTHEST:
        raise SommetError(f"the depth is too small or above {_FARTHEST}")
