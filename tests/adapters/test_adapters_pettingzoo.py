"""PettingZoo's own checkers, and what they do not look at."""

import sys
import time
import warnings
from types import SimpleNamespace

import numpy as np
import pettingzoo
import plain_observations as plain
import pytest

with warnings.catch_warnings():
    # PettingZoo's checkers import their own environments in a way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from sommet import pylos
from sommet.adapters import pylos_numbers
from sommet.adapters.pettingzoo import pacal_v1, pylos_v1

# Dictionaries with a mask are what PettingZoo's own board games use, known by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]

MODULES = pytest.mark.parametrize("module", [pylos_v1, pacal_v1], ids=["pylos", "pacal"])


@MODULES
def test_api(module):
    api_test(module.env(), num_cycles=300)


@pytest.mark.parametrize("preset", ["children", "expert"])
def test_api_of_other_pylos_rules(preset):
    api_test(pylos_v1.env(preset, takeback="optional"), num_cycles=100)


@pytest.mark.parametrize("rulebook", ["nl", "fr"])
def test_api_of_other_pacal_rules(rulebook):
    api_test(pacal_v1.env(rulebook, cover_anytime=False), num_cycles=100)


@MODULES
def test_seeds(module):
    seed_test(module.env, num_cycles=200)


@MODULES
def test_rendering(module, capsys):
    render_test(module.env, custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})
    assert capsys.readouterr().out


@MODULES
def test_performance_benchmark_runs(module, capsys, monkeypatch):
    """It plays for five seconds; here its clock runs twenty times as fast."""
    clock = SimpleNamespace(time=lambda: 20 * time.monotonic())
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(module.env())
    assert "turns per second" in capsys.readouterr().out.lower()


def play_randomly(env, seed):
    """Play a game; yield before every action."""
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    while not all(env.terminations.values()):
        yield env.agent_selection
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(random.choice(np.flatnonzero(mask))))


def test_pacal_shows_each_agent_its_own_view():
    env = pacal_v1.raw_env("fr")
    for seed in range(3):
        for _ in play_randomly(env, seed):
            round_ = env.round
            for seat, agent in enumerate(env.possible_agents):
                seen = env.observe(agent)
                np.testing.assert_array_equal(
                    seen["observation"], plain.pacal_observation(round_, seat)
                )
                legal = plain.pacal_legal(round_) if round_.actor == seat else ()
                np.testing.assert_array_equal(seen["action_mask"], plain.mask_of(legal, 1238))
        outcome = env.round.outcome
        rewards = [env._cumulative_rewards[agent] for agent in env.possible_agents]
        expected = 0 if outcome.winner is None else 1 - 2 * outcome.winner
        assert rewards == [expected, -expected]


def test_hidden_cards_change_nothing_that_an_agent_sees():
    env = pacal_v1.raw_env()
    for step, agent in enumerate(play_randomly(env, 11)):
        seat = env.possible_agents.index(agent)
        twin = env.game.copy()
        twin.redeal(seat, step)
        np.testing.assert_array_equal(twin.observe(seat), env.game.observe(seat))
        np.testing.assert_array_equal(twin.mask(), env.game.mask())


def test_pylos_turns_follow_the_state():
    env = pylos_v1.raw_env("expert")
    state, begun = pylos.State.start(pylos.Options.preset("expert")), 0
    taken_back = 0
    for agent in play_randomly(env, 5):
        if env.game.stage == 0 and env.played:
            state = state.play(pylos_numbers.decode_move(env.played[begun:]))
            begun = len(env.played)
            assert env.position.format() == state.format()
        turn = env.played[begun:]
        taken_back += bool(turn)
        for seat, name in enumerate(env.possible_agents):
            seen = env.observe(name)
            np.testing.assert_array_equal(
                seen["observation"], plain.pylos_observation(state, turn, seat)
            )
            legal = plain.pylos_legal(state, turn) if name == agent else ()
            np.testing.assert_array_equal(seen["action_mask"], plain.mask_of(legal, 278))
    assert taken_back


def test_without_guards_wrong_calls_raise():
    raw = pylos_v1.raw_env()
    with pytest.raises(RuntimeError, match="reset"):
        raw.step(0)
    raw.reset()
    with pytest.raises(ValueError, match="action 29 is not legal"):
        raw.step(29)


def test_deals_follow_the_seed_and_differ_without_one():
    env = pacal_v1.raw_env()
    env.reset(seed=3)
    first = env.round
    env.reset()
    assert env.round != first
    env.reset(seed=3)
    assert env.round == first


def test_unknown_render_modes_are_refused():
    with pytest.raises(ValueError, match="render_mode is one of"):
        pylos_v1.env(render_mode="video")


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="names came with PettingZoo 1.27")
def test_pettingzoo_knows_them_by_name():
    made = pettingzoo.make("aec", "Sommet/Pylos-v1", preset="children")
    assert made.unwrapped.options.preset_name == "children"
    assert isinstance(pettingzoo.make("aec", "Sommet/Pacal-v1").unwrapped, pacal_v1.raw_env)
