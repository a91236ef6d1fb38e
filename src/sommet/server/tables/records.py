"""Games as records."""

import datetime
from collections.abc import Sequence

from sommet.match.records.record import Record
from sommet.match.records.text import format_record
from sommet.match.session import Session
from sommet.match.session_record import record_session
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.kinds import KINDS


def _name(setup: TableSetup, player: int, names: Sequence[str | None]) -> str:
    if setup.mode == "computer" and player == 1:
        return f"computer {setup.opponent}"
    return names[player] or "?"


def record_game(
    setup: TableSetup, session: Session, names: Sequence[str | None], *, date_ms: int
) -> Record:
    """Return the record of the game on a table: what everybody may know."""
    options = KINDS[setup.kind].options(setup.preset, setup.rulings)
    date = datetime.datetime.fromtimestamp(date_ms / 1000, tz=datetime.UTC).date()
    return record_session(
        session,
        game=setup.kind,
        options=options,
        players=[_name(setup, session.player_on(seat), names) for seat in session.seats],
        date=date.isoformat(),
    )


def format_game(
    setup: TableSetup, session: Session, names: Sequence[str | None], *, date_ms: int
) -> str:
    """Return the record of the game on a table as text."""
    return format_record(record_game(setup, session, names, date_ms=date_ms))
