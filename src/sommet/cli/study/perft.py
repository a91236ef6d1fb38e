"""`sommet perft`: count move sequences, to check and to time the rules."""

import argparse
import json
import time

from sommet.cli.pylos_rules import add_rules, chosen_rules
from sommet.errors import SommetError
from sommet.pylos import State, perft, perft_split

HELP = "Count the move sequences of a given length"
EXAMPLES = """\
examples:
  sommet perft pylos --depth 2                      240 sequences from the start
  sommet perft pylos --rules expert --depth 6 --split
  sommet perft pylos --position 'LL../LL../..../....|.../.../...|../..|. D' --depth 3 --json

A sequence that ends early (the summit, an empty reserve at one's own turn) counts once at its end.
Repetition is ignored.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet perft`."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", choices=["pylos"], help="the game to count in")
    add_rules(parser)
    parser.add_argument("--position", metavar="TEXT", help="where to begin (default: empty board)")
    parser.add_argument("--depth", type=int, required=True, metavar="N", help="moves per sequence")
    parser.add_argument("--split", action="store_true", help="also count by first move")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    options = chosen_rules(args)
    state = State.start(options) if args.position is None else State.parse(args.position, options)
    if args.split and args.depth < 1:
        raise SommetError("--split needs --depth 1 or more")
    split: dict[str, int] | None = None
    began = time.perf_counter()
    if args.split and state.legal_moves:
        split = {str(move): nodes for move, nodes in perft_split(state, args.depth).items()}
        nodes = sum(split.values())
    else:
        nodes = perft(state, args.depth)
    seconds = time.perf_counter() - began
    if args.json:
        answer: dict[str, object] = {
            "game": args.game,
            "rules": args.rules,
            "takeback": args.takeback,
            "reserve": args.reserve,
            "position": state.format(),
            "depth": args.depth,
            "nodes": nodes,
            "seconds": seconds,
        }
        if args.split:
            answer["split"] = split or {}
        print(json.dumps(answer))
        return 0
    for move, count in (split or {}).items():
        print(f"{move}: {count}")
    print(f"{nodes} sequences of {args.depth} moves in {seconds:.3f} s")
    return 0
