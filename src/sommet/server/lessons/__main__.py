"""Writes the lessons for the page: web/src/learn/lessons/*.json, or into the folder named."""

import json
import sys
from pathlib import Path

from sommet.server.lessons import LESSONS, tell_step

FOLDER = Path("web/src/learn/lessons")


def format_lesson(game: str) -> str:
    """Return a game's lesson as the text of its file: one step per line."""
    steps = [
        json.dumps(tell_step(step), separators=(",", ":"), sort_keys=True) for step in LESSONS[game]
    ]
    return "[\n" + ",\n".join(steps) + "\n]\n"


def main() -> int:
    """Write every lesson."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for game in LESSONS:
        path = folder / f"{game}.json"
        path.write_text(format_lesson(game), encoding="utf-8")
        print(f"{path}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
