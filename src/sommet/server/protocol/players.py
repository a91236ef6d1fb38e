"""Bodies about people with an account and about programs: their pages and ratings."""

from typing import Literal, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import GameName, OptionsInForce, Outbound

Result: TypeAlias = Literal["win", "draw", "loss"]


class RatedPerson(Outbound):
    """A person's rating under some rules."""

    name: str
    rating: int
    provisional: bool = Field(description="Whether the rating is based on too few results.")
    games: int


class Ranking(Outbound):
    """The players of a game under the same rules, by rating."""

    game: GameName
    options: OptionsInForce
    players: list[RatedPerson] = Field(
        description="The strongest first; at the end those whose rating is provisional."
    )


class Leaderboard(Outbound):
    """People by rating, for each game and set of rules that was played."""

    pools: list[Ranking]


class RatedMoment(Outbound):
    """A rating after a game."""

    at_ms: int
    rating: int


class OwnRating(Outbound):
    """A player's rating under some rules, with its history."""

    game: GameName
    options: OptionsInForce
    rating: int
    provisional: bool
    games: int
    history: list[RatedMoment] = Field(
        description="After each game, the first first; of many games about 500, evenly spread."
    )


class PlayedGame(Outbound):
    """A game that counts, as one player sees it."""

    table: str
    game_number: int
    game: GameName
    opponent: str | None = Field(
        description="Null: a deleted account, or a program that is no longer admitted."
    )
    began: bool | None = Field(
        description="Whether they made the first move, in Pacal of the first round, in which the "
        "cards decide; null where an earlier version did not store it."
    )
    result: Result
    finished_ms: int


class AgainstOne(Outbound):
    """Results against one opponent."""

    opponent: str | None
    wins: int
    draws: int
    losses: int


class PlayedGames(Outbound):
    """Games of a player that count."""

    games: list[PlayedGame] = Field(description="The last first, up to 50.")
    more: str | None = Field(description="Asks for the games before these; null: there are none.")


class PlayerPage(PlayedGames):
    """A person or a program as others see them; only rated games are included."""

    name: str
    created_ms: int
    ratings: list[OwnRating]
    wins: int
    draws: int
    losses: int
    streak: int = Field(description="Games won in a row at the moment; negative: lost in a row.")
    best_streak: int = Field(description="Most games won in a row, of the last 10,000.")
    opponents: list[AgainstOne] = Field(description="The 100 most frequent, those first.")


class SeatRating(Outbound):
    """A player at a table, and their rating; null for a guest, and where nobody is rated."""

    name: str | None = Field(description="Of the account in this seat.")
    bot: str | None = Field(description="Of the program in this seat.")
    rating: int | None
    provisional: bool
    away_until_ms: int | None = Field(description="Until when they are on holiday.")


class TableRatings(Outbound):
    """The players at a table with an account and the programs, and their ratings by its rules."""

    rated: bool | None = Field(description="Whether the result counts; null: nobody is rated here.")
    seats: list[SeatRating] = Field(description="By seat.")
    tournament: str | None = Field(
        default=None, description="The tournament that the game is part of."
    )
