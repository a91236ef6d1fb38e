"""Notices of tournament games that begin, for players who were not seen lately."""

from collections.abc import Sequence

from sqlalchemy import Connection, or_, select

from sommet.server.storage import schema
from sommet.server.storage.begun_tables import NewTable
from sommet.server.storage.notices.devices import add_notices
from sommet.server.storage.notices.schema import push_devices
from sommet.server.storage.notices.turns import begin_turns
from sommet.server.storage.ratings import account_player
from sommet.server.storage.tournaments.schema import tournament_entrants, tournament_games

#: A player who was seen within this time is on the tournament's page and needs no notice.
LOOKING_MS = 30_000


def begin_slow(connection: Connection, tables: Sequence[NewTable], now_ms: int) -> None:
    """Store who has to move in games with days per move: they get the notices of any turn."""
    for table in tables:
        for statement in begin_turns(table.id, table.awaits, table.due_ms, now_ms):
            connection.execute(statement)


def queue_round_notices(connection: Connection, tables: Sequence[NewTable], now_ms: int) -> None:
    """Queue notices of live games for players who were not seen lately."""
    places = {
        seat.account: (table.id, seat.player)
        for table in tables
        for seat in table.seats
        if seat.account is not None
    }
    if not places:
        return
    sessions, entrants, games = (
        schema.account_sessions.c,
        tournament_entrants.c,
        tournament_games.c,
    )
    away = (
        select(push_devices.c.id, sessions.account)
        .join(schema.account_sessions, sessions.token_hash == push_devices.c.session)
        .join(tournament_entrants, entrants.player == account_player("") + sessions.account)
        .join(tournament_games, games.tournament == entrants.tournament)
        .where(
            games.table_id.in_([table for table, _ in places.values()]),
            sessions.account.in_(list(places)),
            or_(entrants.seen_ms.is_(None), entrants.seen_ms < now_ms - LOOKING_MS),
        )
        .distinct()
    )
    for row in connection.execute(away).all():
        table, player = places[row.account]
        add_notices(connection, [row.id], table=table, player=player, kind="round", now_ms=now_ms)
