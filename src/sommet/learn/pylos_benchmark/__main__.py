"""Print the table of results: python -m sommet.learn.pylos_benchmark."""

import argparse
import importlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import BadZipFile

from sommet.errors import InvalidOptions
from sommet.learn.pylos_benchmark import baselines
from sommet.learn.pylos_benchmark.dataset import (
    KINDS,
    Dataset,
    load_dataset,
    load_shipped,
    save_datasets,
)
from sommet.learn.pylos_benchmark.metrics import Policy, judge
from sommet.learn.pylos_benchmark.positions import SPANS, make_datasets
from sommet.pylos.options import PRESETS

#: Name, factory, and the number of test positions (None: all).
Entry = tuple[str, Callable[[Dataset, int], Policy], int | None]
BASELINES: tuple[Entry, ...] = (
    ("random moves", lambda _, seed: baselines.play_bot("random", seed), None),
    ("greedy", lambda _, seed: baselines.play_bot("greedy", seed), None),
    ("linear model", baselines.train_linear, None),
    ("network 2 x 128", baselines.train_network, None),
    ("MCTS 100", lambda _, seed: baselines.search_tree(100, seed), 600),
    ("MCTS 1,000", lambda _, seed: baselines.search_tree(1000, seed), 200),
    ("search:20000n", lambda _, seed: baselines.play_bot("search:20000n", seed), 600),
)


def find_player(name: str, minutes: float) -> Entry:
    """Return an external player, `MODULE:FUNCTION`, as an entry of the table.

    The function takes the positions to train on, a seed and minutes, and returns a policy.
    """
    module, _, function = name.partition(":")
    try:
        make = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidOptions(f"no player {name!r} (MODULE:FUNCTION): {error}") from error
    return f"{name}, {minutes:g} min", lambda train, seed: make(train, seed, minutes), 200


def results(
    train: Dataset, test: Dataset, seed: int, entries: Sequence[Entry] = BASELINES
) -> list[str]:
    """Return the lines of the table, and print each when it is ready."""
    spans = [f"≤ {most}" if most < 254 else "longer" for most in SPANS]
    lines = [
        f"| {train.preset}: {len(train):,} to train on | positions | kept | "
        + " | ".join(KINDS)
        + " | "
        + " | ".join(f"error {span}" for span in spans)
        + " | error draws | seconds |",
        "|---" * (len(KINDS) + len(SPANS) + 5) + "|",
    ]
    print("\n".join(lines), flush=True)
    for name, make, most in entries:
        began = time.perf_counter()
        score = judge(make(train, seed), test, most)
        shares = [score.kept, *score.kept_by_kind, *score.error_by_span]
        cells = ["–" if share is None else f"{share:.1%}" for share in shares]
        seconds = time.perf_counter() - began
        lines.append(f"| {name} | {score.positions} | {' | '.join(cells)} | {seconds:.0f} |")
        print(lines[-1], flush=True)
    return lines


def main(arguments: list[str] | None = None) -> None:
    """Run the baselines, or make positions with --make."""
    parser = argparse.ArgumentParser(
        prog="python -m sommet.learn.pylos_benchmark", description="The exact Pylos benchmark"
    )
    parser.add_argument("--preset", choices=list(PRESETS), default="standard")
    parser.add_argument("--data", type=Path, help="a file made with --make; else the shipped one")
    parser.add_argument("--make", type=Path, metavar="FILE", help="draw positions from a table")
    parser.add_argument("--train", type=int, default=8000, help="with --make: of each kind")
    parser.add_argument("--test", type=int, default=600, help="with --make: of each kind")
    parser.add_argument("--seed", type=int, default=1)
    names = [name for name, _, _ in BASELINES]
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", choices=names,
        help=f"these lines only: {', '.join(names)}",
    )  # fmt: skip
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="MODULE:FUNCTION",
        help="judge a player of yours: a function of (positions, seed, minutes)",
    )
    parser.add_argument("--minutes", type=float, default=5, help="with --player: to train it")
    args = parser.parse_args(arguments)
    if args.make:
        save_datasets(args.make, *make_datasets(args.preset, args.train, args.test, args.seed))
        return
    entries = [entry for entry in BASELINES if entry[0] in args.only]
    try:
        entries += [find_player(name, args.minutes) for name in args.player]
        train, test = load_dataset(args.data) if args.data else load_shipped(args.preset)
    except InvalidOptions as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"cannot read {args.data}: {error.strerror}")
    except (ValueError, EOFError, KeyError, TypeError, AttributeError, BadZipFile):
        parser.error(f"{args.data} holds no positions: make some with --make")
    results(train, test, args.seed, entries if args.only or args.player else BASELINES)


if __name__ == "__main__":
    main()
