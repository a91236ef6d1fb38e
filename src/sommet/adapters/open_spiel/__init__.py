"""OpenSpiel games: `python_pylos` and `python_pacal`, registered on import (extra `open-spiel`).

Afterwards `pyspiel.load_game("python_pylos(preset=expert)")` returns a game.
"""

import pyspiel

from sommet.adapters.open_spiel.evaluator import CoreRollouts
from sommet.adapters.open_spiel.pacal_game import GAME_TYPE as _PACAL
from sommet.adapters.open_spiel.pacal_game import PacalGame, PacalState
from sommet.adapters.open_spiel.pylos_game import GAME_TYPE as _PYLOS
from sommet.adapters.open_spiel.pylos_game import PylosGame, PylosState

__all__ = ["CoreRollouts", "PacalGame", "PacalState", "PylosGame", "PylosState"]

for _type, _game in ((_PYLOS, PylosGame), (_PACAL, PacalGame)):
    pyspiel.register_game(_type, _game)
