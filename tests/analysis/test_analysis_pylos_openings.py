"""The chapter on openings and endings says what the tables say."""

from pathlib import Path

import pytest

from sommet.analysis import pylos_openings
from sommet.pylos import Options, State
from sommet.tablebase.probe import open_table

CHAPTER = (Path(__file__).parents[2] / "docs" / "openings-pylos.md").read_text("utf-8")


@pytest.mark.parametrize("rules", pylos_openings.RULES)
def test_the_chapter_holds_the_first_moves_of_the_table(rules):
    lines = list(pylos_openings.first_moves(rules))
    assert len(lines) == 3
    for line in lines:
        assert line in CHAPTER


def test_mirror_images_have_one_shape_and_others_have_not():
    start = State.start(Options.preset("standard"))
    corners = {pylos_openings.shape(start.play(cell)) for cell in ("1a1", "1d1", "1a4", "1d4")}
    assert len(corners) == 1
    assert pylos_openings.shape(start.play("1b2")) not in corners
    turned = [pylos_openings.turn_cell(1, image) for image in range(8)]
    assert sorted(turned) == [1, 2, 4, 7, 8, 11, 13, 14]


def test_a_trap_of_the_chapter_is_one_by_the_table():
    state = State.parse("D..L/DL../..../LDL.|.../.../...|../..|. D", Options.preset("children"))
    worths = pylos_openings.values(state, open_table(state.options))
    (only,) = pylos_openings.best_moves(worths)
    assert (str(only), worths[only]) == ("1d2", "win")
    assert f"Only `{only}` keeps the win. `1a3` is what people play and leaves a loss" in CHAPTER


def test_endings_are_counted_by_lead_and_raise(monkeypatch):
    monkeypatch.setattr(pylos_openings, "ENDINGS", 40)
    lines = list(pylos_openings.count_endings("standard"))
    assert sum(int(line.split("|")[-2]) for line in lines) == 40
    assert lines[0].split("|")[2].strip() == "-2 or less"
