"""How Pylos players hold out: games from random lost and drawn positions against players that err.

    python3 bench/pylos_resistance.py [--positions 20] [--rules standard,expert]
        [--kinds lost,drawn] [--players perfect,search:130000n] [--opponents level:6,minimax:8]
        [--seed 1] [--threads 2] [--results FILE]

Needs g++ and Python, nothing else: it unpacks the shipped data, compiles bench/pylos_resistance.cpp
and plays. With --results a second call goes on where the first was ended, and more positions are
added to those there are. search:130000n is about search:100ms on a free core of 2024, and the same
everywhere. The figures of docs/levels-pylos.md:

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
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = ("children", "standard", "expert")
FULL = {
    "positions": 500,
    "rules": ",".join(RULES),
    "kinds": "lost,drawn",
    "players": "perfect,search:100ms",
    "opponents": "level:4,level:5,level:6,level:7,minimax:8",
}


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


def read_results(path: Path) -> dict[tuple[str, ...], dict[int, tuple[int, float, int]]]:
    """Return the games there are: by rules, kind, seed, player and opponent, then by number."""
    games: dict[tuple[str, ...], dict[int, tuple[int, float, int]]] = defaultdict(dict)
    for line in path.read_text().splitlines() if path.exists() else ():
        *match, number, half_points, milliseconds, moves = line.split()
        games[tuple(match)][int(number)] = int(half_points), float(milliseconds), int(moves)
    return games


def interval(points: list[float]) -> tuple[float, float]:
    """Return the share of points in per cent, and half the width of its 95 % interval."""
    mean = sum(points) / len(points)
    variance = sum((p - mean) ** 2 for p in points) / max(1, len(points) - 1)
    # Two more games, one won and one lost, keep the interval open where all ended alike.
    variance = max(variance, 1 / (len(points) + 2))
    return 100 * mean, 196 * math.sqrt(variance / len(points))


def print_table(results: Path, players: list[str], seed: str) -> None:
    """Print points by rules, kind and opponent for each player, and sums."""
    games = read_results(results)
    rows = sorted({(m[0], m[1], m[4]) for m in games if m[2] == seed and m[3] in players})
    print("| rules | from | against | " + " | ".join(players) + " |")
    print("|---|---|---|" + "---|" * len(players))
    sums: dict[tuple[str, str], dict[str, list[float]]] = {}
    for rules, kind, opponent in rows:
        cells = []
        for player in players:
            found = games.get((rules, kind, seed, player, opponent), {}).values()
            points = [half / 2 for half, _, _ in found]
            if not points:
                cells.append("")
                continue
            sums.setdefault((rules, kind), {}).setdefault(player, []).extend(points)
            mean, width = interval(points)
            won, drawn = points.count(1), points.count(0.5)
            cells.append(f"{won} + {drawn} of {len(points)}: {mean:.1f} ± {width:.1f} %")
        print(f"| {rules} | {kind} | {opponent} | " + " | ".join(cells) + " |")
    for (rules, kind), by_player in sums.items():
        cells = []
        for player in players:
            points = by_player.get(player, [])
            cells.append("{:.1f} ± {:.1f} %".format(*interval(points)) if points else "")
        print(f"| {rules} | {kind} | all | " + " | ".join(cells) + " |")
    for player in players:
        known = [g for m, by_number in games.items() if m[3] == player for g in by_number.values()]
        moves = sum(g[2] for g in known)
        if moves:
            print(f"{player}: {sum(g[1] for g in known) / moves:.1f} ms of processor time a move")


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


main()
