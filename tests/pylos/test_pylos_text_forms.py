"""Reading and writing cells, moves and positions: inverses, and the right error for the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylos_games import states

from sommet.errors import InvalidMove, InvalidPosition, SommetError
from sommet.pylos import (
    Move,
    State,
    format_cell,
    format_position,
    parse_cell,
    parse_position,
)
from sommet.pylos.moves import format_turn, parse_turn

cells = st.integers(0, 29)
move_letters = st.text(alphabet="1234abcd>-", max_size=20)
position_letters = st.text(alphabet=".LD|/ ", max_size=50)


@given(cells)
def test_cells_read_back(cell):
    assert parse_cell(format_cell(cell)) == cell


@pytest.mark.parametrize("cell", [-1, 30])
def test_other_numbers_are_no_cells(cell):
    with pytest.raises(SommetError):
        format_cell(cell)


@given(st.none() | cells, cells, st.lists(cells, max_size=2).map(tuple))
def test_moves_read_back(source, target, taken):
    move = Move(source, target, taken)
    assert (move.source, move.target, move.taken) == (source, target, taken)
    assert Move.parse(str(move)) == move
    assert str(Move.parse(str(move))) == str(move)
    assert eval(repr(move)) == move
    assert hash(Move.parse(str(move))) == hash(move)


@given(st.none() | cells, cells, st.lists(cells, max_size=5).map(tuple))
def test_turns_read_back(source, target, taken):
    assert parse_turn(format_turn((source, target, taken))) == (source, target, taken)


@given(st.text() | move_letters)
def test_any_text_is_a_move_or_an_invalid_move(text):
    try:
        move = Move.parse(text)
    except InvalidMove:
        return
    assert str(move) == text


@given(st.text() | move_letters)
def test_any_text_is_played_or_refused(text):
    state = State.start()
    try:
        assert state.play(text).ply == 1
    except SommetError:
        assert state == State.start()


@given(st.text() | position_letters)
def test_any_text_is_a_position_or_an_invalid_position(text):
    try:
        position = parse_position(text)
    except InvalidPosition:
        return
    assert format_position(position) == text


@given(states())
def test_positions_read_back(state):
    text = state.format()
    assert format_position(parse_position(text)) == text
    assert parse_position(text) == (state.light, state.dark, state.side)
    again = State.parse(text, state.options)
    assert str(again) == text
    assert (again == state) == (state.repetitions == 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "..../..../..../....|.../.../...|../..|.",
        "..../..../..../....|.../.../...|../..|. X",
        "..../..../..../....|.../.../...|../..|. L ",
        "..../..../..../....|.../.../...|../..|.  L",
        "..../..../..../...|..../.../...|../..|. L",
        "x.../..../..../....|.../.../...|../..|. L",
        "l.../..../..../....|.../.../...|../..|. L",
        "..../..../..../....|L../.../...|../..|. L",
        "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DD|L L",
    ],
)
def test_broken_positions_are_refused(text):
    with pytest.raises(InvalidPosition):
        State.parse(text)


@pytest.mark.parametrize(
    ("light", "dark", "side"), [(1, 1, 0), (1 << 30, 0, 0), (-1, 0, 0), (0, 0, 2)]
)
def test_impossible_bitboards_are_refused(light, dark, side):
    with pytest.raises(InvalidPosition):
        State(light=light, dark=dark, side=side)


@pytest.mark.parametrize("arguments", [(None, 30), (-2, 0), (None, 0, (0, 1, 2)), (None, 0, (30,))])
def test_impossible_moves_cannot_be_made(arguments):
    with pytest.raises(ValueError, match=r"from 0 to 29|two balls at most"):
        Move(*arguments)
