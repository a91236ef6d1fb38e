"""Relations between accounts: blocks, reports, challenges."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    null,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import aliased
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.selectable import Subquery

from sommet.server.storage import schema
from sommet.server.storage.setup import TableSetup, parse_setup
from sommet.server.tokens import new_id

_blocks, _reports, _challenges = schema.blocks.c, schema.reports.c, schema.challenges.c
_tables, _seats, _made = schema.tables.c, schema.seats.c, schema.challenges_made.c
_guests, _accounts = schema.guest_challenges.c, schema.accounts.c
REASONS = ("name", "cheating", "abandoning", "greetings")
BLOCKS_PER_ACCOUNT = 200
REPORTS_PER_DAY = 10
CHALLENGES_PER_ACCOUNT = 10
#: Each of them may notify somebody's devices; those that were accepted do not count.
CHALLENGES_PER_PAIR_AND_DAY = 5
#: How many challenges by guests a player may have in a day that were not accepted.
GUESTS_PER_PERSON_AND_DAY = 10
#: A challenge expires after this time; one by a guest after a day.
CHALLENGE_MS = 7 * 24 * 60 * 60_000
_DAY_MS = 24 * 60 * 60_000


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat that is reserved for one account; the challenger is None for a guest."""

    table: str
    setup_text: str
    challenger: str | None
    challenged: str
    created_ms: int
    #: Whether the challenger wants it to count.
    rated: bool
    #: Of the challenger's seat.
    token_hash: str

    @property
    def setup(self) -> TableSetup:
        """What the table was opened for.

        Raises:
            ValueError, KeyError, TypeError: the stored text is not a setup.
        """
        return parse_setup(self.setup_text)


@dataclass(frozen=True, slots=True)
class Report:
    """A report to the host; names are None for deleted accounts."""

    at_ms: int
    reporter: str | None
    reported: str
    table: str | None
    reason: str


# Blocks.


def block(connection: Connection, account: str, blocked: str) -> bool:
    """Block another account; False if too many are blocked already."""
    mine = _blocks.account == account
    count = connection.execute(
        select(func.count()).select_from(schema.blocks).where(mine)
    ).scalar_one()
    known = connection.execute(
        select(_blocks.blocked).where(mine, _blocks.blocked == blocked)
    ).first()
    if known is None and count >= BLOCKS_PER_ACCOUNT:
        return False
    if known is None:
        connection.execute(insert(schema.blocks).values(account=account, blocked=blocked))
    return True


def unblock(connection: Connection, account: str, blocked: str) -> None:
    """Remove a block."""
    where = (_blocks.account == account, _blocks.blocked == blocked)
    connection.execute(delete(schema.blocks).where(*where))


def read_blocked(connection: Connection, account: str) -> list[str]:
    """Return the names of those whom an account has blocked."""
    found = connection.execute(
        select(schema.accounts.c.name)
        .join(schema.blocks, _blocks.blocked == schema.accounts.c.id)
        .where(_blocks.account == account)
        .order_by(schema.accounts.c.name)
    )
    return list(found.scalars())


def keeps_apart(account: str, other: ColumnElement[str | None]) -> ColumnElement[bool]:
    """Return whether one of two accounts has blocked the other."""
    return exists().where(
        or_(
            and_(_blocks.account == account, _blocks.blocked == other),
            and_(_blocks.account == other, _blocks.blocked == account),
        )
    )


def are_apart(connection: Connection, account: str, other: str) -> bool:
    """Return whether one of two accounts has blocked the other."""
    pairs = ((account, other), (other, account))
    found = connection.execute(
        select(_blocks.account).where(
            or_(*(and_(_blocks.account == a, _blocks.blocked == b) for a, b in pairs))
        )
    )
    return found.first() is not None


# Reports.


def report(
    connection: Connection,
    reporter: str,
    reported: str,
    *,
    table: str | None,
    reason: str,
    now_ms: int,
) -> bool:
    """Store a report to the host; False if its author has reached the limit for today."""
    lately = connection.execute(
        select(func.count())
        .select_from(schema.reports)
        .where(_reports.reporter == reporter, _reports.at_ms > now_ms - _DAY_MS)
    ).scalar_one()
    if lately >= REPORTS_PER_DAY:
        return False
    connection.execute(
        insert(schema.reports).values(
            id=new_id(),
            at_ms=now_ms,
            reporter=reporter,
            reported=reported,
            table_id=table,
            reason=reason,
        )
    )
    return True


def read_reported_by(connection: Connection, reporter: str) -> list[dict[str, Any]]:
    """Return the reports by an account, in plain values, for its export."""
    found = connection.execute(
        select(_reports.at_ms, _reports.table_id, _reports.reason, schema.accounts.c.name)
        .join(schema.accounts, schema.accounts.c.id == _reports.reported)
        .where(_reports.reporter == reporter)
        .order_by(_reports.at_ms)
    )
    return [
        {"at_ms": row.at_ms, "about": row.name, "table": row.table_id, "reason": row.reason}
        for row in found
    ]


def list_reports(engine: Engine) -> list[Report]:
    """Return all reports, the oldest first."""
    one, other = aliased(schema.accounts), aliased(schema.accounts)
    query = (
        select(schema.reports, one.c.name.label("by"), other.c.name.label("about"))
        .outerjoin(one, one.c.id == _reports.reporter)
        .join(other, other.c.id == _reports.reported)
        .order_by(_reports.at_ms)
    )
    with engine.connect() as connection:
        return [
            Report(row.at_ms, row.by, row.about, row.table_id, row.reason)
            for row in connection.execute(query)
        ]


# Challenges.


def add_challenge(
    connection: Connection, table: str, challenger: str, challenged: str, now_ms: int
) -> None:
    """Reserve a table for an account."""
    values = {"table_id": table, "challenger": challenger, "challenged": challenged}
    connection.execute(insert(schema.challenges).values(**values, created_ms=now_ms))
    connection.execute(insert(schema.challenges_made).values(**values, made_ms=now_ms))


def count_made(connection: Connection, challenger: str, challenged: str, now_ms: int) -> int:
    """Return how many challenges of the last day were not accepted; older ones are forgotten."""
    connection.execute(delete(schema.challenges_made).where(_made.made_ms < now_ms - _DAY_MS))
    ours = (_made.challenger == challenger, _made.challenged == challenged)
    found = select(func.count()).select_from(schema.challenges_made).where(*ours)
    return connection.execute(found).scalar_one()


def read_made(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return such challenges by an account, in plain values, for its export."""
    found = connection.execute(
        select(_made.made_ms, schema.accounts.c.name)
        .join(schema.accounts, schema.accounts.c.id == _made.challenged)
        .where(_made.challenger == account)
        .order_by(_made.made_ms)
    )
    return [{"to": row.name, "made_ms": row.made_ms} for row in found]


def forget_made(table: str) -> tuple[Executable, ...]:
    """Return the statements that no longer count a challenge, because it was accepted."""
    return (
        delete(schema.challenges_made).where(_made.table_id == table),
        delete(schema.guest_challenges).where(_guests.table_id == table),
    )


def remove_old_challenges(connection: Connection, now_ms: int) -> None:
    """Remove tables at which nobody sat down in time."""
    _remove_waiting(connection, select(_expired(now_ms)))
    connection.execute(delete(schema.guest_challenges).where(_guests.made_ms < now_ms - _DAY_MS))


def read_expired(connection: Connection, now_ms: int) -> list[str]:
    """Return tables at which nobody sat down in time."""
    waiting = select(_tables.id).where(_tables.seq == 0, _tables.id.in_(select(_expired(now_ms))))
    return list(connection.execute(waiting).scalars())


def _expired(now_ms: int) -> Subquery:
    return union_all(
        select(_challenges.table_id).where(_challenges.created_ms < now_ms - CHALLENGE_MS),
        select(_guests.table_id).where(_guests.made_ms < now_ms - _DAY_MS),
    ).subquery()


def remove_challenges_to(connection: Connection, account: str) -> list[str]:
    """Remove tables that are reserved for an account, and return them."""
    to_them = union_all(
        select(_challenges.table_id).where(_challenges.challenged == account),
        select(_guests.table_id).where(_guests.challenged == account),
    ).subquery()
    waiting = select(_tables.id).where(_tables.seq == 0, _tables.id.in_(select(to_them)))
    tables = list(connection.execute(waiting).scalars())
    _remove_waiting(connection, select(to_them))
    return tables


def remove_challenge(connection: Connection, table: str) -> bool:
    """Remove a table that is reserved for an account; False if they have sat down."""
    reserved = union_all(
        select(_challenges.table_id).where(_challenges.table_id == table),
        select(_guests.table_id).where(_guests.table_id == table),
    ).subquery()
    return _remove_waiting(connection, select(reserved)) == 1


def _remove_waiting(connection: Connection, waiting: Select[tuple[str]]) -> int:
    return connection.execute(
        delete(schema.tables).where(_tables.seq == 0, _tables.id.in_(waiting))
    ).rowcount


def find_challenge(connection: Connection, table: str, now_ms: int) -> Challenge | None:
    """Return the challenge of a table, unless it has expired."""
    found = _read(connection, _tables.id == table, _made_by(now_ms))
    return found[0] if found else None


def read_challenges(connection: Connection, account: str, now_ms: int = 0) -> list[Challenge]:
    """Return the challenges to and by an account, the oldest first.

    Those that have expired at `now_ms` are left out.
    """
    made = _made_by(now_ms)
    return _read(connection, or_(made.c.challenger == account, made.c.challenged == account), made)


def read_guest_challenges(connection: Connection, guest: str) -> list[Challenge]:
    """Return the challenges by a guest that still wait, expired or not."""
    mine = select(_guests.table_id).where(_guests.guest_hash == guest)
    return _read(connection, _tables.id.in_(mine), _made_by(0))


def add_guest_challenge(
    connection: Connection, table: str, guest: str, challenged: str, now_ms: int
) -> None:
    """Reserve a table for an account that a guest challenges."""
    values = {"table_id": table, "guest_hash": guest, "challenged": challenged}
    connection.execute(insert(schema.guest_challenges).values(**values, made_ms=now_ms))


def count_by_guests(connection: Connection, challenged: str) -> int:
    """Return how many challenges by guests a player has had today and not accepted."""
    to_them = select(func.count()).where(_guests.challenged == challenged)
    return connection.execute(to_them).scalar_one()


def welcomes_guests(connection: Connection, account: str) -> bool:
    """Return whether guests may challenge an account."""
    found = select(_accounts.no_guests).where(_accounts.id == account)
    return not connection.execute(found).scalar()


def welcome_guests(connection: Connection, account: str, *, welcome: bool) -> None:
    """Store whether guests may challenge an account."""
    mine = update(schema.accounts).where(_accounts.id == account)
    connection.execute(mine.values(no_guests=int(not welcome)))


def _made_by(now_ms: int) -> Subquery:
    """Return the challenges that have not expired, by accounts and by guests."""
    by_account = select(
        _challenges.table_id, _challenges.challenger, _challenges.challenged, _challenges.created_ms
    ).where(_challenges.created_ms >= now_ms - CHALLENGE_MS)
    by_guest = select(
        _guests.table_id, null().label("challenger"), _guests.challenged, _guests.made_ms
    ).where(_guests.made_ms >= now_ms - _DAY_MS)
    return union_all(by_account, by_guest).subquery()


def _read(
    connection: Connection, condition: ColumnElement[bool], made: Subquery
) -> list[Challenge]:
    found = connection.execute(
        select(made, _tables.setup, _seats.counts, _seats.token_hash)
        .join(schema.tables, _tables.id == made.c.table_id)
        .join(schema.seats, and_(_seats.table_id == _tables.id, _seats.player == 0))
        .where(condition, _tables.seq == 0)
        .order_by(made.c.created_ms, made.c.table_id)
    )
    return [
        Challenge(
            table=row.table_id,
            setup_text=row.setup,
            challenger=row.challenger,
            challenged=row.challenged,
            created_ms=row.created_ms,
            rated=bool(row.counts),
            token_hash=row.token_hash,
        )
        for row in found
    ]
