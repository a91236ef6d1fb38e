"""The Pylos lesson: the learner is light."""

from dataclasses import dataclass, replace
from typing import Any

from page_build.boards import pylos_board
from page_build.lessons.step import DONE, OFF, Judgement, Step, Table
from sommet.pylos import Move, Options, State
from sommet.pylos.cells import above_of
from sommet.tablebase.probe import move_values

_CHILDREN = Options.preset("children")
_EXPERT = Options.preset("expert")


@dataclass(frozen=True, slots=True)
class PylosTable:
    """A position; dark answers with its first legal move where the step asks for an answer."""

    state: State
    last: tuple[int, str] | None = None
    answers: bool = False

    @property
    def markers(self) -> None:
        """None: Pylos has no rounds."""

    @property
    def moves(self) -> tuple[str, ...]:
        """Every legal move."""
        return tuple(str(move) for move in self.state.legal_moves) if self.state.side == 0 else ()

    def play(self, move: str) -> "PylosTable":
        """Return the table after light's move, and dark's where it answers."""
        after = replace(self, state=self.state.play(move), last=(0, move))
        if not self.answers or after.state.outcome is not None:
            return after
        answer = str(after.state.legal_moves[0])
        return replace(after, state=after.state.play(answer), last=(1, answer))

    def board(self, *, active: bool) -> dict[str, Any]:
        """Return the position with light's moves."""
        return pylos_board(self.state, self.last, moves=active)


def _table(position: str, options: Options | None = None, *, answers: bool = False) -> PylosTable:
    return PylosTable(State.parse(position, options or Options()), answers=answers)


def _always(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    return DONE


def _stacks(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    return DONE if Move.parse(move).target >= 16 else OFF


def _raises(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    parsed = Move.parse(move)
    if parsed.source is not None:
        return DONE
    return Judgement("off", "off.stacked") if parsed.target >= 16 else OFF


def _takes(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    return DONE if Move.parse(move).taken else OFF


def _takes_two(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    taken = Move.parse(move).taken
    if len(taken) == 2:
        return DONE
    return Judgement("off", "off.one") if taken else OFF


def _takes_freed(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    assert isinstance(before, PylosTable)
    taken = Move.parse(move).taken
    balls = before.state.light | before.state.dark
    if any(balls & above_of(cell) for cell in taken):
        return DONE
    return Judgement("off", "off.taken") if taken else OFF


def _makes_square(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    """A square that would give balls back in the standard game."""
    assert isinstance(before, PylosTable)
    standard = State.parse(before.state.format(), Options())
    squares = {each.target for each in standard.legal_moves if each.taken}
    return DONE if Move.parse(move).target in squares else OFF


def _saves(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    return DONE if Move.parse(move).source is not None else OFF


def _draws(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    assert isinstance(before, PylosTable)
    return DONE if move_values(before.state)[Move.parse(move)].word == "draw" else OFF


PYLOS_STEPS: tuple[Step, ...] = (
    Step("place", ("PYL-1", "PYL-2"), PylosTable(State.start()), _always),
    Step("stack", ("PYL-2",), _table("..../.LD./.DL./....|.../.../...|../..|. L"), _stacks),
    Step("raise", ("PYL-2",), _table("..../.LD./.DL./L..D|.../.../...|../..|. L"), _raises),
    Step("free", ("PYL-3",), _table("LDL./DLL./...D/D..L|D../.../...|../..|. L"), _raises),
    Step("square", ("PYL-5",), _table("..D./.LL./.L.D/D...|.../.../...|../..|. L"), _takes),
    Step(
        "two", ("PYL-5", "PYL-R1"), _table(".DD./LL.D/L.../.D.L|.../.../...|../..|. L"), _takes_two
    ),
    Step("freed", ("PYL-5",), _table("LL.D/LD.D/..LL/D.L.|L../.../...|../..|. L"), _takes_freed),
    Step(
        "reserve",
        ("PYL-6", "PYL-R2"),
        _table(".LLL/LDDL/DDDL/DLDD|.LL/DLD/LLL|../.L|. L", answers=True),
        _saves,
    ),
    Step(
        "pass",
        ("PYL-4",),
        _table("LDLD/DLDL/LDLD/DLDL|DLD/LDL/DLD|LL/D.|. L", answers=True),
        _always,
    ),
    Step(
        "summit", ("PYL-6", "PYL-9"), _table("LDLD/DLDL/LDLD/DLDL|DLD/LDL/DLD|LL/DD|. L"), _always
    ),
    Step(
        "children",
        ("PYL-7",),
        _table("D.../..D./.LL./D.L.|.../.../...|../..|. L", _CHILDREN),
        _makes_square,
    ),
    Step("line", ("PYL-8",), _table("D..D/LL.L/.D../..D.|.../.../...|../..|. L", _EXPERT), _takes),
    Step("opening", ("PYL-8",), PylosTable(State.start(_EXPERT)), _draws),
)
