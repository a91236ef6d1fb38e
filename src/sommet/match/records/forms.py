"""What the records of each game look like; nothing else in this folder asks which game it is."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one game's records.

    Attributes:
        seats: The header that names each seat.
        moves_per_number: Moves that share a number: light and dark; offer, take, build, build; one
            drawn card.
        move: What the text of a move looks like; whether it is legal is another question.
        separator: What stands between two moves.
        has_cards: Whether there are cards to hide while a game is running: a deal, a seed.
        has_position: Whether a game may begin elsewhere than at the start.
        has_rounds: Whether a game is a match of rounds, each with headers of its own.
    """

    seats: tuple[str, ...]
    moves_per_number: int
    move: re.Pattern[str]
    separator: str
    has_cards: bool
    has_position: bool = False
    has_rounds: bool = False

    @property
    def headers_elsewhere(self) -> frozenset[str]:
        """The headers with a meaning that this game has not at the top of its records."""
        cards = {"Deal", "Shown"} if self.has_rounds or not self.has_cards else set()
        position = set() if self.has_position else {"Position"}
        return ALL_SEATS - set(self.seats) | cards | position


_ACTION = re.compile(r"[a-z]+( [0-9]+)*")
FORMS = {
    "pylos": Form(
        seats=("Light", "Dark"),
        moves_per_number=2,
        move=re.compile(r"[A-Za-z0-9>\-]*[A-Za-z>\-][A-Za-z0-9>\-]*"),
        separator=" ",
        has_cards=False,
        has_position=True,
    ),
    "pacal": Form(
        seats=("Player1", "Player2"),
        moves_per_number=4,
        move=_ACTION,
        separator=", ",
        has_cards=True,
        has_rounds=True,
    ),
    "solo": Form(
        seats=("Player",), moves_per_number=1, move=_ACTION, separator=", ", has_cards=True
    ),
}
GAMES = tuple(FORMS)
ALL_SEATS = frozenset(seat for form in FORMS.values() for seat in form.seats)
