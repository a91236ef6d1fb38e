"""Programs that play on this server: their tokens, stored as hashes, and the tables they sit at."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.sql.base import Executable

from sommet.errors import SommetError
from sommet.server.storage import schema
from sommet.server.storage.hosts.audit import note
from sommet.server.storage.tournaments.schema import tournament_games
from sommet.server.tokens import hash_token, new_id, new_token

_bots, _seats, _tables = schema.bots.c, schema.seats.c, schema.tables.c
_challenges = schema.bot_challenges.c
#: A challenge that was not answered within this time is removed.
CHALLENGE_MS = 60_000
#: A finished game is still reported for this long after its last move: there may be a rematch.
LATELY_MS = 5 * 60_000
#: In a tournament there is no rematch: only the end of the game is reported.
SCORED_MS = 20_000
#: A table that has not been reported for this long becomes dormant; at most so many at once.
REST_MS = 2 * LATELY_MS
_REST_AT_ONCE = 1000
#: Written as in the index, so that the index is used.
_IS_AWAKE = _seats.rests == literal_column("0")
LONGEST_NAME = 24


class UnknownBot(SommetError):  # noqa: N818
    """A name that no program has, or that is taken."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A program that the host has admitted."""

    id: str
    name: str
    created_ms: int


@dataclass(frozen=True, slots=True)
class BotRow:
    """A program as the host sees it."""

    name: str
    created_ms: int
    revoked_ms: int | None
    games: int


def create_bot(engine: Engine, name: str, now_ms: int) -> str:
    """Admit a program and return its token, of which only a hash is stored.

    Raises:
        UnknownBot: the name is empty, too long or another program's.
    """
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise UnknownBot(f"a name has 1 to {LONGEST_NAME} letters that can be read, not {name!r}")
    token = new_token()
    with engine.begin() as connection:
        if _find_name(connection, name) is not None:
            raise UnknownBot(f"there is a bot {name!r} already; revoke its token, or choose a name")
        connection.execute(
            insert(schema.bots).values(
                id=new_id(), name=name, token_hash=hash_token(token), created_ms=now_ms
            )
        )
        note(connection, now_ms, "host", "token", detail=f"new {name}")
    return token


def revoke_bot(engine: Engine, name: str, now_ms: int) -> None:
    """Revoke a program's token and remove its open seats.

    Raises:
        UnknownBot: no program has this name.
    """
    with engine.begin() as connection:
        found = _find_name(connection, name)
        if found is None:
            raise UnknownBot(f"there is no bot {name!r}; sommet token list shows them")
        connection.execute(update(schema.bots).where(_bots.id == found).values(revoked_ms=now_ms))
        note(connection, now_ms, "host", "token", detail=f"revoked {name}")
        waiting = select(_seats.table_id).where(_seats.bot == found, _seats.player == 0)
        connection.execute(delete(schema.tables).where(_tables.seq == 0, _tables.id.in_(waiting)))


def _find_name(connection: Connection, name: str) -> str | None:
    return connection.execute(
        select(_bots.id).where(func.lower(_bots.name) == name.lower(), _bots.revoked_ms.is_(None))
    ).scalar()


def list_bots(engine: Engine) -> list[BotRow]:
    """Return every program that was ever admitted, the newest last."""
    games = select(func.count()).where(_seats.bot == _bots.id).scalar_subquery()
    with engine.connect() as connection:
        found = connection.execute(
            select(_bots.name, _bots.created_ms, _bots.revoked_ms, games.label("games")).order_by(
                _bots.created_ms
            )
        )
        return [BotRow(row.name, row.created_ms, row.revoked_ms, row.games) for row in found]


def read_names(connection: Connection) -> dict[str, str]:
    """Return the names of the programs that may play, by their ids."""
    found = connection.execute(select(_bots.id, _bots.name).where(_bots.revoked_ms.is_(None)))
    return {row.id: row.name for row in found}


def find_bot(connection: Connection, token: str) -> Bot | None:
    """Return the program that a token belongs to."""
    return _read_bot(connection, _bots.token_hash == hash_token(token))


def _read_bot(connection: Connection, which: ColumnElement[bool]) -> Bot | None:
    row = connection.execute(
        select(_bots.id, _bots.name, _bots.created_ms).where(which, _bots.revoked_ms.is_(None))
    ).one_or_none()
    return None if row is None else Bot(row.id, row.name, row.created_ms)


def read_places(
    connection: Connection, asked: Sequence[str], now_ms: int
) -> dict[str, dict[str, int]]:
    """Return the seats of some programs, and how many events each table has.

    Tables whose last game ended some time ago are left out, those of a tournament soon after the
    end; so are programs whose token was revoked.
    """
    known = select(_bots.id).where(_bots.id.in_(asked), _bots.revoked_ms.is_(None))
    places: dict[str, dict[str, int]] = {bot: {} for bot in connection.execute(known).scalars()}
    is_scored = exists().where(
        tournament_games.c.table_id == _tables.id, tournament_games.c.first_points.is_not(None)
    )
    moved = _tables.updated_ms
    lately = or_(moved > now_ms - SCORED_MS, (moved > now_ms - LATELY_MS) & ~is_scored)
    # In one statement: a challenge accepted between two would be in neither, and reported as gone.
    found = union_all(
        _select_tables(_seats.bot.in_(asked), lately).add_columns(
            literal_column("0").label("kind"), _tables.created_ms.label("since_ms")
        ),
        _select_challenges(now_ms, _challenges.bot.in_(asked)).add_columns(
            literal_column("1").label("kind"), _challenges.created_ms.label("since_ms")
        ),
    ).order_by("kind", "since_ms", "id")
    for row in connection.execute(found):
        if row.bot in places:
            places[row.bot][row.id] = row.seq
    return places


def take_up(table: str, bot: str, token_hash: str) -> Executable:
    """Return the statement that gives a token to a program's seat that was assigned without one."""
    return (
        update(schema.seats)
        .where(_seats.table_id == table, _seats.bot == bot, _seats.token_hash == "")
        .values(token_hash=token_hash)
    )


def count_running(connection: Connection, bot: str) -> int:
    """Return how many open seats and running games a program has."""
    running = _select_tables(_seats.bot == bot).subquery()
    return connection.execute(select(func.count()).select_from(running)).scalar_one()


def _select_tables(
    whose: ColumnElement[bool], *others: ColumnElement[bool]
) -> Select[tuple[str, int, str | None]]:
    """Return the query for tables without a finished game, with a running clock, and `others`."""
    has_record = exists().where(schema.records.c.table_id == _tables.id)
    return (
        select(_tables.id, _tables.seq, _seats.bot)
        .join(schema.seats, _seats.table_id == _tables.id)
        .where(whose, _IS_AWAKE, or_(~has_record, _tables.due_ms.is_not(None), *others))
    )


def mark_dormant(connection: Connection, now_ms: int) -> int:
    """Mark tables that are no longer reported to programs as dormant; return how many seats."""
    has_record = exists().where(schema.records.c.table_id == _tables.id)
    over = (
        select(_tables.id)
        .join(schema.seats, _seats.table_id == _tables.id)
        .where(_seats.bot.is_not(None), _IS_AWAKE)
        .where(has_record, _tables.due_ms.is_(None), _tables.updated_ms < now_ms - REST_MS)
        .limit(_REST_AT_ONCE)
        # If a move is played there at this moment, one of the two transactions waits for the other.
        .with_for_update(of=schema.tables)
    )
    tables = connection.execute(over).scalars().all()
    if not tables:
        return 0
    resting = update(schema.seats).where(_seats.table_id.in_(tables), _seats.bot.is_not(None))
    return connection.execute(resting.values(rests=1)).rowcount


def wake(
    table: str, bots: Sequence[str | None], updated_ms: int, now_ms: int
) -> tuple[Executable, ...]:
    """Return the statements that make a dormant table active again with its next event."""
    if not any(bots) or updated_ms > now_ms - LATELY_MS:
        return ()
    return (update(schema.seats).where(_seats.table_id == table).values(rests=0),)


# Challenges: tables whose other seat is for one program.


def find_by_name(connection: Connection, name: str) -> Bot | None:
    """Return the program with this name."""
    return _read_bot(connection, func.lower(_bots.name) == name.lower())


def add_challenge(table: str, bot: str, key_hash: str, now_ms: int) -> Executable:
    """Return the statement that reserves a table for a program."""
    return insert(schema.bot_challenges).values(
        table_id=table, bot=bot, key_hash=key_hash, created_ms=now_ms
    )


def find_repeated(connection: Connection, key_hash: str) -> str | None:
    """Return the table that the same request opened before, if it waits."""
    found = select(_challenges.table_id).where(_challenges.key_hash == key_hash)
    table: str | None = connection.execute(found).scalar()
    return table


def count_challenges(
    connection: Connection, now_ms: int, *, to: str | None = None, by: str | None = None
) -> int:
    """Return how many challenges wait for a program, or for answers to it."""
    waiting = _select_challenges(now_ms)
    if to is not None:
        waiting = waiting.where(_challenges.bot == to)
    if by is not None:
        waiting = waiting.join(schema.seats, _seats.table_id == _tables.id).where(_seats.bot == by)
    return connection.execute(select(func.count()).select_from(waiting.subquery())).scalar_one()


def is_challenged(connection: Connection, table: str, bot: str, now_ms: int) -> bool:
    """Return whether a table waits for a program."""
    mine = (_challenges.table_id == table, _challenges.bot == bot)
    return connection.execute(_select_challenges(now_ms, *mine)).first() is not None


def forget_challenge(table: str) -> Executable:
    """Return the statement for a program that sits down: its table is one like any other."""
    return delete(schema.bot_challenges).where(_challenges.table_id == table)


def remove_challenge(connection: Connection, table: str) -> bool:
    """Remove a table that waits for a program; False if it has sat down."""
    waiting = select(_challenges.table_id).where(_challenges.table_id == table)
    return (
        connection.execute(
            delete(schema.tables).where(_tables.seq == 0, _tables.id.in_(waiting))
        ).rowcount
        == 1
    )


def read_expired(connection: Connection, now_ms: int) -> list[str]:
    """Return the tables whose challenge to a program has expired."""
    old = _challenges.created_ms <= now_ms - CHALLENGE_MS
    return list(connection.execute(select(_challenges.table_id).where(old)).scalars())


def _select_challenges(
    now_ms: int, *conditions: ColumnElement[bool]
) -> Select[tuple[str, int, str]]:
    return (
        select(_tables.id, _tables.seq, _challenges.bot)
        .select_from(schema.bot_challenges.join(schema.tables))
        .where(_tables.seq == 0, _challenges.created_ms > now_ms - CHALLENGE_MS, *conditions)
    )
