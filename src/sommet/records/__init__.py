"""Games as text: read and write one or many records in one line (docs/records.md).

>>> from sommet import records
>>> from sommet.pylos import State
>>> game = records.Record.from_game(State.start().play("1b2"), players=("Ada", "Grace"))
>>> print(records.format_record(game).splitlines()[-1])
1. 1b2

`read` returns the one game of a file, `read_all` every game of a file of many, `write` writes one
or many; all take a path or an open file. `replay_record` plays a record through the rules.
"""

from sommet.match.records.parser import parse_record
from sommet.match.records.record import Entry, Record, RoundRecord
from sommet.match.records.replay import Frame, Replay, RoundReplay, replay_record
from sommet.match.records.text import format_record
from sommet.records.files import parse_all, read, read_all, write

__all__ = [
    "Entry",
    "Frame",
    "Record",
    "Replay",
    "RoundRecord",
    "RoundReplay",
    "format_record",
    "parse_all",
    "parse_record",
    "read",
    "read_all",
    "replay_record",
    "write",
]
