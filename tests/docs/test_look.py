"""`make look` finds what moved, and nothing else."""

import os
from pathlib import Path

import pytest
from PIL import Image

import look
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


def test_a_commit_that_was_never_photographed_is_compared_with_the_docs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look, "FOLDER", tmp_path)
    assert look.photographs_before("1234567") == look.DOCS
    (tmp_path / "1234567").mkdir()
    before = look.photographs_before("1234567")
    assert before == tmp_path / "1234567"
    page = look.write_page(look.DOCS, before, [look.Change("start.webp", 0.5)])
    shown = page.read_text("utf-8")
    assert 'src="1234567/start.webp"' in shown
    assert f'src="{os.path.relpath(look.DOCS, tmp_path)}/start.webp"' in shown
