"""Bodies of the lobby: open seats, finding an opponent, games to watch."""

from typing import Annotated

from pydantic import Field, StrictBool

from sommet.server.protocol.base import (
    ClockSetting,
    DaysPerMove,
    GameName,
    Inbound,
    OptionsInForce,
    Outbound,
    RulingValue,
    TableId,
    Token,
)
from sommet.server.protocol.http import TableCreated


class WantedGame(Inbound):
    """A game wanted with anybody; sides are assigned at random."""

    game: GameName
    preset: Annotated[str, Field(max_length=20)] | None = None
    rulings: Annotated[dict[str, RulingValue], Field(max_length=12)] = Field(default_factory=dict)
    clock: ClockSetting | DaysPerMove | None = None


class RatingRange(Inbound):
    """Which ratings an opponent may have."""

    least: Annotated[int, Field(strict=True, ge=0, le=5000)] = 0
    most: Annotated[int, Field(strict=True, ge=0, le=5000)] = 5000


class FindOpponent(WantedGame):
    """A game wanted with any person. It is rated if both players have an account."""

    opponents: RatingRange | None = Field(
        default=None,
        description="Only accounts with a rating in this range; needs an account.",
    )

    rated: StrictBool = Field(
        default=True, description="Whether it counts for ratings; both players must want it."
    )
    guest: Token = Field(
        description="Random, made once by the client, so that nobody is paired with "
        "themselves. Its hash is stored while the seat is open."
    )
    key: Token = Field(
        description="Random, made for this request. Repeating the request with its key gives "
        "the same seat and token, so a lost answer does no harm."
    )


class TakeSeat(Inbound):
    """Take a seat from the lobby."""

    guest: Token
    key: Token = Field(description="As in FindOpponent.")
    rated: StrictBool = Field(default=True, description="As in FindOpponent.")


class WithdrawSeat(Inbound):
    """Give up an open seat."""

    token: Token = Field(description="The seat's own.")


class SeatFound(Outbound):
    """A seat in a game that begins, or an open one in the lobby."""

    seat: TableCreated
    playing: bool = Field(description="Whether the game has begun; otherwise the seat is listed.")


class SeatWithdrawn(Outbound):
    """The result of a withdrawal."""

    withdrawn: bool = Field(description="False: a player sat down first, and the game has begun.")


class HeldSeat(Inbound):
    """A seat and its token."""

    table: TableId
    token: Token


class AskYourGames(Inbound):
    """Asks in which games it is the sender's turn."""

    seats: Annotated[list[HeldSeat], Field(max_length=50)]


class YourGame(Outbound):
    """A game as seen from the sender's seat."""

    table: str
    your_turn: bool = Field(description="Whether the game waits for your move, or a deal for you.")
    left_ms: int | None = Field(description="Your time left, while your clock runs.")


class YourGames(Outbound):
    """The requested games, without those that do not exist or have another token."""

    games: list[YourGame] = Field(description="Your turn first, the nearest deadline first.")


class AgreedClock(Outbound):
    """The clock a game is played with."""

    initial_ms: int
    increment_ms: int


class OpenSeat(Outbound):
    """A seat that anybody may take."""

    table: str
    game: GameName
    options: OptionsInForce
    clock: AgreedClock | None
    opened_ms: int
    bot: str | None = Field(description="The name of the program in this seat; null: a person.")
    name: str | None = Field(description="The name of the account in this seat; null: a guest.")
    rating: int | None = Field(
        description="Of the program or account under these rules; null: not rated."
    )
    provisional: bool = Field(description="Whether the rating is based on too few results.")
    least: int | None = Field(description="The lowest rating that may sit down; null: all.")
    most: int | None = Field(description="The highest rating that may sit down; null: all.")


class RunningGame(Outbound):
    """A game that anybody may watch: from the lobby, of a tournament, or a rated challenge."""

    table: str
    game: GameName
    options: OptionsInForce
    clock: AgreedClock | None
    ply: int
    watchers: int
    bots: list[str] = Field(description="The names of the programs that play; empty: people.")
    names: list[str] = Field(description="The names of the accounts that play.")
    position: str | None = Field(description="Of Pylos, in its fixed text form.")
    pyramids: list[list[int | None]] | None = Field(
        description="Of Pacal, by seat: the visible card on each field, the apex first."
    )


class Lobby(Outbound):
    """Open seats, and games to watch."""

    seats: list[OpenSeat] = Field(description="The longest waiting first.")
    games: list[RunningGame] = Field(description="The last moved first, up to 12.")
    more: bool = Field(description="Whether more games can be watched.")


class RunningGames(Outbound):
    """Games that anybody may watch."""

    games: list[RunningGame] = Field(description="The last moved first, up to 60.")
