"""A table as one viewer may know it: its setup, the cards seen, and the current state.

Boards, legal moves and whose turn it is follow from the moves and are not sent.
"""

from typing import Literal, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import (
    Card,
    Ending,
    GameName,
    Mode,
    OptionsInForce,
    Outbound,
    ProposalKind,
    RulingValue,
    Seat,
    Status,
)

#: What the table has to be asked about; the rest follows from the game.
Permission: TypeAlias = Literal["takeback", "draw", "rematch", "hand_back"]


class Seated(Outbound):
    """Who sits on a seat."""

    kind: Literal["human", "bot", "computer", "open"] = Field(
        description="bot: a program with a token from the host. open: nobody sits there yet."
    )
    name: str | None
    opponent: str | None = Field(description="For a computer: its spec, such as level:3.")
    connected: bool
    member: bool = Field(description="Whether the player has an account, and so a page.")


class Player(Seated):
    """Who sits on which seat."""

    seat: Seat
    ready: bool = Field(description="Has asked for the next round.")


class Proposal(Outbound):
    """A proposal, open until it is answered or withdrawn, or a player moves."""

    id: int = Field(description="Used by `answer` and `withdraw`.")
    what: ProposalKind
    by: Seat


class SeatRequest(Outbound):
    """A request for a lost seat; the player opposite answers it. Rule TAB-6."""

    id: int
    seat: Seat
    until_ms: int = Field(description="When the request expires.")


class PlayedMove(Outbound):
    """One move of the game on the table."""

    seat: Seat
    move: str
    round: int = Field(description="1 in Pylos and solo.")
    clock_ms: int | None = Field(
        default=None, description="The mover's time left afterwards; absent without a clock."
    )
    card: Card | None = Field(
        default=None,
        description="Pacal: the last card of a hand, which only building it shows. Rule PAC-6.",
    )


class Commitment(Outbound):
    """Proof that nobody could pick the cards.

    `sha256` is published before anybody adds a number. After the round, `opening` is the text
    whose UTF-8 bytes hash to it: a title and the server's secret, a line each. The deal follows
    from that secret and `numbers`. Where `numbers` is null, an earlier version dealt by itself, and
    the opening is a title, a salt and the deal.
    """

    sha256: str
    numbers: list[str] | None = Field(description="What the players' pages added, by seat.")
    opening: str | None
    deal: str | None = Field(description="The deal in its text form, once the round is over.")


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
    """The next deal: the server has committed to its part and waits for the numbers."""

    round: int
    sha256: str = Field(description="The commitment to the server's part.")


class Control(Outbound):
    """The time each player has. Rule PYL-9."""

    initial_ms: int
    increment_ms: int


class RunningClock(Outbound):
    """Both players' time at one moment. Rule PYL-9.

    While `running` is a seat, that seat's time now is `remaining_ms[running]` minus what has
    passed on the server's clock since `at_ms`; the other's stands still.
    """

    remaining_ms: list[int] = Field(description="One per seat, as of at_ms.")
    running: Seat | None
    at_ms: int = Field(description="Server's wall clock, milliseconds since 1970.")
    rests_until_ms: int | None = Field(
        None, description="Until when the running clock is stopped by a holiday. Rule TAB-7."
    )


class SeenDeal(Outbound):
    """The cards of a round as the viewer may know them; hidden unless listed here.

    In a `change` only what is new; the rest stands.
    """

    round: int
    sha256: str = Field(default="", description="The commitment published before the deal.")
    numbers: list[str] | None = Field(
        default=None, description="What the players' pages added, by seat; see Commitment."
    )
    apexes: list[Card] | None = Field(
        default=None, description="Shown by both at the start; null in solo. Rule PAC-2."
    )
    hand: list[Card] | None = Field(
        default=None,
        description="The fifteen cards dealt to the viewer's seat; null for a spectator and in "
        "solo.",
    )
    drawn: list[Card] | None = Field(default=None, description="Solo: the cards drawn so far.")
    opening: str | None = Field(default=None, description="Once the round is over; see Commitment.")
    deal: str | None = Field(
        default=None, description="All cards in their text form, once the round is over."
    )
    outcome: Ending | None = Field(default=None, description="How the round ended, in the duel.")


class TableStatus(Outbound):
    """The state of a table apart from its setup, moves and cards.

    All of it in a `welcome`; in a `change` only what is different from before.
    """

    game_number: int = Field(default=1, description="1, then one more with each rematch.")
    status: Status = "waiting"
    players: list[Seated] = Field(default=[], description="By seat; one in solo.")
    ready: list[Seat] = Field(
        default=[], description="The seats that are ready for the next round."
    )
    seat: Seat | None = Field(default=None, description="The viewer's; null for a spectator.")
    may: list[Permission] = Field(default=[], description="Intents that would be accepted now.")
    clock: RunningClock | None = None
    next_deal: NextDeal | None = Field(
        default=None, description="Before each deal of Pacal; see next_round."
    )
    outcome: Ending | None = Field(default=None, description="How the game ended.")
    proposals: list[Proposal] = Field(default=[])
    patience_ms: int | None = Field(
        default=None,
        description="Rule TAB-5: the time to act, after which the opponent may `leave` or, once "
        "something was played, `claim`. Null while a clock runs.",
    )
    seat_request: SeatRequest | None = None


class TableSetup(Outbound):
    """What a table was opened for; never changes."""

    table: str
    game: GameName
    mode: Mode
    role: Literal["player", "spectator"] = Field(description="What the receiver is here.")
    options: OptionsInForce
    rulings: dict[str, RulingValue] = Field(description="Those that differ from the preset.")
    control: Control | None
