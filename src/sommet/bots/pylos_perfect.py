"""Pylos from the tables: never gives away a won or a drawn position.

With a full table (`sommet solve`, SOMMET_TABLES) it wins as fast, and loses as slowly, as possible.
The shipped tables know values but no distances. Then a short search orders the moves that keep the
value, so that short wins are found for certain, and a position that has been on the board before is
avoided. In a lost position it prefers the move that leaves the opponent the fewest winning replies.
"""

import threading
from collections.abc import Mapping

from sommet.bots.pylos_search import Limit, think
from sommet.pylos import Move, State
from sommet.tables import Value
from sommet.tables.probe import Table, open_table

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


class PerfectBot:
    """Plays by the best table at hand for the rules of the game."""

    name = "perfect"

    def choose(
        self,
        view: State,
        *,
        seed: int,  # noqa: ARG002
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
        if word == "win" and values[moves[0]].distance is not None:
            return moves[0]
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
