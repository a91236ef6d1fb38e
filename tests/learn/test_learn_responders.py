"""Frozen players by name, and the table of what responders reached."""

from pathlib import Path

import pytest

from sommet.engine import pacal_players
from sommet.errors import SommetError
from sommet.learn.frozen import LEVEL_8_READING, THOROUGH, find_player, join_networks, today
from sommet.learn.native import DuelCore, compile_core
from sommet.learn.responders import format_table, read_reports

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "docs" / "pacal" / "responders"


@pytest.fixture(scope="module")
def core():
    return DuelCore(compile_core(), threads=1)


def test_level_8_is_the_reader_with_the_engines_evaluations(core):
    level, reader = find_player(core, "level:8"), find_player(core, "reader")
    assert level.reading == reader.reading == LEVEL_8_READING == pacal_players.EVALUATIONS
    assert level.effort == THOROUGH == pacal_players.THOROUGH
    assert level.weights[0].size == core.wide_floats
    assert (level.weights[0] == reader.weights[0]).all()
    assert find_player(core, "reader:500").reading == 500
    assert find_player(core, "reader:0").reading == 0


def test_lower_levels_and_the_council_judge_with_both_networks(core):
    council = find_player(core, "council")
    assert (council.reading, council.temperature, len(council.weights)) == (0, 0.0, 2)
    assert find_player(core, "level:5").temperature == core.temperatures()[4]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("level:9", "level:1 to level:8, not 'level:9'"),
        ("level:", "level:1 to level:8"),
        ("reader:x", "reader:N spends N evaluations"),
        ("nobody", "neither a player nor a weights file"),
    ],
)
def test_a_player_that_is_not_there_is_named(core, spec, said):
    with pytest.raises(SommetError, match=said):
        find_player(core, spec)


def test_joined_networks_fill_the_wide_one(core):
    assert join_networks(core, *today()).size == core.wide_floats


def test_the_published_table_is_made_from_the_published_curves():
    page = (ROOT / "docs" / "levels-pacal.md").read_text("utf-8")
    assert format_table(REPORTS) in page


def test_what_is_no_report_is_named(tmp_path):
    with pytest.raises(SommetError, match="no reports in"):
        read_reports(tmp_path)
    (tmp_path / "curve.json").write_text("[1]")
    with pytest.raises(SommetError, match=r"curve\.json is not a report"):
        read_reports(tmp_path)
