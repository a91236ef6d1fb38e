"""`sommet levels`: show a game's levels, or measure them in a round-robin."""

import argparse
from pathlib import Path

from sommet.bots import levels
from sommet.errors import InvalidOptions
from sommet.match.rulings import PRESETS
from sommet.pylos import Options
from sommet.workers import add_pool_options, make_pool

HELP = "Show the levels of a game, or measure how strong they are"
EXAMPLES = """\
examples:
  sommet levels pylos                                    names and what to expect
  sommet levels pylos --games 40                         a round-robin, 40 games for each pair
  sommet levels pylos --games 40 --rules expert --errors      and how often each level errs
  sommet levels pacal --games 600                        Pacal: each deal twice, seats swapped
  sommet levels pylos --games 4000 --on ray=auto         on the Ray cluster of this machine

The same games and the same seed give the same numbers, unless a level thinks for a fixed time.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet levels`."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", choices=["pylos", "pacal", "solo"], help="the game")
    parser.add_argument("--games", type=int, default=0, help="games for each pair (default: none)")
    parser.add_argument(
        "--rules",
        choices=[*PRESETS["pylos"], *PRESETS["pacal"]],
        help="the preset to measure with (default: standard, in Pacal en)",
    )
    parser.add_argument("--errors", action="store_true", help="count errors against a solved table")
    parser.add_argument("--table", type=Path, metavar="FILE", help="the table (default: shipped)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    add_pool_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the levels, or play and print what came of it."""
    if (args.table and not args.errors) or (args.errors and not args.games):
        raise InvalidOptions("--table goes with --errors, and --errors with --games")
    if not args.games:
        for level in levels(args.game):
            name = f" {level.name}" if level.name else ""
            print(f"level:{level.number}{name}: {level.about}")
        return 0
    if args.games < 0:
        raise InvalidOptions("--games is at least 1")
    if args.game == "solo":
        raise InvalidOptions("solo has no opponents to measure with; see sommet analyse solo")
    # Imported only now: numbers and tables take a moment, and every command starts here.
    if args.game == "pacal":
        from sommet.cli.contests import levels_pacal

        if args.errors or args.table:
            raise InvalidOptions("--errors and --table are for Pylos, which is solved")
        with make_pool(args) as pool:
            print(levels_pacal.measure_levels(args.rules or "en", args, pool))
        return 0
    from sommet.analysis.pylos_judge import TableJudge
    from sommet.cli.contests.levels_pylos import measure_levels
    from sommet.tablebase.probe import open_table

    options = Options.preset(args.rules or "standard")
    judge = TableJudge(open_table(options, args.table)) if args.errors else None
    with make_pool(args) as pool:
        print(measure_levels(options, args, judge, pool))
    return 0
