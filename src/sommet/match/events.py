"""The events of a table. A session is computed from its events, in order.

Events hold everything that was decided outside the rules: moments, deals, lots. Some of it is
secret (`Dealt`), so events are kept and never sent.
"""

from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeAlias, get_args


@dataclass(frozen=True, slots=True)
class Joined:
    """A friend took the open place."""

    kind: ClassVar[str] = "joined"
    at_ms: int
    player: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Started:
    """A game began; `first` is the player who sits on seat 0. Ruling PYL-R4."""

    kind: ClassVar[str] = "started"
    at_ms: int
    first: int


@dataclass(frozen=True, slots=True)
class Promised:
    """The server fixed its part of a round's deal. Secret until the round is over."""

    kind: ClassVar[str] = "promised"
    at_ms: int
    round: int
    secret: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards were dealt for a round. Secret until the round is over.

    `salt` is the server's secret where players added numbers to it, one after the other by seat;
    without numbers (None), an earlier version dealt, and it is the salt of the deal's commitment.
    """

    kind: ClassVar[str] = "dealt"
    at_ms: int
    round: int
    deal: str
    salt: str
    numbers: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat moved; `lag_ms` of its time was network delay."""

    kind: ClassVar[str] = "moved"
    at_ms: int
    seat: int
    move: str
    lag_ms: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Moves were taken back for `seat`: `ply` moves are left."""

    kind: ClassVar[str] = "taken_back"
    at_ms: int
    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat asked the other for `what`: takeback, draw or rematch."""

    kind: ClassVar[str] = "proposed"
    at_ms: int
    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A proposal was accepted or declined by `seat`, or withdrawn by it."""

    kind: ClassVar[str] = "answered"
    at_ms: int
    seat: int
    what: str
    answer: str


@dataclass(frozen=True, slots=True)
class Readied:
    """A seat is ready for the next cards, and added its number to the deal."""

    kind: ClassVar[str] = "readied"
    at_ms: int
    seat: int
    number: str = ""


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat resigned."""

    kind: ClassVar[str] = "resigned"
    at_ms: int
    seat: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both agreed on a draw."""

    kind: ClassVar[str] = "agreed"
    at_ms: int


@dataclass(frozen=True, slots=True)
class RanOut:
    """A seat ran out of time. Rule PYL-9."""

    kind: ClassVar[str] = "ran_out"
    at_ms: int
    seat: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """An outage of `down_ms`, which counts for nobody."""

    kind: ClassVar[str] = "resumed"
    at_ms: int
    down_ms: int


@dataclass(frozen=True, slots=True)
class LimitReached:
    """The game reached its maximum length: a draw. Rule TAB-1."""

    kind: ClassVar[str] = "limit_reached"
    at_ms: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat claimed the game because the opponent stayed away. Rule TAB-5."""

    kind: ClassVar[str] = "claimed"
    at_ms: int
    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the game without a result because the opponent stayed away. Rule TAB-5."""

    kind: ClassVar[str] = "left"
    at_ms: int
    seat: int


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A person who lost `player`'s seat asks for it, to hold it with another token. Rule TAB-6."""

    kind: ClassVar[str] = "seat_asked"
    at_ms: int
    player: int
    token_hash: str


@dataclass(frozen=True, slots=True)
class SeatAnswered:
    """The player opposite handed back `player`'s seat, or declined. Rule TAB-6."""

    kind: ClassVar[str] = "seat_answered"
    at_ms: int
    player: int
    accepted: bool


Event: TypeAlias = (
    Joined
    | Started
    | Promised
    | Dealt
    | Moved
    | TakenBack
    | Proposed
    | Answered
    | Readied
    | Resigned
    | Agreed
    | RanOut
    | Resumed
    | LimitReached
    | Claimed
    | Left
    | SeatAsked
    | SeatAnswered
)

#: Events after which a seat has a new holder.
SEAT_CHANGES = (Joined, SeatAnswered)
_KINDS: dict[str, type[Event]] = {cls.kind: cls for cls in get_args(Event)}
#: The fields of each kind with their defaults (`MISSING` where a field always has to be there).
_FIELDS: dict[str, tuple[tuple[str, Any], ...]] = {
    kind: tuple((field.name, field.default) for field in fields(cls))
    for kind, cls in _KINDS.items()
}
_NEEDED = {
    kind: frozenset(name for name, default in named if default is MISSING)
    for kind, named in _FIELDS.items()
}
_NAMES = {kind: frozenset(name for name, _ in named) for kind, named in _FIELDS.items()}


def format_event(event: Event) -> dict[str, Any]:
    """Return the event as plain data without its defaults; the inverse of `parse_event`."""
    data: dict[str, Any] = {"kind": event.kind}
    for name, default in _FIELDS[event.kind]:
        value = getattr(event, name)
        if value != default:
            data[name] = value
    return data


def parse_event(data: dict[str, Any]) -> Event:
    """Return the event that `format_event` made `data` from.

    Raises:
        ValueError: `data` is not an event.
    """
    cls = _KINDS.get(data.get("kind", ""))
    if cls is None:
        raise ValueError(f"no event is called {data.get('kind')!r}")
    given = {name: value for name, value in data.items() if name != "kind"}
    if not _NEEDED[cls.kind] <= given.keys() <= _NAMES[cls.kind]:
        raise ValueError(f"{cls.kind} needs exactly {', '.join(sorted(_NAMES[cls.kind]))}")
    return cls(**given)
