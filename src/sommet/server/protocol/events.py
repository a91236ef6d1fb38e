"""The public events of a table: nothing in here is secret."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import Card, Ending, ProposalKind, Seat, Tagged


class Joined(Tagged):
    """The second player took the open seat."""

    type: Literal["joined"] = "joined"
    seat: Seat


class Started(Tagged):
    """A game begins (also a rematch)."""

    type: Literal["started"] = "started"
    game_number: int


class RoundStarted(Tagged):
    """Cards were dealt."""

    type: Literal["round_started"] = "round_started"
    round: int


class Moved(Tagged):
    """A player moved."""

    type: Literal["moved"] = "moved"
    seat: Seat
    move: str
    clock_ms: int | None = Field(
        default=None, description="The mover's time left afterwards; absent without a clock."
    )
    card: Card | None = Field(
        default=None,
        description="Pacal: the last card of a hand, which only building it shows. Rule PAC-6.",
    )


class RoundEnded(Tagged):
    """A round is over."""

    type: Literal["round_ended"] = "round_ended"
    round: int
    outcome: Ending


class TakenBack(Tagged):
    """Moves were taken back: `ply` moves are left."""

    type: Literal["taken_back"] = "taken_back"
    seat: Seat
    ply: int


class Proposed(Tagged):
    """A player asks for something."""

    type: Literal["proposed"] = "proposed"
    what: ProposalKind
    seat: Seat


class Answered(Tagged):
    """A proposal was answered, or withdrawn by its author."""

    type: Literal["answered"] = "answered"
    what: ProposalKind
    seat: Seat
    answer: Literal["accepted", "declined", "withdrawn"]


class Ready(Tagged):
    """A player asks for the next round."""

    type: Literal["ready"] = "ready"
    seat: Seat


class SeatAsked(Tagged):
    """A person asks for a lost seat."""

    type: Literal["seat_asked"] = "seat_asked"
    seat: Seat


class SeatAnswered(Tagged):
    """A lost seat was handed back, or the request declined."""

    type: Literal["seat_answered"] = "seat_answered"
    seat: Seat
    accepted: bool


class Ended(Tagged):
    """The game is over."""

    type: Literal["ended"] = "ended"
    outcome: Ending


Event: TypeAlias = Annotated[
    Joined
    | Started
    | RoundStarted
    | Moved
    | RoundEnded
    | TakenBack
    | Proposed
    | Answered
    | Ready
    | SeatAsked
    | SeatAnswered
    | Ended,
    Field(discriminator="type"),
]
