"""Turns of slow games, and when their notices are due."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.sql.base import Executable

from sommet.server.storage import schema
from sommet.server.storage.notices.schema import push_devices, push_seats, slow_turns

_turns, _seats, _tables = slow_turns.c, schema.seats.c, schema.tables.c
#: The notice of a deadline is sent this long before it.
NEAR_MS = 8 * 60 * 60_000
#: The notice of a turn waits this long after the other's move: the player may be at the table.
WAIT_MS = 20_000
#: The most turns in one transaction, because other writes wait for it.
AT_ONCE = 20
#: The most games of one player: a query takes no more parameters.
_MOST_GAMES = 20_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn with a notice due; `notices_sent` counts those sent before."""

    table: str
    player: int
    due_ms: int | None
    notices_sent: int

    @property
    def kind(self) -> str:
        """The kind of notice that is due."""
        return "deadline" if self.notices_sent else "move"

    @property
    def next_ms(self) -> int | None:
        """When the notice after this one is due."""
        return None if self.notices_sent or self.due_ms is None else self.due_ms - NEAR_MS


# Statements that go with the events of a slow game.


def begin_turns(
    table: str, players: Iterable[int], due_ms: int | None, now_ms: int
) -> tuple[Executable, ...]:
    """Return the statements that store who has to act at a table now."""
    return (
        delete(slow_turns).where(_turns.table_id == table),
        *(
            insert(slow_turns).values(
                table_id=table, player=player, due_ms=due_ms, tell_ms=now_ms + WAIT_MS
            )
            for player in players
        ),
    )


def move_deadline(table: str, due_ms: int) -> Executable:
    """Return the statement that stores another deadline for the same turn."""
    return (
        update(slow_turns)
        .where(_turns.table_id == table)
        .values(
            due_ms=due_ms,
            told=case((_turns.told > 1, 1), else_=_turns.told),
            tell_ms=case((_turns.told > 0, due_ms - NEAR_MS), else_=_turns.tell_ms),
        )
    )


def forget_seat(table: str, player: int) -> Executable:
    """Return the statement that stops notices about a seat to guests' devices."""
    seats = push_seats.c
    return delete(push_seats).where(seats.table_id == table, seats.player == player)


# Notices that are due.


def read_due_turns(connection: Connection, now_ms: int) -> list[Turn]:
    """Return turns with a notice due, the longest overdue first."""
    found = connection.execute(
        select(slow_turns)
        .where(_turns.tell_ms <= now_ms)
        .order_by(_turns.tell_ms, _turns.table_id)
        .limit(AT_ONCE)
    )
    return [Turn(row.table_id, row.player, row.due_ms, row.told) for row in found]


def note_notified(connection: Connection, turn: Turn) -> bool:
    """Store that a notice is sent; False if another process sends it or it no longer applies."""
    same_due = _turns.due_ms.is_(None) if turn.due_ms is None else _turns.due_ms == turn.due_ms
    where = (
        _turns.table_id == turn.table,
        _turns.player == turn.player,
        _turns.told == turn.notices_sent,
        _turns.tell_ms.is_not(None),
        same_due,
    )
    values = {"told": turn.notices_sent + 1, "tell_ms": turn.next_ms}
    return connection.execute(update(slow_turns).where(*where).values(**values)).rowcount == 1


def find_devices(connection: Connection, table: str, player: int) -> list[str]:
    """Return the devices of the player who holds a seat."""
    sessions = schema.account_sessions.c
    of_account = (
        select(push_devices.c.id)
        .join(schema.account_sessions, sessions.token_hash == push_devices.c.session)
        .join(schema.seats, _seats.account == sessions.account)
        .where(_seats.table_id == table, _seats.player == player)
    )
    of_guest = select(push_seats.c.device).where(
        push_seats.c.table_id == table, push_seats.c.player == player
    )
    return list(connection.execute(of_account.union(of_guest)).scalars())


def count_turns(connection: Connection, device: str) -> int:
    """Return in how many slow games it is the turn of a device's owner."""
    sessions = schema.account_sessions.c
    account = (
        select(sessions.account)
        .join(push_devices, push_devices.c.session == sessions.token_hash)
        .where(push_devices.c.id == device)
        .scalar_subquery()
    )
    of_account = exists().where(
        _seats.table_id == _turns.table_id,
        _seats.player == _turns.player,
        _seats.account == account,
    )
    of_guest = exists().where(
        push_seats.c.device == device,
        push_seats.c.table_id == _turns.table_id,
        push_seats.c.player == _turns.player,
    )
    candidates: Sequence[str] = list(
        connection.execute(
            select(_seats.table_id)
            .where(_seats.account == account)
            .union(select(push_seats.c.table_id).where(push_seats.c.device == device))
            .limit(_MOST_GAMES)
        ).scalars()
    )
    return connection.execute(
        select(func.count(func.distinct(_turns.table_id))).where(
            and_(_turns.table_id.in_(candidates), or_(of_account, of_guest))
        )
    ).scalar_one()
