"""The hash chain over a table's events: each link is a hash of the whole history up to there.

The chain starts with the table's id, and the stored text of each event gives the next link. Two
copies of a table have the same history if and only if their links are the same, so comparing the
last link compares everything before it. A link is 128 bits of SHA-256. Links reveal nothing about
hidden cards, because the text of a deal contains a secret of 256 bits.

Every sixteenth event is stored with its link, and the table with the link after its last event
(`tables.chain`); the others can be computed from the texts. Older versions store no links and leave
`tables.chain` as it was, so it may belong to an earlier event, but never to another history.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from sommet.errors import SommetError
from sommet.server.storage import schema

#: Hexadecimal digits of a link.
DIGITS = 32
#: One link is stored for so many events.
CHECKPOINT = 16


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
        kept_link: The chain before it, if the event is stored with it.
    """

    table: str
    after: int
    after_link: str
    text: str
    link: str
    kept_link: str | None
    at_ms: int
    due_ms: int | None


def first_link(table: str) -> str:
    """Return the chain of a table without events."""
    return _digest(f"table {table}\n")


def next_link(link: str, text: str) -> str:
    """Return the chain after one more event."""
    return _digest(f"{link}\n{text}\n")


def has_link(seq: int) -> bool:
    """Return whether event number `seq` is stored with the chain before it."""
    return seq % CHECKPOINT == 1


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
    table: str, texts: Sequence[str], stored: Sequence[str | None], head: str | None = None
) -> tuple[str, ...]:
    """Return the chain after each event of a whole history, and compare it with the stored links.

    Args:
        table: The table's id.
        texts: Its events.
        stored: The chain before each of them, where it is stored.
        head: The table's own link.

    Raises:
        BrokenHistory: a stored link does not match the events before it.
    """
    links = (first_link(table), *links_after(first_link(table), texts))
    for number, (known, link) in enumerate(zip(stored, links, strict=False), 1):
        if known is not None and known != link:
            raise BrokenHistory(f"event {number} of table {table} belongs to another history")
    if head is not None and head not in links:
        raise BrokenHistory(f"table {table} stands at another history than its events")
    return links[1:]


_events = schema.events.c


def read_link(connection: Connection, table: str, seq: int) -> str | None:
    """Return the chain after event number `seq`, or None where there is no such event."""
    if seq == 0:
        return first_link(table)
    rows = connection.execute(
        select(_events.seq, _events.data, _events.chain)
        .where(_events.table_id == table, _events.seq <= seq, _events.seq > seq - CHECKPOINT)
        .order_by(_events.seq)
    ).all()
    if not rows or rows[-1].seq != seq:
        return None
    kept = next((n for n, row in enumerate(rows) if row.chain is not None), None)
    if kept is not None and len(rows) - kept == seq - rows[kept].seq + 1:
        return links_after(rows[kept].chain, (row.data for row in rows[kept:]))[-1]
    links = links_after(first_link(table), _read_texts(connection, table, seq))
    return links[-1] if len(links) == seq else None


def read_after(connection: Connection, table: str, seq: int, link: str) -> Continuation | None:
    """Return the events that are stored after number `seq`, or None if the table does not exist.

    Raises:
        Diverged: the stored history has another link than `link` at `seq`, or is shorter.
        BrokenHistory: the events after it do not follow.
    """
    head = connection.execute(
        select(schema.tables.c.chain).where(schema.tables.c.id == table)
    ).first()
    if head is None:
        return None
    rows = connection.execute(
        select(_events.seq, _events.data, _events.chain)
        .where(_events.table_id == table, _events.seq > seq)
        .order_by(_events.seq)
    ).all()
    if not rows or rows[0].chain is None or rows[0].seq != seq + 1:
        if read_link(connection, table, seq) != link:
            raise Diverged
    elif rows[0].chain != link:
        raise Diverged
    texts = tuple(row.data for row in rows)
    links = links_after(link, texts)
    for row, before in zip(rows, (link, *links), strict=False):
        if row.chain is not None and row.chain != before:
            raise BrokenHistory(f"event {row.seq} of table {table} belongs to another history")
    return Continuation(texts, links, marked=head.chain == (links[-1] if links else link))


def same_history(table: str, seq: int, link: str) -> Callable[[Connection], bool]:
    """Return a check for a write: whether the events up to `seq` have this chain.

    It prevents others from appending until the transaction ends. It reads the whole history, which
    is needed only if a version without the chain wrote last.
    """

    def check(connection: Connection) -> bool:
        tables = schema.tables.c
        connection.execute(select(tables.id).where(tables.id == table).with_for_update())
        links = links_after(first_link(table), _read_texts(connection, table, seq))
        return len(links) == seq and (links[-1] if links else first_link(table)) == link

    return check


def _read_texts(connection: Connection, table: str, up_to: int) -> list[str]:
    found = connection.execute(
        select(_events.data)
        .where(_events.table_id == table, _events.seq <= up_to)
        .order_by(_events.seq)
    )
    return [row.data for row in found]
