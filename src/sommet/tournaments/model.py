"""The parts of a tournament: entrants, games, pairs and its settings."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["round-robin", "swiss", "arena"]
#: How a game was decided: played to its end; one player never moved; it could not begin because a
#: player was away; there was no opponent.
How: TypeAlias = Literal["played", "no-show", "walkover", "bye"]
#: For one game: points are counted in halves, so that all of them are whole numbers.
WIN, DRAW, LOSS = 2, 1, 0
#: Players not seen for this long are not paired in an arena. Browsers wake a page in the background
#: once a minute.
HERE_MS = 120_000


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who entered a tournament.

    Attributes:
        number: The place in which they signed up, from 1: what games call them.
        rating: By which the first round of a Swiss tournament is paired.
        absent: Whether they are not paired for now.
        withdrawn: Whether they have gone for good.
        last: The number of the last opponent (arena).
        begun: How many more games they began than not (arena).
        seen_ms: When they were last known to be there; None where nobody noted it.
    """

    number: int
    rating: int = 1500
    absent: bool = False
    withdrawn: bool = False
    last: int | None = None
    begun: int = 0
    seen_ms: int | None = None

    def is_here(self, now_ms: int) -> bool:
        """Return whether they can be paired, and would notice it soon."""
        was_seen = self.seen_ms is None or self.seen_ms > now_ms - HERE_MS
        return self.is_there and was_seen

    @property
    def is_there(self) -> bool:
        """Whether they can be paired."""
        return not (self.absent or self.withdrawn)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a tournament, or what takes the place of one.

    Attributes:
        round: From 1; in an arena always 1.
        pairing: The number of the pairing within its round, from 1.
        first: The number of the player who begins.
        second: … of the other; None for a bye.
        points: Of both, in halves; None while it is played.
    """

    round: int
    pairing: int
    first: int
    second: int | None
    points: tuple[int, int] | None = None
    how: How = "played"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who meet, or one who has a bye; `first` begins."""

    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class Terms:
    """A tournament's settings and its present round.

    Attributes:
        kind: Round robin, Swiss or arena.
        both_sides: Whether each pairing is two games, one from each side.
        slow: Whether moves have days: games of a pairing, and rounds of a round robin, run at once.
        rounds: How many there are (Swiss).
        duration_ms: For how long new games begin (arena).
        pause_ms: Between two rounds.
        state: `open`, `running`, `finished` or `cancelled`.
        round: The one that is played, 0 before the first.
        start_ms: When it begins by itself, or None: when the organiser says so.
        began_ms: When it began.
        next_ms: When the next round begins, None while one is played.
    """

    kind: Kind
    both_sides: bool = False
    slow: bool = False
    rounds: int = 0
    duration_ms: int = 0
    pause_ms: int = 0
    state: str = "open"
    round: int = 0
    start_ms: int | None = None
    began_ms: int | None = None
    next_ms: int | None = None

    @property
    def ends_ms(self) -> int | None:
        """When an arena begins no more games."""
        return None if self.began_ms is None else self.began_ms + self.duration_ms

    @property
    def games_per_pairing(self) -> int:
        """How often two who are paired play each other."""
        return 2 if self.both_sides and self.kind != "arena" else 1
