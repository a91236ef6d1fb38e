"""Bodies of the interface for programs: their seats, games and ratings."""

from typing import Annotated, Literal

from pydantic import Field

from sommet.server.protocol.base import (
    GameName,
    Inbound,
    OptionsInForce,
    Outbound,
    Status,
    Token,
)
from sommet.server.protocol.community import AgreedClock, WantedGame


class OpenSeatAsBot(WantedGame):
    """A seat in the lobby for anybody who wants to play a program."""

    key: Token = Field(
        description="Random, made for this request; repeating it gives the same seat."
    )


class TakeSeatAsBot(Inbound):
    """Take the seat of another program."""

    key: Token = Field(description="As in OpenSeatAsBot.")


class ChallengeBot(WantedGame):
    """A game wanted with one program."""

    bot: Annotated[str, Field(min_length=1, max_length=24)] = Field(
        description="Its name; every program has another one."
    )
    key: Token = Field(
        description="Random, made for this request; repeating it gives the same seat."
    )


class BotLimits(Outbound):
    """How many seats and games a program may have at once."""

    open_seats: int
    games: int = Field(description="Running games, including open seats.")
    challenges: int = Field(description="Challenges that it has sent, and that wait for it.")


class BotAccount(Outbound):
    """Who a token belongs to."""

    name: str
    limits: BotLimits


class ChallengeToBot(Outbound):
    """Who wants to play the program, and what."""

    name: str | None = Field(description="Of a program or an account; null: a guest.")
    bot: bool = Field(description="Whether it is a program.")
    options: OptionsInForce
    clock: AgreedClock | None


class BotGame(Outbound):
    """A table at which the program sits, or may. The rest comes from the table's WebSocket."""

    table: str
    token: str = Field(description="The seat's token, always the same; keep it secret.")
    game: GameName
    status: Status | Literal["challenge", "gone"] = Field(
        description="waiting: for an opponent to sit down. challenge: a challenger waits for the "
        "program to accept or decline. gone: the table was removed."
    )
    your_turn: bool
    left_ms: int | None = Field(description="The program's time left, while its clock runs.")
    challenge: ChallengeToBot | None = Field(
        default=None, description="With the status challenge; its token opens nothing yet."
    )


class ChallengeDeclined(Outbound):
    """The challenge was declined."""

    declined: bool = True


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
