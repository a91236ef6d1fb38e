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
    """A game to play with whoever comes; seats are by lot."""

    game: GameName
    preset: Annotated[str, Field(max_length=20)] | None = None
    rulings: Annotated[dict[str, RulingValue], Field(max_length=12)] = Field(default_factory=dict)
    clock: ClockSetting | DaysPerMove | None = None


class RatingRange(Inbound):
    """Which ratings an opponent may have."""

    least: Annotated[int, Field(strict=True, ge=0, le=5000)] = 0
    most: Annotated[int, Field(strict=True, ge=0, le=5000)] = 5000


class FindOpponent(WantedGame):
    """A game wanted with any person. With an account it counts, if the other has one too."""

    opponents: RatingRange | None = Field(
        default=None,
        description="Only people with an account whose rating is within; needs an account.",
    )

    rated: StrictBool = Field(
        default=True, description="Whether it counts for an account's rating; both must want it."
    )
    guest: Token = Field(
        description="Made once by the client, at random, so that nobody meets themselves. Its "
        "hash is kept while the seat is open."
    )
    key: Token = Field(
        description="Made for this request, at random. The same request repeated with its key "
        "gives the same seat and token, so that a lost answer costs nothing."
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
    """A seat: at a game that begins, or one that waits in the lobby."""

    seat: TableCreated
    playing: bool = Field(description="Whether somebody sits opposite; else the seat is listed.")


class SeatWithdrawn(Outbound):
    """What became of a withdrawal."""

    withdrawn: bool = Field(description="False: somebody sat down first, and the game is on.")


class HeldSeat(Inbound):
    """A seat and the token that holds it."""

    table: TableId
    token: Token


class AskYourGames(Inbound):
    """Where is it my turn?"""

    seats: Annotated[list[HeldSeat], Field(max_length=50)]


class YourGame(Outbound):
    """A game seen from one's own seat."""

    table: str
    your_turn: bool = Field(description="Whether the game waits for a move, or a deal for you.")
    left_ms: int | None = Field(description="What is left of your time, where it runs.")


class YourGames(Outbound):
    """The games asked for; those that do not exist, or whose token is wrong, are left out."""

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
    bot: str | None = Field(description="The name of the program that waits here; null: a person.")
    name: str | None = Field(description="The name of the account that waits; null: a guest.")
    rating: int | None = Field(
        description="Of the program or account, by these rules; null: not rated."
    )
    provisional: bool = Field(description="Whether too few results are known for the rating.")
    least: int | None = Field(description="Only accounts rated so high may sit down; null: all.")
    most: int | None = Field(description="… and not higher.")


class RunningGame(Outbound):
    """A game between players who met in the lobby: anybody may watch."""

    table: str
    game: GameName
    options: OptionsInForce
    clock: AgreedClock | None
    ply: int
    watchers: int
    bots: list[str] = Field(description="The names of the programs that play; empty: people.")
    names: list[str] = Field(description="The names of the accounts that play.")
    position: str | None = Field(description="Of Pylos, in its fixed text form.")


class Lobby(Outbound):
    """Who waits, and what can be watched."""

    seats: list[OpenSeat] = Field(description="The longest waiting first.")
    games: list[RunningGame] = Field(description="The last moved first.")
