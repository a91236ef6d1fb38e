from fractions import Fraction
from functools import cache
from math import sqrt

import pytest
from pacal_solo_twin import best_field, odds, odds_by_field, winning_orders

from sommet.bots.pacal.solo import chances_by_field
from sommet.pacal import Solo
from sommet.seeding import Random

EMPTY = (None,) * 10


@cache
def plain_chance(fields, unseen):
    """The same odds by trying every card and every field, on a small pyramid."""
    if None not in fields:
        return Fraction(1)
    total = Fraction(0)
    for card in unseen:
        rest = tuple(c for c in unseen if c != card)
        best = Fraction(0)
        for at, top in enumerate(fields):
            above = [t for t in fields[:at] if t is not None]
            below = [t for t in fields[at + 1 :] if t is not None]
            if top is None and all(t > card for t in above) and all(t < card for t in below):
                best = max(best, plain_chance((*fields[:at], card, *fields[at + 1 :]), rest))
        total += best
    return total / len(unseen)


@pytest.mark.parametrize(("cards", "fields"), [(4, 2), (6, 3), (7, 4), (5, 5)])
def test_small_pyramids_agree_with_trying_everything(cards, fields):
    draws = 1
    for i in range(fields):
        draws *= cards - i
    plain = plain_chance((None,) * fields, tuple(range(1, cards + 1)))
    assert Fraction(winning_orders(cards, fields), draws) == plain


@pytest.mark.clause("PAC-12")
def test_the_odds_from_the_start():
    assert round(float(odds(EMPTY)) * 100, 4) == 2.8317


def test_odds_are_the_mean_over_the_next_card():
    tops = (None, 41, None, None, 30, None, 17, None, None, 4)
    unseen = [card for card in range(1, 51) if card not in tops]
    total = sum(max(odds_by_field(tops, card).values(), default=Fraction(0)) for card in unseen)
    assert total / len(unseen) == odds(tops)


@pytest.mark.clause("PAC-12")
@pytest.mark.parametrize("seed", range(4))
def test_the_core_counts_the_same_odds(seed):
    game, lot = Solo.deal("fr", seed), Random(seed)
    while game.outcome is None:
        view = game.view()
        tops = [top or None for top in view.pyramid.tops]
        slow = {field: float(odds) for field, odds in odds_by_field(tops, view.card).items()}
        assert chances_by_field(view) == pytest.approx(slow, rel=1e-12)
        game = game.play(game.legal_moves[lot.below(len(game.legal_moves))])


def test_a_complete_pyramid_is_won_and_a_hopeless_one_lost():
    assert odds((50, 45, 40, 35, 30, 25, 20, 15, 10, 5)) == 1
    assert odds((50, 45, None, 44, 30, 25, 20, 15, 10, 5)) == 0
    assert best_field((50, 45, None, 44, 30, 25, 20, 15, 10, None), 49) is None


@pytest.mark.clause("PAC-11")
def test_simulation_confirms_the_optimum():
    random, games, won = Random(2026), 3000, 0
    for _ in range(games):
        deck = list(range(1, 51))
        random.shuffle(deck)
        tops = list(EMPTY)
        for card in deck[:10]:
            field = best_field(tops, card)
            if field is None:
                break
            tops[field - 1] = card
        won += None not in tops
    chance = float(odds(EMPTY))
    assert abs(won / games - chance) < 4 * sqrt(chance * (1 - chance) / games)
