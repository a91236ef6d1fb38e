"""How Pylos players hold out: games from random lost and drawn positions against players that err.

    python3 bench/pylos_resistance.py [--positions 20] [--rules standard,expert]
        [--kinds lost,drawn] [--players perfect,search:130000n] [--opponents level:6,minimax:8]
        [--seed 1] [--threads 2] [--results FILE]

Needs g++ and Python, nothing else: it unpacks the shipped data, compiles bench/pylos_resistance.cpp
and plays. With --results a second call goes on where the first was ended, and more positions are
added to those there are. search:130000n is about search:100ms on a free core of 2024, and the same
everywhere. All players start from the same positions, so the table also has the differences between
the first two, taken position by position. The figures of docs/levels-pylos.md:

    python3 bench/pylos_resistance.py --full --threads 16 --results resistance.txt
"""

import argparse
import json
import lzma
import math
import os
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = ("children", "standard", "expert")
FULL = {
    "positions": 500,
    "rules": ",".join(RULES),
    "kinds": "lost,drawn",
    "players": "perfect,search:130000n",
    "opponents": "level:4,level:5,level:6,level:7,minimax:8",
    "seed": 2,
}
#: The games of one match by the number of their position: half points, milliseconds, moves.
Games = dict[int, tuple[int, float, int]]


def unpack_data(folder: Path) -> None:
    """Write tables, weights and networks the way the program reads them."""
    tables, bots = ROOT / "src/sommet/tablebase/data", ROOT / "src/sommet/bots/data"
    for rules in RULES:
        packed = (tables / f"pylos-{rules}.packed").read_bytes()
        (length,) = struct.unpack_from("<I", packed, 8)
        at = 12 + length
        for name, size in json.loads(packed[12:at])["sections"].items():
            at += -at % 64
            part = packed[at : at + size]
            at += size
            (folder / f"{rules}.{name}").write_bytes(
                zlib.decompress(part) if name == "model" else part
            )
        weights = (bots / f"pylos-weights-{rules}.xz").read_bytes()
        (folder / f"{rules}.weights").write_bytes(lzma.decompress(weights))
        network = bots / f"pylos-network-{rules}.xz"
        if network.exists():
            numbers = lzma.decompress(network.read_bytes()).partition(b"\n")[2]
            (folder / f"{rules}.network").write_bytes(numbers)


def compile_program(folder: Path) -> Path:
    """Return the compiled program."""
    program = folder / "pylos_resistance"
    engine = ROOT / "engine"
    sources = [ROOT / "bench/pylos_resistance.cpp", *(engine / "pylos_tablebase").glob("*.cpp")]
    compiler = os.environ.get("CXX", "g++")
    command = [compiler, "-std=c++20", "-O3", "-march=native", f"-I{engine}"]
    subprocess.run([*command, *sources, "-o", program, "-pthread"], check=True)
    return program


def read_results(path: Path) -> dict[tuple[str, ...], Games]:
    """Return the games there are: by rules, kind, seed, player and opponent, then by number."""
    games: dict[tuple[str, ...], Games] = defaultdict(dict)
    for line in path.read_text().splitlines() if path.exists() else ():
        *match, number, half_points, milliseconds, moves = line.split()
        games[tuple(match)][int(number)] = int(half_points), float(milliseconds), int(moves)
    return games


def interval(by_position: Collection[list[float]]) -> tuple[float, float]:
    """Return the mean in per cent, and half the width of its 95 % interval.

    Games from one position are more alike than others, so a position counts as one observation.
    """
    count = sum(map(len, by_position))
    mean = sum(map(sum, by_position)) / count
    squares = sum((sum(points) - mean * len(points)) ** 2 for points in by_position)
    squares *= len(by_position) / max(1, len(by_position) - 1)
    # Two more games, one won and one lost, keep the interval open where all ended alike.
    return 100 * mean, 196 * math.sqrt(max(squares, count / (count + 2))) / count


def format_points(matches: Iterable[Games]) -> str:
    """Return games won and drawn, and the share of points."""
    by_position: dict[int, list[float]] = defaultdict(list)
    for games in matches:
        for number, (half_points, _, _) in games.items():
            by_position[number].append(half_points / 2)
    if not by_position:
        return ""
    points = [point for some in by_position.values() for point in some]
    mean, width = interval(by_position.values())
    won, drawn = points.count(1), points.count(0.5)
    return f"{won} + {drawn} of {len(points)}: {mean:.1f} ± {width:.1f} %"


def format_differences(pairs: Iterable[tuple[Games, Games]]) -> str:
    """Return how many percentage points more the first player gets, where both have played."""
    by_position: dict[int, list[float]] = defaultdict(list)
    for first, second in pairs:
        for number in first.keys() & second.keys():
            by_position[number].append((first[number][0] - second[number][0]) / 2)
    if not by_position:
        return ""
    return "{:.1f} ± {:.1f}".format(*interval(by_position.values())).replace("-", "−")


def print_table(results: Path, players: list[str], seed: str) -> None:
    """Print points by rules, kind and opponent for each player, differences, sums and times."""
    games = {m: found for m, found in read_results(results).items() if m[2] == seed}
    opponents: dict[tuple[str, str], list[str]] = defaultdict(list)
    for rules, kind, opponent in sorted({(m[0], m[1], m[4]) for m in games if m[3] in players}):
        opponents[rules, kind].append(opponent)
    heads = ["rules", "from", "against", *players, *["difference"] * (len(players) > 1)]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for (rules, kind), every in opponents.items():
        for name, some in [*((one, [one]) for one in every), ("all", every)]:
            matches = [
                [games.get((rules, kind, seed, player, opponent), {}) for opponent in some]
                for player in players
            ]
            cells = [rules, kind, name, *map(format_points, matches)]
            if len(players) > 1:
                cells.append(format_differences(zip(*matches[:2], strict=True)))
            print("| " + " | ".join(cells) + " |")
    times: dict[tuple[str, str], list[tuple[float, int]]] = defaultdict(list)
    for (rules, _, _, player, _), found in games.items():
        times[rules, player] += [game[1:] for game in found.values()]
    for (rules, player), spent in sorted(times.items()):
        milliseconds, moves = map(sum, zip(*spent, strict=True))
        print(f"{rules}, {player}: {milliseconds / moves:.1f} ms of processor time a move")


def play(arguments: argparse.Namespace, folder: Path, results: Path) -> None:
    """Play the games that are missing, and write each down as soon as it is over."""
    program = compile_program(folder)
    unpack_data(folder)
    games = read_results(results)
    for rules in arguments.rules.split(","):
        for kind in arguments.kinds.split(","):
            if (rules, kind) == ("children", "drawn"):
                print("children: 200,000 random openings of 4 to 14 moves had no drawn position")
                continue
            for opponent in arguments.opponents.split(","):
                for player in arguments.players.split(","):
                    match = (rules, kind, str(arguments.seed), player, opponent)
                    done = games.get(match, {})
                    missing = [str(n) for n in range(arguments.positions) if n not in done]
                    if not missing:
                        continue
                    command = [program, folder, rules, kind, match[2], str(arguments.threads)]
                    with (
                        subprocess.Popen(
                            [*command, player, opponent, *missing],
                            stdout=subprocess.PIPE,
                            text=True,
                        ) as running,
                        results.open("a") as out,
                    ):
                        for line in running.stdout or ():
                            out.write(" ".join(match) + " " + line)
                            out.flush()
                    if running.returncode:
                        print(
                            f"{' '.join(match)}: ended with {running.returncode}", file=sys.stderr
                        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="all of it, 500 positions each")
    parser.add_argument("--positions", type=int, default=4)
    parser.add_argument("--rules", default="standard,expert")
    parser.add_argument("--kinds", default="lost")
    parser.add_argument("--players", default="perfect,search:20000n")
    parser.add_argument("--opponents", default="level:6,minimax:8")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--results", type=Path, help="where games are kept")
    first, _ = parser.parse_known_args()
    if first.full:
        parser.set_defaults(**FULL)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        results = arguments.results or Path(name) / "results"
        play(arguments, Path(name), results)
        print_table(results, arguments.players.split(","), str(arguments.seed))


if __name__ == "__main__":
    main()
