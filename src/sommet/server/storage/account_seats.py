"""The seats of an account: taking games over, playing on another device, and deleting the account.

The name of an account is never part of a table's history or of a stored record. Both remain when
the account is deleted, and then show an anonymous player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.orm import aliased

from sommet.server.storage import accounts, schema
from sommet.server.storage.accounts import Account, LoginSession
from sommet.server.storage.hosts.audit import read_entries_about
from sommet.server.storage.hosts.roles import read_role
from sommet.server.storage.notices.devices import read_account_devices
from sommet.server.storage.notices.holidays import read_holidays
from sommet.server.storage.player_relations import (
    read_blocked,
    read_challenges,
    read_made,
    read_reported_by,
    remove_challenges_to,
    welcomes_guests,
)
from sommet.server.storage.players import forget_player, read_history
from sommet.server.storage.ratings import account_player
from sommet.server.storage.tournaments.changing import forget_entrant
from sommet.server.storage.tournaments.reading import read_entered, read_organised
from sommet.server.tokens import hash_token, token_from

_seats, _tables, _passes = schema.seats.c, schema.tables.c, schema.seat_passes.c
#: For this long after its last move a finished game is still listed: there may be a rematch.
LATELY_MS = 60 * 60_000
#: As many as a page keeps (`web/src/kept/tables.ts`).
SEATS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat of an account."""

    table: str
    player: int


def take_over(
    connection: Connection, account: Account, held: Sequence[tuple[str, str]]
) -> list[str]:
    """Give seats that a guest holds, as tables and tokens, to an account; return the tables."""
    taken = []
    for table, token in held:
        # Locked, so that two requests at once cannot take both seats over.
        both = select(schema.seats).where(_seats.table_id == table).order_by(_seats.player)
        seats = connection.execute(both.with_for_update()).all()
        if any(seat.account == account.id for seat in seats):
            continue  # nobody plays themselves
        mine = (
            _seats.table_id == table,
            _seats.token_hash == hash_token(token),
            _seats.account.is_(None),
            _seats.bot.is_(None),
        )
        found = connection.execute(
            update(schema.seats).where(*mine).values(account=account.id, name=account.name)
        )
        if found.rowcount:
            taken.append(table)
    return taken


def read_own_seats(connection: Connection, account: str, now_ms: int) -> list[OwnSeat]:
    """Return an account's seats in running and recent games, those with the latest move first."""
    has_record = exists().where(schema.records.c.table_id == _tables.id)
    found = connection.execute(
        select(_tables.id, _seats.player)
        .join(schema.seats, _seats.table_id == _tables.id)
        .where(
            _seats.account == account,
            or_(
                ~has_record,
                _tables.due_ms.is_not(None),
                _tables.updated_ms > now_ms - LATELY_MS,
            ),
        )
        .order_by(_tables.updated_ms.desc())
        .limit(SEATS_AT_ONCE)
    )
    return [OwnSeat(row.id, row.player) for row in found]


def give_passes(
    connection: Connection, session: LoginSession, seats: Sequence[OwnSeat]
) -> dict[str, str]:
    """Return another token for each seat, by its table; all end with the session."""
    tokens = {seat.table: token_from(session.token, seat.table) for seat in seats}
    held = find_holders(connection, list(tokens.items()))
    passes = [
        {
            "token_hash": hash_token(tokens[seat.table]),
            "session": session.token_hash,
            "table_id": seat.table,
            "player": seat.player,
        }
        for seat in seats
        if (seat.table, tokens[seat.table]) not in held
    ]
    if passes:
        # A pass for a seat that another player holds by now.
        stale = _passes.token_hash.in_([each["token_hash"] for each in passes])
        connection.execute(delete(schema.seat_passes).where(stale))
        connection.execute(insert(schema.seat_passes), passes)
    return tokens


def find_pass(connection: Connection, table: str, token: str) -> int | None:
    """Return the player that a pass stands for, if the seat still belongs to the account."""
    mine = (_passes.token_hash == hash_token(token), _passes.table_id == table)
    found = connection.execute(_select_passes(_passes.player).where(*mine))
    return found.scalar()


def find_holders(
    connection: Connection, held: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    """Return the player that each table and token stands for; tokens of seats or of passes."""
    known = {(table, hash_token(token)): (table, token) for table, token in held}
    tables, hashes = ({each[part] for each in known} for part in (0, 1))
    queries = (
        select(_seats.table_id, _seats.token_hash, _seats.player).where(
            _seats.table_id.in_(tables), _seats.token_hash.in_(hashes)
        ),
        _select_passes(_passes.table_id, _passes.token_hash, _passes.player).where(
            _passes.token_hash.in_(hashes)
        ),
    )
    return {
        known[row.table_id, row.token_hash]: row.player
        for query in queries
        for row in connection.execute(query)
        if (row.table_id, row.token_hash) in known
    }


def _select_passes(*columns: ColumnElement[Any]) -> Select[Any]:
    sessions = schema.account_sessions.c
    return (
        select(*columns)
        .join(schema.account_sessions, sessions.token_hash == _passes.session)
        .join(
            schema.seats,
            and_(
                _seats.table_id == _passes.table_id,
                _seats.player == _passes.player,
                _seats.account == sessions.account,
            ),
        )
    )


def read_passes(connection: Connection, sessions: ColumnElement[bool]) -> list[OwnSeat]:
    """Return the seats that some sessions hold by passes; a pass ends with its session."""
    found = connection.execute(
        select(_passes.table_id, _passes.player)
        .join(schema.account_sessions, schema.account_sessions.c.token_hash == _passes.session)
        .where(sessions)
    )
    return [OwnSeat(row.table_id, row.player) for row in found]


# Export and deletion.


def read_everything(connection: Connection, account: Account) -> dict[str, Any]:
    """Return everything that is stored about an account, in plain values."""
    sessions = schema.account_sessions.c
    opened = connection.execute(
        select(sessions.created_ms, sessions.seen_ms).where(sessions.account == account.id)
    )
    return {
        "name": account.name,
        "created_ms": account.created_ms,
        "devices": [
            {"label": each.label, "created_ms": each.created_ms, "used_ms": each.used_ms}
            for each in accounts.read_passkeys(connection, account.id)
        ],
        "sessions": [{"created_ms": row.created_ms, "seen_ms": row.seen_ms} for row in opened],
        "games": _read_games(connection, account.id),
        "ratings": read_history(connection, account_player(account.id)),
        "blocked": read_blocked(connection, account.id),
        "tournaments": read_entered(connection, account_player(account.id)),
        "organised": read_organised(connection, account.id),
        "holidays": read_holidays(connection, account.id),
        "challenges": _read_challenges(connection, account.id),
        "challenges_made": read_made(connection, account.id),
        "guests_may_challenge": welcomes_guests(connection, account.id),
        "reports": read_reported_by(connection, account.id),
        "notices": read_account_devices(connection, account.id),
        "role": read_role(connection, account.id),
        "noted": read_entries_about(connection, account.id),
    }


def _read_challenges(connection: Connection, account: str) -> list[dict[str, Any]]:
    return [
        {"table": each.table, "made": each.challenger == account, "created_ms": each.created_ms}
        for each in read_challenges(connection, account)
    ]


def _read_games(connection: Connection, account: str) -> list[dict[str, Any]]:
    records, other = schema.records.c, aliased(schema.seats)
    found = connection.execute(
        select(
            _tables.id,
            _tables.created_ms,
            _seats.counts,
            other.c.name,
            records.game_number,
            records.finished_ms,
            records.text,
        )
        .select_from(schema.seats)
        .join(schema.tables, _tables.id == _seats.table_id)
        .outerjoin(
            other, and_(other.c.table_id == _seats.table_id, other.c.player != _seats.player)
        )
        .outerjoin(schema.records, records.table_id == _tables.id)
        .where(_seats.account == account)
        .order_by(_tables.created_ms, _tables.id, records.game_number)
    )
    return [
        {
            "table": row.id,
            "opened_ms": row.created_ms,
            "counts": bool(row.counts),
            "opponent": row.name,
            "game_number": row.game_number,
            "finished_ms": row.finished_ms,
            "record": row.text,
        }
        for row in found
    ]


def delete_account(connection: Connection, account: str) -> list[OwnSeat]:
    """Delete an account and everything about it; return its seats, and those reserved for it.

    Its games remain, as games of an anonymous player: the token of a seat still gives access to it.
    """
    # Tournaments first: after that none of them gives the account another seat.
    forget_entrant(connection, account_player(account))
    seats = forget_seats(connection, account)
    seats += [OwnSeat(table, 0) for table in remove_challenges_to(connection, account)]
    forget_player(connection, account)
    connection.execute(
        delete(schema.account_tickets).where(schema.account_tickets.c.account == account)
    )
    # Passkeys, sessions and passes go with it.
    connection.execute(delete(schema.accounts).where(schema.accounts.c.id == account))
    return seats


def forget_seats(connection: Connection, account: str) -> list[OwnSeat]:
    """Make seats anonymous, and remove tables at which only the account sat; return them all."""
    mine = _seats.account == account
    held = connection.execute(select(_seats.table_id, _seats.player).where(mine))
    seats = [OwnSeat(row.table_id, row.player) for row in held]
    waiting = select(_seats.table_id).where(mine, _seats.player == 0)
    connection.execute(delete(schema.tables).where(_tables.seq == 0, _tables.id.in_(waiting)))
    connection.execute(update(schema.seats).where(mine).values(account=None, name=None, counts=0))
    return seats


def read_gone(connection: Connection) -> list[str]:
    """Return deleted accounts that still have seats, because they sat down during the deletion."""
    known = exists().where(schema.accounts.c.id == _seats.account)
    found = select(_seats.account).where(_seats.account.is_not(None), ~known).distinct()
    return [account for account in connection.execute(found).scalars() if account is not None]
