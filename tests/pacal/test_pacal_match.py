"""Rounds until somebody has won three."""

import pickle
import random

import pytest
from pacal_play import at_random
from pacal_script import EVEN_RACE, UNEVEN_RACE, scripted, scripted_deal

from sommet.errors import IllegalMove, SommetError
from sommet.outcome import Outcome
from sommet.pacal import Deal, Match, Options


def play_round(match, rng):
    while match.legal_moves:
        match = match.play(at_random(match.round, rng))
    return match


@pytest.mark.clause("PAC-9")
def test_a_win_moves_the_marker_and_three_reach_the_middle():
    match = Match(scripted(UNEVEN_RACE))
    assert match.wins == match.markers == (1, 0)
    for wins in (2, 3):
        match = match.next_round(scripted_deal(UNEVEN_RACE))
        assert (match.round.turn, match.round.history) == (1, ())
        for action in scripted(UNEVEN_RACE).history:
            match = match.play(action)
        assert match.markers == (wins, 0)
    assert match.outcome == Outcome(0, "three-rounds", "PAC-9")
    assert not match.needs_deal
    with pytest.raises(IllegalMove, match="match is over") as refused:
        match.next_round(Deal.from_seed(1))
    assert refused.value.clause == "PAC-9"


@pytest.mark.clause("PAC-9")
def test_all_cards_are_dealt_again_and_a_running_round_cannot_be_left():
    match = Match.start(Options(), deal=Deal.from_seed(1))
    with pytest.raises(IllegalMove, match="round is not over"):
        match.next_round(Deal.from_seed(2))
    match = play_round(match, random.Random(1))
    assert match.actor is None
    again = match.next_round(Deal.from_seed(2))
    assert [len(hand) for hand in again.round.hands] == [15, 15]
    assert again.rounds[0] is match.round


@pytest.mark.clause("PAC-R3", "PAC-R4", "PAC-R5")
def test_a_drawn_round_moves_nobody_and_is_dealt_again():
    match = Match(scripted(EVEN_RACE))
    assert match.results == (Outcome(None, "equal-difference", "PAC-R5"),)
    assert match.markers == (0, 0)
    assert match.needs_deal
    assert match.next_round(Deal.from_seed(1)).actor is not None


def test_random_matches_end_with_exactly_three_wins():
    rng = random.Random(5)
    for _ in range(20):
        match = play_round(Match.start(Options(), deal=Deal.from_seed(rng.getrandbits(60))), rng)
        while match.needs_deal:
            match = play_round(match.next_round(Deal.from_seed(rng.getrandbits(60))), rng)
        assert sorted(match.wins)[1] == 3
        assert match.wins[match.outcome.winner] == 3
        draws = sum(result.is_draw for result in match.results)
        assert len(match.rounds) == sum(match.wins) + draws
        assert pickle.loads(pickle.dumps(match)) == match


def test_seeds_deal_the_rounds():
    match = Match.start("fr", seed=7)
    assert match == Match.start("fr", deal=Deal.from_seed(7))
    assert Match.start() == Match.start(seed=0)
    while not match.needs_deal:
        match = match.play(match.legal_moves[0])
    assert match.next_round(seed=8) == match.next_round(Deal.from_seed(8))
    with pytest.raises(SommetError, match="needs its cards"):
        match.next_round()


def test_a_match_shows_each_seat_its_own_view():
    match = Match.start(Options(), deal=Deal.from_seed(3))
    for seat in (0, 1, None):
        assert match.view(seat) == match.round.view(seat)
