"""A view holds what its seat may know and nothing else; samples fill in the rest uniformly."""

import pickle
import random
from collections import Counter

import pytest
from pacal_play import POLICIES, at_random

from sommet.pacal import Deal, Offer, Options, Round

SEATS = (0, 1, None)


def hidden_places(state, seat):
    """Where the deal holds cards that `seat` cannot have seen: (group, index) pairs."""
    seen = set(state.apexes)
    for action in state.history:
        if isinstance(action, Offer):
            seen.update((action.a, action.b))
    for pyramid in state.pyramids:
        seen.update(pyramid.cards)
    if seat is not None:
        seen.update(state.hands[seat])
    deal = state.dealt
    groups = (*deal.pyramids, *deal.hands)
    return [
        (g, i) for g, group in enumerate(groups) for i, card in enumerate(group) if card not in seen
    ]


def permuted(state, seat, rng):
    """The same round with everything shuffled that `seat` cannot see."""
    deal = state.dealt
    groups = [list(group) for group in (*deal.pyramids, *deal.hands)]
    places = hidden_places(state, seat)
    cards = [groups[g][i] for g, i in places]
    rng.shuffle(cards)
    for (g, i), card in zip(places, cards, strict=True):
        groups[g][i] = card
    other = Deal((tuple(groups[0]), tuple(groups[1])), (tuple(groups[2]), tuple(groups[3])))
    return Round.replay(state.options, other, state.history)


def rounds(count):
    """States all over many rounds, played in different manners."""
    for seed in range(count):
        rng = random.Random(seed)
        policy = (at_random, *POLICIES)[seed % 4]
        state = Round.deal(Options(("en", "fr")[seed % 2]), seed)
        while state.legal_moves:
            if rng.random() < 0.2 or state.phase == "last":
                yield state, rng
            state = state.play(policy(state, rng))
        yield state, rng


def test_permuting_what_a_seat_cannot_see_leaves_its_view_identical():
    changed = 0
    for state, rng in rounds(60):
        for seat in SEATS:
            other = permuted(state, seat, rng)
            changed += other != state
            view, twin = state.view(seat), other.view(seat)
            assert twin == view
            assert hash(twin) == hash(view)
            assert repr(twin) == repr(view)
            assert pickle.dumps(twin) == pickle.dumps(view)
            assert twin.to_text() == view.to_text()
            assert twin.to_text(plain=True) == view.to_text(plain=True)
            assert twin.unseen == view.unseen
    assert changed > 500


def test_drawings_hide_as_well():
    for state, rng in rounds(6):
        for seat in SEATS:
            assert permuted(state, seat, rng).view(seat).to_svg() == state.view(seat).to_svg()


def test_what_is_unseen_is_exactly_what_is_hidden():
    for state, _ in rounds(20):
        for seat in SEATS:
            view = state.view(seat)
            deal = state.dealt
            down = {*deal.pyramids[0][1:], *deal.pyramids[1][1:]}
            hands = {card for s in (0, 1) if s != seat for card in state.hands[s]}
            assert set(view.unseen) == down | hands
            assert view.hand == (() if seat is None else state.hands[seat])
            assert view.hand_sizes == tuple(map(len, state.hands))
            acts = seat is not None and state.actor == seat
            assert view.legal_moves == (state.legal_moves if acts else ())


def test_a_round_does_not_print_its_secrets():
    states = [state for state, _ in rounds(8)]
    for state in states:
        assert repr(permuted(state, None, random.Random(1))) == repr(state)


@pytest.mark.parametrize("seat", SEATS)
def test_samples_look_the_same_from_the_seat_and_differ_elsewhere(seat):
    for index, (state, _) in enumerate(rounds(24)):
        view = state.view(seat)
        sample = view.sample(index)
        assert sample.view(seat) == view
        assert sample == view.sample(index)
        assert sample.options == state.options
        assert sample.apexes == state.apexes
        assert len({view.sample(seed) for seed in range(5)}) == 5


def late_view(seat):
    """A view in which each hand holds one card."""
    for state, _ in rounds(80):
        if state.phase == "last" and state.actor != seat and sum(map(len, state.hands)) == 2:
            return state.view(seat)
    raise AssertionError("no round reached the last cards")


def chi_square(counts, cells):
    expected = sum(counts.values()) / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((n - expected) ** 2 / expected for n in counts.values())


def test_samples_are_uniform_over_hand_and_face_down_cards():
    view = late_view(0)
    unseen = len(view.unseen)
    assert unseen == 19
    hand, pairs = Counter(), Counter()
    for seed in range(342 * 15):
        state = view.sample(seed)
        (card,) = state.hands[1]
        hand[card] += 1
        # One place of each pyramid together with the hand: the joint draw must be even, too.
        pairs[card, state.dealt.pyramids[seed % 2][1 + seed % 9]] += 1
    # 99.9 % points of the chi-square distribution with 18 and 341 degrees of freedom.
    assert chi_square(hand, 19) < 42.31
    assert chi_square(pairs, 19 * 18) < 427.8


def test_an_observer_samples_both_hands_uniformly():
    view = late_view(None)
    assert len(view.unseen) == 20
    pairs = Counter()
    for seed in range(380 * 10):
        state = view.sample(seed)
        pairs[state.hands[0][0], state.hands[1][0]] += 1
    # 99.9 % point for 379 degrees of freedom.
    assert chi_square(pairs, 20 * 19) < 470.2
