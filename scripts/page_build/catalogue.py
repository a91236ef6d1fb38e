"""What the start page offers, written from the same lists that the server checks against.

`python -m page_build.catalogue` writes web/src/protocol/catalogue.json.
"""

import json
import sys
from pathlib import Path

from sommet.server.tables.catalogue import CLOCKS, offer_of

PATH = Path("web/src/protocol/catalogue.json")


def format_catalogue() -> str:
    """Return the file as it stands in the repository."""
    games = [offer_of(game).model_dump(mode="json") for game in ("pylos", "pacal")]
    clocks = [clock.model_dump(mode="json") for clock in CLOCKS]
    document = {"games": games, "clocks": clocks}
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
