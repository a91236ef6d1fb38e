"""Rounds, views and solo games draw themselves."""

import random
import xml.etree.ElementTree as ET

from pacal_play import careful
from pacal_script import SEVEN_FIELDS, WALL, scripted

from sommet.pacal import Options, Round, Solo

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return [element.text for element in ET.fromstring(svg).iter(f"{SVG}text")]


def backs(svg):
    """How many face-down cards are drawn outside the pyramids or on empty fields."""
    return svg.count('fill="url(#pacal-jade)"')


def test_svg_shows_every_card_of_a_pyramid_covered_ones_too():
    state = scripted(WALL)
    shown = texts(state.view(0).to_svg())
    for pyramid in state.pyramids:
        for card in pyramid.cards:
            assert str(card) in shown
    # Each of the 20 fields has its face-down card, and the other hand shows backs only.
    assert backs(state.view(0).to_svg()) == 20 + len(state.hands[1])
    assert backs(state.to_svg()) == 20
    assert backs(state.view(None).to_svg()) == 20 + len(state.hands[0]) + len(state.hands[1])


def test_a_covered_card_is_shifted_beneath_the_covering_one():
    svg = scripted(WALL).view(1).to_svg()
    covered = svg.index('fill="url(#pacal-under)"')
    assert covered < svg.index(">33</text>")
    assert covered < svg.index(">30</text>") < svg.index(">33</text>")


def test_legal_fields_are_marked():
    state = scripted(WALL, later=[((42, 5), (10, 3))]).play("offer 10 42")
    assert {"10", "42", "on offer"} <= set(texts(state.view(0).to_svg()))
    state = state.play("take 10")
    assert state.to_svg().count('stroke="#d99a1c"') == len(state.legal_moves) == 8
    assert "(3)" in state.view(1).to_text()
    assert "It fits on fields 3, 4, 5, 6, 7, 8, 9, 10." in state.view(0).to_text(plain=True)


def test_a_secret_last_card_is_marked_for_its_owner_only():
    state = scripted(SEVEN_FIELDS, last=(4, 3))
    assert "(8)" in state.view(1).to_text()
    assert "(8)" not in state.view(0).to_text()


def test_every_state_of_a_round_draws_itself():
    rng = random.Random(1)
    state = Round.deal(Options(), 1)
    while True:
        for value in (state, state.view(0), state.view(1), state.view(None)):
            assert value._repr_svg_() == value.to_svg()
            assert ET.fromstring(value.to_svg()).find(f"{SVG}title") is not None
            assert value.to_text().endswith("\n")
            assert max(map(len, value.to_text().splitlines())) <= 80
            assert value.to_text(plain=True).isascii()
        if not state.legal_moves:
            break
        state = state.play(careful(state, rng))
    assert "wins the round" in state.to_text() or "drawn" in state.to_text()


def test_plain_text_reads_as_sentences():
    lines = scripted(WALL).view(0).to_text(plain=True).splitlines()
    assert lines[0] == "Turn 5. Seat 0 offers two cards."
    assert lines[1] == (
        "Pyramid of seat 0: field 1 is 50; field 2 is 48; field 3 is 46; field 4 is 44; "
        "empty: fields 5, 6, 7, 8, 9, 10."
    )
    assert "field 1 is 33 covering 30" in lines[3]
    assert lines[4] == "Hand of seat 1: 11 hidden cards."


def test_solo_draws_itself():
    state = Solo.deal(Options(), 3)
    assert state.to_svg() == state.view().to_svg() == state._repr_svg_()
    assert texts(state.to_svg())[0] == f"Build {state.card}. 39 cards in the pile."
    assert state.to_text(plain=True).splitlines()[1] == "Pyramid: all ten fields empty."
    while state.legal_moves:
        state = state.play(state.legal_moves[-1])
    assert "fits nowhere" in state.to_text()
    ET.fromstring(state.to_svg())
