"""Pylos: thirty balls, one pyramid, and the player who places the ball on the summit wins.

>>> from sommet.pylos import State
>>> state = State.start().play("1b2").play("1c3")
>>> len(state.legal_moves), state.reserve(0)
(14, 14)
"""

from sommet.pylos.cells import CELL_NAMES, format_cell, parse_cell
from sommet.pylos.counting import perft, perft_split, random_games
from sommet.pylos.landings import Landing
from sommet.pylos.moves import Move
from sommet.pylos.options import Options
from sommet.pylos.position import format_position, parse_position
from sommet.pylos.refusal import MoveRefusal
from sommet.pylos.sides import DARK, LIGHT
from sommet.pylos.state import State
from sommet.pylos.touches import TouchRefusal, find_touch_refusals

__all__ = [
    "CELL_NAMES",
    "DARK",
    "LIGHT",
    "Landing",
    "Move",
    "MoveRefusal",
    "Options",
    "State",
    "TouchRefusal",
    "find_touch_refusals",
    "format_cell",
    "format_position",
    "parse_cell",
    "parse_position",
    "perft",
    "perft_split",
    "random_games",
]
