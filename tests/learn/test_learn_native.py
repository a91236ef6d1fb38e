"""Training without torch: the compiled half, and the network against a plain numpy twin."""

import ctypes

import numpy as np
import pytest

from sommet.bots.pacal.weights import shipped
from sommet.bots.pylos.weights import shipped_network
from sommet.errors import SommetError
from sommet.learn.native import (
    DUEL_SAMPLE,
    DuelCore,
    Player,
    compile_core,
    own_folder,
    read_floats,
    solo_trial,
)
from sommet.pacal import Options


@pytest.fixture(scope="module")
def library():
    return compile_core()


@pytest.fixture(scope="module")
def duel(library):
    return DuelCore(library, threads=1)


def weights(name):
    return np.frombuffer(shipped(name).floats, "<f4").astype(np.float32)


def plain_network(core, floats, rows, dense):
    """The network written out with numpy, from the order of the weights file."""
    sizes = [
        (core.rows, core.wide),
        (core.dense, core.wide),
        (core.wide,),
        (core.wide, core.narrow),
        (core.narrow,),
        (core.outputs, core.narrow),
        (core.outputs,),
    ]
    parts, at = [], 0
    for shape in sizes:
        count = int(np.prod(shape))
        parts.append(floats[at : at + count].reshape(shape).astype(np.float64))
        at += count
    assert at == len(floats)
    row, dense_row, bias, narrow, narrow_bias, out, out_bias = parts
    row = np.vstack([row, np.zeros(core.wide)])
    wide = np.maximum(row[rows].sum(axis=1) + dense @ dense_row + bias, 0)
    last = np.maximum(wide @ narrow + narrow_bias, 0)
    return last @ out.T + out_bias


def test_the_compiled_network_agrees_with_its_plain_twin(duel):
    samples = duel.self_play(None, seed=4, rounds=20)
    floats = weights("duel-2")
    logits = plain_network(duel, floats, *duel.expand(samples))
    chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert np.abs(chances - duel.evaluate(floats, samples)).max() < 1e-4


def test_self_play_is_the_same_for_the_same_seed(duel):
    floats = weights("duel-1")
    first, second = (duel.self_play(floats, seed=9, rounds=3) for _ in range(2))
    assert first.tobytes() == second.tobytes()
    assert np.abs(first["target"].sum(axis=1) - 1).max() < 1e-5
    # Each turn is seen from both seats, and their hands never share a card.
    assert len(first) % 2 == 0
    assert not (first["hand"] & first["unseen"]).any()


def test_a_match_swaps_seats_so_that_equals_are_even(duel):
    player = Player("gaps")
    wins, losses, draws = duel.match(player, player, deals=10, seed=1)
    assert wins == losses
    assert wins + losses + draws == 20


def test_a_match_is_played_by_the_rules_it_is_given(duel):
    """Each book and ruling that changes the duel gives other results from the same deals."""
    net = Player("net", weights=weights("duel-1"))

    def result(player, deals, *rules, **rulings):
        options = Options.preset(*rules, **rulings)
        return duel.match(player, Player("greedy"), deals=deals, seed=1, options=options)

    english = result(net, 60, "en")
    assert english == result(net, 60, "nl")
    assert english != result(net, 60, "fr")
    assert english != result(net, 60, "en", cover_anytime=False)
    for ruling in ({"difference_cards": "all"}, {"nobody_complete": "most-fields"}):
        gaps = Player("gaps")
        assert result(gaps, 300, "en", **ruling) != result(gaps, 300, "en"), ruling


def test_a_player_who_reads_the_opponent_wins_a_match(duel):
    reader = Player("reader", effort=200, weights=weights("reader"))
    assert duel.match(reader, Player("random"), deals=1, seed=5) == (2, 0, 0)


def test_a_solo_trial(library):
    completed, cards = solo_trial(library, weights("solo"), deals=300, seed=3)
    assert completed > 0.5
    assert 10 <= cards <= 20


def test_weights_are_read_from_both_kinds_of_file(tmp_path):
    floats = weights("solo")
    floats.tofile(tmp_path / "solo.f32")
    (tmp_path / "solo.weights").write_bytes(b"{}\n" + floats.tobytes())
    for name in ("solo.f32", "solo.weights"):
        assert (read_floats(tmp_path / name) == floats).all()


def test_wrong_weights_samples_and_threads_are_refused(library, duel):
    short = np.zeros(10, np.float32)
    for call in (
        lambda: duel.self_play(short, seed=1, rounds=1),
        lambda: duel.evaluate(short, np.zeros(1, DUEL_SAMPLE)),
        lambda: duel.match(Player("net", weights=short), Player("gaps"), deals=1, seed=1),
        lambda: solo_trial(library, short, deals=1, seed=1),
    ):
        with pytest.raises(SommetError, match="weights, not 10"):
            call()
    with pytest.raises(SommetError, match="not samples of self-play"):
        duel.expand(np.zeros(4, np.uint8))
    for method in ("net", "reader"):
        with pytest.raises(SommetError, match=f"{method} needs weights"):
            duel.match(Player(method), Player("gaps"), deals=1, seed=1)
    with pytest.raises(SommetError, match="threads must be 1 to 256, not 0"):
        DuelCore(library, threads=0).self_play(None, seed=1, rounds=1)


def test_compiled_files_are_not_where_others_can_put_some(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = own_folder()
    assert folder.is_relative_to(tmp_path)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    with pytest.raises(SommetError, match="nobody else may write"):
        own_folder()


@pytest.fixture
def find_searched(library):
    """What a search of one root asks its network about, one in so many."""
    rules = np.array([True, True, False, False], np.uint8)
    root = np.array([[0b1001_0000, 0b0110_0000]], np.uint32)
    network = shipped_network("expert").numbers
    library.pylos_searched.restype = ctypes.c_long

    def find(one_in, size=None):
        out = np.zeros((100_000, 2), np.uint32)
        pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (rules, root, out)]
        numbers = [ctypes.c_long(n) for n in (size or len(network), 1, 0, 3000, 5, len(out))]
        # No time at all would be no search at all: the first one is always finished.
        count = library.pylos_searched(
            network, numbers[0], pointers[0], pointers[1], *numbers[1:4], ctypes.c_int(one_in),
            numbers[4], ctypes.c_double(0.001), ctypes.c_int(1), pointers[2], numbers[5],
        )  # fmt: skip
        return [tuple(map(int, pair)) for pair in out[:count]]

    return find


def test_training_gathers_what_a_search_asks_its_network_about(find_searched):
    every, some = find_searched(1), find_searched(10)
    assert len(every) > 1000
    assert 0.05 < len(some) / len(every) < 0.2
    assert set(some) <= set(every)
    assert all(own & other == 0 and (own | other).bit_count() >= 4 for own, other in every)


def test_searching_with_half_a_network_is_refused(find_searched):
    with pytest.raises(SommetError, match="wrong size of network"):
        find_searched(1, size=1000)
