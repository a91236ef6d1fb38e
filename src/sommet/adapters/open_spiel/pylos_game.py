"""`python_pylos`: Pylos for OpenSpiel. Player 0 is light.

Parameters: `preset` (children, standard, expert), `takeback` (compulsory, optional), `reserve`
(lose, may-raise), `repetition` (a count, 0 for never), `horizon`: a game of that many actions is
drawn, because OpenSpiel needs games of limited length. Actions: `sommet.adapters.pylos_numbers`.
Observation: `sommet.adapters.observations.PYLOS`. Everything is public; what is remembered is the
sequence of actions.
"""

from typing import Any

import numpy as np
import pyspiel

from sommet.adapters.observations import PYLOS, size_of
from sommet.adapters.open_spiel.two_players import TwoPlayerGame, describe_game
from sommet.adapters.pylos_numbers import ACTIONS, format_number, new_game
from sommet.pylos import Options
from sommet.pylos.position import format_position

_PARAMETERS = {
    "preset": "standard",
    "takeback": "compulsory",
    "reserve": "lose",
    "repetition": 3,
    "horizon": 1000,
}
_STAGES = ("lands", "takes back", "takes back or stops")

GAME_TYPE = describe_game("python_pylos", "Pylos", _PARAMETERS, is_dealt=False)


class PylosGame(TwoPlayerGame):
    """Pylos as an OpenSpiel game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        self.horizon = int(chosen["horizon"])
        self.options = Options.preset(
            chosen["preset"],
            takeback=chosen["takeback"],
            reserve=chosen["reserve"],
            repetition=int(chosen["repetition"]) or None,
        )
        super().__init__(GAME_TYPE, params, actions=ACTIONS, longest=self.horizon)

    def new_initial_state(self) -> "PylosState":
        """Return the empty board."""
        return PylosState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> "PylosObserver":
        """Return an observer; with perfect recall its strings contain all actions."""
        return PylosObserver(iig_obs_type, params)


class PylosState(pyspiel.State):
    """A position within a turn of Pylos."""

    def __init__(self, game: PylosGame) -> None:
        super().__init__(game)
        self.core = new_game(game.options)
        self.actions_left = game.horizon
        # One string, because OpenSpiel copies states by deep copy and strings are not copied.
        self.history_text = ""

    def current_player(self) -> int:
        """Return who is to act: 0 light, 1 dark."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.core.actor

    def _legal_actions(self, _player: int) -> list[int]:
        return self.core.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.history_text += format_number(action) + " "
        self.core.act(action)
        self.actions_left -= 1

    def _action_to_string(self, _player: int, action: int) -> str:
        return format_number(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over, by the rules or by the horizon."""
        return self.core.over or self.actions_left <= 0

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; zeros for a draw."""
        if not self.core.over:
            return [0.0, 0.0]
        return [self.core.result(0), self.core.result(1)]

    def __str__(self) -> str:
        game = self.core
        text = format_position((game.light, game.dark, game.side))
        return f"{text} {_STAGES[game.stage]}, occurrence {game.occurred}"


class PylosObserver:
    """What a player sees: everything."""

    def __init__(
        self, iig_obs_type: pyspiel.IIGObservationType | None, params: dict[str, Any] | None
    ) -> None:
        if params:
            raise ValueError(f"python_pylos has no observation parameters, not {params}")
        self._remembers = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(size_of(PYLOS), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: PylosState, player: int) -> None:
        """Fill in the tensor as `player` sees `state`."""
        self.tensor[:] = state.core.observe(player)

    def string_from(self, state: PylosState, _player: int) -> str:
        """Return the position, or with perfect recall the actions that led to it."""
        return state.history_text.rstrip() if self._remembers else str(state)
