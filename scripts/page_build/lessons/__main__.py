"""Writes the lessons for the page: web/src/learn/lessons/*.json, or into the folder named."""

import argparse
import json
import sys
from pathlib import Path

from page_build.lessons import LESSONS, describe_step

FOLDER = Path("web/src/learn/lessons")


def format_lesson(game: str) -> str:
    """Return a game's lesson as the text of its file: one step per line."""
    steps = [
        json.dumps(describe_step(step), separators=(",", ":"), sort_keys=True)
        for step in LESSONS[game]
    ]
    return "[\n" + ",\n".join(steps) + "\n]\n"


def main(argv: list[str]) -> int:
    """Write every lesson."""
    parser = argparse.ArgumentParser(
        prog="python -m page_build.lessons",
        description="Write the lessons of the page, one file for each game.",
    )
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="default: %(default)s")
    folder: Path = parser.parse_args(argv).folder
    if folder.exists() and not folder.is_dir():
        parser.error(f"{folder} is not a folder")
    folder.mkdir(parents=True, exist_ok=True)
    for game in LESSONS:
        path = folder / f"{game}.json"
        path.write_text(format_lesson(game), encoding="utf-8")
        print(f"{path}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
