"""The WebSocket messages, both ways."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import (
    AskedId,
    Chain,
    DealNumber,
    GameNumber,
    Inbound,
    Outbound,
    Ply,
    ProposalKind,
    Refusal,
    Seat,
    Sha256,
    Tagged,
    Token,
)
from sommet.server.protocol.events import Event
from sommet.server.protocol.table import PlayedMove, SeenDeal, TableSetup, TableStatus

GreetingName: TypeAlias = Literal[
    "hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "goodbye"
]
MessageId: TypeAlias = Annotated[int, Field(ge=1, le=2**53 - 1)]


class Hello(Inbound):
    """The first message: identifies the seat by its token; without one, a spectator."""

    type: Literal["hello"]
    protocol: int
    token: Token | None = None
    resume_from: Annotated[int, Field(ge=0, le=2**53 - 1)] | None = Field(
        default=None, description="The last seq seen, after a lost connection."
    )
    resume_chain: Chain | None = Field(
        default=None, description="The chain that came with it, to compare histories."
    )


class Intent(Inbound):
    """A player's request; answered by exactly one `ack` or `refused` with the same id."""

    id: MessageId = Field(description="Increases with each message of a connection.")
    game_number: GameNumber


class Play(Intent):
    """Play a move."""

    type: Literal["play"]
    ply: Ply = Field(description="Moves played so far, as the sender sees it.")
    move: Annotated[str, Field(min_length=1, max_length=40)]


class Propose(Intent):
    """Ask for a takeback, a draw or a rematch. Also accepts the other's same proposal."""

    type: Literal["propose"]
    what: ProposalKind
    ply: Ply


class Answer(Intent):
    """Accept or decline what the other proposed."""

    type: Literal["answer"]
    proposal: AskedId = Field(description="The id of the proposal that is answered.")
    accept: bool


class Withdraw(Intent):
    """Withdraw one's own proposal."""

    type: Literal["withdraw"]
    proposal: AskedId = Field(description="The proposal's id.")


class Resign(Intent):
    """Resign the game."""

    type: Literal["resign"]


class NextRound(Intent):
    """Ready for the next deal of Pacal, also the first, with the sender's part of it."""

    type: Literal["next_round"]
    sha256: Sha256 = Field(description="From next_deal, to identify the deal.")
    number: DealNumber = Field(description="32 fresh random bytes; the sender checks their use.")


class Claim(Intent):
    """Claim the game: the opponent has not acted within `patience_ms`. Rule TAB-5."""

    type: Literal["claim"]


class Leave(Intent):
    """End the game without a result, for the same reason. Rule TAB-5."""

    type: Literal["leave"]


class HandBack(Intent):
    """Give a lost seat to the person who asks for it, or decline. Rule TAB-6."""

    type: Literal["hand_back"]
    request: AskedId = Field(description="The request's id.")
    accept: bool


class Greet(Intent):
    """Send one of the greetings, which are translated as `greeting.{what}`."""

    type: Literal["greet"]
    what: GreetingName


class Ping(Inbound):
    """Answered by `pong`."""

    type: Literal["ping"]
    id: MessageId


class Echo(Inbound):
    """The immediate answer to a `probe`; gets no answer itself."""

    type: Literal["echo"]
    probe: int


#: What players want of the game on the table.
GameIntent: TypeAlias = Play | Propose | Answer | Withdraw | Resign | NextRound | Claim | Leave

ClientMessage: TypeAlias = Annotated[
    Hello
    | Play
    | Propose
    | Answer
    | Withdraw
    | Resign
    | NextRound
    | Claim
    | Leave
    | HandBack
    | Greet
    | Ping
    | Echo,
    Field(discriminator="type"),
]


class Welcome(Tagged):
    """The answer to `hello`: the whole table, or what a reconnecting client missed."""

    type: Literal["welcome"] = "welcome"
    protocol: int
    server: str = Field(description="The server's version.")
    seq: int = Field(description="How many changes there have been.")
    chain: Chain = Field(description="A hash of all that happened up to seq.")
    rewritten: bool = Field(
        description="Whether the history seen before is no longer valid: discard it."
    )
    setup: TableSetup
    standing: TableStatus
    moves: list[PlayedMove] | None = Field(
        description="Every move of the game; null for a reconnecting client that needs only "
        "`missed`."
    )
    missed: list[Event] = Field(
        description="Events after resume_from, oldest first, for a reconnecting client."
    )
    deals: list[SeenDeal] = Field(
        description="The cards of each round; for a reconnecting client, from the first round "
        "that changed."
    )
    since_ms: int = Field(description="Since when a player has had to act, on the server's clock.")
    watchers: int
    server_ms: int


class Change(Tagged):
    """A change: what happened, and which fields of the status changed."""

    type: Literal["change"] = "change"
    seq: int
    chain: Chain = Field(description="A hash of all that happened up to seq.")
    events: list[Event] = Field(
        default=[], description="Absent if only what the viewer may see changed."
    )
    now: TableStatus | None = Field(
        default=None, description="The fields that changed; absent: none."
    )
    deals: list[SeenDeal] = Field(
        default=[], description="Cards dealt, seen or opened; absent: none."
    )


class Presence(Outbound):
    """Who is connected. Has no seq: it is not part of the game."""

    type: Literal["presence"] = "presence"
    connected: list[bool] = Field(description="By seat.")
    watchers: int


class Greeting(Outbound):
    """A greeting by a player at the table. Has no seq, and is not stored."""

    type: Literal["greeting"] = "greeting"
    by: Seat
    what: GreetingName


class Ack(Outbound):
    """Done, and on disk; the table is at `seq`."""

    type: Literal["ack"] = "ack"
    id: int
    seq: int


class Refused(Outbound):
    """Not done, and nothing changed."""

    type: Literal["refused"] = "refused"
    id: int | None = Field(description="Of the refused message, if it had a readable one.")
    refusal: Refusal
    fatal: bool = Field(description="Whether the server closes the connection: do not try again.")


class Pong(Outbound):
    """Answers `ping`."""

    type: Literal["pong"] = "pong"
    id: int
    server_ms: int


class Probe(Outbound):
    """Measures the lag and keeps the connection alive: answer `echo` at once."""

    type: Literal["probe"] = "probe"
    probe: int
    server_ms: int


ServerMessage: TypeAlias = Annotated[
    Welcome | Change | Presence | Greeting | Ack | Refused | Pong | Probe,
    Field(discriminator="type"),
]
