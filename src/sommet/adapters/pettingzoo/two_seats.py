"""What both two-player environments share: PettingZoo's interface around a game of the core."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sommet.adapters.observations import Layout, largest_values
from sommet.adapters.pictures import Pixels
from sommet.engine import batch as core

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
AGENTS = ("player_0", "player_1")
_SEATS = {"player_0": 0, "player_1": 1}


class TwoSeats(AECEnv):
    """An environment of two agents, `player_0` and `player_1`, which act in the order of the game.

    Observations are dictionaries: `observation` (uint8) and `action_mask` (int8, all zero for an
    agent that is not to act). The winner gets 1, the loser -1, both 0 for a draw, at the end only.
    """

    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self,
        game: core.PylosGame | core.PacalGame,
        layout: Layout,
        actions: int,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode}")
        self.render_mode = render_mode
        self.game = game
        self.played: list[int] = []
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._begun = False
        self._no_action = np.zeros(actions, np.int8)
        high = largest_values(layout)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    @abstractmethod
    def draw(self, svg: bool) -> str:
        """Return the game as text or as an SVG drawing."""

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the numbered actions; the same object every time."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the shape of an observation; the same object every time."""
        return self.observation_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and its legal actions."""
        seat = _SEATS[agent]
        game = self.game
        acts = game.actor == seat
        return {
            "observation": game.observe(seat),
            "action_mask": game.mask() if acts else self._no_action.copy(),
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's signature
        """Start a game; without a seed, the next one of the same series."""
        if seed is not None or not self._begun:
            self.game.begin((seed or 0) & (2**64 - 1))
            self._begun = True
        else:
            self.game.deal()
        self.played.clear()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.game.actor]

    def step(self, action: Any) -> None:
        """Play the numbered action of the agent whose turn it is; ValueError if not legal."""
        if not self._begun:
            raise RuntimeError("call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        number = int(action)
        self._cumulative_rewards[agent] = 0.0
        game.act(number)
        self.played.append(number)
        if game.over:
            for name, seat in _SEATS.items():
                self.rewards[name] = game.result(seat)
                self.terminations[name] = True
            self._accumulate_rewards()
            self.agent_selection = AGENTS[1 - _SEATS[agent]]
        else:
            self.agent_selection = AGENTS[game.actor]
        if self.render_mode == "human":
            self.render()

    @abstractmethod
    def paint(self) -> Pixels:
        """Return the same as pixels."""

    def render(self) -> str | Pixels | None:
        """Return text (`ansi`), SVG (`svg`), pixels (`rgb_array`), or print the text (`human`)."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self.paint()
        picture = self.draw(self.render_mode == "svg")
        if self.render_mode != "human":
            return picture
        print(picture)
        return None

    def close(self) -> None:
        """Do nothing: no window is open."""
