"""Batches agree with the plain classes, game by game and byte by byte."""

import copy
import pickle

import numpy as np
import plain_observations as plain
import pytest

from sommet import pacal, pylos
from sommet.adapters import observations, pacal_numbers, pylos_numbers
from sommet.adapters.batch import PacalBatch, PylosBatch, SoloBatch
from sommet.engine import batch as core

PYLOS_RULES = [
    pylos.Options.preset("children"),
    pylos.Options.preset("standard"),
    pylos.Options.preset("expert", takeback="optional", reserve="may-raise"),
    pylos.Options.preset("standard", repetition=2),
    pylos.Options.preset("expert", repetition=None),
]
PACAL_RULES = [
    pacal.Options.preset("en"),
    pacal.Options.preset("fr", cover_anytime=False, nobody_complete="most-fields"),
]


def reward_of(outcome, seat):
    if outcome is None or outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner == seat else -1.0


@pytest.mark.parametrize("options", PYLOS_RULES, ids=str)
def test_pylos_batch_follows_the_plain_rules(options):
    games = PylosBatch(6, options, seed=3, threads=2)
    states, turns = [pylos.State.start(options)] * len(games), [[] for _ in range(len(games))]
    ended = 0
    for _ in range(150):
        actions = games.sample()
        for i, (state, turn) in enumerate(zip(states, turns, strict=True)):
            assert games.actors[i] == state.side
            np.testing.assert_array_equal(
                games.observations[i], plain.pylos_observation(state, turn, state.side)
            )
            legal = plain.pylos_legal(state, turn)
            np.testing.assert_array_equal(games.masks[i], plain.mask_of(legal, 278))
            turn.append(int(actions[i]))
            if tuple(turn) in plain.pylos_sequences(state):
                states[i] = state.play(pylos_numbers.decode_move(turn))
                turn.clear()
        games.step(actions)
        for i, state in enumerate(states):
            assert games.dones[i] == (state.outcome is not None)
            assert games.rewards[i].tolist() == [reward_of(state.outcome, s) for s in (0, 1)]
            if state.outcome is not None:
                states[i] = pylos.State.start(options)
                ended += 1
    assert ended > 3


@pytest.mark.parametrize("options", PACAL_RULES, ids=str)
def test_pacal_batch_follows_the_plain_rules(options):
    games = PacalBatch(8, options, seed=5, threads=2)
    rounds = [pacal.Round.deal(options, games.deal_seed(i)) for i in range(len(games))]
    ended = 0
    for _ in range(150):
        actions = games.sample()
        for i, round_ in enumerate(rounds):
            assert games.actors[i] == round_.actor
            np.testing.assert_array_equal(
                games.observations[i], plain.pacal_observation(round_, round_.actor)
            )
            legal = plain.pacal_legal(round_)
            np.testing.assert_array_equal(games.masks[i], plain.mask_of(legal, 1238))
            number = int(actions[i])
            rounds[i] = round_.play(pacal_numbers.decode_action(number, round_.offer))
        games.step(actions)
        for i, round_ in enumerate(rounds):
            assert games.dones[i] == (round_.outcome is not None)
            assert games.rewards[i].tolist() == [reward_of(round_.outcome, s) for s in (0, 1)]
            if round_.outcome is not None:
                rounds[i] = pacal.Round.deal(options, games.deal_seed(i))
                ended += 1
    assert ended > 10


@pytest.mark.parametrize("options", PACAL_RULES, ids=str)
def test_solo_batch_follows_the_plain_rules(options):
    games = SoloBatch(8, options, seed=7, threads=1)
    solos = [pacal.Solo.deal(options, games.deal_seed(i)) for i in range(len(games))]
    for _ in range(60):
        actions = games.sample()
        for i, solo in enumerate(solos):
            np.testing.assert_array_equal(games.observations[i], plain.solo_observation(solo))
            legal = {move.field - 1 for move in solo.legal_moves}
            np.testing.assert_array_equal(games.masks[i], plain.mask_of(legal, 10))
            solos[i] = solo.play(pacal.Build(int(actions[i]) + 1))
        games.step(actions)
        for i, solo in enumerate(solos):
            assert games.dones[i] == (solo.outcome is not None)
            won = solo.outcome is not None and solo.outcome.winner == 0
            assert games.rewards[i].tolist() == [float(won)]
            if solo.outcome is not None:
                solos[i] = pacal.Solo.deal(options, games.deal_seed(i))


def single_game(options):
    if isinstance(options, pylos.Options):
        return pylos_numbers.new_game(options)
    return core.PacalGame(options.code)


@pytest.mark.parametrize("options", [PYLOS_RULES[2], PACAL_RULES[0]], ids=["pylos", "pacal"])
def test_single_games_show_what_batches_show(options):
    batch = PylosBatch if isinstance(options, pylos.Options) else PacalBatch
    games = batch(5, options, seed=100, threads=2)
    singles = [single_game(options) for _ in range(len(games))]
    for i, single in enumerate(singles):
        single.begin(100 + i)
    for _ in range(200):
        actions = games.sample()
        for i, single in enumerate(singles):
            np.testing.assert_array_equal(games.observations[i], single.observe(single.actor))
            np.testing.assert_array_equal(games.masks[i], single.mask())
            assert np.flatnonzero(games.masks[i]).tolist() == single.legal_actions()
            single.act(int(actions[i]))
            if single.over:
                single.deal()
        games.step(actions)


def test_the_number_of_threads_changes_nothing():
    one, four = PacalBatch(37, seed=9, threads=1), PacalBatch(37, seed=9, threads=4)
    assert (one.threads, four.threads) == (1, 4)
    for _ in range(50):
        actions = one.sample()
        np.testing.assert_array_equal(actions, four.sample())
        one.step(actions)
        four.step(actions.astype(np.int32))
        np.testing.assert_array_equal(one.observations, four.observations)
        np.testing.assert_array_equal(one.masks, four.masks)


def test_arrays_stay_in_place_and_are_shared_without_copies():
    games = PylosBatch(16)
    address = games.observations.ctypes.data
    shared = np.from_dlpack(games.masks)
    assert shared.ctypes.data == games.masks.ctypes.data
    games.step(games.sample())
    assert games.observations.ctypes.data == address == games._core.observations.ctypes.data
    np.testing.assert_array_equal(shared, games.masks)
    assert games.observations.flags.c_contiguous
    kept = games.observations
    del games
    assert kept[:, 93:95].min() >= 14  # the memory outlives the batch


def test_reset_starts_afresh():
    games = PacalBatch(4, seed=1)
    first = games.observations.copy()
    games.step(games.sample())
    games.reset(1)
    np.testing.assert_array_equal(first, games.observations)
    assert not games.dones.any()
    games.reset(2)
    np.testing.assert_array_equal(first[1:], games.observations[:-1])


def test_an_illegal_action_plays_nothing():
    games = PylosBatch(3)
    before = games.observations.copy()
    for bad in (29, 277, 278, -1, 2**40):
        with pytest.raises(ValueError, match=f"game 2: action {bad} is not legal"):
            games.step(np.array([0, 1, bad]))
        np.testing.assert_array_equal(before, games.observations)
    with pytest.raises(ValueError, match="one action for every game"):
        games.step(np.array([0, 1]))
    with pytest.raises(TypeError):
        games.step(np.array([0.0, 1.0, 2.0]))
    with pytest.raises(ValueError, match="number of games is from 1"):
        PylosBatch(0)


@pytest.mark.parametrize("options", [PYLOS_RULES[1], PACAL_RULES[1]], ids=["pylos", "pacal"])
def test_single_games_copy_and_pickle_in_the_middle(options):
    games = single_game(options)
    random = np.random.default_rng(4)
    games.begin(8)
    while not games.over:
        twins = [games.copy(), copy.deepcopy(games), pickle.loads(pickle.dumps(games))]
        number = int(random.choice(games.legal_actions()))
        before = games.observe(0)
        for twin in twins:
            np.testing.assert_array_equal(twin.observe(0), before)
            np.testing.assert_array_equal(twin.mask(), games.mask())
        games.act(number)
        for twin in twins:
            np.testing.assert_array_equal(twin.observe(0), before)
            twin.act(number)
            np.testing.assert_array_equal(twin.observe(1), games.observe(1))
            assert twin.over == games.over
    with pytest.raises(ValueError, match="not legal"):
        games.act(0)


def test_playouts_leave_the_game_alone_and_follow_the_seed():
    game = core.PacalGame(pacal.Options().code)
    before = game.observe(0)
    results = [game.roll_out(seed) for seed in range(40)]
    assert results == [game.roll_out(seed) for seed in range(40)]
    assert all(sum(result) == 0 for result in results)
    assert {result[0] for result in results} >= {1.0, -1.0}
    np.testing.assert_array_equal(game.observe(0), before)


def test_layouts_say_the_size_and_the_bounds_of_observations():
    for layout, batch in (
        (observations.PYLOS, PylosBatch),
        (observations.PACAL, PacalBatch),
        (observations.SOLO, SoloBatch),
    ):
        games = batch(64)
        high = observations.largest_values(layout)
        assert games.observations.shape[1] == observations.size_of(layout)
        for _ in range(80):
            games.step(games.sample())
            assert (games.observations <= high).all()


def test_a_pylos_game_can_start_from_any_position():
    options = pylos.Options.preset("expert")
    state = pylos.State.start(options)
    for move in ("1b2", "1c3", "1b3", "1c2", "1a1", "1d4", "1a2"):
        state = state.play(move)
    game = pylos_numbers.new_game(options)
    game.set_position(state.light, state.dark, state.side)
    for seat in (0, 1):
        np.testing.assert_array_equal(game.observe(seat), plain.pylos_observation(state, [], seat))
    assert set(game.legal_actions()) == plain.pylos_legal(state, [])
    with pytest.raises(ValueError, match="30 cells"):
        game.set_position(1, 1, 0)
