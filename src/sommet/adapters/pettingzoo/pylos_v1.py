"""Pylos for PettingZoo: `player_0` is light and begins.

Actions: `sommet.adapters.pylos_numbers`. Observation: `sommet.adapters.observations.PYLOS`. An
agent that takes balls back acts two or three times in a row.
"""

from typing import Any, ClassVar

from pettingzoo import AECEnv

from sommet.adapters.observations import PYLOS
from sommet.adapters.pettingzoo.guards import Guards
from sommet.adapters.pettingzoo.two_seats import RENDER_MODES, TwoSeats
from sommet.adapters.pictures import Pixels, draw_pylos
from sommet.adapters.pylos_numbers import ACTIONS, new_game
from sommet.engine import batch as core
from sommet.pylos import Options, State


def env(preset: str = "standard", *, render_mode: str | None = None, **rulings: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual checks: an illegal action loses the game.

    Args:
        preset: `children`, `standard` or `expert`.
        render_mode: `human`, `ansi`, `svg` or `rgb_array`.
        rulings: Settings of the rulings, such as `takeback="optional"`.
    """
    return guarded_env(preset, render_mode=render_mode, **rulings)


class raw_env(TwoSeats):  # noqa: N801 - PettingZoo's name
    """The environment without checks: an illegal action raises ValueError."""

    game: core.PylosGame
    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "pylos_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self, preset: str = "standard", *, render_mode: str | None = None, **rulings: Any
    ) -> None:
        self.options = Options.preset(preset, **rulings)
        super().__init__(new_game(self.options), PYLOS, ACTIONS, render_mode)

    @property
    def position(self) -> State:
        """The balls and the side to act, without the history."""
        game = self.game
        return State(self.options, game.light, game.dark, game.side)

    def draw(self, svg: bool) -> str:
        """Return the position as text or as an SVG drawing."""
        return self.position.to_svg() if svg else self.position.to_text()

    def paint(self) -> Pixels:
        """Return the same as pixels."""
        return draw_pylos(self.position)


class guarded_env(Guards, raw_env):  # noqa: N801 - as raw_env
    """The environment that `env` returns."""
