"""The solo trainer's steps without torch: what follows each card, and the network's inputs."""

import ctypes
import random

import numpy as np
import pytest

from sommet.bots.pacal.weights import shipped, solo_brain
from sommet.learn.native import compile_core
from sommet.pacal import Build, Options, Solo

CARDS = 50
STATE = np.dtype(
    [
        ("unseen", "<u8"),
        ("own", "u1", 10),
        ("cover_anytime", "u1"),
        ("field", "u1"),
        ("slot", "<u4"),
    ]
)


@pytest.fixture(scope="module")
def library():
    return compile_core()


def at(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def states_of(games):
    states = np.zeros(len(games), STATE)
    for state, game in zip(states, games, strict=True):
        view = game.view()
        state["unseen"] = sum(1 << card for card in view.unseen) | 1 << view.card
        tops, covered = view.pyramid.tops, view.pyramid.covered
        state["own"] = [
            top + (128 if under else 0) for top, under in zip(tops, covered, strict=True)
        ]
        state["cover_anytime"] = game.options.cover_anytime
    return states


def some_games(count, seed=8, **rulings):
    lots, games = random.Random(seed), []
    while len(games) < count:
        game = Solo.deal(Options.preset("en", **rulings), seed=lots.getrandbits(40))
        for _ in range(lots.randrange(12)):
            following = game.play(lots.choice(game.legal_moves))
            if following.outcome is not None:
                break
            game = following
        games.append(game)
    return games


def successors(library, states):
    counts = np.zeros(len(states) * CARDS, np.int32)
    library.solo_count_successors(at(states), ctypes.c_long(len(states)), None, 1, at(counts))
    ends = counts.cumsum(dtype=np.int64)
    out = np.zeros(int(ends[-1]), STATE)
    library.solo_fill_successors(
        at(states), ctypes.c_long(len(states)), at(counts), at(ends), 1, at(out)
    )
    return out


@pytest.mark.parametrize("cover_anytime", [True, False])
def test_what_follows_is_what_the_library_plays(library, cover_anytime):
    games = some_games(40, cover_anytime=cover_anytime)
    found = successors(library, states_of(games))
    for number, game in enumerate(games):
        card = game.view().card
        mine = found[found["slot"] == number * CARDS + card - 1]
        assert [Build(int(field) + 1) for field in mine["field"]] == list(game.legal_moves)
        for state in mine:
            after = game.play(Build(int(state["field"]) + 1)).view().pyramid
            assert list(state["own"] & 127) == list(after.tops)
            assert int(state["unseen"]) >> card & 1 == 0


def judged(library, states):
    """The chances of the shipped network, written out with numpy from the trainer's inputs."""
    wide, narrow = library.solo_wide(), library.solo_narrow()
    used, inputs = library.solo_rows() + library.solo_dense(), library.solo_inputs()
    sizes = [(used, wide), (wide,), (wide, narrow), (narrow,), (narrow,), (1,)]
    floats, parts, start = np.frombuffer(shipped("solo").floats, "<f4"), [], 0
    for size in sizes:
        parts.append(floats[start : start + int(np.prod(size))].reshape(size).astype(np.float64))
        start += int(np.prod(size))
    assert start == len(floats)
    first, first_bias, second, second_bias, out, out_bias = parts
    logits = np.zeros(len(states))
    for mirrored in (False, True):
        rows = np.zeros((len(states), inputs), np.float32)
        turned = np.full(len(states), mirrored)
        library.solo_fill_inputs(at(states), ctypes.c_long(len(states)), at(turned), 1, at(rows))
        hidden = np.maximum(rows[:, :used] @ first + first_bias, 0)
        logits += (np.maximum(hidden @ second + second_bias, 0) @ out + out_bias) / 2
    return np.where((states["own"] > 0).all(axis=1), 1.0, 1 / (1 + np.exp(-logits)))


def test_the_expectation_that_trains_is_the_player_one_card_ahead(library):
    games = some_games(6)
    states = states_of(games)
    found = successors(library, states)
    best = np.zeros(len(games) * CARDS)
    np.maximum.at(best, found["slot"], judged(library, found))
    unseen = [int(state["unseen"]).bit_count() for state in states]
    worth = best.reshape(-1, CARDS).sum(axis=1) / unseen
    for game, state, expected in zip(games, states, worth, strict=True):
        pyramid = game.view().pyramid
        chance = solo_brain().chance(
            bytes(pyramid.tops), bytes(pyramid.covered), int(state["unseen"]), game.options.code, 1
        )
        assert chance == pytest.approx(expected, abs=1e-4)
