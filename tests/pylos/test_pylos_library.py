"""The library as somebody expects it who comes from python-chess: short forms and clear errors."""

import pickle
import re

import pytest
from hypothesis import given
from pylos_games import random_walk, states

from sommet.errors import InvalidMove, InvalidOptions, SommetError
from sommet.pylos import CELL_NAMES, DARK, LIGHT, Move, Options, State, parse_cell


@pytest.mark.parametrize("name", ["children", "standard", "expert"])
def test_rules_by_name(name):
    options = Options(name)
    assert options == Options.preset(name)
    assert options.preset_name == name
    assert State.start(name) == State.start(options)
    text = "L.../..../..../....|.../.../...|../..|. D"
    assert State.parse(text, name) == State.parse(text, options)


def test_rulings_beside_a_name():
    assert Options("expert", takeback="optional") == Options.preset("expert", takeback="optional")


@pytest.mark.parametrize("wrong", ["chess", "", 7, None, True, ["expert"]])
def test_wrong_rules_are_named(wrong):
    for make in (State.start, lambda o: State.parse(str(State.start()), o), State):
        with pytest.raises(InvalidOptions, match=r"rules"):
            make(wrong)


def test_whose_ball_lies_where():
    state = State.start().play("1b2").play("1c3")
    assert state.ball_at("1b2") == LIGHT == state.ball_at(parse_cell("1b2"))
    assert state.ball_at("1c3") == DARK
    assert state.ball_at("1a1") is None
    assert CELL_NAMES[parse_cell("2a1")] == "2a1"
    assert len(CELL_NAMES) == 30


@pytest.mark.parametrize("wrong", ["5z9", "", 30, -1, None, True, 1.0])
def test_wrong_cells_are_named(wrong):
    with pytest.raises(SommetError, match=re.escape(repr(wrong))):
        State.start().ball_at(wrong)


def test_reserves_by_side_and_by_name():
    state = State.start().play("1b2")
    assert state.reserve(LIGHT) == state.reserve("light") == 14
    assert state.reserve(DARK) == state.reserve("dark") == 15


@pytest.mark.parametrize("wrong", [2, -1, "red", None, True, 0.0])
def test_wrong_sides_are_named(wrong):
    with pytest.raises(SommetError, match=re.escape(repr(wrong))):
        State.start().reserve(wrong)


@given(states())
def test_text_is_as_good_as_a_move(state):
    for move in state.legal_moves:
        assert state.is_legal(move)
        assert state.is_legal(str(move))
        other_order = Move(move.source, move.target, move.taken[::-1])
        assert state.is_legal(other_order) == (state.why_not(other_order) is None)
    assert not state.is_legal("pass")


def test_asking_about_nonsense_says_so():
    with pytest.raises(InvalidMove, match="5z9"):
        State.start().is_legal("5z9")
    with pytest.raises(TypeError, match="not int"):
        State.start().is_legal(7)


def test_what_is_legal_is_what_play_accepts():
    state = State.start().play("1b2")
    assert state.is_legal("1a1")
    assert not state.is_legal("1b2")
    assert not state.is_legal("2a1")


@given(states())
def test_the_history_leads_from_the_start_to_the_state(state):
    played = state.history
    assert len(played) == state.ply
    again = State.start(state.options)
    for move in played:
        again = again.play(move)
    assert (again, again.history, again.earlier) == (state, played, state.earlier)


def test_the_history_begins_where_the_game_was_set_up():
    state = State.parse("L.../..../..../....|.../.../...|../..|. D").play("1b2")
    assert [str(move) for move in state.history] == ["1b2"]
    assert State(earlier=(1, 2)).play("1a1").history == (Move.parse("1a1"),)


@given(states())
def test_a_pickle_keeps_the_history(state):
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert copy.history == state.history
    assert copy.earlier == state.earlier
    later = State(state.options, state.light, state.dark, state.side, earlier=tuple(state.earlier))
    for move in later.legal_moves[:1]:
        later = later.play(move)
    copy = pickle.loads(pickle.dumps(later))
    assert (copy, copy.history, copy.earlier) == (later, later.history, later.earlier)


def test_two_ways_to_the_same_position_are_told_apart():
    """Place and take back another ball, or raise that ball: the board cannot tell, history can."""
    for state in random_walk(Options(), 3, 60):
        for move in state.legal_moves:
            assert state.play(move).history[-1] == move


@pytest.mark.parametrize("wrong", [None, 5, 1.5, ["1a1"]])
def test_what_is_no_move_is_named(wrong):
    state = State.start()
    for ask in (state.play, state.is_legal, state.check_move):
        with pytest.raises(
            TypeError, match=f"a move or its text is needed, not {type(wrong).__name__}"
        ):
            ask(wrong)
    with pytest.raises(TypeError, match="a position is a text, not"):
        State.parse(wrong)


def test_one_cell_is_highlighted_like_a_list_of_one():
    state = State.start()
    assert state.to_svg(highlight="1b2") == state.to_svg(highlight=["1b2"])
    assert state.to_svg(highlight=5) == state.to_svg(highlight=[5]) != state.to_svg()
