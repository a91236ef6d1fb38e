"""The checks of PettingZoo's wrappers, built into the environment."""

from collections.abc import Iterator
from typing import Any

from pettingzoo.utils.env import AECIterable
from pettingzoo.utils.env_logger import EnvLogger

from sommet.adapters.pettingzoo.two_seats import AGENTS, TwoSeats
from sommet.adapters.pictures import Pixels

_AFTER_RESET = frozenset(
    ["rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"]
)


class Guards(TwoSeats):
    """An environment with the checks of PettingZoo's three standard wrappers and their messages.

    What TerminateIllegalWrapper, AssertOutOfBoundsWrapper and OrderEnforcingWrapper do together
    around every board game of PettingZoo: an illegal action ends the game with -1 for the agent
    that chose it and 0 for the other; an action outside the action space, calls before reset()
    and turns without a step() are AssertionErrors; a step() when nobody is left is a warning.
    Wrapped in those three, an environment spends most of its time in them.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._stepped = False
        self._actions = int(self.action_spaces[AGENTS[0]].n)
        del self.agents  # there are no agents before the first reset

    def __getattr__(self, name: str) -> Any:
        """Explain that an attribute does not exist before the first reset."""
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without a seed, the next one of the same series."""
        self._stepped = True
        super().reset(seed, options)

    def step(self, action: Any) -> None:
        """Play the numbered action of the agent whose turn it is; an illegal one loses."""
        if not self._begun:
            EnvLogger.error_step_before_reset()
        self._stepped = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        # Plain numbers are by far the most common, and checking them with the space is slow.
        inside = type(action) is int and 0 <= action < self._actions
        if not inside and not (over and action is None):
            assert self.action_spaces[agent].contains(action), "action is not in action space"
        if over or self.game.is_legal(int(action)):
            super().step(action)
        else:
            self._lose(agent)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and its legal actions."""
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> Any:
        """Raise NotImplementedError: there is no global state besides the agents' observations."""
        if not self._begun:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | Pixels | None:
        """Return text (`ansi`), SVG (`svg`), pixels (`rgb_array`), or print the text (`human`)."""
        if not self._begun:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> "Turns":
        """Return the agents as they come to act; between two of them there must be a step()."""
        if not self._begun:
            EnvLogger.error_agent_iter_before_reset()
        return Turns(self, max_iter)

    def _lose(self, agent: str) -> None:
        """End the game because an agent chose an illegal action."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(AGENTS, True)
        self.truncations = dict.fromkeys(AGENTS, True)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self._deads_step_first()


class Turns(AECIterable):
    """The agents of an environment in the order of their turns."""

    def __iter__(self) -> Iterator[str]:
        env = self.env
        for _ in range(self.max_iter):
            if not env.agents:
                return
            assert env._stepped, "need to call step() or reset() in a loop over `agent_iter`"
            env._stepped = False
            yield env.agent_selection
