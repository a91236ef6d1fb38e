"""A game between seats: sessions, clocks, records. Time and randomness are passed in.

`Session` runs one game by events; `Record` is its history. `sommet.records` reads and writes them.
"""

from sommet.match.clock import Clock, TimeControl
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Entry, Record, RoundRecord
from sommet.match.records.replay import Replay, replay_record
from sommet.match.records.text import format_record
from sommet.match.rulings import make_options
from sommet.match.session import Session, Setup

__all__ = [
    "Clock",
    "Entry",
    "Record",
    "Replay",
    "RoundRecord",
    "Session",
    "Setup",
    "TimeControl",
    "format_record",
    "make_options",
    "parse_record",
    "replay_record",
]
