"""Records that the page writes are records: Python reads and replays them."""

import json
from pathlib import Path

import pytest
import stored_records
import stored_tables

from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record
from sommet.match.records.text import format_record

_TIMED = ("pylos-time", "match-time")
GOLDEN = Path(__file__).parents[2] / "web" / "tests" / "records"


@pytest.mark.parametrize("name", ["pylos", "pylos-dark", "pacal", "solo"])
def test_a_record_of_the_page_is_replayed_and_written_alike(name):
    text = (GOLDEN / f"{name}.txt").read_text()
    record = parse_record(text)
    replay_record(record)
    assert record.result != "*"
    assert format_record(record) == text


def test_the_records_of_a_server_are_written_down_as_they_are_today():
    """And drawn in the page as here: web/tests/study/stored.test.ts."""
    kept = stored_records.PATH.read_text("utf-8")
    assert kept == stored_records.format_records(), "run python tests/core/stored_records.py"


def test_time_ends_a_game_by_a_clause_in_pylos_alone():
    lines = stored_records.PATH.read_text("utf-8").splitlines()
    texts = {name: text for name, text, _ in map(json.loads, lines)}
    endings = [replay_record(parse_record(texts[name])).outcome for name in _TIMED]
    assert [ending and ending.clause for ending in endings] == ["PYL-9", ""]


def test_tables_are_written_down_as_the_session_judges_them_today():
    """And judged in the page as here: web/tests/table/stored.test.ts."""
    kept = stored_tables.PATH.read_text("utf-8")
    assert kept == stored_tables.format_tables(), "run python tests/core/stored_tables.py"
