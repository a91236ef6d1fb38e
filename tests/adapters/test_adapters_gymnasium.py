"""Gymnasium's own checker, and what it does not look at."""

import importlib.metadata
import subprocess
import sys

import gymnasium
import numpy as np
import plain_observations as plain
import pytest
from gymnasium.utils.env_checker import check_env

import sommet.adapters.gymnasium as adapter
from sommet import pacal

SOLO, PYLOS = "Sommet/PacalSolo-v1", "Sommet/PylosVsBot-v1"


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        (SOLO, {}),
        (SOLO, {"rulebook": "fr"}),
        (PYLOS, {}),
        (PYLOS, {"bot": "random", "seat": 1, "preset": "expert", "takeback": "optional"}),
    ],
)
def test_checker(name, settings):
    check_env(gymnasium.make(name, **settings).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", [SOLO, PYLOS])
def test_rendering(name, capsys):
    for mode in ("ansi", "svg", "human"):
        env = gymnasium.make(name, render_mode=mode)
        env.reset(seed=1)
        drawn = env.render()
        assert drawn is None if mode == "human" else isinstance(drawn, str)
    assert capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode"):
        adapter_class(name)(render_mode="video")


def adapter_class(name):
    module, _, cls = adapter.ENVIRONMENTS[name].partition(":")
    return getattr(importlib.import_module(module), cls)


def test_solo_follows_the_plain_rules():
    env = gymnasium.make(SOLO, rulebook="en").unwrapped
    random = np.random.default_rng(1)
    for game in range(30):
        seen, info = env.reset(seed=game if game == 0 else None)
        over, reward = False, 0.0
        while not over:
            np.testing.assert_array_equal(seen, plain.solo_observation(env.solo))
            legal = [move.field - 1 for move in env.solo.legal_moves]
            assert np.flatnonzero(info["action_mask"]).tolist() == legal
            assert np.flatnonzero(env.action_masks()).tolist() == legal
            assert reward == 0
            seen, reward, over, cut, info = env.step(random.choice(legal))
            assert not cut
        assert reward == (env.solo.outcome.winner == 0)


def test_solo_deals_differ_and_follow_the_seed():
    env = gymnasium.make(SOLO).unwrapped
    env.reset(seed=4)
    first = env.solo
    env.reset()
    assert env.solo != first
    env.reset(seed=4)
    assert env.solo == first
    assert isinstance(first, pacal.Solo)


@pytest.mark.parametrize("name", [SOLO, PYLOS])
def test_an_action_that_is_not_allowed_loses(name):
    env = gymnasium.make(name).unwrapped
    env.reset(seed=2)
    legal = env.action_masks()
    while legal.all():
        env.step(0)
        legal = env.action_masks()
    _, reward, over, _, info = env.step(int(np.flatnonzero(~legal)[0]))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_pylos_keeps_state_and_game_together(bot):
    env = gymnasium.make(PYLOS, bot=bot, preset="expert").unwrapped
    random = np.random.default_rng(3)
    seats, results = set(), []
    for game in range(12):
        seen, info = env.reset(seed=9 if game == 0 else None)
        seats.add(info["seat"])
        over = False
        while not over:
            assert env.state.side == env.seat == env.game.actor
            np.testing.assert_array_equal(
                seen, plain.pylos_observation(env.state, env._turn, env.seat)
            )
            legal = np.flatnonzero(info["action_mask"])
            assert set(legal.tolist()) == plain.pylos_legal(env.state, env._turn)
            seen, reward, over, _, info = env.step(random.choice(legal))
        winner = env.state.outcome.winner
        assert reward == (0 if winner is None else 1 if winner == env.seat else -1)
        results.append(reward)
    assert seats == {0, 1}
    if bot == "greedy":
        assert sum(results) < 0


def test_wrong_settings_are_refused():
    with pytest.raises(ValueError, match="seat is 0, 1 or None"):
        gymnasium.make(PYLOS, seat=2)


def test_the_entry_point_registers_the_environments():
    (point,) = importlib.metadata.entry_points(group="gymnasium.envs", name="__root__")
    assert point.value == "sommet.adapters.gymnasium:register_environments"
    assert point.load() is adapter.register_environments
    code = (
        "import gymnasium; "
        f"print(gymnasium.make('sommet.adapters.gymnasium:{SOLO}').reset(seed=1)[0].shape)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "(78,)\n"
