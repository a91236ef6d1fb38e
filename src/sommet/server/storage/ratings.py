"""Rated results and the ratings computed from them, in the database.

A rated result is stored as a row in the transaction that ends the game, so it is there once or not
at all. Any process takes such rows in order, under one lock, and stores the new ratings and that
the row is done in one transaction: each result counts exactly once, even if a process dies in
between.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.sql.base import Executable

from sommet.server.storage import schema
from sommet.server.storage.rating_model import Forecast, Rating, rate
from sommet.server.storage.setup import TableSetup, parse_setup

_games, _ratings, _pools = schema.rated_games.c, schema.ratings.c, schema.rating_pools.c
#: Names the lock among the database's advisory locks.
_LOCK = 0x52_41_54_45
AT_ONCE = 200
#: The prefix of an account's id, and the player that stands for deleted accounts.
_PERSON = "acc "
SOMEBODY = "somebody"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a rated game.

    Attributes:
        pool: The game and its rules, the same for all who are compared.
        setup: What they played, as stored for a table.
        first: Who had the first seat.
        second: Who had the second.
        score: For the first seat: 2 for a win, 1 for a draw, 0 for a loss.
        beginner: The seat that began, 0 or 1.
        finished_ms: When it ended, if it is stored.
    """

    pool: str
    setup: str
    first: str
    second: str
    score: int
    beginner: int = 0
    finished_ms: int = 0


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating in a pool."""

    pool: str
    setup: TableSetup
    player: str
    rating: Rating


def bot_player(bot: str) -> str:
    """Return a program's id among players."""
    return f"bot {bot}"


def account_player(account: str) -> str:
    """Return an account's id among players."""
    return f"{_PERSON}{account}"


def store_result(table: str, game_number: int, at_ms: int, result: Result) -> Executable:
    """Return the statement that stores a result to be counted."""
    return insert(schema.rated_games).values(
        table_id=table,
        game_number=game_number,
        pool=result.pool,
        setup=result.setup,
        first=result.first,
        second=result.second,
        score=result.score,
        beginner=result.beginner,
        finished_ms=at_ms,
    )


def count_results(connection: Connection, now_ms: int) -> int:
    """Update ratings with results that were not counted yet, oldest first; return how many."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    found = connection.execute(
        select(schema.rated_games)
        .where(_games.rated == 0)
        .order_by(_games.finished_ms, _games.table_id, _games.game_number)
        .limit(AT_ONCE)
    ).all()
    for row in found:
        _count(
            connection,
            Result(
                row.pool,
                row.setup,
                row.first,
                row.second,
                row.score,
                row.beginner or 0,
                row.finished_ms,
            ),
            now_ms,
        )
        connection.execute(
            update(schema.rated_games)
            .where(_games.table_id == row.table_id, _games.game_number == row.game_number)
            .values(rated=1)
        )
    return len(found)


def _count(connection: Connection, result: Result, now_ms: int) -> None:
    players, score = (result.first, result.second), result.score / 2
    if result.beginner == 1:
        players, score = (result.second, result.first), 1 - score
    first, second = (_read_rating(connection, result.pool, each) for each in players)
    forecast = _read_forecast(connection, result)
    after = rate(first, second, score, forecast)
    learnt = forecast.learn(first, second, score)
    for player, rating in zip(players, after, strict=True):
        connection.execute(
            update(schema.ratings)
            .where(_ratings.pool == result.pool, _ratings.player == player)
            .values(mu=rating.mu, sigma=rating.sigma, games=rating.games, updated_ms=now_ms)
        )
        if player != SOMEBODY:
            connection.execute(
                insert(schema.rating_history).values(
                    player=player,
                    pool=result.pool,
                    games=rating.games,
                    at_ms=result.finished_ms,
                    rating=rating.shown,
                )
            )
    connection.execute(
        update(schema.rating_pools)
        .where(_pools.pool == result.pool)
        .values(forecast=json.dumps(learnt.as_list()), games=_pools.games + 1)
    )


def _read_rating(connection: Connection, pool: str, player: str) -> Rating:
    """Return a player's rating; a newcomer's is created and stored."""
    row = connection.execute(
        select(schema.ratings).where(_ratings.pool == pool, _ratings.player == player)
    ).one_or_none()
    if row is not None:
        return Rating(row.mu, row.sigma, row.games)
    new = Rating()
    connection.execute(
        insert(schema.ratings).values(
            pool=pool, player=player, mu=new.mu, sigma=new.sigma, games=0, updated_ms=0
        )
    )
    return new


def _read_forecast(connection: Connection, result: Result) -> Forecast:
    text = connection.execute(select(_pools.forecast).where(_pools.pool == result.pool)).scalar()
    if text is not None:
        return Forecast(*json.loads(text))
    new = Forecast()
    connection.execute(
        insert(schema.rating_pools).values(
            pool=result.pool, setup=result.setup, forecast=json.dumps(new.as_list()), games=0
        )
    )
    return new


def read_ratings(
    connection: Connection, players: Sequence[str] | None = None
) -> list[PlayerRating]:
    """Return ratings, the highest first, of all players or of some."""
    query = (
        select(schema.ratings, _pools.setup)
        .join(schema.rating_pools, _pools.pool == _ratings.pool)
        .order_by(_ratings.pool, _ratings.mu.desc())
    )
    if players is not None:
        query = query.where(_ratings.player.in_(list(players)))
    return [
        PlayerRating(
            row.pool, parse_setup(row.setup), row.player, Rating(row.mu, row.sigma, row.games)
        )
        for row in connection.execute(query)
    ]
