"""The chapter on endings by pattern says what the tables say."""

import re
from pathlib import Path

from sommet.analysis import pylos_endings
from sommet.pylos import Options, State
from sommet.tablebase.probe import open_table

CHAPTER = (Path(__file__).parents[2] / "docs" / "endings-pylos.md").read_text("utf-8")


def test_a_pattern_is_the_same_for_mirror_images_and_both_sides():
    full = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|"
    options = Options.preset("standard")
    light, dark = (State.parse(full + text, options) for text in ("L./..|. L", ".D/..|. D"))
    assert pylos_endings.pattern_of(light).top == pylos_endings.pattern_of(dark).top == (1, 0, 0, 0)
    mirrored = State.parse(full + "../.L|. L", options)
    assert pylos_endings.pattern_of(mirrored) == pylos_endings.pattern_of(light)


def test_the_chapter_counts_what_is_drawn(monkeypatch):
    monkeypatch.setattr(pylos_endings, "POSITIONS", 150)
    tallies, examples = pylos_endings.study("standard")
    assert sum(tally.total() for tally in tallies.values()) == 150
    assert examples
    for pattern, ending in examples.items():
        assert pylos_endings.pattern_of(ending.state) == pattern
        table = open_table(ending.state.options)
        assert pylos_endings.judge(ending.state, table)[1] == ending.only


def test_every_rule_set_has_patterns_that_decide():
    for rules in ("Children", "Standard", "Expert"):
        part = CHAPTER.split(f"## {rules}\n")[1].split("\n## ")[0]
        assert re.findall(r"^\| .* \| \d+ \|$", part, re.M)
