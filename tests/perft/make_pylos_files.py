"""Write tests/perft/pylos-*.txt: every number counted by the slow twin, none by the core.

Run from the repository: python tests/perft/make_pylos_files.py
The positions are the first of their kind met in the twin's own random games.
"""

import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "pylos"))
import pylos_slow_twin as twin  # noqa: E402

START_DEPTH, MIXED_LIMIT = 5, 12_000
WANTED_OF_EACH_KIND, KINDS = 4, 8
SENTENCES = {
    "children": "children's game",
    "standard": "standard game",
    "expert": "expert game",
    "optional": "standard game, takeback=optional",
    "may-raise": "standard game, reserve=may-raise",
}


def shapes_completed(board, colour, target, table):
    return sum(all(board.get(cell) == colour for cell in shape) for shape in table[target])


def kinds(board, colour):
    """What a position shows, from what its turns do under the expert rules."""
    found = set()
    for source, target in twin.landings(board, colour):
        after = twin.land(board, colour, source, target)
        squares = shapes_completed(after, colour, target, twin.SQUARES)
        if squares and source is None:
            found.add("take-backs")
        if squares and source is not None:
            found.add("raises that earn take-backs")
        if squares > 1:
            found.add("double squares")
        if shapes_completed(after, colour, target, twin.LINES):
            found.add("lines")
        if squares and any(
            len(taken) == 2 and twin.carries(after, taken[1])
            for taken in twin.takings(after, colour)
        ):
            found.add("a second ball freed by the first")
    if len(twin.raises(board, colour)) >= 3:
        found.add("raises")
    if len(board) >= 24:
        found.add("near-full board")
    if twin.reserve(board, colour) == 0 and twin.raises(board, colour):
        found.add("empty reserve that could raise")
    return found


def mixed_positions():
    """At least 20 different positions, some of every kind."""
    everything = twin.TwinRules(lines=True, may_raise=True)
    counts, positions = {}, {}
    for seed in range(3_000):
        if len(counts) == KINDS and min(counts.values()) == WANTED_OF_EACH_KIND:
            break
        chance = random.Random(seed)
        board, colour = {}, "L"
        while turns := sorted(twin.ordered_turns(board, colour, everything), key=str):
            board = twin.play(board, colour, chance.choice(turns))
            colour = twin.other(colour)
            if twin.is_over(board, colour, everything) or len(board) < 8:
                continue
            new = {k for k in kinds(board, colour) if counts.get(k, 0) < WANTED_OF_EACH_KIND}
            if new:
                for kind in new:
                    counts[kind] = counts.get(kind, 0) + 1
                positions[twin.write_position(board, colour)] = sorted(kinds(board, colour))
                break  # one position per game
    assert len(positions) >= 20, len(positions)
    assert len(counts) == KINDS, counts
    return positions


def line(text, rules, most_depth, limit):
    board, colour = twin.read_position(text)
    numbers = []
    for depth in range(1, most_depth + 1):
        nodes = twin.perft(board, colour, rules, depth)
        numbers.append(f"D{depth} {nodes}")
        if nodes * 12 > limit:
            break
    return "; ".join([text, *numbers])


def main():
    positions = mixed_positions()
    for name, rules in twin.RULE_SETS.items():
        lines = [
            f"# Pylos perft, {SENTENCES[name]}. Counted by the slow twin: make_pylos_files.py",
            "# position; D<moves> <sequences>; ...",
            line(twin.write_position({}, "L"), rules, START_DEPTH, 10**9),
        ]
        for text, shown in positions.items():
            lines += [f"# {', '.join(shown)}", line(text, rules, 4, MIXED_LIMIT)]
        (HERE / f"pylos-{name}.txt").write_text("\n".join(lines) + "\n")
        print(name, len(lines))


if __name__ == "__main__":
    main()
