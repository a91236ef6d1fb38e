"""Counting move sequences and playing random games, both inside the compiled core."""

from typing import NamedTuple

from sommet.arguments import check_kind, check_number
from sommet.engine import pylos as core
from sommet.pylos.moves import Move
from sommet.pylos.options import STANDARD, Options, find_options
from sommet.pylos.state import State
from sommet.seeding import check_seed

_FARTHEST = 64
_STATE = "a pylos.State"


def perft(state: State, depth: int) -> int:
    """Return the number of move sequences of exactly `depth` moves.

    A sequence that ends early, by the summit or an empty reserve, counts once at its end;
    repetition is ignored. Other Python threads keep running meanwhile.
    """
    return core.perft(check_kind(state, State, _STATE), _check_depth(depth, 0))


def perft_split(state: State, depth: int) -> dict[Move, int]:
    """Return `perft(state, depth)` split by first move; their sum is the whole. Depth from 1."""
    check_kind(state, State, _STATE)
    depth = _check_depth(depth, 1)
    fresh = State(state.options, state.light, state.dark, state.side)
    return {move: core.perft(fresh.play(move), depth - 1) for move in fresh.legal_moves}


class RandomGames(NamedTuple):
    """How many random games light and dark won, and all moves they took."""

    light_wins: int
    dark_wins: int
    plies: int


def random_games(games: int, seed: int, options: Options | str = STANDARD) -> RandomGames:
    """Play whole games with uniformly random moves; equal seeds give equal results.

    Repetition is ignored: random games end by themselves.
    """
    count = check_number(games, "the number of games", 0, 2**63)
    rules = find_options(options).core_rules
    return RandomGames(*core.random_games(rules, count, check_seed(seed) % 2**64))


def _check_depth(depth: int, least: int) -> int:
    return check_number(depth, "the depth", least, _FARTHEST)
