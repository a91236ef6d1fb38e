"""Pylos at the terminal."""

from sommet.bots import check_bot
from sommet.cli.terminal.endings import describe_ending
from sommet.cli.terminal.hints import hint_pylos
from sommet.cli.terminal.seats import Seat, format_control
from sommet.errors import IllegalMove
from sommet.match.records.record import Entry, Record, RoundRecord, format_result
from sommet.match.rulings import describe_rules, format_rulings, rules_name
from sommet.outcome import Outcome
from sommet.pylos import Move, State, format_cell

_HELP = """\
Put a ball from your reserve on a cell, or raise one of yours, and take back
when you complete a square (or, in the expert game, a line) of your colour.
A cell is level, column, row.
  1b2             place a ball on 1b2
  1b2>2a1         raise your ball on 1b2 to 2a1
  1d1-1d1         place on 1d1 and take that ball back
  1b2>2a1-2a1-1c3 raise, then take back 2a1 and 1c3"""


class PylosTable:
    """A game of Pylos with its past."""

    game = "pylos"
    hides_hands = False

    def __init__(
        self, start: State, seats: tuple[Seat, ...], *, seed: int, date: str | None = None
    ) -> None:
        """Set up a game; raise SommetError where a bot cannot play by its rules."""
        for seat in seats:
            check_bot(seat.bot, start.options)
        self.seats = seats
        self.seed = seed
        self.date = date
        self._states = [start]
        self._moves: list[Move] = []
        self._resigned: Outcome | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self._resigned or self.state.outcome

    @property
    def actor(self) -> int | None:
        """The side to move, or None when the game is over."""
        return None if self.outcome else self.state.side

    @property
    def ply(self) -> int:
        """How many moves have been made and not undone."""
        return len(self._moves)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def draw(self, seat: int | None, *, plain: bool) -> str:  # noqa: ARG002 - nothing is hidden
        """Return the board; both players see the same."""
        rules = f"Pylos, {describe_rules(self.state.options)}."
        who = f"Light: {self.seats[0].name}. Dark: {self.seats[1].name}."
        return f"{rules} {who}\n{self.state.to_text(plain=plain)}"

    def view(self, seat: int) -> State:  # noqa: ARG002 - nothing is hidden
        """Return the state: in Pylos everybody knows everything."""
        return self.state

    def question(self) -> str:
        """Return what the side to move is asked."""
        return f"{('Light', 'Dark')[self.state.side]} to move"

    def help(self) -> str:
        """Return how moves are written."""
        return _HELP

    def legal(self) -> tuple[str, ...]:
        """Return every legal move as text."""
        return tuple(str(move) for move in self.state.legal_moves)

    def hint(self) -> str:
        """Return a good move and why."""
        return hint_pylos(self.state)

    def play(self, text: str) -> str:
        """Make the move and return it in words; raise if it is refused."""
        written = text.lower().replace(" ", "")
        try:
            move = self.state.find_move(written)
        except IllegalMove as error:
            raise self._with_takebacks(error, written) from None
        self._states.append(self.state.play(move))
        self._moves.append(move)
        return describe_move(move)

    def _with_takebacks(self, error: IllegalMove, written: str) -> IllegalMove:
        """Return the same refusal; if balls are due, with which ones and how to write it."""
        refusal = self.state.why_not(written)
        if refusal is None or refusal.key != "takeback-due":
            return error
        landed = Move.parse(written)
        [landing] = [
            each
            for each in self.state.landings
            if (each.source, each.target) == (landed.source, landed.target)
        ]
        free = ", ".join(format_cell(cell) for cell in landing.after())
        why = f"{error.why}. Write {written}-CELL or {written}-CELL-CELL; first can go {free}"
        return IllegalMove(
            error.text,
            why,
            clause=error.clause,
            position=error.position,
            reason=error.reason,
        )

    def news(self, *, plain: bool) -> str:  # noqa: ARG002 - nothing to draw
        """Return nothing: a Pylos move brings nothing about but itself."""
        return ""

    def movers(self) -> tuple[int, ...]:
        """Return the side that made each move."""
        return tuple(state.side for state in self._states[:-1])

    def undo(self) -> None:
        """Take the last move back."""
        self._moves.pop()
        self._states.pop()

    def resign(self, seat: int) -> None:
        """End the game in favour of the other seat."""
        self._resigned = Outcome(1 - seat, "resignation", "")

    def ending(self) -> str:
        """Return how the game ended."""
        return describe_ending(self.outcome, self._names) if self.outcome else "Not over yet."

    def record(self, *, saving: bool = False) -> Record:
        """Return the history; a saved game also says which seats are bots."""
        outcome = self.outcome
        result = format_result(outcome.winner) if outcome else "*"
        reason = outcome.reason if outcome else None
        start = self._states[0]
        return Record(
            game="pylos",
            rules=rules_name(start.options),
            players=self._names,
            rulings=format_rulings(start.options),
            date=self.date,
            result=result,
            reason=reason,
            seed=self.seed,
            position=None if start == State.start(start.options) else start.format(),
            tags=(("Seats", format_control(self.seats)),) if saving else (),
            rounds=(RoundRecord(tuple(Entry(str(m)) for m in self._moves), result, reason),),
        )


def describe_move(move: Move) -> str:
    """Return a move in words: `1b2>2a1: raises 1b2 to 2a1, takes back 2a1`."""
    target = format_cell(move.target)
    words = (
        f"places {target}"
        if move.source is None
        else f"raises {format_cell(move.source)} to {target}"
    )
    if move.taken:
        words += f", takes back {' and '.join(format_cell(cell) for cell in move.taken)}"
    return f"{move}: {words}"
