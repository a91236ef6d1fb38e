"""`python -m sommet.learn duel|solo|pylos|respond`: train a network."""

import argparse
import ctypes
import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

from sommet.errors import SommetError
from sommet.learn.native import DuelCore, compile_core, read_floats
from sommet.workers import add_pool_options, make_pool

EXAMPLES = """examples:
  python -m sommet.learn duel --seconds 3600 --seed 1
  python -m sommet.learn duel --seconds 120 --play-seconds 10 --threads 2 --out out/try
  python -m sommet.learn solo --seconds 300
  python -m sommet.learn pylos --rules expert --seconds 255
  python -m sommet.learn pylos --searched 0.6 --threads 14 --start FILE --rate 1e-3
  python -m sommet.learn respond --against level:8
  python -m sommet.learn respond --against council --seconds 100 --sees-hidden
  python -m sommet.learn respond --against self --against past --against council
"""


DEFAULT_SECONDS = 3600.0
#: A responder's defaults.
RESPOND_SECONDS = 200.0


def add_responder_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `respond`."""
    group = parser.add_argument_group("respond")
    group.add_argument("--sees-hidden", action="store_true", help="it sees all hands")
    group.add_argument("--play-rounds", type=int, default=50_000, help="of a generation")
    group.add_argument("--judge-rounds", type=int, default=4_000, help="of a point of the curve")
    group.add_argument("--last-rounds", type=int, default=4_000, help="of the match at the end")
    group.add_argument("--reading", type=int, default=0, help="evaluations, while it learns")
    group.add_argument(
        "--stand-in",
        help="plays instead of the frozen player while it learns (for level:8: reader:500)",
    )


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(
        prog="python -m sommet.learn",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("network", choices=("duel", "solo", "pylos", "respond"))
    parser.add_argument("--rules", choices=("standard", "expert"), default="expert", help="pylos")
    parser.add_argument(
        "--takeback", choices=("compulsory", "optional"), default="compulsory", help="pylos"
    )
    parser.add_argument("--reserve", choices=("lose", "may-raise"), default="lose", help="pylos")
    parser.add_argument(
        "--searched",
        type=float,
        default=0.0,
        help="pylos: the share of positions from searches on all threads, below 1",
    )
    parser.add_argument(
        "--blocks",
        action=argparse.BooleanOptionalAction,
        help="pylos: whether the network knows blocks of cells (default: as --start; from nothing, "
        "for expert with compulsory take-back)",
    )
    parser.add_argument("--seconds", type=float, default=DEFAULT_SECONDS, help="time in all")
    parser.add_argument("--play-seconds", type=float, default=40.0, help="self-play a generation")
    parser.add_argument("--first-rounds", type=int, default=200_000)
    parser.add_argument("--batch", type=int, default=8192)
    add_pool_options(parser, size="--threads")
    parser.add_argument("--judge-deals", type=int, default=500)
    parser.add_argument(
        "--passes", type=float, help="how often a sample is used: duel 0.7, respond 6"
    )
    parser.add_argument("--rate", type=float, help="learning rate")
    parser.add_argument("--explore", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="solo games played side by side")
    parser.add_argument("--start", type=Path, help="play on from these weights")
    parser.add_argument(
        "--against",
        action="append",
        help="respond: level:1 to level:8, council, reader:N, weights files, self, past; "
        "several share the rounds",
    )
    add_responder_options(parser)
    parser.add_argument("--out", type=Path, default=Path("out/learn"))
    args = parser.parse_args()
    if args.start and not args.start.is_file():
        parser.error(f"there is no weights file {args.start}")
    if importlib.util.find_spec("torch") is None:
        parser.error("training needs torch: install Sommet with its extra [learn]")
    if args.network == "pylos":
        if not 0 <= args.searched < 1:
            parser.error("--searched is a share: at least 0, below 1")
        train_pylos(args)
        return
    library = compile_core()
    if args.network == "solo":
        train_solo(library, args)
    elif args.network == "respond":
        train_responder(library, args)
    else:
        train_duel(library, args)


def train_responder(library: ctypes.CDLL, args: argparse.Namespace) -> None:
    """Train a player against frozen ones, on a GPU if there is one."""
    from sommet.learn.frozen import join_networks, reader_network, today
    from sommet.learn.respond import ResponsePlan, respond
    from sommet.learn.rounds import make_rounds

    rounds = make_rounds(DuelCore(library, args.workers))
    against = args.against or ["level:8"]
    is_league = "self" in against
    if args.start:
        start = read_floats(args.start)
    else:
        start = join_networks(rounds.core, *today()) if is_league else reader_network()
    plan = ResponsePlan(
        against,
        RESPOND_SECONDS if args.seconds == DEFAULT_SECONDS else args.seconds,
        play_rounds=args.play_rounds,
        rate=args.rate or (4e-4 if is_league else 1e-4),
        judge_rounds=args.judge_rounds,
        reading=args.reading,
        stand_in=args.stand_in or ("reader:500" if against == ["level:8"] else None),
        last_rounds=0 if is_league else args.last_rounds,
        sees_hidden=args.sees_hidden,
        seed=args.seed,
    )
    if args.passes is not None:
        plan = replace(plan, passes=args.passes)
    respond(rounds, plan, start, args.out)


def train_duel(library: ctypes.CDLL, args: argparse.Namespace) -> None:
    """Train a duel network; self-play on all cores or on a cluster."""
    from sommet.learn.generations import Plan, judge_duel, learn

    plan = Plan(
        seconds=args.seconds,
        play_seconds=args.play_seconds,
        first_rounds=args.first_rounds,
        batch=args.batch,
        rate=args.rate or 1e-3,
        explore=args.explore,
        seed=args.seed,
    )
    if args.passes is not None:
        plan = replace(plan, passes=args.passes)
    start = read_floats(args.start) if args.start else None
    with make_pool(args, threaded=True) as pool:
        duel = DuelCore(library, args.workers)
        judge = judge_duel(duel, args.judge_deals)
        learn(duel, plan, judge, args.out, start=start, pool=pool)


def train_pylos(args: argparse.Namespace) -> None:
    """Train the network of the Pylos search; this needs a GPU."""
    from sommet.learn.pylos_network import NetworkPlan, learn_network
    from sommet.learn.pylos_network_file import read_numbers, wants_blocks
    from sommet.pylos import Options
    from sommet.tablebase.rules_tag import rules_name

    options = Options.preset(args.rules, takeback=args.takeback, reserve=args.reserve)
    start = read_numbers(args.start) if args.start else None
    plan = NetworkPlan(
        args.seconds,
        rate=args.rate or 2e-3,
        seed=args.seed,
        searched=args.searched,
        threads=args.workers,
        blocks=wants_blocks(options, args.blocks, start),
    )
    learn_network(options.core_rules, rules_name(options), plan, args.out, start)


def train_solo(library: ctypes.CDLL, args: argparse.Namespace) -> None:
    """Train the solo network, on a GPU if there is one."""
    import torch

    from sommet.learn.solo import SoloPlan, learn_solo
    from sommet.learn.solo_steps import CpuSteps, GpuSteps

    gpu = torch.cuda.is_available()
    steps = GpuSteps(library) if gpu else CpuSteps(library, args.workers)
    games = 16384 if gpu else 512
    plan = SoloPlan(args.seconds, games=args.games or games, seed=args.seed)
    learn_solo(steps, plan, args.out)


if __name__ == "__main__":
    try:
        main()
    except SommetError as error:
        sys.exit(f"python -m sommet.learn: {error}")
