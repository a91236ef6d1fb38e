"""Deals: from seeds, as text, and committed to before they are shown."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.errors import InvalidPosition
from sommet.pacal import (
    Deal,
    Options,
    Round,
    Solo,
    SoloDeal,
    format_deal,
    format_solo_deal,
    parse_deal,
    parse_solo_deal,
)
from sommet.seeding import Random

DECKS = st.permutations(range(1, 51)).map(bytes)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, -5])
def test_the_core_and_python_shuffle_alike(seed):
    deck = list(range(1, 51))
    Random(seed).shuffle(deck)
    deal = Deal.from_seed(seed)
    assert deal.pyramids == (tuple(deck[:10]), tuple(deck[10:20]))
    assert deal.hands == (tuple(sorted(deck[20:35])), tuple(sorted(deck[35:])))
    assert Round.deal(Options(), seed).dealt == deal
    assert Round.deal(Options(), seed) == Round.from_deal(Options(), deal)
    assert SoloDeal.from_seed(seed) == SoloDeal(tuple(deck[:10]), tuple(deck[10:]))
    assert Solo.deal(Options(), seed).dealt == SoloDeal.from_seed(seed)


def test_a_seed_gives_the_same_deal_for_ever():
    assert format_deal(Deal.from_seed(2026)) == (
        "6 23 21 38 31 13 7 19 17 48 | 32 24 16 36 22 33 18 30 45 4 | "
        "1 3 5 9 12 14 20 27 28 29 34 35 39 41 46 | 2 8 10 11 15 25 26 37 40 42 43 44 47 49 50"
    )


@given(DECKS)
def test_deals_read_back_what_was_written(deck):
    deal = Deal.from_deck(deck)
    assert parse_deal(format_deal(deal)) == deal == Deal.from_deck(deal.deck)
    alone = SoloDeal.from_deck(deck)
    assert parse_solo_deal(format_solo_deal(alone)) == alone == SoloDeal.from_deck(alone.deck)


DAMAGE = st.text(alphabet="0123456789| -.xé½", max_size=4)


@given(DECKS, st.integers(0, 160), st.integers(0, 4), DAMAGE)
def test_damaged_deals_are_refused_or_mean_a_deal(deck, at, width, text):
    good = format_deal(Deal.from_deck(deck))
    bad = good[:at] + text + good[at + width :]
    try:
        deal = parse_deal(bad)
    except InvalidPosition:
        return
    assert parse_deal(format_deal(deal)) == deal


@given(st.text())
def test_no_text_crashes_the_parsers(text):
    for parse in (parse_deal, parse_solo_deal):
        with pytest.raises(InvalidPosition):
            parse(text)


def test_deals_refuse_wrong_shapes():
    deal = Deal.from_seed(1)
    with pytest.raises(InvalidPosition, match="exactly once"):
        Deal((deal.pyramids[0], deal.pyramids[0]), deal.hands)
    with pytest.raises(InvalidPosition, match="15 in hand"):
        Deal(deal.pyramids, (deal.hands[0][:-1], deal.hands[1]))
    with pytest.raises(InvalidPosition, match="40 in the pile"):
        SoloDeal(deal.pyramids[0], deal.pyramids[1])
    with pytest.raises(InvalidPosition, match="4 groups"):
        parse_deal("1 2 3")


@pytest.mark.parametrize(
    ("kind", "title", "form"),
    [(Deal, "pacal deal", format_deal), (SoloDeal, "pacal solo deal", format_solo_deal)],
)
def test_a_commitment_binds_and_is_as_documented(kind, title, form):
    deal, other = kind.from_seed(1), kind.from_seed(2)
    salt = bytes(range(16))
    commitment = deal.commit(salt)
    text = f"{title}\n000102030405060708090a0b0c0d0e0f\n{form(deal)}\n"
    assert commitment == hashlib.sha256(text.encode()).hexdigest()
    assert deal.verify(commitment, salt)
    assert not other.verify(commitment, salt)
    assert not deal.verify(commitment, bytes(16))
    assert other.commit(salt) != commitment
    with pytest.raises(ValueError, match="at least 16 bytes"):
        deal.commit(b"short")
