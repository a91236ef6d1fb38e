"""The pictures in the rules are what the library draws today."""

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
_SPEC = importlib.util.spec_from_file_location(
    "draw_rules", ROOT / "scripts/pictures/draw_rules.py"
)
draw_rules = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(draw_rules)
PICTURES = draw_rules.pictures()


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_current(name):
    path = draw_rules.FOLDER / f"{name}.svg"
    assert path.exists(), "run: make draw-rules"
    assert path.read_text("utf-8").rstrip("\n") == PICTURES[name].rstrip("\n"), "make draw-rules"
    ElementTree.fromstring(PICTURES[name])


def test_pictures_of_the_page_are_current():
    drawn = draw_rules.page_pictures()
    folder = draw_rules.PAGE_FOLDER
    assert {path.stem for path in folder.glob("*.svg")} == set(drawn)
    for name, svg in drawn.items():
        assert (folder / f"{name}.svg").read_text("utf-8").rstrip("\n") == svg.rstrip("\n"), name


def test_no_picture_is_left_over_and_each_is_used():
    drawn = {path.stem for path in draw_rules.FOLDER.glob("*.svg")}
    assert drawn == set(PICTURES)
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    used = {name for page in pages for name in re.findall(r"img/([\w-]+)\.svg", page.read_text())}
    assert used == drawn
