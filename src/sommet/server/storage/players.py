"""The public data of accounts: ratings, their history, and rated results.

Only rated games are public: those between two accounts through the lobby or a challenge.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    or_,
    select,
    update,
)

from sommet.server.storage import schema
from sommet.server.storage.rating_model import Rating
from sommet.server.storage.ratings import SOMEBODY, PlayerRating, account_player, read_ratings
from sommet.server.storage.setup import TableSetup, parse_setup

_games, _history = schema.rated_games.c, schema.rating_history.c
_accounts, _ratings = schema.accounts.c, schema.ratings.c


@dataclass(frozen=True, slots=True)
class PastGame:
    """A rated game from one player's side; `points` are 2, 1 or 0."""

    table: str
    game_number: int
    setup: TableSetup
    pool: str
    #: None if the account is deleted.
    opponent: str | None
    began: bool
    points: int
    finished_ms: int


def read_history(connection: Connection, account: str) -> dict[str, list[tuple[int, int]]]:
    """Return the history of an account's ratings, by pool."""
    found = connection.execute(
        select(schema.rating_history)
        .where(_history.player == account_player(account))
        .order_by(_history.pool, _history.games)
    )
    history: dict[str, list[tuple[int, int]]] = {}
    for row in found:
        history.setdefault(row.pool, []).append((row.at_ms, row.rating))
    return history


def read_points(connection: Connection, account: str) -> list[tuple[int, str | None]]:
    """Return every rated game of an account: its points, and against whom; the latest first."""
    found = connection.execute(_results_of(account).with_only_columns(*_points(account))).all()
    names = read_player_names(connection, {row.other for row in found})
    return [(row.points, names.get(row.other)) for row in found]


def read_results(connection: Connection, account: str, most: int) -> list[PastGame]:
    """Return rated games of an account, the latest first, no more than `most`."""
    me = account_player(account)
    found = connection.execute(
        _results_of(account).add_columns(*_points(account)).limit(most)
    ).all()
    names = read_player_names(connection, {row.other for row in found})
    return [
        PastGame(
            table=row.table_id,
            game_number=row.game_number,
            setup=parse_setup(row.setup),
            pool=row.pool,
            opponent=names.get(row.other),
            began=row.first == me,
            points=row.points,
            finished_ms=row.finished_ms,
        )
        for row in found
    ]


def _results_of(account: str) -> Select[Any]:
    me = account_player(account)
    return (
        select(schema.rated_games)
        .where(or_(_games.first == me, _games.second == me))
        .order_by(_games.finished_ms.desc(), _games.table_id, _games.game_number.desc())
    )


def _points(account: str) -> tuple[ColumnElement[int], ColumnElement[str]]:
    """Return an account's points in a game, and the other player, as columns."""
    began = _games.first == account_player(account)
    return (
        case((began, _games.score), else_=2 - _games.score).label("points"),
        case((began, _games.second), else_=_games.first).label("other"),
    )


def read_player_names(connection: Connection, players: Iterable[str]) -> dict[str, str]:
    """Return the names of those players that are accounts."""
    ids = [player.removeprefix(account_player("")) for player in players]
    found = connection.execute(select(_accounts.id, _accounts.name).where(_accounts.id.in_(ids)))
    return {account_player(row.id): row.name for row in found}


def read_people(connection: Connection) -> list[tuple[str, PlayerRating]]:
    """Return everybody with a rating, by name; the highest first in each pool."""
    found = connection.execute(
        select(schema.ratings, schema.rating_pools.c.setup, _accounts.name)
        .join(schema.rating_pools, schema.rating_pools.c.pool == _ratings.pool)
        .join(schema.accounts, account_player("") + _accounts.id == _ratings.player)
        .order_by(_ratings.pool, _ratings.mu.desc(), _accounts.name)
    )
    return [
        (
            row.name,
            PlayerRating(
                row.pool,
                parse_setup(row.setup),
                row.player,
                Rating(row.mu, row.sigma, row.games),
            ),
        )
        for row in found
    ]


def read_rating(connection: Connection, account: str, pool: str) -> Rating:
    """Return an account's rating in a pool, or a newcomer's if it has none yet."""
    for each in read_ratings(connection, [account_player(account)]):
        if each.pool == pool:
            return each.rating
    return Rating()


def read_names_of_game(
    connection: Connection, table: str, game_number: int
) -> tuple[str | None, str | None] | None:
    """Return the players of a rated game, by seat; None if it is not rated."""
    row = connection.execute(
        select(_games.first, _games.second).where(
            _games.table_id == table, _games.game_number == game_number
        )
    ).one_or_none()
    if row is None:
        return None
    names = read_player_names(connection, (row.first, row.second))
    return names.get(row.first), names.get(row.second)


def forget_player(connection: Connection, account: str) -> None:
    """Remove an account's ratings; its games still count for its opponents."""
    me = account_player(account)
    for table in (schema.ratings, schema.rating_history):
        connection.execute(delete(table).where(table.c.player == me))
    mine = or_(_games.first == me, _games.second == me)
    connection.execute(delete(schema.rated_games).where(_games.rated == 0, mine))
    for column in ("first", "second"):
        connection.execute(
            update(schema.rated_games).where(_games[column] == me).values(**{column: SOMEBODY})
        )
