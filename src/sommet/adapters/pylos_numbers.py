"""Pylos turns as numbered actions: what each of the 278 numbers means.

A turn is one to three actions. Cells are numbered as everywhere in Sommet (0 is `1a1`, 29 is
`4a1`).

| numbers | meaning | clause |
|---|---|---|
| 0 … 29 | place a ball from the reserve on cell n | PYL-2 |
| 30 … 246 | raise a ball: `RAISES[n - 30]` is (ball, cell), by ball, then by cell | PYL-2, PYL-3 |
| 247 … 276 | take back the ball on cell n - 247 | PYL-5 |
| 277 | take back no more | PYL-5, PYL-R1 |

If two balls are taken back, the one on the higher cell number comes first, so every turn is exactly
one sequence of actions. The turn ends by itself if no second ball can be taken back.
"""

from collections.abc import Sequence
from typing import Final

from sommet.engine import batch as core
from sommet.pylos import Move, Options, format_cell
from sommet.pylos.cells import CELLS
from sommet.pylos.moves import listed

#: (ball, cell) of every raise that can ever be possible.
RAISES: Final[tuple[tuple[int, int], ...]] = tuple(core.raises())
RAISE: Final = CELLS
TAKE: Final = RAISE + len(RAISES)
STOP: Final = TAKE + CELLS
ACTIONS: Final = STOP + 1

_NUMBER_OF_RAISE: Final = {pair: RAISE + n for n, pair in enumerate(RAISES)}


def format_number(number: int) -> str:
    """Return a numbered action as text: `1b2`, `1b2>2a1`, `-1c3`, or `stop`."""
    if not 0 <= number < ACTIONS:
        raise ValueError(f"an action of Pylos is a number from 0 to {STOP}, not {number}")
    if number == STOP:
        return "stop"
    if number >= TAKE:
        return f"-{format_cell(number - TAKE)}"
    if number >= RAISE:
        source, target = RAISES[number - RAISE]
        return f"{format_cell(source)}>{format_cell(target)}"
    return format_cell(number)


def encode_move(move: Move) -> tuple[int, ...]:
    """Return the numbers of a listed move; `STOP` is left out, see `play_turn`."""
    landing = move.target if move.source is None else _NUMBER_OF_RAISE[move.source, move.target]
    return (landing, *(TAKE + cell for cell in move.taken))


def decode_move(numbers: Sequence[int]) -> Move:
    """Return the move for the numbers of a whole turn; inverse of `encode_move`."""
    landing, *rest = numbers
    source, target = RAISES[landing - RAISE] if landing >= RAISE else (None, landing)
    return listed(source, target, tuple(number - TAKE for number in rest if number != STOP))


def play_turn(game: core.PylosGame, move: Move) -> tuple[int, ...]:
    """Play a whole turn in `game`; return the numbers played, with `STOP` if it was needed."""
    mover = game.actor
    numbers = encode_move(move)
    for number in numbers:
        game.act(number)
    if game.actor == mover:
        game.act(STOP)
        return (*numbers, STOP)
    return numbers


def new_game(options: Options) -> core.PylosGame:
    """Return a game under these options at its start."""
    return core.PylosGame(options.core_rules, options.repetition or 0)
