"""Whose turn it is in slow games, and when that is to be told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.sql.base import Executable

from sommet.server.storage import schema
from sommet.server.storage.notices.schema import push_devices, push_seats, slow_turns

_turns, _seats, _tables = slow_turns.c, schema.seats.c, schema.tables.c
#: The deadline is told so long before it.
NEAR_MS = 8 * 60 * 60_000
#: For so long after the other's move nobody is told: they may be looking.
WAIT_MS = 20_000
#: Told in one transaction: what else is to be written waits for it.
AT_ONCE = 20
#: Of one player: a question to a database has room for no more.
_MOST_GAMES = 20_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of which there is something to tell; `told` says how much was told before."""

    table: str
    player: int
    due_ms: int | None
    told: int

    @property
    def kind(self) -> str:
        """What there is to tell."""
        return "deadline" if self.told else "move"

    @property
    def next_ms(self) -> int | None:
        """When there is more to tell."""
        return None if self.told or self.due_ms is None else self.due_ms - NEAR_MS


# What goes with the events of a slow game.


def begin_turns(
    table: str, players: Iterable[int], due_ms: int | None, now_ms: int
) -> tuple[Executable, ...]:
    """Return the statements that keep whom a table waits for now, and nobody else."""
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
    """Return the statement that keeps another deadline for the same turn."""
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
    """Return the statement after which no guest's device is told of a seat."""
    seats = push_seats.c
    return delete(push_seats).where(seats.table_id == table, seats.player == player)


# Telling.


def read_to_tell(connection: Connection, now_ms: int) -> list[Turn]:
    """Return turns of which something is to be told, the longest waiting first."""
    found = connection.execute(
        select(slow_turns)
        .where(_turns.tell_ms <= now_ms)
        .order_by(_turns.tell_ms, _turns.table_id)
        .limit(AT_ONCE)
    )
    return [Turn(row.table_id, row.player, row.due_ms, row.told) for row in found]


def note_told(connection: Connection, turn: Turn) -> bool:
    """Keep that something is told; False where another process does, or it is out of date."""
    same_due = _turns.due_ms.is_(None) if turn.due_ms is None else _turns.due_ms == turn.due_ms
    where = (
        _turns.table_id == turn.table,
        _turns.player == turn.player,
        _turns.told == turn.told,
        _turns.tell_ms.is_not(None),
        same_due,
    )
    values = {"told": turn.told + 1, "tell_ms": turn.next_ms}
    return connection.execute(update(slow_turns).where(*where).values(**values)).rowcount == 1


def find_devices(connection: Connection, table: str, player: int) -> list[str]:
    """Return the devices of whoever holds a seat."""
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
    """Return in how many slow games it is the turn of whoever has a device."""
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
