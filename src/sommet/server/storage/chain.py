"""The hash chain over a table's events: each link is a hash of the whole history up to there.

The chain starts with the table's id, and the stored text of each event gives the next link. Two
copies of a table have the same history if and only if their links are the same, so comparing the
last link compares everything before it. A link is 128 bits of SHA-256. Links reveal nothing about
hidden cards, because the text of a deal contains a secret of 192 bits.

Each event is stored with the first half of the link before it, as a number (`mark_of`), and the
table with the whole link after its last event (`tables.chain`). A history that was put together
from two does not fit the mark after the seam. Versions before migration 0024 store no marks, and
the oldest leave `tables.chain` as it was, so it may belong to an earlier event, but never to
another history.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from sommet.errors import SommetError
from sommet.server.storage import schema

#: Hexadecimal digits of a link.
DIGITS = 32
#: Hexadecimal digits of it that make a mark.
_MARK_DIGITS = 16


class BrokenHistory(SommetError):  # noqa: N818
    """The events of a table do not match its hash chain."""


class Diverged(Exception):  # noqa: N818
    """The stored history is shorter than the known one, or different."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """The events that are stored after a known one.

    Attributes:
        texts: The events.
        links: The chain after each of them.
        marked: Whether the table's row has the last link, so that a write can be guarded by it.
    """

    texts: tuple[str, ...]
    links: tuple[str, ...]
    marked: bool


@dataclass(frozen=True, slots=True)
class OneEvent:
    """An event to be appended to a table whose last event has number `after` and link `after_link`.

    Attributes:
        link: The chain after the event.
    """

    table: str
    after: int
    after_link: str
    text: str
    link: str
    at_ms: int
    due_ms: int | None


def first_link(table: str) -> str:
    """Return the chain of a table without events."""
    return _digest(f"table {table}\n")


def next_link(link: str, text: str) -> str:
    """Return the chain after one more event."""
    return _digest(f"{link}\n{text}\n")


def mark_of(link: str) -> int:
    """Return what an event is stored with of the chain before it: 64 bits, as databases count."""
    return int.from_bytes(bytes.fromhex(link[:_MARK_DIGITS]), signed=True)


def links_after(link: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the chain after each of `texts`."""
    links = []
    for text in texts:
        link = next_link(link, text)
        links.append(link)
    return tuple(links)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def check_links(
    table: str, texts: Sequence[str], marks: Sequence[int | None], head: str | None = None
) -> tuple[str, ...]:
    """Return the chain after each event of a whole history, and compare it with what is stored.

    Args:
        table: The table's id.
        texts: Its events.
        marks: The mark that each of them is stored with, or None.
        head: The table's own link.

    Raises:
        BrokenHistory: a mark or the table's link does not match the events before it.
    """
    links = (first_link(table), *links_after(first_link(table), texts))
    for number, (mark, link) in enumerate(zip(marks, links, strict=False), 1):
        if mark is not None and mark != mark_of(link):
            raise BrokenHistory(f"event {number} of table {table} belongs to another history")
    if head is not None and head not in links:
        raise BrokenHistory(f"table {table} stands at another history than its events")
    return links[1:]


_events = schema.events.c
_tables = schema.tables.c


def has_history(connection: Connection, table: str, seq: int, link: str) -> bool:
    """Return whether the chain after event number `seq` is `link`."""
    following = select(_events.mark).where(_events.table_id == table, _events.seq == seq + 1)
    mark = connection.execute(following).scalar()
    if mark is not None:
        return bool(mark == mark_of(link))
    head = select(_tables.seq, _tables.chain).where(_tables.id == table)
    if connection.execute(head).first() == (seq, link):
        return True
    return _leads_to(connection, table, seq, link)


def read_after(connection: Connection, table: str, seq: int, link: str) -> Continuation | None:
    """Return the events that are stored after number `seq`, or None if the table does not exist.

    Raises:
        Diverged: the stored history has another link than `link` at `seq`, or is shorter.
        BrokenHistory: the events after it do not follow.
    """
    head = connection.execute(select(_tables.chain).where(_tables.id == table)).first()
    if head is None:
        return None
    rows = connection.execute(
        select(_events.seq, _events.data, _events.mark)
        .where(_events.table_id == table, _events.seq > seq)
        .order_by(_events.seq)
    ).all()
    # The mark of the next event says the same, where there is one, and is at hand already.
    mark = rows[0].mark if rows and rows[0].seq == seq + 1 else None
    fits = has_history(connection, table, seq, link) if mark is None else mark == mark_of(link)
    if not fits:
        raise Diverged
    texts = tuple(row.data for row in rows)
    links = links_after(link, texts)
    for row, before in zip(rows, (link, *links), strict=False):
        if row.mark is not None and row.mark != mark_of(before):
            raise BrokenHistory(f"event {row.seq} of table {table} belongs to another history")
    return Continuation(texts, links, marked=head.chain == (links[-1] if links else link))


def same_history(table: str, seq: int, link: str) -> Callable[[Connection], bool]:
    """Return a check for a write: whether the events up to `seq` have this chain.

    It prevents others from appending until the transaction ends. It reads the whole history, which
    is needed only if a version without the chain wrote last.
    """

    def check(connection: Connection) -> bool:
        connection.execute(select(_tables.id).where(_tables.id == table).with_for_update())
        return _leads_to(connection, table, seq, link)

    return check


def _leads_to(connection: Connection, table: str, seq: int, link: str) -> bool:
    """Return whether the texts of the events up to number `seq` give the chain `link`."""
    found = connection.execute(
        select(_events.data)
        .where(_events.table_id == table, _events.seq <= seq)
        .order_by(_events.seq)
    )
    links = (first_link(table), *links_after(first_link(table), (row.data for row in found)))
    return len(links) == seq + 1 and links[-1] == link
