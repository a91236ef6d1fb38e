"""Every cell that is no choice says why, at each point of a turn."""

import pytest
from hypothesis import given
from pylos_games import states

from sommet.pylos import Options, State, find_touch_refusals, format_cell


def told(state: State, doing: str, source: str | None = None) -> dict[str, tuple[str, str]]:
    """Return the reason and clause of each cell at one point of the turn."""
    return {
        format_cell(cell): (each.reason, each.clause)
        for each in find_touch_refusals(state)
        if each.doing == doing
        and (None if each.source is None else format_cell(each.source)) == source
        for cell in each.cells
    }


@pytest.mark.clause("PYL-2", "PYL-3")
def test_beginning_a_turn():
    state = State.parse("LD../DL../...L/....|D../.../...|../..|. L")
    begin = told(state, "begin")
    assert begin["1a1"] == ("carrying", "PYL-3")
    assert begin["1b1"] == ("not-own", "PYL-2")
    assert begin["2a1"] == ("not-own", "PYL-2")
    assert begin["2b2"] == ("unsupported", "PYL-2")
    assert begin["1d3"] == ("nowhere-higher", "PYL-2")
    assert "1c1" not in begin


@pytest.mark.clause("PYL-3")
def test_a_ball_cannot_be_its_own_floor():
    state = State.parse("LD../DL../...L/....|.../.../...|../..|. L")
    assert told(state, "begin")["1a1"] == ("own-support", "PYL-3")
    assert told(state, "raise", "1d3")["1c1"] == ("not-higher", "PYL-2")
    assert "2a1" not in told(state, "raise", "1d3")


@pytest.mark.clause("PYL-5")
def test_taking_back():
    state = State.parse("LL../L.../.DLL/..LL|.../.../...|../..|. L")
    take = told(state, "take")
    assert take["1b3"] == ("not-own-takeback", "PYL-5")
    carried = State.parse("LL../L.../..LL/..LD|.../.../..D|../..|. L")
    assert told(carried, "take")["1c3"] == ("carrying", "PYL-3")


def test_an_empty_reserve_that_may_still_raise():
    options = Options.preset("children", reserve="may-raise")
    state = State.parse("LLLD/DDDL/LLLL/DDLL|LDL/DDL/DLD|L./..|. L", options)
    assert state.reserve(0) == 0
    assert state.outcome is None
    assert ("reserve-empty", "PYL-2") in told(state, "begin").values()


@given(states())
def test_each_cell_is_a_choice_or_has_a_reason(state: State):
    if state.outcome is not None:
        assert find_touch_refusals(state) == ()
        return
    chosen = {format_cell(cell) for cell in (*state.placeable, *state.raisable)}
    begin = set(told(state, "begin"))
    assert begin | chosen == {format_cell(cell) for cell in range(30)}
    assert not begin & chosen
    for source, targets in state.raisable.items():
        refused = set(told(state, "raise", format_cell(source)))
        allowed = {format_cell(target) for target in targets}
        assert not refused & allowed
        assert refused | allowed >= {format_cell(cell) for cell in state.placeable}
