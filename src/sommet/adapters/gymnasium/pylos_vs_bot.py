"""`Sommet/PylosVsBot-v1`: Pylos against one of Sommet's own players."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sommet.adapters.observations import PYLOS, largest_values
from sommet.adapters.pictures import draw_pylos
from sommet.adapters.pylos_numbers import ACTIONS, decode_move, new_game, play_turn
from sommet.bots import make
from sommet.pylos import Options, State


class PylosVsBot(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """Play numbered actions (`sommet.adapters.pylos_numbers`); the bot replies to each full turn.

    Reward: 1 for a win, -1 for a loss, 0 for a draw, at the end only. An action that the rules do
    not allow ends the game with reward -1; `info["action_mask"]` and `action_masks()` say which are
    allowed. Observation: `sommet.adapters.observations.PYLOS`.

    Args:
        bot: Any spec of `sommet.bots`, such as `random`, `greedy`, `level:3`, `search:20000n`.
        seat: 0 to play light, 1 for dark, None for a random one at every reset. Ruling PYL-R4.
        preset: `children`, `standard` or `expert`.
        render_mode: `human`, `ansi`, `svg` or `rgb_array`.
        rulings: Settings of the rulings, such as `takeback="optional"`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "svg", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        bot: str = "greedy",
        *,
        seat: int | None = None,
        preset: str = "standard",
        render_mode: str | None = None,
        **rulings: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render_mode {render_mode!r}")
        if seat not in (None, 0, 1):
            raise ValueError(f"seat is 0, 1 or None, not {seat!r}")
        self.options = Options.preset(preset, **rulings)
        self.render_mode = render_mode
        self.bot = make("pylos", bot)
        self.game = new_game(self.options)
        self.state = State.start(self.options)
        self.seat = seat or 0
        self._fixed_seat = seat
        self._turn: list[int] = []
        high = largest_values(PYLOS)
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start a game; if the bot is light, it has already moved."""
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(2))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        self.game.deal()
        self.state = State.start(self.options)
        self._turn.clear()
        self._answer()
        self._show()
        return self.game.observe(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action; if it ends the turn, the bot's answer is played too."""
        number = int(action)
        if self.game.actor != self.seat or not self.game.is_legal(number):
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.game.act(number)
        self._turn.append(number)
        if self.game.actor != self.seat:
            self.state = self.state.play(decode_move(self._turn))
            self._turn.clear()
            self._answer()
        self._show()
        over = self.game.over
        reward = self.game.result(self.seat) if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are allowed (the name that MaskablePPO looks for)."""
        return self.game.mask().astype(bool)

    def render(self) -> Any:
        """Return text (`ansi`), SVG (`svg`) or pixels (`rgb_array`); `human` prints every step."""
        if self.render_mode is None:
            return None
        shown = State(self.options, self.game.light, self.game.dark, self.game.side)
        if self.render_mode == "rgb_array":
            return draw_pylos(shown)
        if self.render_mode == "svg":
            return shown.to_svg()
        if self.render_mode == "ansi":
            return shown.to_text()
        print(shown.to_text())
        return None

    def _answer(self) -> None:
        """Play the bot's turn if it is the bot's."""
        if self.game.over or self.game.actor == self.seat:
            return
        move = self.bot.choose(self.state, seed=int(self.np_random.integers(2**63)))
        self.state = self.state.play(move)
        play_turn(self.game, move)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> NDArray[np.uint8]:
        return self.game.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.mask(), "seat": self.seat}
