"""Writes the rules for the page, from docs/rules: the English texts and the order of everything.

`python -m page_build.rulebook` writes web/src/i18n/en/rules.json (the texts; the other languages
have the same keys) and web/src/rules/outline.json (what stands where, what each preset changes).
The section on text forms is for programs and records, and stays in the docs.
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from page_build.boards import pyramid_fields
from sommet import pacal, pylos
from sommet.pacal import parse_pyramid
from sommet.pacal.building import legal_fields

SOURCE = Path("docs/rules")
TEXTS = Path("web/src/i18n/en/rules.json")
OUTLINE = Path("web/src/rules/outline.json")
GAMES = ("pylos", "pacal")

_CLAUSE = re.compile(r"\*\*((?:PYL|PAC)-\d+)\.\*\* ")
_SETTING = re.compile(r":? ?`[a-z-]+=[\w-]+`:? ?")
_SETTINGS = re.compile(r": `[a-z-]+=[\w-]+`(?:(?:,| or) `[a-z-]+=[\w-]+`)+")
_IMAGE = re.compile(r"!\[(?P<alt>.*)\]\(img/(?P<name>[\w-]+)\.svg\)")
_LEFT_OUT = ("Text forms",)
#: Pictures that the page does without: it shows live boards of its own.
_NO_PICTURE = ("pacal",)
#: The pyramids of the pictures, and the card in question.
_PYRAMIDS = {
    "pacal-cover-26": ("47 40 33/36 21/24 . 18 16 . 9 3", 26),
    "pacal-cover-17": ("47 40 33/36 21/24 . 18 16 . 9 3", 17),
}


class Rulebook:
    """The texts by key, and the blocks of a page in order."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.texts: dict[str, str] = {}
        self.blocks: list[dict[str, Any]] = []
        self._counts: dict[str, int] = {}

    def text(self, key: str, text: str) -> str:
        """Keep a text and return its key."""
        assert key not in self.texts, key
        # The docs are typed as on a keyboard, the page is set as in print.
        quoted = re.sub(r'"([^"]*)"', "\u201c\\1\u201d", text)
        self.texts[key] = quoted.replace("'", "\u2019")
        return key

    def number(self, kind: str) -> str:
        """Return a new key for a kind of block."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return f"rules.{self.game}.{kind}{self._counts[kind]}"

    def add(self, part: str) -> None:
        """Take over one paragraph, list, table, heading or picture."""
        lines = part.splitlines()
        if part.startswith("#"):
            marks, _, title = part.partition(" ")
            key = self.text(self.number("heading"), title)
            self.blocks.append({"kind": "heading", "level": len(marks), "text": key})
        elif part.startswith("!["):
            for match in filter(None, map(_IMAGE.fullmatch, lines)):
                self._picture(match["name"], match["alt"])
        elif part.startswith("| id |"):
            for row in lines[2:]:
                self._ruling(*_cells(row))
        elif part.startswith("|"):
            self._table([_cells(row) for row in (lines[0], *lines[2:])])
        elif re.match(r"\d\. ", part):
            clause = self.blocks[-1]
            items = re.split(r"(?:^|\n)\d\. ", part)[1:]
            clause["items"] = [
                self.text(f"{clause['text']}.{n}", _flow(item)) for n, item in enumerate(items, 1)
            ]
        else:
            self._paragraph(_SETTINGS.sub("", _flow(part)))

    def _paragraph(self, text: str) -> None:
        match = _CLAUSE.match(text)
        if match is None:
            key = self.text(self.number("text"), text)
            self.blocks.append({"kind": "text", "text": key})
            return
        key = self.text(f"rules.{match[1]}", text[match.end() :])
        self.blocks.append({"kind": "clause", "id": match[1], "text": key})

    def _picture(self, name: str, caption: str) -> None:
        if name in _NO_PICTURE:
            return
        block: dict[str, Any] = {
            "kind": "picture",
            "name": name,
            "text": self.text(f"rules.picture.{name}", caption),
        }
        if name in _PYRAMIDS:
            text, card = _PYRAMIDS[name]
            pyramid = parse_pyramid(text)
            fits = list(legal_fields(pyramid, card, pacal.Options()))
            block |= {"fields": pyramid_fields(pyramid), "card": card, "fits": fits}
        self.blocks.append(block)

    def _ruling(self, name: str, question: str, default: str, other: str) -> None:
        block = {
            "kind": "ruling",
            "id": name,
            "text": self.text(f"rules.{name}", question),
            "default": self.text(f"rules.{name}.default", _SETTING.sub("", default)),
            "other": None,
        }
        if other != "–":
            block["other"] = self.text(f"rules.{name}.other", _SETTING.sub("", other))
        self.blocks.append(block)

    def _table(self, rows: list[list[str]]) -> None:
        base = self.number("table")
        keys = [
            [
                self.text(f"{base}.{r}.{c}", re.sub(r"^`\w+` (?=\w)", "", cell)) if cell else None
                for c, cell in enumerate(cells)
            ]
            for r, cells in enumerate(rows)
        ]
        self.blocks.append({"kind": "table", "head": keys[0], "rows": keys[1:]})


def _flow(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.strip())


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def read_rulebook(game: str, source: Path = SOURCE) -> Rulebook:
    """Return a game's rules as texts and blocks."""
    book = Rulebook(game)
    text = (source / f"{game}.md").read_text(encoding="utf-8")
    left_out = False
    for part in re.split(r"\n\n+", text.strip())[1:]:
        if part.startswith("## "):
            left_out = part[3:] in _LEFT_OUT
        if not left_out and not part.startswith("The [notes]"):
            book.add(part)
    return book


def describe_presets() -> dict[str, dict[str, dict[str, Any]]]:
    """Return per game and preset which clauses are not in force, and what the book says."""
    presets: dict[str, dict[str, dict[str, Any]]] = {"pylos": {}, "pacal": {}}
    for name in ("children", "standard", "expert"):
        options = pylos.Options.preset(name)
        off = {"PYL-5": not options.squares, "PYL-7": options.squares, "PYL-8": not options.lines}
        presets["pylos"][name] = {"off": [clause for clause, is_off in off.items() if is_off]}
    for book in ("en", "nl", "fr"):
        rules = pacal.Options.preset(book)
        cover = "true" if rules.solo_cover else "false"
        says = {
            "PAC-7": ["ruling.pacal.tie", f"ruling.pacal.tie.{rules.tie}"],
            "PAC-12": ["ruling.pacal.solo_cover", f"ruling.pacal.solo_cover.{cover}"],
        }
        presets["pacal"][book] = {"off": [], "says": says}
    return presets


def format_files(source: Path = SOURCE) -> dict[Path, str]:
    """Return the text of each file."""
    books = [read_rulebook(game, source) for game in GAMES]
    texts = {key: text for book in books for key, text in book.texts.items()}
    outline = {
        "blocks": {book.game: book.blocks for book in books},
        "presets": describe_presets(),
    }
    return {
        TEXTS: json.dumps(texts, indent=2, ensure_ascii=False) + "\n",
        OUTLINE: json.dumps(outline, separators=(",", ":")) + "\n",
    }


def main(argv: list[str]) -> int:
    """Write both files."""
    parser = argparse.ArgumentParser(
        prog="python -m page_build.rulebook",
        description=f"Write the rules for the page: {TEXTS} and {OUTLINE}, from {SOURCE}.",
    )
    parser.parse_args(argv)
    if not SOURCE.is_dir():
        parser.error(f"there is no {SOURCE} here: begin in the repository's root")
    for path, text in format_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
