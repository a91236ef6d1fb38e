"""The rules on the page: the docs' own words, in the docs' order, in every language."""

import json
import re
from pathlib import Path

import pytest

from page_build.rulebook import OUTLINE, TEXTS, describe_presets, format_files, read_rulebook

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "docs" / "rules"
_ID = re.compile(r"\b(?:PYL|PAC)-R?\d+\b")


@pytest.mark.parametrize("path", [TEXTS, OUTLINE], ids=lambda path: path.name)
def test_the_files_are_current(path: Path) -> None:
    assert (ROOT / path).read_text("utf-8") == format_files(SOURCE)[path], "run: make lessons"


def test_every_clause_and_ruling_has_its_block() -> None:
    ids = [
        block["id"]
        for game in ("pylos", "pacal")
        for block in read_rulebook(game, SOURCE).blocks
        if "id" in block
    ]
    expected = [f"PYL-{n}" for n in range(1, 10)] + [f"PYL-R{n}" for n in range(1, 5)]
    expected += [f"PAC-{n}" for n in range(1, 13)] + [f"PAC-R{n}" for n in range(1, 11)]
    assert sorted(ids) == sorted(expected)


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_other_languages_point_to_the_same_clauses(language: str) -> None:
    english = json.loads((ROOT / TEXTS).read_text("utf-8"))
    other = json.loads((ROOT / f"web/src/i18n/{language}/rules.json").read_text("utf-8"))
    assert list(other) == list(english)
    for key, text in english.items():
        expected = set(_ID.findall(text))
        assert set(_ID.findall(other[key])) == expected, key
        assert other[key].count("*") == text.count("*") or key == "rules.PAC-3", key


@pytest.mark.clause("PYL-7", "PYL-8")
def test_presets_leave_out_what_they_do_not_play() -> None:
    off = {name: set(rules["off"]) for name, rules in describe_presets()["pylos"].items()}
    assert off == {
        "children": {"PYL-5", "PYL-8"},
        "standard": {"PYL-7", "PYL-8"},
        "expert": {"PYL-7"},
    }


@pytest.mark.clause("PAC-7", "PAC-12")
def test_books_say_what_they_decide() -> None:
    says = {name: rules["says"] for name, rules in describe_presets()["pacal"].items()}
    assert says["en"] == says["nl"]
    assert says["fr"]["PAC-7"][1] == "ruling.pacal.tie.largest"
    assert says["fr"]["PAC-12"][1] == "ruling.pacal.solo_cover.false"
    assert says["en"]["PAC-7"][1] == "ruling.pacal.tie.smallest"
