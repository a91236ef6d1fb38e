"""Pictures with marks: cells by name, arrows, sides, colours; an unknown name is an error."""

import xml.etree.ElementTree as ET

import pytest

from sommet.errors import SommetError
from sommet.pylos import State

STATE = State.start().play("1a1").play("1d4")
SVG = "{http://www.w3.org/2000/svg}"


def circles(svg: str, fill: str) -> int:
    return sum(node.get("fill") == fill for node in ET.fromstring(svg).iter(f"{SVG}circle"))


def test_cells_are_marked_by_name_or_number():
    marked = STATE.to_svg(highlight=["1b1", "1c1"])
    assert marked == STATE.to_svg(highlight=[1, 2])
    assert STATE.to_svg(highlight="1b1") == STATE.to_svg(highlight=[1])
    # Once on the pyramid and once on the plan of its level.
    assert circles(marked, "#14c4b2") == 4
    assert circles(STATE.to_svg(), "#14c4b2") == 0


def test_arrows_go_from_cell_to_cell_in_their_colour():
    drawn = ET.fromstring(STATE.to_svg(arrows=[("1a1", "2a1"), ("1d4", "1a1", "#cc0000")]))
    arrows = {g.get("data-arrow"): g for g in drawn.iter(f"{SVG}g") if g.get("data-arrow")}
    assert set(arrows) == {"1a1>2a1", "1d4>1a1"}
    assert arrows["1d4>1a1"].find(f"{SVG}polygon").get("fill") == "#cc0000"
    assert arrows["1a1>2a1"].find(f"{SVG}polygon").get("fill") == "#1769e0"


def spots(svg: str) -> dict[str, tuple[float, float]]:
    found = {}
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        if group.get("data-cell"):
            ball = group.find(f"{SVG}circle")
            found[group.get("data-cell")] = float(ball.get("cx")), float(ball.get("cy"))
    return found


def test_seen_from_the_other_side_near_and_far_change_places():
    light, dark = spots(STATE.to_svg()), spots(STATE.to_svg(orientation="dark"))
    assert light["1a1"] == dark["1d4"]
    assert light["1d4"] == dark["1a1"]
    assert STATE.to_svg(orientation=0) == STATE.to_svg(orientation="light") == STATE.to_svg()


def test_colours_by_part():
    usual = STATE.to_svg()
    for part in ("light", "dark", "board"):
        assert "#4466aa" in STATE.to_svg(colours={part: "#4466aa"})
    assert "#4466aa" not in usual
    assert circles(STATE.to_svg(highlight=["1b1"], colours={"highlight": "#4466aa"}), "#4466aa")
    assert "#4466aa" in STATE.to_svg(last_move="1d4", colours={"last-move": "#4466aa"})
    assert "#4466aa" in STATE.to_svg(arrows=[("1a1", "1d4")], colours={"arrow": "#4466aa"})


@pytest.mark.parametrize(
    ("marks", "named"),
    [
        ({"highlight": ["9z9"]}, "9z9"),
        ({"highlight": [30]}, "30"),
        ({"arrows": [("1a1", "9z9")]}, "9z9"),
        ({"arrows": ["1a1"]}, r"an arrow is \(cell, cell\)"),
        ({"arrows": [("1a1",)]}, r"an arrow is \(cell, cell\)"),
        ({"arrows": [("1a1", "1b1", "rad")]}, "'rad'"),
        ({"orientation": "white"}, "white"),
        ({"colours": {"table": "#000000"}}, "table"),
        ({"colours": {"light": 'x" onload="'}}, "rrggbb"),
        ({"width": 0}, "pixels"),
    ],
)
def test_an_unknown_name_is_an_error(marks, named):
    with pytest.raises(SommetError, match=named):
        STATE.to_svg(**marks)
