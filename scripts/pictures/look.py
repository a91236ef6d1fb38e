"""What a change did to the look of the page: `make look`.

Photographs every screen of `scripts/pictures/screenshots.py` and every shelf of the gallery into
`build/look/COMMIT`, compares with the photographs of the commit before (or of the commit that is
named; where that one was never photographed, with `docs/screens`), and writes
`build/look/index.html`: before, after and what differs, the largest difference first. Nothing of it
is committed.
"""

import html
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops

from gallery_photographs import photograph

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "look"
#: What the screens looked like when the docs were last renewed.
DOCS = ROOT / "docs" / "screens"
#: Colours this close are the same: pictures are compressed, and letters are smoothed.
NOTICEABLE = 24
PAGE = """<!doctype html><meta charset="utf-8"><title>What moved</title>
<style>body{{font:16px system-ui;margin:2rem}}
figure{{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem;margin:0 0 3rem}}
img{{width:100%;border:1px solid #999}}figcaption{{grid-column:1/-1}}</style>
<h1>What moved</h1><p>{about}</p>{figures}
"""


@dataclass(frozen=True)
class Change:
    """A screen that looks different: the share of its pixels that changed, or that it is new."""

    name: str
    share: float


def compare(before: Path, after: Path, target: Path) -> list[Change]:
    """Return the screens of `after` that differ from `before`, most first; draw what differs."""
    target.mkdir(parents=True, exist_ok=True)
    changes = []
    for file in sorted(after.glob("*.webp")):
        old = before / file.name
        if not old.is_file():
            changes.append(Change(file.name, 1.0))
            continue
        with Image.open(old) as first, Image.open(file) as second:
            one, other = first.convert("RGB"), second.convert("RGB")
        if one.size != other.size:
            changes.append(Change(file.name, 1.0))
            continue
        grey = ImageChops.difference(one, other).convert("L")
        mask = grey.point(lambda value: 255 if value > NOTICEABLE else 0)
        share = mask.histogram()[255] / (mask.width * mask.height)
        if share == 0:
            continue
        changes.append(Change(file.name, share))
        faded = Image.blend(other, Image.new("RGB", other.size, "white"), 0.7)
        faded.paste((200, 0, 60), mask=mask)
        faded.save(target / file.name)
    return sorted(changes, key=lambda change: -change.share)


def write_page(before: Path, after: Path, changes: list[Change]) -> Path:
    """Write the page that shows the changes side by side."""
    page = FOLDER / "index.html"
    figures = "".join(
        f"<figure><figcaption>{html.escape(change.name)}: {change.share:.2%}</figcaption>"
        + "".join(
            f'<img loading="lazy" alt="{label}"'
            f' src="{os.path.relpath(folder, FOLDER)}/{html.escape(change.name)}">'
            for folder, label in (
                (before, "before"),
                (after, "after"),
                (FOLDER / "difference", "what differs"),
            )
        )
        + "</figure>"
        for change in changes
    )
    about = f"{len(changes)} screens differ between {before.name} and {after.name}."
    page.write_text(PAGE.format(about=about, figures=figures), "utf-8")
    return page


def photographs_before(commit: str) -> Path:
    """Return the folder to compare with: that commit's photographs, or those of the docs."""
    return folder if (folder := FOLDER / commit).is_dir() else DOCS


def commit_of(name: str) -> str:
    command = ["git", "rev-parse", "--short", name]
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def main() -> None:
    after = FOLDER / commit_of("HEAD")
    before = photographs_before(commit_of(sys.argv[1] if len(sys.argv) > 1 else "HEAD~1"))
    command = [sys.executable, str(Path(__file__).with_name("screenshots.py")), str(after)]
    subprocess.run(command, cwd=ROOT, check=True)
    print(f"{photograph(after)} photographs of the gallery")
    changes = compare(before, after, FOLDER / "difference")
    print(f"{len(changes)} screens differ: {write_page(before, after, changes)}")


if __name__ == "__main__":
    main()
