"""The built-in guards do what PettingZoo's own wrappers do around the same environment."""

import copy

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from sommet.adapters.pettingzoo import pacal_v1, pylos_v1

MODULES = pytest.mark.parametrize("module", [pylos_v1, pacal_v1], ids=["pylos", "pacal"])


def stock(module, **settings):
    """Return the environment wrapped as PettingZoo wraps connect_four_v3."""
    env = wrappers.TerminateIllegalWrapper(module.raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def told(call):
    """Return what a call does: its answer, or the error with its words; and the warnings."""
    EnvLogger.flush()
    try:
        answer = call()
    except Exception as error:
        answer = (type(error), str(error))
    return answer, [str(message) for message in EnvLogger.mqueue]


BOOKS = [
    "agents",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "agent_selection",
    "num_agents",
    "possible_agents",
    "max_num_agents",
]


def books(env):
    """Return everything that PettingZoo's loops read, the rewards not yet collected last."""
    read = [told(lambda name=name: copy.copy(getattr(env, name))) for name in BOOKS]
    return [*read, dict(getattr(env, "_cumulative_rewards", {}))]


def legal(env):
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask)[0])


def illegal(env):
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[0])


def finish(env):
    while not any(env.terminations.values()):
        env.step(legal(env))


def bury(env):
    for _ in range(2):
        env.step(None)


def second_to_act(env):
    """Go on until player_1 is to act."""
    while env.agent_selection != "player_1":
        env.step(legal(env))


#: What somebody might do, right or wrong, one call after the other.
STORIES = {
    "step before reset": [lambda env: env.step(0)],
    "observe before reset": [lambda env: env.observe("player_0")],
    "last before reset": [lambda env: env.last()],
    "render before reset": [lambda env: env.render()],
    "state before reset": [lambda env: env.state()],
    "turns before reset": [lambda env: env.agent_iter()],
    "nothing before reset": [],
    "after reset": [lambda env: env.reset(seed=5)],
    "illegal": [lambda env: env.reset(seed=5), lambda env: env.step(illegal(env)), bury],
    "illegal by the second": [
        lambda env: env.reset(seed=5),
        second_to_act,
        lambda env: env.step(illegal(env)),
        lambda env: env.step(None),
        lambda env: env.step(None),
        lambda env: env.step(None),
    ],
    "illegal, then an action": [
        lambda env: env.reset(seed=5),
        lambda env: env.step(illegal(env)),
        lambda env: env.step(0),
    ],
    "illegal, then reset": [
        lambda env: env.reset(seed=5),
        lambda env: env.step(illegal(env)),
        lambda env: env.reset(seed=6),
        lambda env: env.step(legal(env)),
        finish,
        bury,
    ],
    "to the end": [lambda env: env.reset(seed=7), finish, bury],
    "an action after the end": [lambda env: env.reset(seed=7), finish, lambda env: env.step(0)],
    "a wrong action after the end": [
        lambda env: env.reset(seed=7),
        finish,
        lambda env: env.step(99_999),
    ],
    "nobody left": [
        lambda env: env.reset(seed=7),
        finish,
        bury,
        lambda env: env.step(None),
        lambda env: env.step(0),
    ],
    "no action": [lambda env: env.reset(seed=8), lambda env: env.step(None)],
    "no such action": [lambda env: env.reset(seed=8), lambda env: env.step(99_999)],
    "a negative action": [lambda env: env.reset(seed=8), lambda env: env.step(-1)],
    "a fraction": [lambda env: env.reset(seed=8), lambda env: env.step(1.5)],
    "a word": [lambda env: env.reset(seed=8), lambda env: env.step("place")],
    "a NumPy number": [lambda env: env.reset(seed=8), lambda env: env.step(np.int64(legal(env)))],
    "no view of the whole": [lambda env: env.reset(seed=8), lambda env: env.state()],
    "turns without a step": [
        lambda env: env.reset(seed=9),
        lambda env: [agent for agent in env.agent_iter(3)],  # noqa: C416 - runs the loop
    ],
    "turns up to a number": [
        lambda env: env.reset(seed=9),
        lambda env: [(agent, env.step(legal(env))) for agent in env.agent_iter(7)],
    ],
    "turns to the end": [
        lambda env: env.reset(seed=9),
        lambda env: [
            (agent, env.last()[1:], env.step(None if env.last()[2] else legal(env)))
            for agent in env.agent_iter()
        ],
        lambda env: list(env.agent_iter()),
    ],
}


@MODULES
@pytest.mark.parametrize("story", STORIES)
def test_guards_do_what_the_wrappers_do(module, story):
    ours, theirs = module.env(render_mode="ansi"), stock(module, render_mode="ansi")
    assert str(ours) == str(theirs)
    assert books(ours) == books(theirs)
    for number, call in enumerate(STORIES[story]):
        happened = [told(lambda env=env, call=call: call(env)) for env in (ours, theirs)]
        assert happened[0] == happened[1], number
        assert books(ours) == books(theirs), number


@MODULES
def test_the_stories_meet_every_guard(module):
    """The wrappers refuse in all these words; a story that never met them would prove nothing."""
    words = []
    for story in STORIES.values():
        env = stock(module)
        for call in story:
            answer, warnings = told(lambda env=env, call=call: call(env))
            words += [str(answer), *warnings, *(str(entry[0]) for entry in books(env)[:-1])]
    for guard in (
        "needs to be called before step",
        "needs to be called before observe",
        "needs to be called before render",
        "needs to be called before state",
        "needs to be called before agent_iter",
        "cannot be accessed before reset",
        "action is not in action space",
        "the only valid action is None",
        "Illegal move made",
        "Should reset() first",
        "need to call step() or reset() in a loop",
    ):
        assert any(guard in said for said in words), guard
