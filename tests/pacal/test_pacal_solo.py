"""The solo game, clause by clause."""

import pickle

import pytest

from sommet.errors import IllegalMove, InvalidMove
from sommet.outcome import Outcome
from sommet.pacal import Build, Options, Solo, SoloDeal

EN, FR = Options("en"), Options("fr")


def solo(pile, options=EN):
    """A solo game whose pile begins with these cards."""
    rest = [card for card in range(1, 51) if card not in pile]
    return Solo.from_deal(options, SoloDeal(tuple(rest[:10]), (*pile, *rest[10:])))


@pytest.mark.clause("PAC-10")
def test_the_top_card_is_drawn_and_built_at_once():
    state = solo([25, 40, 30])
    assert (state.card, state.pile_size, len(state.dealt.pyramid)) == (25, 39, 10)
    assert state.legal_moves == tuple(map(Build, range(1, 11)))
    state = state.play("build 5")
    assert (state.card, state.pile_size) == (40, 38)
    assert state.legal_moves == tuple(map(Build, range(1, 6)))
    with pytest.raises(IllegalMove) as refused:
        state.play("build 6")
    assert refused.value.clause == "PAC-4"
    with pytest.raises(IllegalMove, match="only builds") as refused:
        state.play("take 40")
    assert refused.value.clause == "PAC-10"
    with pytest.raises(InvalidMove, match="card 40"):
        state.play("build eleven")


@pytest.mark.clause("PAC-11")
@pytest.mark.parametrize("options", [EN, FR])
def test_ten_cards_are_the_best_score(options):
    state = solo(range(50, 40, -1), options)
    for field in range(1, 11):
        assert state.score is None
        state = state.play(Build(field))
    assert state.outcome == Outcome(0, "complete", "PAC-11")
    assert state.score == 10
    assert state.card is None
    assert state.legal_moves == ()
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play("build 1")


@pytest.mark.clause("PAC-11")
def test_a_cover_costs_a_card():
    state = solo([49, 50, 48, 47, 46, 45, 44, 43, 42, 41, 40])
    state = state.play("build 1")
    for field in range(1, 11):
        state = state.play(Build(field))
    assert state.score == 11
    assert state.pyramid.covers == 1


@pytest.mark.clause("PAC-11")
def test_a_card_that_fits_nowhere_loses():
    state = solo([30, 33, 20, 21, 26])
    for field in (1, 1, 2, 2):
        state = state.play(Build(field))
    assert state.outcome == Outcome(1, "stuck", "PAC-11")
    assert (state.card, state.score, state.built) == (26, None, 4)


@pytest.mark.clause("PAC-12")
def test_the_french_book_does_not_cover():
    pile = [30, 20, 25]
    english = solo(pile, EN).play("build 1").play("build 2")
    assert english.legal_moves == (Build(1), Build(2))
    french = solo(pile, FR).play("build 1").play("build 2")
    assert french.outcome == Outcome(1, "stuck", "PAC-12")
    start = solo(pile, FR).play("build 1")
    with pytest.raises(IllegalMove, match="covering") as refused:
        start.play("build 1")
    assert refused.value.clause == "PAC-12"
    assert 1 not in start.view().legal_fields(20)
    allowed = Options("fr", solo_cover=True)
    assert solo(pile, allowed).play("build 1").play("build 2").outcome is None


@pytest.mark.clause("PAC-R6")
def test_covering_only_when_no_empty_field_fits_holds_in_solo():
    state = solo([30, 20], Options(cover_anytime=False)).play("build 1")
    assert Build(1) not in state.legal_moves
    assert Build(1) in solo([30, 20]).play("build 1").legal_moves


def test_the_view_knows_what_was_drawn_and_nothing_of_the_pile():
    state = Solo.deal(EN, 9).play("build 5")
    view = state.view()
    assert view.drawn == state.dealt.pile[:2]
    assert set(view.unseen) == {*state.dealt.pile[2:], *state.dealt.pyramid}
    for seed in range(20):
        other = view.sample(seed)
        assert other.view() == view
        assert pickle.dumps(other.view()) == pickle.dumps(view)
        assert repr(other.view()) == repr(view)
        assert other == view.sample(seed)
    assert len({view.sample(seed).dealt for seed in range(20)}) == 20


def test_solo_games_are_values():
    state = Solo.deal(EN, 9)
    after = state.play("build 5")
    assert state == Solo.deal(EN, 9) != after
    assert hash(state) == hash(Solo.deal(EN, 9))
    assert pickle.loads(pickle.dumps(after)) == after
    assert Solo.replay(EN, after.dealt, after.history) == after
    assert Solo.deal(FR, 9) != state
    with pytest.raises(AttributeError, match="never changes"):
        state.options = FR
    with pytest.raises(AttributeError, match="never changes"):
        del state.options
