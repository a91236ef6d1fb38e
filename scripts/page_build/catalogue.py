"""What the start page offers, written from the same lists that the server checks against.

`python -m page_build.catalogue` writes web/src/protocol/catalogue.json.
"""

import json
import sys
from pathlib import Path
from typing import Any

from sommet import bots, pacal, pylos
from sommet.server.protocol.base import GameName
from sommet.server.tables.catalogue import CLOCKS, hosted_game
from sommet.server.tables.kinds import KINDS
from sommet.tablebase.packed_file import shipped_path
from sommet.tablebase.rules_tag import deciding_rules

PATH = Path("web/src/protocol/catalogue.json")

_BY_TWO = ["computer", "hotseat", "friend"]


def _offer(game: GameName) -> dict[str, Any]:
    """Return a game as two people play it, and what the page adds: alone, against the computer."""
    hosted = hosted_game(game).model_dump(mode="json")
    levels = bots.levels(game)
    opponents = [{"spec": f"level:{level.number}", "level": level.number} for level in levels]
    return {
        "game": game,
        "modes": [*_BY_TWO, "solo"] if game == "pacal" else _BY_TWO,
        "presets": hosted["presets"],
        "default_preset": hosted["default_preset"],
        "rulings": _rulings(game, hosted["rulings"]),
        "fixed": hosted["fixed"],
        "opponents": opponents,
        "default_opponent": opponents[0]["spec"],
        "seats": hosted["seats"],
    }


def _rulings(game: GameName, by_two: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return every ruling with the modes in which it matters, in the order of the rules."""
    found = {ruling["name"]: {**ruling, "modes": list(_BY_TWO)} for ruling in by_two}
    if game == "pylos":
        return list(found.values())
    for ruling in KINDS["solo"].rulings:
        entry = found.setdefault(ruling.name, {**ruling.model_dump(mode="json"), "modes": []})
        entry["modes"].append("solo")
    return [found[name] for name in pacal.RULINGS]


def _has_table(options: pylos.Options) -> bool:
    return shipped_path(deciding_rules(options)).exists()


def _deciding(preset: str) -> list[str]:
    """Return the rulings of Pylos that leave a preset without a solved table when they change."""
    return [
        ruling.name
        for ruling in KINDS["pylos"].rulings
        if not all(
            _has_table(pylos.Options.preset(preset, **{ruling.name: choice}))
            for choice in ruling.choices
        )
    ]


def format_catalogue() -> str:
    """Return the file as it stands in the repository."""
    games = [_offer("pylos"), _offer("pacal")]
    clocks = [clock.model_dump(mode="json") for clock in CLOCKS]
    solved = {preset.name: _deciding(preset.name) for preset in KINDS["pylos"].presets}
    document = {"games": games, "clocks": clocks, "solved": solved}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the file."""
    if not PATH.parent.is_dir():
        print("begin in the repository's root", file=sys.stderr)
        return 2
    PATH.write_text(format_catalogue(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
