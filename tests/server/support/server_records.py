"""Records to upload: Pylos games that somebody gave up."""

from collections.abc import Sequence

from sommet.match.records.record import Entry, Record, RoundRecord
from sommet.match.records.text import format_record
from sommet.match.rulings import format_rulings
from sommet.pylos import State


def resigned_game(start: State, moves: Sequence[str], loser: int = 0) -> str:
    """Return the record of a game from `start` that seat `loser` gave up after some moves."""
    result = "1-0" if loser else "0-1"
    entries = tuple(Entry(move) for move in moves)
    return format_record(
        Record(
            game="pylos",
            rules=start.options.preset_name,
            rulings=format_rulings(start.options),
            players=("Ann", "Ben"),
            result=result,
            reason="resignation",
            position=None if start == State.start(start.options) else str(start),
            rounds=(RoundRecord(entries=entries, result=result, reason="resignation"),),
        )
    )
