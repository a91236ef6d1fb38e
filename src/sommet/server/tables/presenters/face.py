"""What the server asks of every game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from sommet.match.game_progress import GameProgress
from sommet.match.table_state import DealtRound
from sommet.outcome import Outcome
from sommet.pacal import Deal, SoloDeal
from sommet.pacal.deal import commit_secret
from sommet.server.protocol.base import Ending, RulingInForce, RulingValue, Seat
from sommet.server.protocol.boards import Board, Commitment
from sommet.server.protocol.http import Preset, Ruling
from sommet.server.protocol.table import MatchScore


@dataclass(frozen=True, slots=True)
class Sealed:
    """A deal with what it came from: see `DealtRound`. Secret until its round is over."""

    deal: str
    salt: str
    numbers: tuple[str, ...] | None = None


class Face(Protocol):
    """One game, translated for the page."""

    presets: Sequence[Preset]
    rulings: Sequence[Ruling]
    #: Rulings that can be read but not set.
    fixed: Sequence[RulingInForce]

    def options(self, preset: str, rulings: dict[str, RulingValue]) -> Any:
        """Return the game's options.

        Raises:
            InvalidOptions: there is no such preset, ruling or setting.
        """

    def in_force(self, options: Any, seat: str) -> list[RulingInForce]:
        """Return every ruling of a game, also those that cannot be changed.

        `seat` is what the opener of the table wished for: `light`, `dark` or `lot`.
        """

    def begin(self, options: Any) -> GameProgress:
        """Return a new game."""

    def deal(self, deck: bytes) -> str:
        """Return the deal's text for a shuffled deck of cards."""

    def view(self, progress: GameProgress, seat: int) -> Any:
        """Return what a bot on `seat` gets to see."""

    def replay_board(self, state: Any, last: "Last | None") -> Board:
        """Return what a replay shows of a state: everything, or what an onlooker saw of it."""

    def match_score(self, progress: GameProgress, sealed: Sequence[Sealed]) -> MatchScore | None:
        """Return the marker board, or None for a game without rounds."""


@dataclass(frozen=True, slots=True)
class Last:
    """The last move: who, what."""

    seat: int
    move: str


def seal_of(dealt: DealtRound) -> Sealed:
    """Return a deal of a session with what it came from."""
    return Sealed(dealt.deal, dealt.salt, dealt.numbers)


def wire_ending(outcome: Outcome | None) -> Ending | None:
    """Return an ending as it goes over the wire."""
    if outcome is None:
        return None
    winner: Seat | None = None if outcome.winner is None else (1 if outcome.winner else 0)
    return Ending(winner=winner, reason=outcome.reason, clause=outcome.clause or None)


def wire_seat(seat: int) -> Seat:
    """Return a seat as the protocol types it."""
    return 1 if seat else 0


@lru_cache(maxsize=4096)
def wire_commitment(
    sealed: Sealed, parse: Callable[[str], Deal | SoloDeal], *, over: bool
) -> Commitment:
    """Return the commitment to a deal, opened when the round is over."""
    if sealed.numbers is not None:
        return Commitment(
            sha256=commit_secret(sealed.salt),
            numbers=list(sealed.numbers),
            opening=f"pacal secret\n{sealed.salt}\n" if over else None,
            deal=sealed.deal if over else None,
        )
    deal = parse(sealed.deal)
    salt = bytes.fromhex(sealed.salt)
    title = "pacal solo deal" if isinstance(deal, SoloDeal) else "pacal deal"
    return Commitment(
        sha256=deal.commit(salt),
        numbers=None,
        opening=f"{title}\n{sealed.salt}\n{sealed.deal}\n" if over else None,
        deal=sealed.deal if over else None,
    )
