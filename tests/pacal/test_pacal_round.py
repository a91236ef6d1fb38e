"""Rounds as values, their errors, and what never changes while they are played."""

import pickle
import random

import pytest
from pacal_play import POLICIES, at_random

from sommet.errors import IllegalMove, InvalidMove
from sommet.pacal import Build, Options, Round, Take, View


def played(seed, actions, options=None):
    rng = random.Random(seed)
    state = Round.deal(options or Options(), seed)
    for _ in range(actions):
        if state.legal_moves:
            state = state.play(at_random(state, rng))
    return state


def all_cards(state):
    deal = state.dealt
    cards = [*deal.pyramids[0], *deal.pyramids[1], *state.hands[0], *state.hands[1]]
    for pyramid in state.pyramids:
        cards += pyramid.cards
    cards += state.offer or ()
    cards += [card for card in state.cards if card]
    return sorted(cards)


def test_cards_are_conserved_and_pyramids_keep_their_shape():
    for seed in range(60):
        rng = random.Random(seed)
        policy = (at_random, *POLICIES)[seed % 4]
        state = Round.deal(Options(), seed)
        while True:
            assert all_cards(state) == list(range(1, 51))
            for pyramid in state.pyramids:
                visible = [top for top in pyramid.tops if top]
                assert visible == sorted(set(visible), reverse=True)
                assert all(
                    top or not u for top, u in zip(pyramid.tops, pyramid.covered, strict=True)
                )
            if not state.legal_moves:
                break
            state = state.play(policy(state, rng))
        assert state.outcome is not None
        assert (state.actor, state.phase) == (None, "over")


def test_play_never_changes_its_input():
    state = played(3, 9)
    before = (repr(state), hash(state), pickle.dumps(state), state.legal_moves, state.view(0))
    for move in state.legal_moves:
        assert state.play(move) != state
    after = (repr(state), hash(state), pickle.dumps(state), state.legal_moves, state.view(0))
    assert before == after
    for change in (lambda: setattr(state, "options", 1), lambda: delattr(state, "options")):
        with pytest.raises(AttributeError, match="never changes"):
            change()
    with pytest.raises(AttributeError):
        state.view(0).hand = ()


def test_rounds_are_values():
    for actions in (0, 5, 17, 80):
        state = played(8, actions)
        again = Round.replay(state.options, state.dealt, state.history)
        assert again == state
        assert hash(again) == hash(state)
        for value in (state, state.view(0), state.view(1), state.view(None)):
            copy = pickle.loads(pickle.dumps(value))
            assert copy == value
            assert hash(copy) == hash(value)
            assert copy.legal_moves == value.legal_moves
    assert Round.deal(Options(), 1) != Round.deal(Options(), 2)
    assert Round.deal(Options("en"), 1) != Round.deal(Options("nl"), 1)
    assert Round.deal(Options(), 1) != "a round"


def test_text_and_objects_play_alike():
    state = played(4, 6)
    for move in state.legal_moves:
        assert state.play(str(move)) == state.play(move)


@pytest.mark.parametrize("text", ["", "offer", "build 11", "build 0", "take 51", "offer 3 3", "no"])
def test_unreadable_moves_say_so_and_where(text):
    state = played(4, 6)
    with pytest.raises(InvalidMove) as refused:
        state.play(text)
    assert refused.value.text == text
    assert "pyramid 0:" in refused.value.position


def test_every_illegal_move_names_a_clause_and_the_position():
    for seed in range(12):
        state = played(seed, seed * 3)
        for text in ("offer 1 2", "take 9", *(f"build {n}" for n in range(1, 11)), "decline"):
            if text in map(str, state.legal_moves):
                continue
            with pytest.raises(IllegalMove) as refused:
                state.play(text)
            assert refused.value.clause.startswith("PAC-")
            assert "pyramid 1:" in refused.value.position
            assert refused.value.clause in str(refused.value)


def test_legal_fields_and_refusals_share_out_the_ten_fields():
    for seed in range(30):
        state = played(seed, 20, Options(cover_anytime=seed % 2 == 0))
        for seat in (0, 1):
            for card in state.hands[seat]:
                legal = state.legal_fields(seat, card)
                refused = state.refusals(seat, card)
                assert sorted([*legal, *refused]) == list(range(1, 11))
                assert state.view(None).legal_fields(seat, card) == legal
                assert state.view(None).refusals(seat, card) == refused
    with pytest.raises(IndexError, match="a seat is 0 or 1"):
        state.legal_fields(2, 1)
    with pytest.raises(IndexError, match="a seat is 0 or 1"):
        state.view(-1)
    with pytest.raises(ValueError, match="1 to 50"):
        state.legal_fields(0, 51)


def test_the_view_lists_shared_action_objects():
    state = played(2, 2)
    assert isinstance(state.view(0), View)
    assert all(isinstance(move, Build) for move in state.legal_moves)
    assert (
        state.legal_moves[0]
        is Round.deal(Options(), 5)
        .play(Round.deal(Options(), 5).legal_moves[0])
        .play(Take(Round.deal(Options(), 5).legal_moves[0].a))
        .legal_moves[0]
    )
