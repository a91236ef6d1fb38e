"""`sommet arena`: many games between two bots, on all cores or on a cluster."""

import argparse
import json
import sys
import time
from pathlib import Path

from tqdm import tqdm

from sommet.cli.files import make_folder
from sommet.contests.pairs import GAMES, Contest, PlayedPair, play_pairs
from sommet.contests.progress import Progress, cache_folder
from sommet.contests.score import Score, count
from sommet.errors import InvalidOptions
from sommet.match.rulings import DEFAULT_RULES
from sommet.workers import add_pool_options, make_pool

HELP = "Let two bots play many games and say which is stronger"

_EPILOG = """\
examples:
  sommet arena pacal --a level:8 --b ismcts:5000 --games 400 --seed 1
  sommet arena pacal --a level:3 --b level:2 --games 2000 --rulebook fr --json
  sommet arena pylos --a search:100ms --b greedy --games 50 --records out/games
  sommet arena pacal --a level:8 --b level:7 --games 100000 --on ray=10.0.0.1:6379

Every deal (in Pylos every opening) is played twice with the seats swapped. An interrupted contest
continues when the same command is run again, unless --fresh is given."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--a", required=True, metavar="BOT", help="such as level:8 or greedy")
    parser.add_argument("--b", required=True, metavar="BOT", help="the opponent")
    parser.add_argument(
        "--games",
        type=int,
        default=200,
        help="how many, rounded up to an even number (default: 200)",
    )
    parser.add_argument("--seed", type=int, default=1, help="decides deals and random choices")
    parser.add_argument("--rules", "--rulebook", help="preset, such as en, fr or expert")
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="NAME=SETTING", help="change one ruling"
    )
    add_pool_options(parser)
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="save every game there")
    parser.add_argument("--fresh", action="store_true", help="start over instead of resuming")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the contest and print the score."""
    if args.games < 1 or args.workers < 1:
        raise InvalidOptions("--games and --workers are at least 1")
    contest = Contest(
        args.game,
        args.a,
        args.b,
        args.seed,
        args.rules or DEFAULT_RULES[args.game],
        tuple(args.ruling),
    )
    began = time.monotonic()
    pairs = hold(contest, (args.games + 1) // 2, args)
    seconds = time.monotonic() - began
    score = count(pairs.values())
    if args.json:
        print(json.dumps(_as_json(contest, score, seconds)))
    else:
        _print(contest, score, seconds)
    return 0


def hold(contest: Contest, pairs: int, args: argparse.Namespace) -> dict[int, PlayedPair]:
    """Return all pairs of the contest; those of an interrupted run are not played again."""
    if args.records:
        make_folder(args.records)
    progress = Progress(contest, cache_folder())
    if args.fresh:
        progress.forget()
    # Records are not kept between runs, so a run that saves them plays everything.
    known = {} if args.records else progress.load()
    done = {index: pair for index, pair in known.items() if index < pairs}
    missing = (index for index in range(pairs) if index not in known)
    bar = tqdm(total=2 * pairs, initial=2 * len(done), unit="game", file=sys.stderr, disable=None)
    with bar, make_pool(args) as pool:
        for pair in play_pairs(contest, missing, pool=pool, keep=bool(args.records)):
            progress.add(pair)
            _save(args.records, pair)
            done[pair.index] = pair
            bar.update(2)
            bar.set_postfix_str(f"{count(done.values()).share:.1%}", refresh=False)
    progress.forget()
    return done


def _save(folder: Path | None, pair: PlayedPair) -> None:
    if folder is None:
        return
    for number, text in enumerate(pair.records, 2 * pair.index + 1):
        (folder / f"game-{number:05}.txt").write_text(text)


def _as_json(contest: Contest, score: Score, seconds: float) -> dict[str, object]:
    low, high = score.interval
    return {
        "game": contest.game,
        "rules": contest.rules,
        "rulings": list(contest.rulings),
        "a": contest.a,
        "b": contest.b,
        "seed": contest.seed,
        "games": score.games,
        "a_wins": score.a_wins,
        "b_wins": score.b_wins,
        "draws": score.draws,
        "share": round(score.share, 5),
        "low": round(low, 5),
        "high": round(high, 5),
        "seconds": round(seconds, 3),
        "games_per_second": round(score.games / max(seconds, 1e-9), 3),
        "a_slowest_decision_s": round(score.slowest_s[0], 4),
        "b_slowest_decision_s": round(score.slowest_s[1], 4),
    }


def _print(contest: Contest, score: Score, seconds: float) -> None:
    low, high = score.interval
    print(f"{contest.a} against {contest.b}: {contest.game}, {contest.rules}, {score.games} games")
    print(f"  won {score.a_wins}, lost {score.b_wins}, drawn {score.draws}")
    print(f"  {score.share:.1%} of the decided games (95 %: {low:.1%} to {high:.1%})")
    slowest = ", ".join(
        f"{spec} {1000 * s:.0f} ms"
        for spec, s in zip((contest.a, contest.b), score.slowest_s, strict=True)
    )
    print(f"  {score.games / max(seconds, 1e-9):.1f} games per second; slowest decision: {slowest}")
