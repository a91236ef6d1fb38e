"""Checks that everything stored can be read: every game is replayed.

Nothing is changed, and the server may run meanwhile: what belongs together is read at one moment.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, func, select

from sommet.errors import SommetError
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Record
from sommet.match.records.replay import replay_record
from sommet.match.session import Session
from sommet.server.storage import schema
from sommet.server.storage.chain import first_link, links_after, mark_of
from sommet.server.storage.migrate import HEAD, revision_of
from sommet.server.storage.queries import TableRow, parse_events, read_tables
from sommet.server.tables.folding import make_session
from sommet.server.tables.records import record_game

#: Tables and uploads read at one moment.
_AT_ONCE = 50

#: Called with how many of how many tables and uploads have been checked.
ReportProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in the stored data.

    Attributes:
        where: `table ID` or `upload ID`.
        event: The number of the event at which it shows, or None.
        what: What is wrong.
        until: If it lies in one event of several: the number of the last of them.
    """

    where: str
    event: int | None
    what: str
    until: int | None = None

    def __str__(self) -> str:
        if self.event is None:
            return f"{self.where}: {self.what}"
        several = self.until is not None and self.until != self.event
        numbers = f"events {self.event} to {self.until}" if several else f"event {self.event}"
        return f"{self.where}, {numbers}: {self.what}"


@dataclass(frozen=True, slots=True)
class Report:
    """How much was checked, and the problems found."""

    tables: int
    events: int
    records: int
    uploads: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Stored:
    """A table with everything that is stored of it."""

    row: TableRow
    seq: int
    numbers: tuple[int, ...]
    records: dict[int, str]


def check_database(
    engine: Engine, report_progress: ReportProgress = lambda _done, _total: None
) -> Report:
    """Return what is wrong with the games and uploads of a database.

    Raises:
        SommetError: it is not a database of this version's shape.
    """
    _check_shape(engine)
    with engine.connect() as connection:
        total = sum(
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (schema.tables, schema.replays)
        )
    problems: list[Problem] = []
    done = events = records = uploads = 0
    for stored in _read_tables(engine):
        problems.extend(_check_table(stored))
        done += 1
        events += len(stored.numbers)
        records += len(stored.records)
        report_progress(done, total)
    tables = done
    for upload, text in _read_uploads(engine):
        problems.extend(_check_upload(upload, text))
        uploads += 1
        report_progress(tables + uploads, total)
    return Report(tables, events, records, uploads, tuple(problems))


def _check_shape(engine: Engine) -> None:
    revision = revision_of(engine)
    if revision is None:
        raise SommetError("there are no games of Sommet in this database")
    if revision < HEAD:
        raise SommetError(
            f"the database has the shape {revision} of an older version; "
            "`sommet serve` of this version brings it up to date, after which it can be checked"
        )


# Reading.


def _at_one_moment(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")


def _connect(engine: Engine) -> Connection:
    level = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    return engine.connect().execution_options(**level)


def _pages(engine: Engine, ids: object) -> Iterator[tuple[Connection, list[str]]]:
    """Give ids, some at a time, each time with a connection that sees one moment."""
    last = ""
    while True:
        with _connect(engine) as connection:
            _at_one_moment(connection)
            query = select(ids).where(ids > last).order_by(ids).limit(_AT_ONCE)  # type: ignore[call-overload, operator]
            some = list(connection.execute(query).scalars())
            if not some:
                return
            yield connection, some
        last = some[-1]


def _read_tables(engine: Engine) -> Iterator[_Stored]:
    for connection, ids in _pages(engine, schema.tables.c.id):
        stored = _read_page(connection, ids)
        connection.rollback()  # judging may take longer than a transaction may
        yield from stored


def _read_page(connection: Connection, ids: Sequence[str]) -> list[_Stored]:
    found = read_tables(connection, ids)
    tables = select(schema.tables.c.id, schema.tables.c.seq).where(schema.tables.c.id.in_(ids))
    seqs = {row.id: row.seq for row in connection.execute(tables)}
    numbers: dict[str, list[int]] = {}
    for table, seq in connection.execute(
        select(schema.events.c.table_id, schema.events.c.seq)
        .where(schema.events.c.table_id.in_(ids))
        .order_by(schema.events.c.table_id, schema.events.c.seq)
    ):
        numbers.setdefault(table, []).append(seq)
    records: dict[str, dict[int, str]] = {}
    for row in connection.execute(select(schema.records).where(schema.records.c.table_id.in_(ids))):
        records.setdefault(row.table_id, {})[row.game_number] = row.text
    return [
        _Stored(found[each], seqs[each], tuple(numbers.get(each, ())), records.get(each, {}))
        for each in ids
    ]


def _read_uploads(engine: Engine) -> Iterator[tuple[str, str]]:
    for connection, ids in _pages(engine, schema.replays.c.id):
        query = select(schema.replays.c.id, schema.replays.c.text)
        rows = connection.execute(query.where(schema.replays.c.id.in_(ids)))
        found = [(row.id, row.text) for row in rows]
        connection.rollback()
        yield from found


# Judging.


def _check_table(stored: _Stored) -> Iterator[Problem]:
    row = stored.row
    where = f"table {row.id}"
    if stored.numbers != tuple(range(1, len(stored.numbers) + 1)):
        wanted, found = next((n, seq) for n, seq in enumerate(stored.numbers, 1) if n != seq)
        missing = found > wanted
        yield Problem(where, min(wanted, found), "is missing" if missing else "is there twice")
        return
    is_whole = stored.seq == len(stored.numbers)
    if not is_whole:
        yield Problem(
            where, None, f"should have {stored.seq} events, and has {len(stored.numbers)}"
        )
    yield from _check_chain(where, row, row.stored_chain if is_whole else None)
    try:
        session = make_session(row.setup)
    except Exception as error:
        yield Problem(where, None, f"nobody knows what was to be played: {error}")
        return
    games: dict[int, Record] = {}
    for number, text in enumerate(row.texts, 1):
        before = session
        try:
            (event,) = parse_events([text])
            session = session.apply(event)
        except Exception as error:
            yield Problem(where, number, str(error) or repr(error))
            return
        if session.outcome is not None and before.outcome is None:
            games[session.game_number] = _record(row, session)
    yield from _check_seats(where, row, session)
    yield from _check_records(where, games, stored.records)


def _record(row: TableRow, session: Session) -> Record:
    return record_game(row.setup, session, (None, None), date_ms=0)


def _check_chain(where: str, row: TableRow, head: str | None) -> Iterator[Problem]:
    """Compare the events with the stored hashes of those before them, and with the table's, `head`.

    Where one event is not as it was stored, no later hash fits: those after it cannot be compared.
    """
    links = (first_link(row.id), *links_after(first_link(row.id), row.texts))
    marked = [
        (n, mark == mark_of(links[n - 1]))
        for n, mark in enumerate(row.marks, 1)
        if mark is not None
    ]
    last = max([1, *(number for number, fits in marked if fits)])
    # A version that knows no chain may have written last: then the table's own hash is an old one.
    is_head_known = head is None or head in links
    if head is not None and is_head_known:
        last = max(last, links.index(head) + 1)
    wrong = [number for number, fits in marked if not fits]
    for number in wrong:
        if number == 1:
            yield Problem(where, 1, "has the hash of another table")
        elif number < last:
            yield Problem(where, number, "its hash is wrong, not the event or those before it")
    differs = next((number for number in wrong if number > last), None)
    end = len(row.texts) if differs is None else differs - 1
    changed = f"{'it' if end == last else 'at least one'} is not as it was stored"
    if differs is not None:
        what = f"{changed}: the hash with event {differs} differs, and so do all later ones"
        yield Problem(where, last, what, until=end)
    elif not is_head_known:
        what = f"{changed}, or the table's own hash is wrong"
        yield Problem(where, last if row.texts else None, what, until=end or None)


def _check_seats(where: str, row: TableRow, session: Session) -> Iterator[Problem]:
    holders = sorted(seat.player for seat in row.seats)
    joined = session.setup.mode == "friend" and session.complete
    expected = [0, 1] if joined else [0]
    if holders != expected:
        names = {0: "who opened it", 1: "who joined it"}
        for player in set(expected) - set(holders):
            yield Problem(where, None, f"nobody holds the seat of {names[player]}")
        for player in set(holders) - set(expected):
            yield Problem(where, None, f"the seat of {names.get(player, player)} should be empty")


def _check_records(where: str, games: dict[int, Record], kept: dict[int, str]) -> Iterator[Problem]:
    for number, game in games.items():
        if number not in kept:
            yield Problem(where, None, f"the record of game {number} is missing")
            continue
        try:
            record = parse_record(kept[number])
            replay_record(record)
        except SommetError as error:
            yield Problem(where, None, f"the record of game {number} is wrong: {error}")
            continue
        stored = (record.result, record.reason, record.moves)
        if stored != (game.result, game.reason, game.moves):
            yield Problem(where, None, f"the record of game {number} is not what was played")
    for number in sorted(set(kept) - set(games)):
        yield Problem(where, None, f"there is a record of game {number}, which did not end")


def _check_upload(upload: str, text: str) -> Iterator[Problem]:
    try:
        replay_record(parse_record(text))
    except SommetError as error:
        yield Problem(f"upload {upload}", None, str(error))
