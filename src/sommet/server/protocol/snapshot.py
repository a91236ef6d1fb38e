"""A table as one viewer sees it at one moment."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import (
    Clock,
    Ending,
    GameName,
    Mode,
    OptionsInForce,
    Outbound,
    ProposalKind,
    Seat,
    Status,
)
from sommet.server.protocol.boards import Board, Commitment

Ability: TypeAlias = Literal[
    "play", "takeback", "draw", "resign", "rematch", "next_round", "hand_back"
]


class Player(Outbound):
    """Who sits on a seat."""

    seat: Seat
    kind: Literal["human", "computer", "open"] = Field(
        description="open: waiting for a friend to join."
    )
    name: str | None
    opponent: str | None = Field(description="For a computer: its spec, such as level:3.")
    connected: bool
    ready: bool = Field(description="Has asked for the next round.")


class You(Outbound):
    """What the receiver of this message may do here."""

    role: Literal["player", "spectator"]
    seats: list[Seat] = Field(description="Both, when two play on one screen.")
    seat: Seat | None = Field(description="The seat to draw at the bottom and to act for now.")
    curtain: Seat | None = Field(
        description="Two on one screen, hidden hands: the seat that must lift the curtain first."
    )
    can: list[Ability] = Field(description="Intents that would be accepted now.")
    takeback_is_undo: bool = Field(description="Whether a takeback needs nobody's consent.")


class Proposal(Outbound):
    """Something a player asks the other for, until answered, withdrawn or overtaken by a move."""

    id: int = Field(description="`answer` and `withdraw` name it.")
    what: ProposalKind
    by: Seat


class Stall(Outbound):
    """Somebody has to act and no clock limits how long that takes. Rule TAB-5."""

    seat: Seat = Field(description="Who is waited for.")
    until_ms: int = Field(
        description="From this moment of the server's clock on, the other may `leave` or `claim`."
    )
    may_claim: bool = Field(description="Not while nothing has been played.")


class SeatRequest(Outbound):
    """Somebody lost a seat and asks for it; whoever sits opposite answers. Rule TAB-6."""

    id: int
    seat: Seat
    until_ms: int = Field(description="Afterwards it counts as unanswered.")


class MoveEntry(Outbound):
    """One move or action as played."""

    ply: int = Field(description="1 for the first of the game.")
    seat: Seat
    move: str
    round: int = Field(description="1 in Pylos and solo.")
    clock_ms: int | None = Field(description="The mover's time left afterwards.")


class RoundResult(Outbound):
    """A finished round of a Pacal match, with the opening of its deal."""

    round: int
    outcome: Ending
    commitment: Commitment


class MatchScore(Outbound):
    """The marker board. Rule PAC-9."""

    target: int
    round: int = Field(description="The round on the table, from 1.")
    markers: list[int] = Field(description="Rounds won by each seat.")
    finished: list[RoundResult]


class NextDeal(Outbound):
    """The deal to come: the server has fixed its part, and waits for the players' numbers."""

    round: int
    sha256: str = Field(description="The commitment to the server's part.")


class Thinking(Outbound):
    """The computer is choosing."""

    seat: Seat
    since_ms: int


class Snapshot(Outbound):
    """Everything the viewer may know about the table. Replaces all earlier ones."""

    table: str
    seq: int
    game_number: int = Field(description="1, then one more with each rematch.")
    game: GameName
    mode: Mode
    status: Status
    you: You
    players: list[Player] = Field(description="By seat; one in solo.")
    options: OptionsInForce
    board: Board | None = Field(description="Null while waiting for a friend.")
    ply: int = Field(description="Moves played so far; `play` must name it.")
    moves: list[MoveEntry]
    clock: Clock | None
    match: MatchScore | None
    next_deal: NextDeal | None = Field(description="Before each deal of Pacal; see next_round.")
    outcome: Ending | None
    proposals: list[Proposal]
    stall: Stall | None
    seat_request: SeatRequest | None
    thinking: Thinking | None
    watchers: int
    server_ms: int


class Joined(Outbound):
    """A friend took the open seat."""

    type: Literal["joined"] = "joined"
    seat: Seat


class Started(Outbound):
    """A game begins (also a rematch)."""

    type: Literal["started"] = "started"
    game_number: int


class RoundStarted(Outbound):
    """Cards were dealt."""

    type: Literal["round_started"] = "round_started"
    round: int


class Moved(Outbound):
    """Somebody moved."""

    type: Literal["moved"] = "moved"
    seat: Seat
    move: str
    ply: int = Field(description="The number of this move, from 1.")


class RoundEnded(Outbound):
    """A round is over."""

    type: Literal["round_ended"] = "round_ended"
    round: int
    outcome: Ending


class TakenBack(Outbound):
    """Moves were taken back: the game stands after `ply` moves again."""

    type: Literal["taken_back"] = "taken_back"
    seat: Seat
    ply: int


class Proposed(Outbound):
    """A player asks for something."""

    type: Literal["proposed"] = "proposed"
    what: ProposalKind
    seat: Seat


class Answered(Outbound):
    """A proposal was answered, or withdrawn by the one who made it."""

    type: Literal["answered"] = "answered"
    what: ProposalKind
    seat: Seat
    answer: Literal["accepted", "declined", "withdrawn"]


class Ready(Outbound):
    """A player asks for the next round."""

    type: Literal["ready"] = "ready"
    seat: Seat


class SeatAsked(Outbound):
    """Somebody asks for a lost seat."""

    type: Literal["seat_asked"] = "seat_asked"
    seat: Seat


class SeatAnswered(Outbound):
    """A lost seat was handed back, or not."""

    type: Literal["seat_answered"] = "seat_answered"
    seat: Seat
    accepted: bool


class Ended(Outbound):
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
