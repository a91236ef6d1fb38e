"""Actions and pyramids as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.errors import InvalidMove, InvalidPosition
from sommet.pacal import (
    Build,
    Decline,
    Offer,
    Pyramid,
    Take,
    format_action,
    format_pyramid,
    parse_action,
    parse_pyramid,
)
from sommet.pacal.actions import ACTIONS

CARD = st.integers(1, 50)


def test_the_fixed_forms():
    assert parse_action("offer 17 42") == Offer(17, 42)
    assert parse_action("take 42") == Take(42)
    assert parse_action("build 5") == Build(5)
    assert parse_action("decline") == Decline()
    assert str(Offer(42, 17)) == "offer 17 42"
    assert Offer(42, 17) == Offer(17, 42)


def test_every_action_reads_back():
    assert len(ACTIONS) == len(set(ACTIONS)) == 1225 + 50 + 10 + 1
    assert len({action.code for action in ACTIONS}) == len(ACTIONS)
    for action in ACTIONS:
        assert parse_action(format_action(action)) is action


@given(st.text())
def test_no_text_crashes_the_reader(text):
    try:
        action = parse_action(text)
    except InvalidMove:
        return
    assert re.fullmatch(r"\s*[a-z]+( +\d+)*\s*", text, re.IGNORECASE)
    assert parse_action(str(action)) == action


@given(
    st.sampled_from(["offer", "take", "build", "decline", "OFFER", "pass"]),
    st.lists(st.integers(-3, 120), max_size=3),
)
def test_near_misses_are_read_or_refused(word, numbers):
    text = " ".join([word, *map(str, numbers)])
    try:
        action = parse_action(text)
    except InvalidMove:
        return
    assert sorted(map(int, str(action).split()[1:])) == sorted(numbers)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Offer(0, 3),
        lambda: Offer(4, 4),
        lambda: Take(51),
        lambda: Build(11),
        lambda: Build("1"),
    ],
)
def test_actions_refuse_numbers_that_are_not_there(make):
    with pytest.raises(InvalidMove):
        make()


@st.composite
def pyramids(draw):
    """Any pyramid whose visible numbers descend."""
    cards = draw(st.lists(CARD, unique=True, max_size=20))
    tops = sorted(cards[:10], reverse=True)
    fields = sorted(draw(st.permutations(range(10)))[: len(tops)])
    shown, under = [0] * 10, [0] * 10
    for field, top in zip(fields, tops, strict=True):
        shown[field] = top
    for field, card in zip(fields, cards[10:], strict=False):
        under[field] = card
    return Pyramid(tuple(shown), tuple(under))


@given(pyramids())
def test_pyramids_read_back(pyramid):
    assert parse_pyramid(format_pyramid(pyramid)) == pyramid
    assert pyramid.filled + pyramid.covers == len(pyramid.cards)
    assert pyramid.is_complete == (pyramid.filled == 10)


@given(st.one_of(st.text(), st.text(alphabet="0123456789/. ", max_size=40)))
def test_no_text_crashes_the_pyramid_reader(text):
    try:
        pyramid = parse_pyramid(text)
    except InvalidPosition:
        return
    assert parse_pyramid(format_pyramid(pyramid)) == pyramid


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3",
        "10 20 . . . . . . . .",
        "20/20 . . . . . . . . .",
        "51 . . . . . . . . .",
        "20/ . . . . . . . . .",
        "./3 . . . . . . . . .",
    ],
)
def test_impossible_pyramids_are_refused(text):
    with pytest.raises(InvalidPosition):
        parse_pyramid(text)
