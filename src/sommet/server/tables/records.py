"""Games as records, and records as replays for the page."""

import datetime
from collections.abc import Sequence

from sommet.match.records.record import Record, format_record
from sommet.match.records.replay import Frame as ReplayedMove
from sommet.match.records.replay import replay_record
from sommet.match.session import Session
from sommet.match.session_record import record_session
from sommet.server.protocol import http
from sommet.server.protocol.base import OptionsInForce
from sommet.server.protocol.table import MoveEntry
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.presenters import FACES
from sommet.server.tables.presenters.face import Last, wire_ending, wire_seat


def _name(setup: TableSetup, player: int, names: Sequence[str | None]) -> str:
    if setup.mode == "computer" and player == 1:
        return f"computer {setup.opponent}"
    return names[player] or "?"


def record_game(
    setup: TableSetup, session: Session, names: Sequence[str | None], *, date_ms: int
) -> Record:
    """Return the record of the game on a table: what everybody may know."""
    options = FACES[setup.kind].options(setup.preset, setup.rulings)
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


def dump_replay(replay_id: str, record: Record, *, record_path: str, table: bool) -> bytes:
    """Return a record as boards to step through, as JSON.

    Raises:
        InvalidRecord: a move or the result is wrong.
    """
    replay = build_replay(replay_id, record, record_path=record_path, table=table)
    return replay.model_dump_json().encode()


def build_replay(replay_id: str, record: Record, *, record_path: str, table: bool) -> http.Replay:
    """Return a record as boards to step through.

    Raises:
        InvalidRecord: a move or the result is wrong.
    """
    replay = replay_record(record)
    face = FACES[record.game]
    frames: list[http.Frame] = []
    ply = 0
    markers = [0, 0]
    for number, played in enumerate(replay.rounds, 1):
        shown = list(markers) if record.game == "pacal" else None
        board = face.replay_board(played.start, None)
        frames.append(http.Frame(ply=ply, round=number, move=None, board=board, markers=shown))
        for index, move in enumerate(played.frames):
            ply += 1
            is_end = index == len(played.frames) - 1
            if is_end and played.outcome is not None and played.outcome.winner is not None:
                markers[played.outcome.winner] += 1
                shown = list(markers) if record.game == "pacal" else None
            frames.append(_frame(record.game, move, ply, number, shown))
    return http.Replay(
        id=replay_id,
        is_table=table,
        game="pylos" if record.game == "pylos" else "pacal",
        options=OptionsInForce(preset=record.rules, rulings=face.in_force(replay.options, "lot")),
        players=[None if name == "?" else name for name in record.players],
        date=record.date,
        outcome=wire_ending(replay.outcome),
        frames=frames,
        record=record_path,
    )


def _frame(
    game: str, move: ReplayedMove, ply: int, number: int, markers: list[int] | None
) -> http.Frame:
    entry = MoveEntry(
        ply=ply,
        seat=wire_seat(move.seat),
        move=move.entry.text,
        round=number,
        clock_ms=move.entry.clock_ms,
    )
    board = FACES[game].replay_board(move.state, Last(move.seat, move.entry.text))
    return http.Frame(ply=ply, round=number, move=entry, board=board, markers=markers)
