"""Rounds of network players by the core's threads, and the networks they are played with."""

import numpy as np
import pytest

from sommet.bots.pacal.weights import shipped
from sommet.errors import SommetError
from sommet.learn.native import DUEL_SAMPLE, DuelCore, compile_core
from sommet.learn.rounds import ENGLISH, CpuRounds, NetPlayer


def weights(name):
    return np.frombuffer(shipped(name).floats, "<f4").astype(np.float32)


@pytest.fixture(scope="module")
def rounds():
    return CpuRounds(DuelCore(compile_core(), threads=1))


@pytest.fixture(scope="module")
def best():
    return NetPlayer((weights("duel-1"), weights("duel-2")), effort=0)


def test_a_player_against_itself_is_even_and_both_seats_teach(rounds, best):
    played = rounds.play([best], [0], rounds=4, seed=3)
    ((won, lost, drawn),) = played.tallies
    assert won == lost
    assert won + lost + drawn == 4
    samples = played.samples.reshape(-1).view(DUEL_SAMPLE)
    assert (samples["turn"] > 0).all()
    assert np.abs(samples["target"].sum(axis=1) - 1).max() < 1e-5
    assert not (samples["hand"] & samples["unseen"]).any()
    # Each turn is seen from both seats.
    assert len(samples) % 2 == 0


def test_only_the_learner_teaches_and_it_may_see_all_hands(rounds, best):
    learner = best.changed(sees_hidden=True)
    played = rounds.play([learner, best], [1], rounds=2, seed=5, rules=ENGLISH)
    assert sum(played.tallies[1]) == 2
    samples = played.samples.reshape(-1).view(DUEL_SAMPLE)
    counts = [int(cards).bit_count() for cards in samples["unseen"]]
    assert counts == samples["other_cards"].tolist()
    assert (samples["rules"] == ENGLISH).all()


def test_the_same_seed_gives_the_same_rounds_also_while_reading(rounds):
    reader = NetPlayer((weights("reader"),), reading=300)
    first, second = (
        rounds.play([reader, reader.changed(reading=0)], [1], rounds=2, seed=8, learn=False)
        for _ in range(2)
    )
    assert first.tallies == second.tallies


def test_wrong_leagues_are_refused(rounds, best):
    with pytest.raises(SommetError, match="1 to 16 players, not 0"):
        rounds.play([], [0], rounds=1, seed=1)
    with pytest.raises(SommetError, match="names a player"):
        rounds.play([best], [1], rounds=1, seed=1)
    mixed = NetPlayer((weights("duel-1"), weights("reader")))
    with pytest.raises(SommetError, match="two of one size"):
        rounds.play([mixed], [0], rounds=1, seed=1)
