"""What holds in every position: immutability, balls conserved, symmetry, pickling, hashing."""

import copy
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylos_games import all_options, random_walk, states

from sommet.pylos import Move, Options, State, parse_cell

seeds = st.integers(0, 2**64 - 1)


def snapshot(state):
    return (
        str(state),
        state.options,
        state.legal_moves,
        state.repetitions,
        state.outcome,
        state.ply,
        tuple(state.earlier),
    )


@given(states())
def test_play_never_changes_its_input(state):
    before = snapshot(state)
    for move in state.legal_moves:
        after = state.play(move)
        assert after.side == 1 - state.side
        assert after.ply == state.ply + 1
        assert type(after) is State
    assert snapshot(state) == before


@pytest.mark.parametrize("name", ["light", "dark", "side", "options", "legal_moves", "new"])
def test_states_cannot_be_changed(name):
    with pytest.raises(AttributeError):
        setattr(State.start(), name, 1)


@pytest.mark.parametrize("name", ["source", "target", "taken", "new"])
def test_moves_cannot_be_changed(name):
    with pytest.raises(AttributeError):
        setattr(Move.parse("1a1"), name, 1)


@given(states())
def test_balls_are_conserved(state):
    mover = state.side
    for move in state.legal_moves:
        after = state.play(move)
        spent = (move.source is None) - len(move.taken)
        assert after.reserve(mover) == state.reserve(mover) - spent
        assert after.reserve(1 - mover) == state.reserve(1 - mover)
        assert 0 <= after.reserve(mover) <= 15
        assert after.light & after.dark == 0
        # Every state that can be reached can be set up: nothing floats.
        State.parse(str(after), after.options)


def turned(bits):
    """A quarter turn of every level."""
    return sum(
        1 << parse_cell(f"{level}{'abcd'[side - 1 - row]}{column + 1}")
        for level, side in ((1, 4), (2, 3), (3, 2), (4, 1))
        for column in range(side)
        for row in range(side)
        if bits >> parse_cell(f"{level}{'abcd'[column]}{row + 1}") & 1
    )


def mirrored(bits):
    return sum(
        1 << parse_cell(f"{level}{'abcd'[side - 1 - column]}{row + 1}")
        for level, side in ((1, 4), (2, 3), (3, 2), (4, 1))
        for column in range(side)
        for row in range(side)
        if bits >> parse_cell(f"{level}{'abcd'[column]}{row + 1}") & 1
    )


@given(states())
def test_symmetry_keeps_the_number_of_moves(state):
    light, dark = state.light, state.dark
    plain = State(state.options, light, dark, state.side)
    for _ in range(2):
        light, dark = mirrored(light), mirrored(dark)
        for _ in range(4):
            light, dark = turned(light), turned(dark)
            image = State(state.options, light, dark, state.side)
            assert len(image.legal_moves) == len(plain.legal_moves)
            assert image.outcome == plain.outcome
    assert (light, dark) == (state.light, state.dark)


@given(states())
def test_swapping_colours_keeps_the_number_of_moves(state):
    plain = State(state.options, state.light, state.dark, state.side)
    swapped = State(state.options, state.dark, state.light, 1 - state.side)
    assert swapped.legal_moves == plain.legal_moves


@given(states())
def test_states_pickle_copy_and_hash(state):
    for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
        assert again == state
        assert hash(again) == hash(state)
        assert snapshot(again) == snapshot(state)
    assert eval(repr(state)) == State.parse(str(state), state.options)


@given(states())
def test_moves_pickle_to_the_same_object(state):
    for move in state.legal_moves:
        assert pickle.loads(pickle.dumps(move)) is move
        assert Move.parse(str(move)) is move


def test_pickled_history_still_counts():
    state = State.parse("LL../L.../..DD/..D.|.../.../...|../..|. L")
    once = pickle.loads(pickle.dumps(state.play("1b2-1b2").play("1d4-1d4")))
    assert once.repetitions == 2
    assert once.play("1b2-1b2").play("1d4-1d4").outcome.reason == "repetition"


def test_equality_asks_for_position_options_and_repetitions():
    state = State.parse("LL../L.../..DD/..D.|.../.../...|../..|. L")
    again = state.play("1b2-1b2").play("1d4-1d4")
    assert str(again) == str(state)
    assert again != state
    assert state != State.parse(str(state), Options.preset("expert"))
    assert state != str(state)
    # Another way to the same position is the same state.
    there = State.start().play("1a1").play("1b1").play("1c1").play("1d1")
    other = State.start().play("1c1").play("1d1").play("1a1").play("1b1")
    assert there == other
    assert len({there, other}) == 1


@given(all_options, seeds)
def test_ends_say_why_and_nothing_follows(options, seed):
    *before, last = random_walk(options, seed, 400)
    assert all(state.outcome is None and state.legal_moves for state in before)
    if last.outcome is None:
        assert last.legal_moves
    else:
        assert last.legal_moves == ()
        assert last.outcome.reason in ("summit", "empty-reserve", "repetition")


def test_a_very_long_game_is_let_go_without_exhausting_the_stack():
    state = State(earlier=tuple(range(1, 1_000_001)))
    assert state.ply == 1_000_000
    assert state.play("1a1").ply == 1_000_001
    del state


def test_nothing_is_printed_when_python_exits():
    code = "from sommet.pylos import *; s = State.start().play('1a1'); m = s.legal_moves"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == done.stderr == ""
