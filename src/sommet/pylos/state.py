"""The full truth about a game of Pylos at one moment."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Self

from sommet.arguments import check_items, check_number
from sommet.engine import pylos as core
from sommet.errors import IllegalMove, InvalidMove
from sommet.outcome import Outcome
from sommet.pylos.cells import BALLS, CELLS, check_cell
from sommet.pylos.landings import Landing, group_moves
from sommet.pylos.move_values import MoveValues
from sommet.pylos.moves import Move, Turn, format_turn, listed, parse_turn
from sommet.pylos.options import STANDARD, Options, find_options
from sommet.pylos.oracle import PositionValue, find_oracle
from sommet.pylos.position import check_position, format_position, parse_position
from sommet.pylos.refusal import PASSING, MoveRefusal, refuse
from sommet.pylos.sides import DARK, LIGHT, check_side
from sommet.pylos.svg_style import NO_COLOURS, Arrow

#: Indexed by the core's `ending_of` and by whether an empty reserve may still raise.
_OUTCOMES: tuple[tuple[Outcome | None, ...], ...] = tuple(
    (None, *(Outcome(*ending) for ending in core.endings(may_raise))) for may_raise in (False, True)
)
_LAST_KEY = (1 << 2 * CELLS + 1) - 1


class State(core.State):
    """A position, whose turn it is, the rules, and the positions that came before.

    States are immutable, hashable, comparable and picklable. Two states are equal when they show
    the same position under the same options and it has occurred equally often; how the games got
    there is not compared.

    Attributes:
        options: The rules of this game.
        light: Light's balls as 30 bits, bit n for cell n.
        dark: Dark's balls likewise.
        side: Whose turn it is: 0 light, 1 dark.
        legal_moves: Every legal turn, each once; empty when the game is over.
        repetitions: How often this position has occurred with this side to move. Ruling PYL-R3.
        ply: How many turns were played since the game was set up.
        history: The moves played since the game was set up, oldest first.
        earlier: The positions before this one, oldest first, each as one number: light's balls,
            dark's shifted by 30 bits, and the side shifted by 60.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # the core knows these types by their plain bases

        @property
        def options(self) -> Options:
            """The rules of this game."""
            ...

        @property
        def legal_moves(self) -> tuple[Move, ...]:
            """Every legal turn, each once; empty when the game is over."""
            ...

        @property
        def history(self) -> tuple[Move, ...]:
            """The moves played since the game was set up, oldest first."""
            ...

        def play(self, move: core.Move | str) -> Self:
            """Return the state after a move; raise InvalidMove or IllegalMove if there is none."""
            ...

    def __init__(
        self,
        options: Options | str = STANDARD,
        light: int = 0,
        dark: int = 0,
        side: int = 0,
        *,
        earlier: tuple[int, ...] = (),
    ) -> None:
        """Set up a position; raise InvalidPosition if balls cannot lie so. Rules PYL-1, PYL-2."""
        options = find_options(options)
        check_position((light, dark, side))
        keys = check_items(earlier, "earlier positions")
        super().__init__(
            options,
            options.core_rules,
            options.repetition or 0,
            light,
            dark,
            bool(side),
            [check_number(key, "an earlier position", 0, _LAST_KEY) for key in keys],
        )

    @classmethod
    def start(cls, options: Options | str = STANDARD) -> Self:
        """Return the empty board with light to move: `State.start("expert")`. Rule PYL-1."""
        return cls(options)

    @classmethod
    def parse(cls, text: str, options: Options | str = STANDARD) -> Self:
        """Return the state for a position text; raise InvalidPosition if it is none."""
        return cls(options, *parse_position(text))

    def format(self) -> str:
        """Return the position as text, such as `..../..../..../....|.../.../...|../..|. L`."""
        return format_position((self.light, self.dark, self.side))

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        options = "" if self.options == STANDARD else f", {self.options!r}"
        return f"State.parse({self.format()!r}{options})"

    def __reduce__(self) -> tuple[object, ...]:
        moves = self.history
        # The last position that was set up, and the moves from there.
        *before, here = (*self.earlier, _key(self))[: self.ply + 1 - len(moves)]
        return _restore, (type(self), self.options, here, tuple(before), moves)

    def ball_at(self, cell: int | str) -> int | None:
        """Return whose ball lies on a cell, `LIGHT` or `DARK`, or None where there is none."""
        bit = 1 << check_cell(cell)
        return LIGHT if self.light & bit else DARK if self.dark & bit else None

    def reserve(self, side: int | str) -> int:
        """Return how many balls a side has beside the board. Rule PYL-1."""
        return BALLS - (self.dark if check_side(side) else self.light).bit_count()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is running. Rule PYL-6, rulings PYL-R2, PYL-R3."""
        ending = core.ending_of(self)
        return _OUTCOMES[self.options.reserve == "may-raise"][ending] if ending else None

    @property
    def placeable(self) -> tuple[int, ...]:
        """The cells where a ball from the reserve may land now. Rule PYL-2."""
        return tuple(sorted({m.target for m in self.legal_moves if m.source is None}))

    @property
    def raisable(self) -> dict[int, tuple[int, ...]]:
        """For each ball that may be raised now, the cells it may land on. Rules PYL-2, PYL-3."""
        raises = {(m.source, m.target) for m in self.legal_moves if m.source is not None}
        return {
            source: tuple(sorted(target for each, target in raises if each == source))
            for source in sorted({source for source, _ in raises})
        }

    @property
    def landings(self) -> tuple[Landing, ...]:
        """The legal moves grouped by ball and cell, each with its take-backs."""
        return group_moves(self.legal_moves)

    def find_move(self, move: core.Move | str) -> Move:
        """Return the listed move that a move or text means, either order of a pair taken back.

        Raises:
            InvalidMove: The text cannot be read as a move.
            IllegalMove: The rules do not allow it here; it names the clause.
        """
        turn = self._read(move)
        refusal = PASSING if turn is None else refuse(self, turn)
        if turn is None or refusal is not None:
            assert refusal is not None
            text = "pass" if turn is None else format_turn(turn)
            raise IllegalMove(
                text,
                refusal.why,
                clause=refusal.clause,
                position=self.format(),
                reason=refusal.key,
            )
        source, target, taken = turn
        # The listed order has the higher cell first; a ball freed by the first lies below it.
        return listed(source, target, tuple(sorted(taken, reverse=True)))

    def check_move(self, move: core.Move | str) -> None:
        """Raise InvalidMove or IllegalMove if a move may not be played; otherwise do nothing."""
        self.find_move(move)

    def why_not(self, move: core.Move | str) -> MoveRefusal | None:
        """Return what forbids a readable move here, or None if it is allowed."""
        turn = self._read(move)
        return PASSING if turn is None else refuse(self, turn)

    def value(self) -> PositionValue:
        """Return what the position is worth to the side to move, from the solved tables.

        Raises:
            SommetError: there is no table for these rules; `sommet solve` makes one.
        """
        return find_oracle().value(self)

    def move_values(self) -> MoveValues[PositionValue]:
        """Return what each legal move is worth to the side that plays it; see `value`.

        A move is found by its text too: `state.move_values()["1b2"]`.
        """
        return find_oracle().move_values(self)

    def to_text(self, plain: bool = False) -> str:
        """Return the position for a terminal, or in sentences for a screen reader if `plain`."""
        from sommet.pylos.text import describe_text, draw_text

        return describe_text(self) if plain else draw_text(self)

    def to_svg(
        self,
        *,
        last_move: core.Move | str | None = None,
        highlight: Iterable[int | str] | int | str = (),
        arrows: Iterable[Arrow] = (),
        orientation: int | str = LIGHT,
        colours: Mapping[str, str] = NO_COLOURS,
        plans: bool = True,
        width: int | None = None,
    ) -> str:
        """Return a picture as an SVG document; see `sommet.pylos.svg.draw_svg`."""
        from sommet.pylos.svg import draw_svg

        return draw_svg(
            self,
            last_move=last_move,
            highlight=highlight,
            arrows=arrows,
            orientation=orientation,
            colours=colours,
            plans=plans,
            width=width,
        )

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _read(self, move: core.Move | str) -> Turn | None:
        """Return the turn meant, or None for passing. Rule PYL-4."""
        if isinstance(move, core.Move):
            return move.source, move.target, move.taken
        if not isinstance(move, str):
            raise TypeError(f"a move or its text is needed, not {type(move).__name__}")
        if move == "pass":
            return None
        try:
            return parse_turn(move)
        except InvalidMove as error:
            raise InvalidMove(move, error.why, position=self.format()) from None


def _key(state: State) -> int:
    """Return a position as one number, as the core keeps those that came before."""
    return state.light | state.dark << CELLS | state.side << 2 * CELLS


def _restore(
    cls: type[State],
    options: Options,
    position: int,
    earlier: tuple[int, ...],
    moves: tuple[Move, ...],
) -> State:
    mask = (1 << CELLS) - 1
    state = cls(
        options,
        position & mask,
        position >> CELLS & mask,
        position >> 2 * CELLS,
        earlier=earlier,
    )
    for move in moves:
        state = state.play(move)
    return state
