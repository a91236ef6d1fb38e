"""Resuming a saved game."""

from pathlib import Path

from sommet.cli.files import named_errors, read_text
from sommet.cli.terminal.pacal_table import PacalTable
from sommet.cli.terminal.pylos_table import PylosTable
from sommet.cli.terminal.seats import parse_control
from sommet.cli.terminal.solo_table import SoloTable
from sommet.cli.terminal.table import Table
from sommet.errors import InvalidRecord, SommetError
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Record
from sommet.match.records.replay import replay_record
from sommet.match.sealing import unseal
from sommet.pylos import State


def resume(path: Path) -> tuple[Table, int]:
    """Return the table of a saved game as it stood, and its seed.

    Raises:
        InvalidRecord: The file is not a saved game, or the game is over.
    """
    text = read_text(path)
    with named_errors(path):
        record = parse_record(text)
        replay = replay_record(record)
    if record.result != "*":
        raise InvalidRecord(f"this game is over; see it with: sommet replay {path}")
    seats = parse_control(
        record.game, dict(record.tags).get("Seats", _everybody(record)), record.players
    )
    seed = _seed(record)
    table: Table
    if record.game == "pylos":
        start = State.start(replay.options)
        if record.position is not None:
            start = State.parse(record.position, replay.options)
        table = PylosTable(start, seats, seed=seed, date=record.date)
    else:
        kind = PacalTable if record.game == "pacal" else SoloTable
        table = kind(replay.options, seats, seed=seed, date=record.date)
    for played in record.rounds:
        for entry in played.entries:
            try:
                table.play(entry.text)
            except SommetError as error:
                why = f"the sealed deal does not belong to these moves: {error}"
                raise InvalidRecord(why, line=entry.line) from error
    return table, seed


def _everybody(record: Record) -> str:
    return ", ".join("human" for _ in record.players)


def _seed(record: Record) -> int:
    if record.game == "pylos":
        return record.seed or 0
    if record.sealed is None:
        raise InvalidRecord(
            "this record does not contain the cards; only a saved game can be resumed"
        )
    text = unseal(record.sealed)
    if not text.isdecimal():
        raise InvalidRecord("the sealed deal is damaged")
    return int(text)
