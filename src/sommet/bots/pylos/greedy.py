"""A Pylos bot that looks one move ahead: win, save balls, deny squares, stay off the last steps."""

import threading
from itertools import pairwise

from sommet.bots.bot import Named, check_view, settle_seed
from sommet.pylos import Move, State, parse_cell
from sommet.seeding import Random

_SUMMIT = 1 << parse_cell("4a1")
_LEVELS = (4, 3, 2)
_CENTRE = sum(1 << parse_cell(cell) for cell in ("1b2", "1c2", "1b3", "1c3", "2b2"))


def _bits(*cells: str) -> int:
    return sum(1 << parse_cell(cell) for cell in cells)


def _squares() -> list[int]:
    """Return each square of four on levels 1 to 3 as bits."""
    return [
        _bits(*(f"{level}{x}{y}" for x in columns for y in rows))
        for level, side in enumerate(_LEVELS, 1)
        for columns in pairwise("abcd"[:side])
        for rows in pairwise(range(1, side + 1))
    ]


def _lines() -> list[int]:
    """Return each row and column of levels 1 and 2 as bits. Rule PYL-8."""
    found = []
    for level, side in ((1, 4), (2, 3)):
        letters, numbers = "abcd"[:side], range(1, side + 1)
        found += [_bits(*(f"{level}{x}{y}" for x in letters)) for y in numbers]
        found += [_bits(*(f"{level}{x}{y}" for y in numbers)) for x in letters]
    return found


_SQUARES = _squares()
_LINES = _lines()
_WIN = 1000.0
# In balls of reserve: what a square that can be completed next is worth to either side.
_THREAT_TO_ME = 1.5
_THREAT_BY_ME = 0.4
_SECOND_THREAT = 0.5
_RAISE = 0.3
_CENTRE_BALL = 0.1


def _threats(state: State, own: int, placeable: int) -> int:
    """Return how many shapes the owner of `own` lacks one ball of, on a cell that is open."""
    if not state.options.squares:
        return 0
    shapes = _SQUARES + _LINES if state.options.lines else _SQUARES
    count = 0
    for shape in shapes:
        missing = shape & ~own
        if missing and not missing & (missing - 1) and missing & placeable:
            count += 1
    return count


def _rate(state: State, me: int) -> float:
    """Return an estimate of the state after the player's move; the opponent is to move."""
    outcome = state.outcome
    if outcome is not None:
        return 0.0 if outcome.winner is None else _WIN if outcome.winner == me else -_WIN
    moves = state.legal_moves
    placeable = 0
    raises = set()
    for move in moves:
        if move.source is None:
            placeable |= 1 << move.target
        else:
            raises.add(move.source)
        if 1 << move.target == _SUMMIT:
            return -_WIN
    own, other = (state.dark, state.light) if me else (state.light, state.dark)
    rating = float(state.reserve(me) - state.reserve(1 - me))
    against = _threats(state, other, placeable)
    if against:
        rating -= _THREAT_TO_ME + _SECOND_THREAT * (against - 1)
    rating += _THREAT_BY_ME * min(_threats(state, own, placeable), 2)
    rating -= _RAISE * min(len(raises), 2)
    return rating + _CENTRE_BALL * ((own & _CENTRE).bit_count() - (other & _CENTRE).bit_count())


class GreedyPylos(Named):
    """Plays the move after which the position looks best."""

    name = "greedy"

    def choose(
        self,
        view: State,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,  # noqa: ARG002
    ) -> Move:
        """Return the best-looking legal move; `seed` decides between equals."""
        check_view(view, State)
        rated = [(_rate(view.play(move), view.side), move) for move in view.legal_moves]
        best = max(rating for rating, _ in rated)
        equals = [move for rating, move in rated if rating == best]
        return equals[Random(settle_seed(seed)).below(len(equals))]


def make_greedy(_: str | None) -> GreedyPylos:
    """Return the bot."""
    return GreedyPylos()
