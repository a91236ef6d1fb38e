"""Many position texts at once: read as one array instead of one by one."""

from collections.abc import Sequence

import numpy as np

from sommet.engine import solver
from sommet.pylos import Options, State, format_position
from sommet.tablebase.full_table import Boards, Value, boards
from sommet.tablebase.probe import Table

_BLANK = format_position((0, 0, 0)).encode()
_LENGTH = len(_BLANK)
_CELL_AT = np.array([at for at, letter in enumerate(_BLANK[:-2]) if letter == ord(".")])
_FRAME_AT = np.array([at for at, letter in enumerate(_BLANK[:-1]) if letter != ord(".")])
_BITS = np.uint32(1) << np.arange(len(_CELL_AT), dtype=np.uint32)


def read_boards(texts: Sequence[str], options: Options) -> tuple[Boards, Boards]:
    """Return the balls of the side to move and of the other side for each text.

    Raises:
        InvalidPosition: one of the texts is not a position; the first such.
    """
    plain = np.array([len(text) == _LENGTH and text.isascii() for text in texts])
    filled = [text if fits else " " * _LENGTH for text, fits in zip(texts, plain, strict=True)]
    letters = np.frombuffer("".join(filled).encode(), np.uint8).reshape(len(texts), _LENGTH)
    balls, side = letters[:, _CELL_AT], letters[:, -1]
    light, dark = balls == ord("L"), balls == ord("D")
    frame = np.frombuffer(_BLANK, np.uint8)[_FRAME_AT]
    good = (
        plain
        & (letters[:, _FRAME_AT] == frame).all(1)
        & (light | dark | (balls == ord("."))).all(1)
        & ((side == ord("L")) | (side == ord("D")))
    )
    first = (light * _BITS).sum(1, dtype=np.uint32)
    second = (dark * _BITS).sum(1, dtype=np.uint32)
    dark_moves = side == ord("D")
    own = np.where(dark_moves, second, first)
    other = np.where(dark_moves, first, second)
    good &= solver.find(4, own, other) != solver.NOT_STORED
    for at in np.flatnonzero(~good).tolist():  # broken, or a game that is over: look closely
        mine, theirs = boards([State.parse(texts[at], options)])
        own[at], other[at] = mine[0], theirs[0]
    return own, other


def text_values(texts: Sequence[str], table: Table) -> list[Value]:
    """Return the value of each position; raise InvalidPosition for the first invalid one."""
    return table.board_values(*read_boards(texts, table.options))
