"""How long the page's core thinks on a processor a quarter as fast: every level, hints, values.

Moves of all levels of both games and of solo, values of all moves of Pylos positions and hints, in
positions spread over random games; the median and the worst of each. Cold is the first one, from
the module on: it is compiled, weights are loaded; downloading and inflating them is not in it.
Processor time in Node, times four. Bars, for all but the first: a move 400 ms, values 150 ms, a
hint of Pacal 300 ms. It ends with 1 if one is missed. Needs Node (`make web-setup`).
"""

import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from page_core import in_node, unpack_files
from sommet import pacal, pylos

SLOWED = 4
MOVE_MS, VALUES_MS, HINT_MS = 400, 150, 300
PRESETS, BOOKS = ("children", "standard", "expert"), ("en", "fr")
GAMES = 12
Question = dict[str, Any]


def pylos_games() -> Iterator[Question]:
    """Yield games of all presets, cut at different lengths."""
    for preset in PRESETS:
        for seed in range(GAMES):
            lot, state = random.Random(seed), pylos.State.start(preset)
            for _ in range(3 * seed):
                after = state.play(lot.choice(state.legal_moves))
                if after.outcome is not None:
                    break
                state = after
            yield {"preset": preset, "moves": [str(move) for move in state.history]}


def pacal_games(solo: bool) -> Iterator[Question]:
    """Yield rounds or solo games of both books, cut at different lengths."""
    for book in BOOKS:
        for seed in range(GAMES):
            lot = random.Random(seed)
            state: Any = (pacal.Solo if solo else pacal.Round).deal(book, seed)
            for _ in range(seed if solo else 3 * seed):
                after = state.play(lot.choice(state.legal_moves))
                if after.outcome is not None:
                    break
                state = after
            actions = [str(action) for action in state.history]
            yield {"preset": book, "seed": str(seed), "actions": actions}


def show(folder: Path, what: str, bar_ms: float, questions: list[Question]) -> bool:
    """Print the first, the median and the worst; return whether the worst keeps to the bar."""
    # Whoever studies waits for no table: it is loaded by a question that does.
    first: list[Question] = []
    if any(question.get("with_table") for question in questions):
        asked = {"call": "pylos.values", "moves": [], "with_table": True}
        first = [{**asked, "preset": preset} for preset in PRESETS]
    measured = in_node("players.wasm", folder, [*first, *questions], 3)[len(first) :]
    times = [SLOWED * each["milliseconds"] for each in measured]
    worst, median = max(times), statistics.median(times)
    cold = SLOWED * in_node("players.wasm", folder, questions[:1], 0)[0]["milliseconds"]
    bar = f"(bar {bar_ms:.0f}{'' if worst <= bar_ms else ': MISSED'})"
    print(f"  {what:<36} cold {cold:5.0f}  median {median:5.0f}  worst {worst:5.0f} ms  {bar}")
    return worst <= bar_ms


def main() -> int:
    kept = True
    by_table: Question = {"with_table": True}
    with tempfile.TemporaryDirectory() as temporary:
        files = Path(temporary)
        unpack_files(files)

        def measure(
            what: str, bar_ms: float, call: str, games: Iterator[Question], **asked: Any
        ) -> None:
            nonlocal kept
            questions = [{"call": call, **game, **asked} for game in games]
            kept = show(files, what, bar_ms, questions) and kept

        for level in range(1, 9):
            chosen = {"level": level, "choice_seed": 1}
            measure(f"Pylos level {level}", MOVE_MS, "pylos.choose", pylos_games(), **chosen)
        chosen = {"level": 8, "choice_seed": 1, **by_table}
        measure("Pylos level 8 by its table", MOVE_MS, "pylos.choose", pylos_games(), **chosen)
        for level in range(1, 9):
            chosen = {"level": level, "choice_seed": 1}
            measure(f"Pacal level {level}", MOVE_MS, "pacal.choose", pacal_games(False), **chosen)
        for level in range(1, 4):
            chosen = {"level": level, "choice_seed": 1}
            measure(f"solo level {level}", MOVE_MS, "solo.choose", pacal_games(True), **chosen)
        measure("values of a Pylos position by search", VALUES_MS, "pylos.values", pylos_games())
        measure(
            "values of a Pylos position by table",
            VALUES_MS,
            "pylos.values",
            pylos_games(),
            **by_table,
        )
        measure("Pylos hint by search", HINT_MS, "pylos.analysis", pylos_games())
        measure("Pylos hint by table", HINT_MS, "pylos.analysis", pylos_games(), **by_table)
        played = (game for game in pylos_games() if game["moves"])
        measure("Pylos review of a move by search", MOVE_MS, "pylos.review", played)
        measure("Pacal hint", HINT_MS, "pacal.advice", pacal_games(False))
        measure("solo hint", HINT_MS, "solo.advice", pacal_games(True))
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
