"""States draw themselves: text, sentences and SVG."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from pylos_games import states

from sommet.pylos import Options, State
from sommet.pylos.cells import CELLS
from sommet.pylos.projection import project_cell

BUSY = "DLLL/DLDL/LLLL/DDL.|.DD/.DD/.D.|.L/..|. L"
SVG = "{http://www.w3.org/2000/svg}"

PICTURE = """\
level 1       level 2     level 3    level 4
  a b c d       a b c       a b        a
1 ● ○ ○ ○     1 · ● ●     1 · ○      1 ·
2 ● ○ ● ○     2 · ● ●     2 · ·
3 ○ ○ ○ ○     3 · ● ·
4 ● ● ○ ·

○ light has 4 in reserve    ● dark has 5 in reserve
Light to move."""

SENTENCES = """\
Level 1, row 1: a dark, b light, c light, d light.
Level 1, row 2: a dark, b light, c dark, d light.
Level 1, row 3: a light, b light, c light, d light.
Level 1, row 4: a dark, b dark, c light, d empty.
Level 2, row 1: a empty, b dark, c dark.
Level 2, row 2: a empty, b dark, c dark.
Level 2, row 3: a empty, b dark, c empty.
Level 3, row 1: a empty, b light.
Level 3, row 2: a empty, b empty.
Level 4: empty.
Light has 4 balls in reserve.
Dark has 5 balls in reserve.
Light to move."""


def test_text_for_the_terminal():
    assert State.parse(BUSY).to_text() == PICTURE


def test_sentences_for_a_screen_reader():
    text = State.parse(BUSY).to_text(plain=True)
    assert text == SENTENCES
    assert text.isascii()


@pytest.mark.parametrize(
    ("position", "ending"),
    [
        ("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DD|L D", "Light takes the summit and wins."),
        (
            "LLLL/LLLL/DDDD/DDDD|LLL/LLL/DDD|L./..|. L",
            "Light has no ball left, so Dark wins.",
        ),
    ],
)
def test_text_says_how_it_ended(position, ending):
    state = State.parse(position)
    assert state.to_text().endswith(ending)
    assert state.to_text(plain=True).endswith(ending)


def test_text_says_that_it_is_drawn():
    state = State.parse("LL../L.../..DD/..D.|.../.../...|../..|. L", Options(repetition=2))
    drawn = state.play("1b2-1b2").play("1d4-1d4")
    assert drawn.to_text().endswith("Drawn: the same position for the second time.")


@given(states())
def test_svg_draws_every_ball_once(state):
    root = ElementTree.fromstring(state.to_svg(highlight=state.placeable))
    drawn = [g.get("data-cell") for g in root.iter(f"{SVG}g") if g.get("data-cell")]
    assert len(drawn) == len(set(drawn)) == (state.light | state.dark).bit_count()
    reserves = {g.get("data-reserve"): g for g in root.iter(f"{SVG}g") if g.get("data-reserve")}
    for side, name in enumerate(("light", "dark")):
        assert len(list(reserves[name].iter(f"{SVG}circle"))) == state.reserve(side)


def test_svg_stands_alone_and_speaks():
    state = State.parse(BUSY)
    picture = state.to_svg()
    assert state._repr_svg_() == picture
    root = ElementTree.fromstring(picture)
    assert root.find(f"{SVG}title").text == "Pylos: Light to move."
    assert root.find(f"{SVG}desc").text == SENTENCES
    assert root.get("role") == "img"
    # Every gradient used is defined inside, and nothing is fetched from elsewhere.
    used = set(re.findall(r"url\(#([^)]+)\)", picture))
    assert used == {node.get("id") for node in root.iter() if node.get("id")} & used
    assert "href" not in picture


def test_svg_marks_the_last_move_and_cells():
    before = State.parse("DLLL/DLDL/LLLL/DDL.|.DD/.DD/.D.|.L/..|. L")
    after = before.play("1d4-3b1")
    plain = after.to_svg()
    marked = after.to_svg(last_move="1d4-3b1")
    assert marked.count("#ffb100") > plain.count("#ffb100")
    cells = after.to_svg(highlight=after.placeable, plans=False)
    assert cells.count("#14c4b2") == len(after.placeable)
    assert 'width="300"' in after.to_svg(width=300)


def test_projection_tells_all_cells_apart():
    """No two cells fall on the same spot, and a higher ball is nearer than those below it."""
    spots = [project_cell(cell) for cell in range(CELLS)]
    for a in range(CELLS):
        for b in range(a):
            apart = abs(spots[a].x - spots[b].x) + abs(spots[a].y - spots[b].y)
            assert apart > 0.15, (a, b)
    assert spots[29].depth > max(spot.depth for spot in spots[25:29])
