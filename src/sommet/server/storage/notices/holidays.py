"""Holidays of accounts."""

import math
from typing import Any

from sqlalchemy import Connection, exists, insert, or_, select, update

from sommet.match.clock import DAY_MS
from sommet.server.storage import schema
from sommet.server.storage.notices.schema import holidays, slow_turns
from sommet.server.storage.setup import SLOW_SETUP

DAYS_PER_YEAR = 28
_YEAR_MS = 365 * DAY_MS
_accounts, _holidays, _tables = schema.accounts.c, holidays.c, schema.tables.c


def read_away(
    connection: Connection, account: str, now_ms: int, *, held: bool = False
) -> tuple[int, int] | None:
    """Return begin and end of an account's current holiday; `held` locks the account."""
    query = select(_accounts.away_from_ms, _accounts.away_until_ms).where(_accounts.id == account)
    if held:
        query = query.with_for_update(key_share=True)
    row = connection.execute(query).one_or_none()
    if row is None or row.away_until_ms is None or row.away_until_ms <= now_ms:
        return None
    return row.away_from_ms, row.away_until_ms


def read_left_ms(connection: Connection, account: str, now_ms: int) -> int:
    """Return how much time an account may still take off, given its holidays of the last year."""
    since_ms = now_ms - _YEAR_MS
    taken = connection.execute(
        select(holidays).where(_holidays.account == account, _holidays.until_ms > since_ms)
    )
    used_ms: int = sum(row.until_ms - max(row.from_ms, since_ms) for row in taken)
    return max(0, DAYS_PER_YEAR * DAY_MS - used_ms)


def begin(connection: Connection, account: str, now_ms: int, until_ms: int) -> None:
    """Store that an account is on holiday."""
    connection.execute(insert(holidays).values(account=account, from_ms=now_ms, until_ms=until_ms))
    away = {"away_from_ms": now_ms, "away_until_ms": until_ms}
    connection.execute(update(schema.accounts).where(_accounts.id == account).values(**away))


def end(connection: Connection, account: str, from_ms: int, now_ms: int) -> None:
    """Store that an account is back; it may take the unused days later.

    A day that has begun counts as a whole one: otherwise there could be any number of holidays.
    """
    days = max(1, math.ceil((now_ms - from_ms) / DAY_MS))
    connection.execute(
        update(holidays)
        .where(_holidays.account == account, _holidays.from_ms == from_ms)
        .values(until_ms=from_ms + days * DAY_MS)
    )
    away = {"away_from_ms": None, "away_until_ms": None}
    connection.execute(update(schema.accounts).where(_accounts.id == account).values(**away))


def read_running_tables(connection: Connection, account: str) -> list[str]:
    """Return the tables with an account's running slow games."""
    found = connection.execute(
        select(schema.seats.c.table_id)
        .where(
            schema.seats.c.account == account,
            exists().where(slow_turns.c.table_id == schema.seats.c.table_id),
        )
        .order_by(schema.seats.c.table_id)
    )
    return list(found.scalars())


def has_slow_game(connection: Connection, account: str) -> bool:
    """Return whether a slow game of an account is running."""
    has_record = exists().where(schema.records.c.table_id == _tables.id)
    return bool(
        connection.execute(
            select(
                exists().where(
                    schema.seats.c.account == account,
                    _tables.id == schema.seats.c.table_id,
                    _tables.seq > 0,
                    _tables.setup.like(SLOW_SETUP),
                    or_(_tables.due_ms.is_not(None), ~has_record),
                )
            )
        ).scalar_one()
    )


def read_holidays(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return every holiday of an account, in plain values."""
    found = connection.execute(
        select(holidays).where(_holidays.account == account).order_by(_holidays.from_ms)
    )
    return [{"from_ms": row.from_ms, "until_ms": row.until_ms} for row in found]
