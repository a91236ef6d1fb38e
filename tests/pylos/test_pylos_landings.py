"""Legal moves grouped for a page: cells, balls to raise, and balls to take back."""

from hypothesis import given
from pylos_games import states

from sommet.pylos import Options, State, format_cell, parse_cell


def names(cells):
    return [format_cell(cell) for cell in cells]


def test_placeable_and_raisable_cells():
    state = State.parse("LD../DL../L.../....|.../.../...|../..|. L")
    assert names(state.placeable) == [
        *("1c1", "1d1", "1c2", "1d2", "1b3", "1c3", "1d3"),
        *("1a4", "1b4", "1c4", "1d4", "2a1"),
    ]
    assert state.raisable == {parse_cell("1a3"): (parse_cell("2a1"),)}


def test_nothing_is_offered_when_the_game_is_over():
    won = State.parse("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DD|L D")
    assert won.placeable == ()
    assert won.raisable == {}
    assert won.landings == ()


def test_a_landing_tells_what_can_be_taken_first_and_second():
    state = State.parse("LL../LL../..LL/..L.|L../.../...|../..|. L")
    landing = next(at for at in state.landings if at.target == parse_cell("1d4"))
    assert landing.source is None
    assert landing.earns
    assert not landing.may_stop
    first = names(landing.after())
    assert first == ["1c3", "1d3", "1c4", "1d4", "2a1"]
    # Taking 2a1 frees the four balls it rests on.
    assert names(landing.after(parse_cell("2a1"))) == [
        *("1a1", "1b1", "1a2", "1b2"),
        *("1c3", "1d3", "1c4", "1d4"),
    ]
    assert names(landing.after(parse_cell("1c3"))) == ["1d3", "1c4", "1d4", "2a1"]
    # 1a1 cannot be first, and nothing follows two.
    assert landing.after(parse_cell("1a1")) == ()
    assert landing.after(parse_cell("2a1"), parse_cell("1a1")) == ()


def test_a_quiet_landing_ends_the_turn():
    landing = State.start().landings[0]
    assert not landing.earns
    assert landing.may_stop
    assert landing.after() == ()


def test_optional_take_backs_may_stop():
    options = Options.preset("standard", takeback="optional")
    state = State.parse("LL../L.../..../....|.../.../...|../..|. L", options)
    landing = next(at for at in state.landings if at.target == parse_cell("1b2"))
    assert landing.earns
    assert landing.may_stop


@given(states())
def test_clicking_through_the_groups_reaches_exactly_the_legal_moves(state):
    reached = set()
    for landing in state.landings:
        texts = [()] if landing.may_stop else []
        for first in landing.after():
            texts.append((first,))
            texts += [(first, second) for second in landing.after(first)]
        for taken in texts:
            start = "" if landing.source is None else f"{format_cell(landing.source)}>"
            text = start + "-".join(names((landing.target, *taken)))
            reached.add(state.find_move(text))
    assert reached == set(state.legal_moves)
    assert {at.target for at in state.landings if at.source is None} == set(state.placeable)
    raises = {(at.source, at.target) for at in state.landings if at.source is not None}
    assert raises == {(ball, cell) for ball, cells in state.raisable.items() for cell in cells}
