"""The examples in the docs run, and the records in them can be replayed."""

import doctest
import re
from pathlib import Path

import pytest

from sommet.match.records.parser import parse_record
from sommet.match.records.record import KNOWN_TAGS
from sommet.match.records.replay import replay_record

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
#: A path of the checkout in code, such as `engine/pylos/rules.hpp` or `scripts/build-core`.
_PATH = re.compile(
    r"`((?:bench|deploy|engine|requirements|scripts|src|tests|web)/[\w./-]*)(?=[`:\s])"
)
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def has_python(page):
    return "```python\n" in page.read_text("utf-8")


def blocks(page, language):
    return [text for name, text in _BLOCK.findall(page.read_text("utf-8")) if name == language]


@pytest.mark.parametrize("page", [*filter(has_python, PAGES)], ids=lambda page: page.name)
def test_python_examples_run(page):
    examples = blocks(page, "python")
    assert all(">>>" in text for text in examples)
    test = doctest.DocTestParser().get_doctest("\n".join(examples), {}, page.name, str(page), 0)
    told = []
    result = doctest.DocTestRunner().run(test, out=told.append)
    assert result.failed == 0, "".join(told)
    assert result.attempted >= 3


@pytest.mark.parametrize("text", blocks(ROOT / "docs" / "records.md", "record"))
def test_records_in_the_docs_can_be_replayed(text):
    assert replay_record(parse_record(text)).rounds[0].frames


def test_links_between_pages_lead_somewhere():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in _LINK.findall(re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S))
        if not (page.parent / target).exists()
    ]
    assert not broken


def test_every_file_and_folder_that_the_docs_name_exists():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    named = [(page, path) for page in pages for path in _PATH.findall(page.read_text("utf-8"))]
    assert len(named) > 200
    # GAME and NAME stand for any; tests are also named from their own folder.
    missing = {
        f"{page.relative_to(ROOT)}: {path}"
        for page, path in named
        if not re.search("GAME|NAME", path)
        and not any((ROOT / top / path).exists() for top in ("", "tests"))
    }
    assert missing == set()


def test_every_header_of_a_record_is_documented():
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    table = text.partition("## Headers")[2].partition("## Moves")[0]
    rows = re.findall(r"^\| ([^|]+) \|", table, re.M)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == KNOWN_TAGS
