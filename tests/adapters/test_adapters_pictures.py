"""Pictures as pixels: every environment, videos, and many games at once."""

import os
import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo, RenderCollection

import sommet.adapters.gymnasium
from sommet.adapters.pettingzoo import pacal_v1, pylos_v1
from sommet.adapters.pictures import draw_pylos, draw_round, draw_solo
from sommet.bots import make
from sommet.pacal import Round, Solo
from sommet.pylos import State

ROOT = Path(__file__).parents[2]
NAMES = tuple(sommet.adapters.gymnasium.ENVIRONMENTS)


def changed(after, before):
    """Return how far apart two boards differ, and how bright the first is there."""
    where = np.abs(after.astype(int) - before).max(axis=-1)[:400] > 60
    rows, columns = np.nonzero(where)
    return np.ptp(rows), np.ptp(columns), after[:400][where].mean()


def check(pixels):
    assert pixels.dtype == np.uint8
    assert pixels.ndim == 3
    assert pixels.shape[2] == 3
    assert pixels.shape[0] % 2 == pixels.shape[1] % 2 == 0, "video formats want even sides"


def test_balls_are_where_they_lie():
    empty = draw_pylos(State.start())
    light = draw_pylos(State.start().play("1b2"))
    dark = draw_pylos(State.start().play("1b2").play("1c3"))
    check(empty)
    # One ball each, about as wide as high.
    for after, before in ((light, empty), (dark, light)):
        height, width, _ = changed(after, before)
        assert 50 < height < 90
        assert 50 < width < 90
    assert changed(light, empty)[2] > 140 > 100 > changed(dark, light)[2]


def test_every_moment_of_a_round_and_of_solo_can_be_drawn():
    played, bot = Round.deal(seed=1), make("pacal", "greedy")
    shapes = {draw_round(played).shape}
    while played.actor is not None:
        played = played.play(bot.choose(played.view(played.actor), seed=1))
        shapes.add(draw_round(played).shape)
    solo, bot = Solo.deal(seed=1), make("solo", "greedy")
    before = draw_solo(solo)
    check(before)
    while solo.legal_moves:
        solo = solo.play(bot.choose(solo.view(), seed=1))
        assert draw_solo(solo).shape == before.shape
        assert (draw_solo(solo) != before).any()
    (shape,) = shapes
    assert shape[0] % 2 == shape[1] % 2 == 0


def play_out(env):
    _, info = env.reset(seed=1)
    env.action_space.seed(2)
    over = False
    while not over:
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_collects_the_frames_of_a_video(name):
    env = RenderCollection(gymnasium.make(name, render_mode="rgb_array"), pop_frames=False)
    play_out(env)
    frames = env.render()
    check(frames[0])
    assert len(frames) > 3
    assert len({frame.shape for frame in frames}) == 1
    assert any((frame != frames[0]).any() for frame in frames)


@pytest.fixture
def clients():
    """Return where `make soak` has put sb3-contrib and MoviePy, too large for every test run."""
    folder = ROOT / "build" / "clients"
    if not (folder / ".installed").exists():
        pytest.skip("`make soak` and `make maskable-ppo` install them; up to 5 GB")
    return folder


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")  # MoviePy's own
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_records_a_video(name, tmp_path, monkeypatch, clients):
    monkeypatch.syspath_prepend(clients)
    env = RecordVideo(gymnasium.make(name, render_mode="rgb_array"), str(tmp_path / "film"))
    play_out(env)
    env.close()
    (film,) = (tmp_path / "film").glob("*.mp4")
    assert film.stat().st_size > 5000


@pytest.mark.parametrize("module", [pylos_v1, pacal_v1])
def test_pettingzoo_draws_pixels(module):
    env = module.env(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    check(before)
    observation, *_ = env.last()
    space = env.action_space(env.agent_selection)
    space.seed(1)
    env.step(space.sample(observation["action_mask"]))
    assert (env.render() != before).any()


def make_many(count, **settings):
    return gymnasium.make_vec(
        "Sommet/PacalSolo-v1", count, vectorization_mode="vector_entry_point", **settings
    )


def test_many_games_are_the_single_ones():
    """Game i from seed s goes as the single environment does from seed s + i."""
    many, singles = make_many(3, rulebook="fr"), []
    seen, infos = many.reset(seed=5)
    for i in range(3):
        env = gymnasium.make("Sommet/PacalSolo-v1", rulebook="fr")
        first, info = env.reset(seed=5 + i)
        assert (first == seen[i]).all()
        assert (info["action_mask"] == infos["action_mask"][i]).all()
        singles.append(env)
    for _ in range(40):
        actions = many.unwrapped.batch.sample()
        seen, rewards, over, cut, infos = many.step(actions)
        assert not cut.any()
        for i, env in enumerate(singles):
            alone, reward, ended, _, info = env.step(actions[i])
            assert (reward, ended) == (rewards[i], over[i])
            if ended:
                alone, info = env.reset()
            assert (alone == seen[i]).all()
            assert (info["action_mask"] == infos["action_mask"][i]).all()


def test_many_games_keep_to_gymnasiums_ways():
    many = make_many(4)
    assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    first, infos = many.reset(seed=1)
    assert many.observation_space.contains(first)
    assert many.action_space.contains(many.unwrapped.batch.sample())
    again, _ = many.reset(seed=1)
    assert (first == again).all()
    assert again is not first
    while infos["action_mask"].all(axis=1).any():  # the first card fits everywhere
        *_, infos = many.step(np.argmax(infos["action_mask"], axis=1))
    forbidden = np.argmin(infos["action_mask"], axis=1)
    with pytest.raises(ValueError, match="not legal"):
        many.step(forbidden)
    many.close()


@pytest.mark.soak
def test_maskable_ppo_learns_solo(clients):
    """From next to no wins to more than one game in twenty."""
    done = subprocess.run(
        [sys.executable, ROOT / "bench/agents/maskable_ppo_solo.py", "--steps", "100000"],
        env={**os.environ, "PYTHONPATH": str(clients)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lot, trained = map(float, re.findall(r"([0-9.]+)% of the games", done.stdout))
    assert trained > 5 > 2 > lot
