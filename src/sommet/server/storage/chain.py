"""One history for each table: every event has a hash of all that came before it.

The chain of a table begins with its id; each event, as the text that is kept, makes the next link.
Two copies of a table have the same history exactly where their chains are the same, so whoever
compares the last link compares everything before it. Links are 128 bits of SHA-256. They tell
nothing about hidden cards: the text of a deal holds a secret of 256 bits.

Every sixteenth event is kept with its link, and the table with the one after its last event
(`tables.chain`); the others follow from the texts. An older version keeps none: it leaves the
table's link where it was, so that one may belong to any of the events, but to no other history.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from sommet.errors import SommetError
from sommet.server.storage import schema

#: Hexadecimal digits of a link.
DIGITS = 32
#: So many events share a kept link.
CHECKPOINT = 16


class BrokenHistory(SommetError):  # noqa: N818
    """A table whose events do not belong together."""


class Diverged(Exception):  # noqa: N818
    """What is kept is not what was known: a shorter history, or another one."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """What was kept after a known event.

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
    """An event after the last of a table, whose number is `after` and whose chain `after_link`.

    Attributes:
        link: The chain after the event.
        kept_link: The chain before it, if the event is kept with that.
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
    """Return the chain of a table at which nothing has happened."""
    return _digest(f"table {table}\n")


def next_link(link: str, text: str) -> str:
    """Return the chain after one more event."""
    return _digest(f"{link}\n{text}\n")


def has_link(seq: int) -> bool:
    """Return whether event number `seq` is kept with the chain before it."""
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
    """Return the chain after each event of a whole history, having compared what is stored.

    Args:
        table: The table's id.
        texts: Its events.
        stored: The chain before each of them, where it is kept.
        head: The table's own link.

    Raises:
        BrokenHistory: an event or the table was kept after another history than the one here.
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
    """Return what was kept after event number `seq`, or None where the table is gone.

    Raises:
        Diverged: at `seq` the history that is kept has another chain than `link`, or is shorter.
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
    """Return a check, to be made while writing: whether the events up to `seq` have this chain.

    It keeps others from appending until the transaction ends. It reads the whole history, which
    is needed only where a version that knows no chain wrote last.
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
