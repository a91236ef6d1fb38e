"""Bodies of the interface for programs: their seats, games and ratings."""

from typing import Literal

from pydantic import Field

from sommet.server.protocol.base import (
    GameName,
    Inbound,
    OptionsInForce,
    Outbound,
    Status,
    Token,
)
from sommet.server.protocol.community import WantedGame


class OpenSeatAsBot(WantedGame):
    """A seat in the lobby for anybody who wants to play a program."""

    key: Token = Field(
        description="Random, made for this request; repeating it gives the same seat."
    )


class TakeSeatAsBot(Inbound):
    """Take the seat of another program."""

    key: Token = Field(description="As in OpenSeatAsBot.")


class BotLimits(Outbound):
    """How many seats and games a program may have at once."""

    open_seats: int
    games: int = Field(description="Running games, including open seats.")


class BotAccount(Outbound):
    """Who a token belongs to."""

    name: str
    limits: BotLimits


class BotGame(Outbound):
    """A table at which the program sits. The rest comes from the table's WebSocket."""

    table: str
    token: str = Field(description="The seat's token, always the same; keep it secret.")
    game: GameName
    status: Status | Literal["gone"] = Field(
        description="waiting: the seat is in the lobby. gone: the table was removed."
    )
    your_turn: bool
    left_ms: int | None = Field(description="The program's time left, while its clock runs.")


class RatedBot(Outbound):
    """A program's rating by its games against other programs."""

    name: str
    rating: int = Field(description="1500 for a new player; 400 points mean odds of ten to one.")
    provisional: bool = Field(description="Whether there are too few results.")
    games: int


class RatedPool(Outbound):
    """A game and its rules, with the programs that play it, with any clock."""

    game: GameName
    options: OptionsInForce
    bots: list[RatedBot] = Field(description="The strongest first.")


class Ratings(Outbound):
    """Programs by rating."""

    pools: list[RatedPool]


class BotGames(Outbound):
    """The program's tables: open seats, running games and recently finished ones."""

    games: list[BotGame]
