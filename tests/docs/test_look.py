"""`make look` finds what moved, and nothing else."""

from pathlib import Path

import pytest
from PIL import Image

from look import compare


def test_only_screens_that_look_different_are_shown(tmp_path: Path) -> None:
    before, after, target = (tmp_path / name for name in ("before", "after", "difference"))
    for folder in (before, after):
        folder.mkdir()
        Image.new("RGB", (40, 20), "white").save(folder / "same.webp", lossless=True)
    Image.new("RGB", (40, 20), "white").save(before / "moved.webp", lossless=True)
    moved = Image.new("RGB", (40, 20), "white")
    moved.paste((0, 0, 0), (0, 0, 10, 20))
    moved.save(after / "moved.webp", lossless=True)
    Image.new("RGB", (40, 20), "white").save(after / "new.webp", lossless=True)
    changes = compare(before, after, target)
    assert [(change.name, change.share) for change in changes] == [
        ("new.webp", 1.0),
        ("moved.webp", pytest.approx(0.25)),
    ]
    assert [file.name for file in target.iterdir()] == ["moved.webp"]
