"""Bodies of what programs ask: seats of their own in the lobby, and what concerns them."""

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
    """A seat in the lobby that waits for whoever wants to play a program."""

    key: Token = Field(
        description="Made for this request, at random; repeated with it, the same seat."
    )


class TakeSeatAsBot(Inbound):
    """Take the seat of another program."""

    key: Token = Field(description="As in OpenSeatAsBot.")


class BotLimits(Outbound):
    """How much a program may have at once."""

    open_seats: int
    games: int = Field(description="That run, open seats included.")


class BotAccount(Outbound):
    """Who a token belongs to."""

    name: str
    limits: BotLimits


class BotGame(Outbound):
    """A table at which the program sits. The WebSocket of the table tells the rest."""

    table: str
    token: str = Field(description="Holds the seat. The same at every asking; keep it secret.")
    game: GameName
    status: Status | Literal["gone"] = Field(
        description="waiting: the seat is in the lobby. gone: the table was removed."
    )
    your_turn: bool
    left_ms: int | None = Field(description="What is left of the program's time, where it runs.")


class RatedBot(Outbound):
    """How strong a program is, by its games with other programs."""

    name: str
    rating: int = Field(description="1500 for a newcomer; 400 more are odds of ten to one.")
    provisional: bool = Field(description="Whether too few results are known.")
    games: int


class RatedPool(Outbound):
    """A game and its rules, with those who played it; the clock does not matter."""

    game: GameName
    options: OptionsInForce
    bots: list[RatedBot] = Field(description="The strongest first.")


class Ratings(Outbound):
    """Who is how strong."""

    pools: list[RatedPool]


class BotGames(Outbound):
    """Where the program sits: seats that wait, games that run, and those that ended lately."""

    games: list[BotGame]
