"""Pylos by searching ahead: plays every rule setting, with or without tables.

`think` gives what the search found, as moves of the game; `search:100ms` and `search:20000n` are
bots that play its best move. A search limited by nodes on one thread always finds the same.
"""

import re
import threading
from dataclasses import dataclass

from sommet.bots.bot import Named, check_view
from sommet.bots.pylos.weights import network_for, weights_for
from sommet.engine import search as core
from sommet.errors import InvalidOptions
from sommet.pylos import Move, State
from sommet.pylos.moves import listed

_LIMIT = re.compile(r"(?P<number>[1-9][0-9]{0,8})(?P<unit>ms|s|n)(x(?P<threads>[1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think: by time, by nodes, or by depth in moves; whichever comes first.

    Attributes:
        milliseconds: 0 for no limit of this kind.
        nodes: 0 for no limit of this kind.
        depth: The most moves to look ahead.
        threads: More than one may find different moves from run to run.
    """

    milliseconds: float = 0.0
    nodes: int = 0
    depth: int = core.MAX_PLIES
    threads: int = 1


def parse_limit(text: str) -> Limit:
    """Return the limit for `100ms`, `2s`, `20000n`, or with threads `1sx4`.

    Raises:
        InvalidOptions: the text is none of these.
    """
    match = _LIMIT.fullmatch(text)
    if match is None:
        raise InvalidOptions(f"a search is limited as in 100ms, 2s, 20000n or 1sx4, not {text!r}")
    number, threads = int(match["number"]), int(match["threads"] or 1)
    if match["unit"] == "n":
        return Limit(nodes=number, threads=threads)
    return Limit(milliseconds=number * (1000 if match["unit"] == "s" else 1), threads=threads)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found.

    Attributes:
        moves: The moves, best first; moves that lead to the same position are named once.
        scores: For the side to move, in hundredths of a logit; exact for the first move, and for
            all of them after `think(every=True)`, otherwise an upper bound.
        line: The best play that the search expects.
        depth: How many moves ahead everything was looked at.
        nodes: How many positions were visited.
        milliseconds: How long it took.
    """

    moves: tuple[Move, ...]
    scores: tuple[int, ...]
    line: tuple[Move, ...]
    depth: int
    nodes: int
    milliseconds: float

    @property
    def value(self) -> str | None:
        """What is proved about the position: `win`, `loss`, or None if nothing is."""
        return proved_value(self.scores[0])


def proved_value(score: int) -> str | None:
    """Return `win` or `loss` for a score that is a proof, None for an estimate."""
    if abs(score) < core.PROVEN:
        return None
    return "win" if score > 0 else "loss"


def think(
    state: State,
    limit: Limit,
    *,
    every: bool = False,
    fitted: bool = True,
    oversights: core.Oversights | None = None,
    cancel: threading.Event | None = None,
) -> Thought:
    """Return what a search of `state` finds; the game must not be over.

    Args:
        state: Where to search. Positions that would end the game by ruling PYL-R3 count as drawn.
        limit: When to stop.
        every: Give each move its exact score, which takes longer.
        fitted: Judge positions with the network or the fitted tables, where there are any.
        oversights: What the searching player fails to see. Such a player judges by the tables.
        cancel: When set, the search returns what it has found so far.
    """
    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    network = network_for(state.options) if fitted and oversights is None else None
    found = core.search(
        own,
        other,
        core.Rules(*state.options.core_rules),
        milliseconds=limit.milliseconds,
        nodes=limit.nodes,
        depth=limit.depth,
        threads=limit.threads,
        every=every,
        drawn=drawn_positions(state),
        oversights=oversights,
        weights=weights_for(state.options) if fitted and network is None else None,
        network=network,
        cancelled=None if cancel is None else cancel.is_set,
    )
    return Thought(
        tuple(as_move(move) for move in found.moves),
        tuple(found.scores),
        tuple(as_move(move) for move in found.line),
        found.depth,
        found.nodes,
        found.milliseconds,
    )


def as_move(move: tuple[int, int, int, int]) -> Move:
    """Return the move of the game for a move of the core."""
    source, target, first, second = move
    return listed(
        None if source < 0 else source, target, tuple(cell for cell in (first, second) if cell >= 0)
    )


def drawn_positions(state: State) -> list[tuple[int, int, bool]]:
    """Return the earlier positions whose next occurrence ends the game. Ruling PYL-R3."""
    return core.drawn_positions(state.earlier, state.options.repetition or 0, bool(state.side))


class SearchBot(Named):
    """Plays the best move of a search."""

    def __init__(self, name: str, limit: Limit) -> None:
        self.name = name
        self.limit = limit

    def choose(
        self,
        view: State,
        *,
        seed: int | None = None,  # noqa: ARG002
        cancel: threading.Event | None = None,
    ) -> Move:
        """Return the best move found within the limit, or before `cancel` is set."""
        check_view(view, State)
        return think(view, self.limit, cancel=cancel).moves[0]


def make_search(argument: str | None) -> SearchBot:
    """Return the bot for `search:100ms`; without an argument it thinks 100 ms."""
    text = "100ms" if argument is None else argument
    return SearchBot(f"search:{text}", parse_limit(text))
