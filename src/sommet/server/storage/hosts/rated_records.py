"""Finished rated games of people, with their records."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, and_, func, select

from sommet.server.storage import schema
from sommet.server.storage.ratings import account_player, read_ratings
from sommet.server.storage.setup import TableSetup, parse_setup

_games, _records = schema.rated_games.c, schema.records.c
_PEOPLE = "people %"
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class RatedRecord:
    """A finished game that counts for the ratings of two accounts.

    Attributes:
        pool: The game and its rules.
        setup: What was played, with its clock.
        players: The ids of both players among ratings; in the order of the record.
        text: The record.
    """

    pool: str
    table: str
    setup: TableSetup
    players: tuple[str, str]
    finished_ms: int
    text: str


def count_records(connection: Connection) -> int:
    """Return how many such games there are."""
    people = select(func.count()).select_from(schema.rated_games).where(_games.pool.like(_PEOPLE))
    return connection.execute(people).scalar_one()


def read_records(connection: Connection) -> Iterator[RatedRecord]:
    """Yield such games, the oldest first; those whose record is gone are left out."""
    found = connection.execute(
        select(schema.rated_games, _records.text, schema.tables.c.setup.label("table_setup"))
        .join(
            schema.records,
            and_(
                _records.table_id == _games.table_id,
                _records.game_number == _games.game_number,
            ),
        )
        .join(schema.tables, schema.tables.c.id == _games.table_id)
        .where(_games.pool.like(_PEOPLE))
        .order_by(_games.finished_ms, _games.table_id, _games.game_number),
        execution_options={"yield_per": _AT_ONCE},
    )
    for row in found:
        yield RatedRecord(
            row.pool,
            row.table_id,
            parse_setup(row.table_setup),
            (row.first, row.second),
            row.finished_ms,
            row.text,
        )


def read_people(connection: Connection) -> tuple[dict[str, str], dict[tuple[str, str], int]]:
    """Return the names of players that are accounts, and ratings by pool and player."""
    accounts = connection.execute(select(schema.accounts.c.id, schema.accounts.c.name))
    names = {account_player(row.id): row.name for row in accounts}
    ratings = {(each.pool, each.player): each.rating.shown for each in read_ratings(connection)}
    return names, ratings
