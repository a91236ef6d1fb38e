"""What the turn loop needs from a game."""

from typing import Any, Protocol

from sommet.cli.terminal.seats import Seat
from sommet.match.records.record import Record


class Table(Protocol):
    """A game being played, with its past. Moves are texts; a refused one changes nothing."""

    game: str
    seats: tuple[Seat, ...]
    hides_hands: bool  # whether players must not look at each other's screen

    @property
    def actor(self) -> int | None:
        """The seat that must act, or None when the game is over."""

    @property
    def ply(self) -> int:
        """How many moves have been made and not undone."""

    def draw(self, seat: int | None, *, plain: bool) -> str:
        """Return the table as `seat` may see it; None for a spectator."""

    def view(self, seat: int) -> Any:
        """Return what a bot in `seat` gets to see."""

    def question(self) -> str:
        """Return what the actor is asked, short."""

    def help(self) -> str:
        """Return how to answer the question."""

    def legal(self) -> tuple[str, ...]:
        """Return every answer that the rules allow now, as texts."""

    def hint(self) -> str:
        """Return a good answer for the actor and why, by what the actor can know."""

    def play(self, text: str) -> str:
        """Make the actor's move and return what happened, in a sentence.

        Raises:
            SommetError: the text cannot be read, or the rules forbid it; nothing has changed.
        """

    def news(self, *, plain: bool) -> str:
        """Return what the last move brought about beyond itself: a round's end, a new deal."""

    def movers(self) -> tuple[int, ...]:
        """Return who made the moves that can still be taken back, oldest first."""

    def undo(self) -> None:
        """Take the last move back; `movers` must not be empty."""

    def resign(self, seat: int) -> None:
        """End the game: `seat` gives up."""

    def ending(self) -> str:
        """Return how the game ended, in a sentence."""

    def record(self, *, saving: bool = False) -> Record:
        """Return the history; with `saving`, with everything needed to resume."""
