"""Pacal solo at the terminal."""

from sommet.cli.terminal.hints import hint_pacal
from sommet.cli.terminal.seats import Seat, format_control
from sommet.match.records.record import Record
from sommet.match.records.rounds import record_solo
from sommet.match.rulings import describe_rules, format_rulings, rules_name
from sommet.match.sealing import seal
from sommet.outcome import Outcome
from sommet.pacal import Options, Solo, SoloView

_HELP = """\
Build the card just drawn on one of the ten fields, 1 (the apex) to 10 (bottom
right). The visible numbers must get smaller from field to field. Fields in
brackets are open to this card.
  5          build on field 5 (or: build 5)"""


class SoloTable:
    """A solo game with its past."""

    game = "solo"
    hides_hands = False

    def __init__(
        self, options: Options, seats: tuple[Seat, ...], *, seed: int, date: str | None = None
    ) -> None:
        self.seats = seats
        self.seed = seed
        self.date = date
        self._states = [Solo.deal(options, seed)]
        self._given_up = False

    @property
    def state(self) -> Solo:
        """The game now."""
        return self._states[-1]

    @property
    def actor(self) -> int | None:
        """0, or None when the game is over."""
        return None if self._given_up or self.state.outcome else 0

    @property
    def ply(self) -> int:
        """How many cards were built and not undone."""
        return len(self._states) - 1

    def draw(self, seat: int | None, *, plain: bool) -> str:  # noqa: ARG002 - one player only
        """Return the pyramid and the card drawn."""
        rules = f"Pacal solo, {describe_rules(self.state.options)}."
        return f"{rules}\n{self.state.view().to_text(plain=plain)}"

    def view(self, seat: int) -> SoloView:  # noqa: ARG002 - one player only
        """Return what the player may know."""
        return self.state.view()

    def question(self) -> str:
        """Return what the player is asked."""
        return f"Card {self.state.card}: on which field?"

    def help(self) -> str:
        """Return how to answer."""
        return _HELP

    def legal(self) -> tuple[str, ...]:
        """Return every legal action as text."""
        return tuple(str(move) for move in self.state.legal_moves)

    def hint(self) -> str:
        """Return the field with the best chance to complete, and why."""
        return hint_pacal(self.state.view())

    def play(self, text: str) -> str:
        """Build the card and return a sentence about it; raise if it is refused."""
        card = self.state.card
        action = f"build {text}" if text.isdecimal() else text
        after = self.state.play(action)
        self._states.append(after)
        return f"builds {card} on field {str(after.history[-1]).split()[1]}"

    def news(self, *, plain: bool) -> str:  # noqa: ARG002 - nothing to draw
        """Return nothing: there is only one round."""
        return ""

    def movers(self) -> tuple[int, ...]:
        """Return a 0 for each card built."""
        return (0,) * self.ply

    def undo(self) -> None:
        """Take the last card back; the card drawn after it goes back on the pile."""
        self._states.pop()

    def resign(self, seat: int) -> None:  # noqa: ARG002 - one player only
        """Give up."""
        self._given_up = True

    def ending(self) -> str:
        """Return how the game ended."""
        if self._given_up:
            return "Given up."
        outcome = self.state.outcome
        if outcome is None:
            return "Not over yet."
        if outcome.winner == 0:
            return f"Won with {self.ply} cards; 10 is the best possible ({outcome.clause})."
        return f"Lost: {self.state.card} fits nowhere ({outcome.clause})."

    def record(self, *, saving: bool = False) -> Record:
        """Return the history; the deal is in it only when the game is over."""
        given_up = Outcome(1, "resignation", "") if self._given_up else None
        played, options = record_solo(self.state, given_up), self.state.options
        over = played.result != "*"
        return Record(
            game="solo",
            rules=rules_name(options),
            players=(self.seats[0].name,),
            rulings=format_rulings(options),
            date=self.date,
            result=played.result,
            reason=played.reason,
            seed=self.seed if over else None,
            sealed=seal(str(self.seed), salt=self.ply) if saving and not over else None,
            tags=(("Seats", format_control(self.seats)),) if saving else (),
            rounds=(played,),
        )
