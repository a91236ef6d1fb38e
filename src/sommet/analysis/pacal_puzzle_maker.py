"""`python -m sommet.analysis.pacal_puzzle_maker`: find Pacal puzzles.

Candidates are decisions of rounds between human-like levels in which the coach finds one action
clearly better than all others; one per round, chosen at random. It becomes a puzzle if a reader
that thinks ten times as long as level 8 also plays that action, with different draws of hands. The
grade depends on how often the levels miss it: each tries it several times.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from sommet.analysis.pacal_coach import Advice, advise
from sommet.analysis.pacal_puzzles import GRADES, Puzzle, format_puzzle
from sommet.bots.pacal.humanlike import make_humanlike
from sommet.bots.pacal.players import make_reader
from sommet.engine import pacal_coach as core
from sommet.errors import SommetError
from sommet.pacal import Action, Round, View
from sommet.seeding import Random
from sommet.workers import InProcess, Pool, add_pool_options, make_pool
from sommet.write_whole import write_whole

RULES = "en"
#: Fewer actions than this make no puzzle.
MIN_ACTIONS = 4
#: The least lead of the best action over the next one, which the coach calls a mistake.
MIN_GAIN = core.MISTAKE
LONG = "80000"
CONFIRMATIONS = 3
TRIES_PER_LEVEL = 6
LEVELS = tuple(make_humanlike(str(number)) for number in range(1, 8))


def find_puzzles(seed: int, *, pool: Pool | None = None) -> Iterator[Puzzle]:
    """Yield puzzles without end, at most one of a round; the same ones for the same seed."""
    random = Random(seed)
    rounds = (pool or InProcess()).map(find_puzzle, iter(random.next64, None))
    for number, puzzle in enumerate(filter(None, rounds), 1):
        yield replace(puzzle, number=number)


def find_puzzle(seed: int) -> Puzzle | None:
    """Return a puzzle from the round dealt by this seed, or None if there is none."""
    random = Random(seed)
    deal = random.below(1 << 31)
    levels = [LEVELS[random.below(len(LEVELS))] for _ in range(2)]
    clear: list[tuple[View, Advice, float]] = []
    played = Round.deal(RULES, deal)
    while played.actor is not None:
        view = played.view(played.actor)
        if len(view.legal_moves) >= MIN_ACTIONS:
            best, second = advise(view)[:2]
            if best.score - second.score >= MIN_GAIN and best.score < 1 - MIN_GAIN:
                clear.append((view, best, best.score - second.score))
        played = played.play(levels[played.actor].choose(view, seed=random.next64()))
    if not clear:
        return None
    # Builds are often obvious, so offers are tried first.
    offers = [decision for decision in clear if decision[0].phase == "offer"] or clear
    view, best, gain = offers[random.below(len(offers))]
    missed = share_missed(view, best.action)
    if not missed or not is_confirmed(view, best.action):
        return None
    return Puzzle(
        0,
        RULES,
        deal,
        view.history,
        best.action,
        round(100 * gain),
        missed,
        GRADES[0],
        view.phase,
    )


def is_confirmed(view: View, action: Action) -> bool:
    """Return whether a long reading of the opponent plays `action`, whatever hands it draws."""
    reader = make_reader(LONG)
    return all(reader.choose(view, seed=seed) == action for seed in range(1, CONFIRMATIONS + 1))


def share_missed(view: View, solution: Action) -> int:
    """Return in how many of a hundred tries the human-like levels do not play `solution`."""
    tries = [level.choose(view, seed=seed) for level in LEVELS for seed in range(TRIES_PER_LEVEL)]
    return round(100 * sum(action != solution for action in tries) / len(tries))


def grade_puzzles(seed: int, count: int, pool: Pool) -> list[Puzzle]:
    """Return `count` puzzles, easy first, a fifth of them of each grade."""
    found = []
    for puzzle in islice(find_puzzles(seed, pool=pool), count):
        found.append(puzzle)
        print(f"{len(found)} of {count}", file=sys.stderr, flush=True)
    found.sort(key=lambda puzzle: (puzzle.missed, puzzle.number))
    return [
        replace(puzzle, number=place + 1, grade=GRADES[place * len(GRADES) // count])
        for place, puzzle in enumerate(found)
    ]


def main() -> None:
    """Make puzzles and write them."""
    parser = argparse.ArgumentParser(
        prog="python -m sommet.analysis.pacal_puzzle_maker", description=__doc__
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="which rounds")
    parser.add_argument("--out", type=Path, required=True)
    add_pool_options(parser)
    args = parser.parse_args()
    if args.count < 1:
        parser.error(f"--count is at least 1, not {args.count}")
    with make_pool(args) as pool:
        puzzles = grade_puzzles(args.seed, args.count, pool)
    text = "".join(format_puzzle(puzzle) + "\n" for puzzle in puzzles)
    write_whole(args.out, [text.encode()])
    checksum = hashlib.sha256(text.encode()).hexdigest()[:16]
    print(f"{len(puzzles)} puzzles in {args.out}, SHA-256 {checksum}")


if __name__ == "__main__":
    try:
        main()
    except SommetError as error:
        sys.exit(f"python -m sommet.analysis.pacal_puzzle_maker: {error}")
