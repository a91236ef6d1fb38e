"""The public data of accounts: ratings, their history, and rated results.

Only rated games are public: those between two accounts through the lobby or a challenge.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, case, delete, or_, select, update

from sommet.server.storage import schema
from sommet.server.storage.rating_model import Rating
from sommet.server.storage.ratings import SOMEBODY, PlayerRating, account_player, read_ratings
from sommet.server.storage.setup import TableSetup, parse_setup

_games, _history = schema.rated_games.c, schema.rating_history.c
_accounts, _ratings = schema.accounts.c, schema.ratings.c
#: The most results on a player's page.
MOST_RESULTS = 2000


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


def read_results(connection: Connection, account: str) -> list[PastGame]:
    """Return the rated games of an account, the latest first."""
    me = account_player(account)
    found = connection.execute(
        select(
            schema.rated_games,
            case((_games.first == me, _games.second), else_=_games.first).label("other"),
        )
        .where(or_(_games.first == me, _games.second == me))
        .order_by(_games.finished_ms.desc(), _games.table_id, _games.game_number.desc())
        .limit(MOST_RESULTS)
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
            points=row.score if row.first == me else 2 - row.score,
            finished_ms=row.finished_ms,
        )
        for row in found
    ]


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
