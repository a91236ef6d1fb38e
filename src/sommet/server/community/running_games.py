"""Which games are listed for everybody to watch.

Listed are games of players who met in the lobby, games of tournaments, and challenges that count
for both: what counts is shown on the players' pages anyway. A table that was opened for a friend,
and a challenge for fun, are known only to those who have the link.
"""

from typing import Any

from sqlalchemy import Connection, Select, exists, or_, select, union_all
from sqlalchemy.sql.selectable import Subquery

from sommet.server.community.open_seats import SLOW_MS, WATCHED_MS
from sommet.server.storage import schema
from sommet.server.storage.setup import SLOW_SETUP
from sommet.server.storage.tournaments.schema import tournament_games

_public, _tables, _seats = schema.public_tables.c, schema.tables.c, schema.seats.c
_challenges, _games = schema.challenges.c, tournament_games.c


def read_running(
    connection: Connection, now_ms: int, limit: int, *, ratings: bool
) -> tuple[str, ...]:
    """Return tables where a first game that everybody may watch runs, the last moved first.

    Without `ratings` no challenge counts.
    """
    listed, moved = _listed(now_ms, ratings=ratings), _tables.updated_ms
    has_record = exists().where(schema.records.c.table_id == _tables.id)
    is_slow = _tables.setup.like(SLOW_SETUP)
    found = connection.execute(
        select(_tables.id)
        .select_from(schema.tables.join(listed, listed.c.table_id == _tables.id))
        .where(
            _tables.seq > 0,
            ~has_record,
            or_(moved > now_ms - WATCHED_MS, is_slow & (moved > now_ms - SLOW_MS)),
        )
        .order_by(moved.desc(), _tables.id)
        .limit(limit)
    )
    return tuple(found.scalars())


def _listed(now_ms: int, *, ratings: bool) -> Subquery:
    """Return the tables that are listed while a game runs there."""
    for_fun = exists().where(_seats.table_id == _challenges.table_id, _seats.counts == 0)
    parts: list[Select[Any]] = [
        select(_public.table_id),
        select(_games.table_id).where(_games.first_points.is_(None), _games.table_id.is_not(None)),
    ]
    if ratings:
        recent = _challenges.created_ms > now_ms - 2 * SLOW_MS
        parts.append(select(_challenges.table_id).where(recent, ~for_fun))
    return union_all(*parts).subquery()
