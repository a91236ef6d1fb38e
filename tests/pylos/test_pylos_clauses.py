"""Every clause and ruling of Pylos at work."""

import pytest

from sommet.errors import IllegalMove, InvalidPosition
from sommet.outcome import Outcome
from sommet.pylos import Options, State, format_cell, parse_cell

STANDARD = Options.preset("standard")
CHILDREN = Options.preset("children")
EXPERT = Options.preset("expert")
OPTIONAL = Options.preset("standard", takeback="optional")
MAY_RAISE = Options.preset("standard", reserve="may-raise")

ONE_BELOW_SUMMIT = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DD|. L"
#: Light completes the square of 1a1 by playing 1b2.
SQUARE_NEXT = "LL../L.../..../....|.../.../...|../..|. L"
#: Light has no ball left, but 2c1 could rise to 3a2.
EMPTY_BUT_RAISES = "LLLL/LLLL/DDDD/DDDD|LLL/LLL/DDD|L./..|. L"
#: Light has no ball left, and its only free balls carry the summit cell.
EMPTY_AND_STUCK = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LL/DD|. L"


def moves_of(text, options=STANDARD):
    return {str(move) for move in State.parse(text, options).legal_moves}


def refused(text, move, options=STANDARD):
    with pytest.raises(IllegalMove) as caught:
        State.parse(text, options).play(move)
    assert caught.value.position == text
    return caught.value.clause


@pytest.mark.clause("PYL-1")
def test_thirty_cells_fifteen_balls_each_and_light_begins():
    state = State.start()
    assert str(state) == "..../..../..../....|.../.../...|../..|. L"
    assert state.side == 0
    assert (state.reserve(0), state.reserve(1)) == (15, 15)
    cells = [format_cell(cell) for cell in range(30)]
    assert [sum(name[0] == level for name in cells) for level in "1234"] == [16, 9, 4, 1]
    with pytest.raises(InvalidPosition, match="PYL-1"):
        State.parse("LLLL/LLLL/LLLL/LLLL|.../.../...|../..|. D")


@pytest.mark.clause("PYL-2")
def test_a_reserve_ball_goes_onto_an_empty_board_cell():
    state = State.start()
    assert {str(move) for move in state.legal_moves} == {
        f"1{column}{row}" for column in "abcd" for row in "1234"
    }
    after = state.play("1c2")
    assert (after.reserve(0), after.reserve(1), after.side) == (14, 15, 1)
    assert refused(str(after), "1c2") == "PYL-2"


@pytest.mark.clause("PYL-2")
def test_a_reserve_ball_goes_onto_a_complete_square_of_any_colours():
    mixed = "LD../DL../..../....|.../.../...|../..|. L"
    assert "2a1" in moves_of(mixed)
    assert refused(mixed, "2b1") == "PYL-2"
    assert str(State.parse(mixed).play("2a1")) == "LD../DL../..../....|L../.../...|../..|. D"


@pytest.mark.clause("PYL-2")
def test_raising_goes_at_least_one_level_up():
    text = "LD../DL../L.../....|.../.../...|../..|. L"
    assert "1a3>2a1" in moves_of(text)
    assert str(State.parse(text).play("1a3>2a1")) == "LD../DL../..../....|L../.../...|../..|. D"
    assert State.parse(text).play("1a3>2a1").reserve(0) == State.parse(text).reserve(0)
    assert refused(text, "1a3>1b3") == "PYL-2"
    two_up = "DDD./DDD./..../...L|DD./DD./...|../..|. L"
    # Level 2 needs level 1 below it.
    with pytest.raises(InvalidPosition, match="PYL-2"):
        State.parse(two_up)
    two_up = "DLD./DLD./DLD./...L|DD./DD./...|../..|. L"
    assert "1d4>3a1" in moves_of(two_up)


@pytest.mark.clause("PYL-2")
def test_only_own_balls_are_raised():
    text = "LD../DL../D.../....|.../.../...|../..|. L"
    assert refused(text, "1a3>2a1") == "PYL-2"
    assert refused(text, "1d4>2a1") == "PYL-2"


@pytest.mark.clause("PYL-3")
def test_a_ball_that_carries_another_stays():
    text = "LDLD/DLDL/..../....|D../.../...|../..|. L"
    assert refused(text, "1a1>2c1") == "PYL-3"
    assert "1c1>2a1" not in moves_of(text)
    assert "1c1>2b1" not in moves_of(text)


@pytest.mark.clause("PYL-3")
def test_the_square_under_a_raised_ball_is_complete_without_it():
    text = "LD../DL../..../....|.../.../...|../..|. L"
    assert refused(text, "1a1>2a1") == "PYL-3"
    assert not any(">" in move for move in moves_of(text))


@pytest.mark.clause("PYL-4")
def test_nobody_may_pass():
    assert refused(str(State.start()), "pass") == "PYL-4"


@pytest.mark.clause("PYL-5")
def test_a_square_takes_back_one_or_two():
    moves = {move for move in moves_of(SQUARE_NEXT) if move.startswith("1b2")}
    singles = {f"1b2-{cell}" for cell in ("1a1", "1b1", "1a2", "1b2")}
    assert singles < moves
    # Four single balls and six pairs, each pair once.
    assert len(moves) == 4 + 6
    state = State.parse(SQUARE_NEXT)
    assert str(state.play("1b2-1b2-1a1")) == ".L../L.../..../....|.../.../...|../..|. D"
    assert state.play("1b2-1b2-1a1") == state.play("1b2-1a1-1b2")
    assert refused(SQUARE_NEXT, "1b2-1a1-1b1-1a2") == "PYL-5"
    assert refused(SQUARE_NEXT, "1b2-1a1-1a1") == "PYL-5"
    assert refused(SQUARE_NEXT, "1b2-1d4") == "PYL-5"


@pytest.mark.clause("PYL-5")
def test_a_raised_ball_earns_too_and_may_be_taken_itself():
    text = "DDD./DDD./DDD./...L|LL./L../...|../..|. L"
    state = State.parse(text)
    assert str(state.play("1d4>2b2-2b2")) == "DDD./DDD./DDD./....|LL./L../...|../..|. D"
    assert refused(text, "1d4>2b2") == "PYL-5"


@pytest.mark.clause("PYL-5")
def test_the_second_may_be_freed_by_the_first():
    text = "LL../LL../..LL/..L.|L../.../...|../..|. L"
    assert "1d4-2a1-1a1" in moves_of(text)
    assert "1d4-1a1" not in moves_of(text)
    assert refused(text, "1d4-1a1") == "PYL-3"
    assert refused(text, "1d4-1a1-2a1") == "PYL-3"
    after = State.parse(text).play("1d4-2a1-1a1")
    assert str(after) == ".L../LL../..LL/..LL|.../.../...|../..|. D"


@pytest.mark.clause("PYL-5")
def test_several_squares_at_once_still_give_two_at_most():
    text = "LLL./L.L./..../....|.../.../...|../..|. L"
    taken = [len(move.taken) for move in State.parse(text).legal_moves if move.target == 5]
    assert set(taken) == {1, 2}
    assert len(taken) == 6 + 15
    assert refused(text, "1b2-1a1-1b1-1c1") == "PYL-5"


@pytest.mark.clause("PYL-5")
def test_only_the_ball_just_landed_completes():
    standing = "LL../LL../..../....|.../.../...|../..|. L"
    assert "1d4" in moves_of(standing)
    assert refused(standing, "1d4-1a1") == "PYL-5"
    # A square of mixed colours earns nothing.
    assert refused("LL../D.../..../....|.../.../...|../..|. L", "1b2-1b2") == "PYL-5"


@pytest.mark.clause("PYL-6")
def test_the_summit_wins():
    state = State.parse(ONE_BELOW_SUMMIT)
    assert [str(move) for move in state.legal_moves] == ["4a1"]
    won = state.play("4a1")
    assert won.outcome == Outcome(0, "summit", "PYL-6")
    assert won.legal_moves == ()
    assert refused(str(won), "1a1") == "PYL-6"


@pytest.mark.clause("PYL-6", "PYL-R2")
def test_an_empty_reserve_loses_at_the_start_of_the_own_turn():
    state = State.parse(EMPTY_BUT_RAISES)
    assert state.reserve(0) == 0
    assert state.outcome == Outcome(1, "empty-reserve", "PYL-6")
    assert state.legal_moves == ()
    # The opponent's turn is not its own: the game goes on.
    assert State.parse(EMPTY_BUT_RAISES[:-1] + "D").outcome is None


@pytest.mark.clause("PYL-R2")
def test_may_raise_loses_only_where_no_raise_is_possible():
    state = State.parse(EMPTY_BUT_RAISES, MAY_RAISE)
    assert state.outcome is None
    assert "2c1>3a2" in {str(move) for move in state.legal_moves}
    assert all(move.source is not None for move in state.legal_moves)
    assert refused(EMPTY_BUT_RAISES, "3a2", MAY_RAISE) == "PYL-2"
    stuck = State.parse(EMPTY_AND_STUCK, MAY_RAISE)
    assert stuck.outcome == Outcome(1, "empty-reserve", "PYL-R2")


@pytest.mark.clause("PYL-7")
def test_children_take_nothing_back():
    assert {m for m in moves_of(SQUARE_NEXT, CHILDREN) if m.startswith("1b2")} == {"1b2"}
    assert refused(SQUARE_NEXT, "1b2-1b2", CHILDREN) == "PYL-7"
    assert refused(str(State.start()), "1b2-1b2", CHILDREN) == "PYL-7"


@pytest.mark.clause("PYL-8")
@pytest.mark.parametrize(
    ("position", "landing"),
    [
        ("LLL./..../..../....|.../.../...|../..|. L", "1d1"),
        ("L.../L.../..../L...|.../.../...|../..|. L", "1a3"),
        ("DDDD/DDDD/..../....|LL./.../...|../..|. L", "2c1"),
        ("DD../DD../DD../DD..|L../.../L..|../..|. L", "2a2"),
    ],
)
def test_experts_lines_count_as_squares_do(position, landing):
    assert f"{landing}-{landing}" in moves_of(position, EXPERT)
    assert landing not in moves_of(position, EXPERT)
    assert refused(position, landing, EXPERT) == "PYL-8"
    assert landing in moves_of(position)
    assert refused(position, f"{landing}-{landing}") == "PYL-5"


@pytest.mark.clause("PYL-8")
@pytest.mark.parametrize(
    ("position", "landing"),
    [
        ("L.../.L../..L./....|.../.../...|../..|. L", "1d4"),  # a diagonal
        ("LL../..../..../....|.../.../...|../..|. L", "1c1"),  # three on level 1
        ("LDDD/DDDD/DLDD/..L.|L../.L./...|../..|. L", "2c1"),  # levels mixed, no whole row
        ("DDDD/DDLL/DDDD/....|LDD/LDD/...|D./..|. L", "3b1"),  # two on level 3
    ],
)
def test_experts_count_no_diagonal_no_part_and_no_mixture(position, landing):
    assert landing in moves_of(position, EXPERT)
    assert refused(position, f"{landing}-{landing}", EXPERT) == "PYL-8"


@pytest.mark.clause("PYL-8")
def test_experts_square_and_line_together_still_give_two_at_most():
    text = "LLL./..LL/..../....|.../.../...|../..|. L"
    taken = [len(m.taken) for m in State.parse(text, EXPERT).legal_moves if m.target == 3]
    assert set(taken) == {1, 2}
    assert refused(text, "1d1-1a1-1b1-1c1", EXPERT) == "PYL-5"


@pytest.mark.clause("PYL-R1")
def test_taking_back_is_compulsory_unless_optional():
    assert refused(SQUARE_NEXT, "1b2") == "PYL-5"
    with pytest.raises(IllegalMove, match="PYL-R1"):
        State.parse(SQUARE_NEXT).play("1b2")
    optional = moves_of(SQUARE_NEXT, OPTIONAL)
    assert optional - moves_of(SQUARE_NEXT) == {"1b2"}
    after = State.parse(SQUARE_NEXT, OPTIONAL).play("1b2")
    assert str(after) == "LL../LL../..../....|.../.../...|../..|. D"


#: Both sides can complete a square and take the very ball back: nothing has changed.
SHUTTLE = "LL../L.../..DD/..D.|.../.../...|../..|. L"


def shuttle(state, rounds):
    for _ in range(rounds):
        state = state.play("1b2-1b2").play("1d4-1d4")
    return state


@pytest.mark.clause("PYL-R3")
def test_the_third_occurrence_is_a_draw():
    state = State.parse(SHUTTLE)
    assert [shuttle(state, n).repetitions for n in range(3)] == [1, 2, 3]
    assert shuttle(state, 1).outcome is None
    drawn = shuttle(state, 2)
    assert drawn.outcome == Outcome(None, "repetition", "PYL-R3")
    assert drawn.outcome.is_draw
    assert drawn.legal_moves == ()
    assert refused_at(drawn, "1d4") == "PYL-R3"
    # The same balls with the other side to move are another position.
    assert state.play("1b2-1b2").repetitions == 1


def refused_at(state, move):
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    return caught.value.clause


@pytest.mark.clause("PYL-R3")
@pytest.mark.parametrize("count", [2, 3, 5])
def test_any_count_makes_the_draw(count):
    state = State.parse(SHUTTLE, Options.preset("standard", repetition=count))
    assert shuttle(state, count - 2).outcome is None
    assert shuttle(state, count - 1).outcome is not None


@pytest.mark.clause("PYL-R3")
def test_repetition_can_be_off():
    state = shuttle(State.parse(SHUTTLE, Options.preset("standard", repetition=None)), 50)
    assert state.repetitions == 51
    assert state.outcome is None


def test_cells_lie_as_the_text_forms_say():
    assert parse_cell("1a1") == 0
    assert parse_cell("1b1") == 1
    assert parse_cell("1a2") == 4
    assert parse_cell("2a1") == 16
    assert parse_cell("4a1") == 29
