"""One round of Pacal for PettingZoo; the higher apex begins.

Actions: `sommet.adapters.pacal_numbers`. Observation: `sommet.adapters.observations.PACAL`, what
the agent's seat may know and nothing else. Drawings show both hands.
"""

from typing import Any, ClassVar

from pettingzoo import AECEnv

from sommet.adapters.observations import PACAL
from sommet.adapters.pacal_numbers import ACTIONS, decode_action
from sommet.adapters.pettingzoo.guards import Guards
from sommet.adapters.pettingzoo.two_seats import RENDER_MODES, TwoSeats
from sommet.adapters.pictures import Pixels, draw_round
from sommet.engine import batch as core
from sommet.pacal import Options, Round


def env(rulebook: str = "en", *, render_mode: str | None = None, **rulings: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual checks: an illegal action loses the game.

    Args:
        rulebook: `en`, `nl` or `fr`.
        render_mode: `human`, `ansi`, `svg` or `rgb_array`.
        rulings: Settings of the rulings, such as `cover_anytime=False`.
    """
    return guarded_env(rulebook, render_mode=render_mode, **rulings)


class raw_env(TwoSeats):  # noqa: N801 - PettingZoo's name
    """The environment without checks: an illegal action raises ValueError."""

    game: core.PacalGame
    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "pacal_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self, rulebook: str = "en", *, render_mode: str | None = None, **rulings: Any
    ) -> None:
        self.options = Options.preset(rulebook, **rulings)
        super().__init__(core.PacalGame(self.options.code), PACAL, ACTIONS, render_mode)

    @property
    def round(self) -> Round:
        """The current round, including what is hidden."""
        round_ = Round.deal(self.options, self.game.deal_seed)
        for number in self.played:
            round_ = round_.play(decode_action(number, round_.offer))
        return round_

    def draw(self, svg: bool) -> str:
        """Return the round, both hands open, as text or as an SVG drawing."""
        return self.round.to_svg() if svg else self.round.to_text()

    def paint(self) -> Pixels:
        """Return the same as pixels."""
        return draw_round(self.round)


class guarded_env(Guards, raw_env):  # noqa: N801 - as raw_env
    """The environment that `env` returns."""
