"""`python -m sommet.learn duel|solo`: retrain a shipped network from nothing."""

import argparse
from pathlib import Path

from sommet.crew import add_crew_options, hire
from sommet.learn.generations import Plan, judge_duel, judge_solo, learn
from sommet.learn.native import DuelCore, SoloCore, compile_core, read_floats


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m sommet.learn", description=__doc__)
    parser.add_argument("network", choices=("duel", "solo"))
    parser.add_argument("--seconds", type=float, default=3600.0, help="time in all")
    parser.add_argument("--play-seconds", type=float, default=40.0, help="self-play a generation")
    parser.add_argument("--first-rounds", type=int, default=200_000)
    parser.add_argument("--batch", type=int, default=8192)
    add_crew_options(parser, size="--threads")
    parser.add_argument("--judge-deals", type=int, default=500)
    parser.add_argument("--passes", type=float, default=0.7)
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    parser.add_argument("--explore", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="play on from these weights")
    parser.add_argument("--out", type=Path, default=Path("out/learn"))
    args = parser.parse_args()
    plan = Plan(
        seconds=args.seconds,
        play_seconds=args.play_seconds,
        first_rounds=args.first_rounds,
        batch=args.batch,
        passes=args.passes,
        rate=args.rate,
        explore=args.explore,
        seed=args.seed,
    )
    start = read_floats(args.start) if args.start else None
    library = compile_core()
    with hire(args, threaded=True) as crew:
        if args.network == "duel":
            duel = DuelCore(library, args.workers)
            judge = judge_duel(duel, args.judge_deals)
            learn(duel, plan, judge, args.out, start=start, crew=crew)
        else:
            solo = SoloCore(library, args.workers)
            judge = judge_solo(solo, args.judge_deals * 20)
            learn(solo, plan, judge, args.out, start=start, crew=crew)


if __name__ == "__main__":
    main()
