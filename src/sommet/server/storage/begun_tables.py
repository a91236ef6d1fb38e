"""Tables that start with both players seated: in tournaments, and for guests who are paired."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert

from sommet.server.storage import schema
from sommet.server.storage.chain import first_link, links_after, mark_of
from sommet.server.storage.queries import SeatRow, TableRow


@dataclass(frozen=True, slots=True)
class NewTable:
    """A new table with both players seated, or with one waiting and no events yet."""

    id: str
    setup_text: str
    seats: tuple[SeatRow, ...]
    texts: Sequence[str] = ()
    due_ms: int | None = None
    #: In a game with days per move: the players who have to act.
    awaits: tuple[int, ...] = ()

    @property
    def links(self) -> tuple[str, ...]:
        """The hash chain before the first event, and after each event."""
        first = first_link(self.id)
        return (first, *links_after(first, self.texts))

    def as_row(self, at_ms: int) -> TableRow:
        """Return the row that reading the stored table would give."""
        links = self.links
        return TableRow(
            id=self.id,
            created_ms=at_ms,
            updated_ms=at_ms,
            setup_text=self.setup_text,
            invite_hash="",
            seats=self.seats,
            texts=tuple(self.texts),
            marks=tuple(map(mark_of, links[:-1])),
            stored_chain=links[-1],
        )


def open_tables(connection: Connection, tables: Sequence[NewTable], now_ms: int) -> None:
    """Store any number of tables with a few statements."""
    rows, seats, events = [], [], []
    for table in tables:
        links = table.links
        rows.append(
            {
                "id": table.id,
                "created_ms": now_ms,
                "updated_ms": now_ms,
                "setup": table.setup_text,
                "invite_hash": "",
                "seq": len(table.texts),
                "due_ms": table.due_ms,
                "chain": links[-1],
            }
        )
        for seq, (data, link) in enumerate(zip(table.texts, links, strict=False), 1):
            events.append({"table_id": table.id, "seq": seq, "data": data, "mark": mark_of(link)})
        for seat in table.seats:
            seats.append(
                {
                    "table_id": table.id,
                    "player": seat.player,
                    "token_hash": seat.token_hash,
                    "name": seat.name,
                    "bot": seat.bot,
                    "account": seat.account,
                    "counts": int(seat.counts),
                }
            )
    for target, values in ((schema.tables, rows), (schema.seats, seats), (schema.events, events)):
        if values:
            connection.execute(insert(target), values)
