"""Every refusal names its clause, its stable key and the position."""

import pytest

from sommet.errors import IllegalMove, InvalidMove
from sommet.pylos import Move, Options, State

STANDARD = Options.preset("standard")
CHILDREN = Options.preset("children")
EXPERT = Options.preset("expert")
MAY_RAISE = Options.preset("standard", reserve="may-raise")

CASES = [
    ("..../..../..../....|.../.../...|../..|. L", "pass", STANDARD, "passing", "PYL-4"),
    ("L.../..../..../....|.../.../...|../..|. D", "1a1", STANDARD, "occupied", "PYL-2"),
    ("L.../..../..../....|.../.../...|../..|. D", "2a1", STANDARD, "unsupported", "PYL-2"),
    ("LD../DL../..../....|.../.../...|../..|. L", "1d4>2a1", STANDARD, "no-ball", "PYL-2"),
    ("LD../DL../..../...D|.../.../...|../..|. L", "1d4>2a1", STANDARD, "not-own", "PYL-2"),
    ("LD../DL../..../...L|.../.../...|../..|. L", "1d4>1c4", STANDARD, "not-higher", "PYL-2"),
    ("LD../DL../..../...L|.../.../...|../..|. L", "1d4>2b2", STANDARD, "unsupported", "PYL-2"),
    ("LD../DL../..../...L|D../.../...|../..|. L", "1d4>2a1", STANDARD, "occupied", "PYL-2"),
    ("LD../DL../..../....|D../.../...|../..|. L", "1a1>2b2", STANDARD, "carrying", "PYL-3"),
    ("LD../DL../..../....|.../.../...|../..|. L", "1a1>2a1", STANDARD, "own-support", "PYL-3"),
    ("LL../L.../..../....|.../.../...|../..|. L", "1b2", STANDARD, "takeback-due", "PYL-5"),
    ("LLL./..../..../....|.../.../...|../..|. L", "1d1", EXPERT, "takeback-due", "PYL-8"),
    ("LL../L.../..../....|.../.../...|../..|. L", "1d4-1a1", STANDARD, "not-earned", "PYL-5"),
    ("LL../L.../..../....|.../.../...|../..|. L", "1d4-1a1", EXPERT, "not-earned", "PYL-8"),
    ("LL../L.../..../....|.../.../...|../..|. L", "1b2-1a1", CHILDREN, "children", "PYL-7"),
    ("LL../L.../..../....|.../.../...|../..|. L", "1d4-1a1", CHILDREN, "children", "PYL-7"),
    ("LLL./..../..../....|.../.../...|../..|. L", "1d1-1a1", STANDARD, "lines-off", "PYL-5"),
    ("LL../L.../..../....|.../.../...|../..|. L", "1b2-1a1-1b1-1a2", STANDARD, "too-many", "PYL-5"),
    ("LL../L.../...D/....|.../.../...|../..|. L", "1b2-1d3", STANDARD, "not-own-takeback", "PYL-5"),
    ("LL../L.../..../....|.../.../...|../..|. L", "1b2-1d3", STANDARD, "not-own-takeback", "PYL-5"),
    ("LL../LL../..LL/..L.|D../.../...|../..|. L", "1d4-1a1", STANDARD, "carrying", "PYL-3"),
    ("LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DD|L D", "1a1", STANDARD, "game-over", "PYL-6"),
    ("LLLL/LLLL/DDDD/DDDD|LLL/LLL/DDD|L./..|. L", "3a2", STANDARD, "game-over", "PYL-6"),
    ("LLLL/LLLL/DDDD/DDDD|LLL/LLL/DDD|L./..|. L", "3a2", MAY_RAISE, "reserve-empty", "PYL-2"),
]


@pytest.mark.parametrize(("position", "move", "options", "key", "clause"), CASES)
def test_refusal_names_the_clause(position, move, options, key, clause):
    state = State.parse(position, options)
    refusal = state.why_not(move)
    assert (refusal.key, refusal.clause) == (key, clause)
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    error = caught.value
    assert (error.text, error.clause, error.position) == (move, clause, position)
    assert refusal.why in str(error)
    assert clause in str(error)
    with pytest.raises(IllegalMove):
        state.check_move(move)


def test_a_legal_move_is_not_refused():
    state = State.start()
    assert state.why_not("1a1") is None
    state.check_move("1a1")
    assert state.find_move("1a1") is state.legal_moves[0]


def test_a_refusal_is_the_same_for_a_move_object():
    state = State.parse("LL../L.../..../....|.../.../...|../..|. L")
    assert state.why_not(Move.parse("1b2")).key == "takeback-due"
    with pytest.raises(IllegalMove):
        state.play(Move.parse("1b2"))


@pytest.mark.parametrize("text", ["", "5z9", "1a1>", ">1a1", "1a1-", "1A1", "1a1 ", "1a1>1b1>2a1"])
def test_unreadable_moves_are_another_error(text):
    state = State.start()
    with pytest.raises(InvalidMove) as caught:
        state.play(text)
    assert caught.value.text == text
    assert caught.value.position == str(state)


def test_something_else_is_no_move():
    with pytest.raises(TypeError):
        State.start().play(7)


def test_refusal_is_none_exactly_for_the_listed_moves():
    """Every place, raise and take-back of one busy position, listed or refused."""
    state = State.parse("LL.D/LLDD/.LLL/D.L.|L../.../...|../..|. L")
    listed = set(state.legal_moves)
    cells = range(30)
    for source in (None, *cells):
        for target in cells:
            for taken in [(), *((a,) for a in cells), *((a, b) for a in cells for b in cells)]:
                if taken and target not in (14, 15, 16, 8):
                    continue  # keep it short: only some landings with take-backs
                move = Move(source, target, taken)
                allowed = state.why_not(move) is None
                if len(taken) == 2 and taken[0] < taken[1]:
                    other_order = Move(source, target, taken[::-1])
                    assert not allowed or other_order in listed
                else:
                    assert allowed == (move in listed) == state.is_legal(move)
