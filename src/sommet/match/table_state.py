"""The state of a table: seats, game, clock and open proposals."""

from collections.abc import Callable
from dataclasses import dataclass, field

from sommet.match.clock import Clock, TimeControl
from sommet.match.game_progress import GameProgress
from sommet.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table was opened for; never changes.

    Attributes:
        begin: Makes the progress of a new game.
        mode: `computer`, `hotseat` (two on one screen), `friend` or `solo`.
        control: The clock agreed on, or None.
    """

    begin: Callable[[], GameProgress]
    mode: str
    control: TimeControl | None = None

    @property
    def needs_consent(self) -> bool:
        """Whether there is an opponent who can be asked."""
        return self.mode == "friend"


@dataclass(frozen=True, slots=True)
class Turn:
    """One move as played."""

    seat: int
    move: str
    round: int
    clock_ms: int | None


@dataclass(frozen=True, slots=True)
class DealtRound:
    """The cards of a round and what they came from; secret until it is over, but for `numbers`.

    Attributes:
        round: From 1.
        deal: The cards as text.
        salt: The server's secret, or the salt of the deal's commitment if there are no numbers.
        numbers: What the players added; None where an earlier version dealt.
    """

    round: int
    deal: str
    salt: str
    numbers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something `seat` asks the other for; `id` is the number of the event that asked."""

    id: int
    what: str
    seat: int


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A request for the seat that `player` lost. Rule TAB-6.

    Attributes:
        id: The number of the event that asked.
        player: 0 opened the table, 1 is the other.
        token_hash: Of the token that is to hold the seat.
        at_ms: When it was asked for.
    """

    id: int
    player: int
    token_hash: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class GivenBack:
    """Time that counts for nobody.

    Attributes:
        down_ms: How much of it.
        began_ms: When the running time had begun to count until then.
        at_ms: When it was given back.
    """

    down_ms: int
    began_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The progress after some number of moves, and how many deals were dealt by then."""

    progress: GameProgress
    deals: int


@dataclass(frozen=True)
class TableState:
    """A table at one moment.

    Attributes:
        setup: What it was opened for.
        seq: How many events it is made of.
        complete: Whether everybody has come.
        game_number: 0 before the first game, then from 1.
        first: The player (0 opened the table, 1 the other) who sits on seat 0.
        progress: The game, or None before it begins.
        turns: Every move of this game that still stands.
        dealt: Every deal of this game.
        clock: The clock, or None without one.
        ending: An ending from outside the rules: time, resignation, agreement.
        proposals: Open proposals.
        ready: The seats that asked for the next cards.
        secret: The server's part of the next deal, fixed before anybody adds a number, or None.
        numbers: What seats added to the next deal, as (seat, number).
        since_ms: Since when the game has been waiting for the player who has to act.
        takebacks: How often moves of this game were taken back.
        asked: Proposals made in this game, by seat.
        asked_now: … since the last move, takeback or ending.
        checkpoints: The progress after every `CHECKPOINT_PLIES` moves that stand.
        seat_request: A request for a lost seat, or None.
        seat_requests: How many there were in this game.
        given_back: Times that were given back in this turn.
    """

    setup: Setup
    seq: int = 0
    complete: bool = True
    game_number: int = 0
    first: int = 0
    progress: GameProgress | None = None
    turns: tuple[Turn, ...] = ()
    dealt: tuple[DealtRound, ...] = ()
    clock: Clock | None = None
    ending: Outcome | None = None
    proposals: tuple[Proposal, ...] = ()
    ready: frozenset[int] = field(default=frozenset())
    secret: str | None = None
    numbers: tuple[tuple[int, str], ...] = ()
    since_ms: int = 0
    takebacks: int = 0
    asked: tuple[int, int] = (0, 0)
    asked_now: tuple[int, int] = (0, 0)
    checkpoints: tuple[Checkpoint, ...] = ()
    seat_request: SeatRequest | None = None
    seat_requests: int = 0
    given_back: tuple[GivenBack, ...] = ()

    @property
    def ply(self) -> int:
        """The number of moves in this game, without those taken back."""
        return len(self.turns)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the table: one in solo."""
        return (0,) if self.setup.mode == "solo" else (0, 1)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        if self.ending is not None:
            return self.ending
        return None if self.progress is None else self.progress.outcome

    @property
    def actor(self) -> int | None:
        """The seat to act, or None."""
        return None if self.progress is None or self.outcome is not None else self.progress.actor

    @property
    def status(self) -> str:
        """`waiting`, `playing`, `between_rounds` or `finished`."""
        if self.progress is None:
            return "waiting"
        if self.outcome is not None:
            return "finished"
        return "playing" if self.progress.actor is not None else "between_rounds"

    @property
    def wants_deal(self) -> bool:
        """Whether the next cards should be dealt now: all are ready."""
        return self.awaits_deal and self.secret is not None and self.ready >= set(self.seats)

    @property
    def is_dealt(self) -> bool:
        """Whether the game has begun; in Pacal, whether its first cards are dealt."""
        return self.progress is not None and bool(self.dealt or not self.progress.needs_deal)

    @property
    def awaits_deal(self) -> bool:
        """Whether a deal comes next."""
        return self.progress is not None and self.outcome is None and self.progress.needs_deal

    def seat_of(self, player: int) -> int:
        """Return the seat of player 0 (who opened the table) or 1 in this game."""
        return 0 if len(self.seats) == 1 or player == self.first else 1

    def player_on(self, seat: int) -> int:
        """Return the player on `seat` in this game."""
        return self.first if seat == 0 else 1 - self.first

    def find_proposal(self, what: str, seat: int) -> Proposal | None:
        """Return the open proposal of `what` by `seat`, or None."""
        for proposal in self.proposals:
            if (proposal.what, proposal.seat) == (what, seat):
                return proposal
        return None
