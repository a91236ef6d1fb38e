"""Bodies about people with an account: their pages and ratings."""

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
    history: list[RatedMoment] = Field(description="After each game, the first first.")


class PlayedGame(Outbound):
    """A game that counts, as one player sees it."""

    table: str
    game_number: int
    game: GameName
    opponent: str | None = Field(description="Null: somebody whose account is deleted.")
    began: bool
    result: Result
    finished_ms: int


class AgainstOne(Outbound):
    """Results against one opponent."""

    opponent: str | None
    wins: int
    draws: int
    losses: int


class PlayerPage(Outbound):
    """A player as others see them; only rated games are included."""

    name: str
    created_ms: int
    ratings: list[OwnRating]
    wins: int
    draws: int
    losses: int
    streak: int = Field(description="Games won in a row at the moment; negative: lost in a row.")
    best_streak: int = Field(description="Most games ever won in a row.")
    opponents: list[AgainstOne] = Field(description="The 100 most frequent, those first.")
    games: list[PlayedGame] = Field(description="The last 50, the last first.")


class SeatRating(Outbound):
    """The rating of a player at a table; null for a guest or a program."""

    name: str | None
    rating: int | None
    provisional: bool
    away_until_ms: int | None = Field(description="Until when they are on holiday.")


class TableRatings(Outbound):
    """The ratings of the players at a table, under its rules."""

    rated: bool = Field(description="Whether the result counts.")
    seats: list[SeatRating] = Field(description="By seat.")
    tournament: str | None = Field(
        default=None, description="The tournament that the game is part of."
    )
