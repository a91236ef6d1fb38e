"""`sommet analyse`: facts about Pacal, measured in rounds of `council` against itself."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from sommet.analysis.pacal_coach import CURVES, calibrate
from sommet.analysis.pacal_facts import DRAWN, PHASES, Study, study, study_solo
from sommet.cli.files import make_folder
from sommet.cli.study.charts import draw_bars, draw_calibration
from sommet.errors import InvalidOptions
from sommet.pacal import Options
from sommet.workers import InProcess, Pool, add_pool_options, make_pool

HELP = "Measure facts about Pacal by strong self-play"

_EPILOG = """\
examples:
  sommet analyse rounds --rounds 2000          how rounds end, and what each ruling changes
  sommet analyse offers --rounds 4000          which first offers `council` makes
  sommet analyse calibration --rounds 5000     do the coach's chances come true?
  sommet analyse solo --rounds 20000           how often solo with covering is completed
  sommet analyse rounds --charts docs/pacal    draw the charts of the docs page
  sommet analyse solo --rounds 1000000 --on ray=auto    on the Ray cluster of this machine

The seed decides the deals, so the same command prints the same numbers."""

#: Reasons of the core's enum Reason, in its order.
REASONS = (
    "none",
    "complete",
    "complete, other stuck",
    "both, by difference",
    "both, fewest covers",
    "both, drawn",
    "stuck",
    "both stuck, most fields",
    "both stuck, drawn",
    "end, most fields",
    "end, fewest covers",
    "end, drawn",
)
#: Settings whose effect is measured one at a time.
SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("en", {}),
    ("fr", {}),
    ("en", {"neither_builds": "most-fields"}),
    ("en", {"nobody_complete": "most-fields"}),
    ("en", {"equal_difference": "fewest-covers"}),
    ("en", {"cover_anytime": False}),
    ("en", {"difference_cards": "all"}),
)
Facts = dict[str, Any]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("topic", choices=("rounds", "offers", "calibration", "solo"))
    parser.add_argument(
        "--rounds", type=int, default=1000, help="how many rounds, or solo deals (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="decides the deals (default: 1)")
    add_pool_options(parser, size="--threads")
    parser.add_argument(
        "--every-decision",
        action="store_true",
        help="calibration: count every decision of a round, not one at random",
    )
    parser.add_argument("--charts", type=Path, metavar="FOLDER", help="write SVG charts there")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    if args.rounds < 1 or args.seed < 0:
        raise InvalidOptions("--rounds is at least 1, --seed at least 0")
    topics = {
        "rounds": measure_rounds,
        "offers": measure_offers,
        "calibration": measure_calibration,
        "solo": measure_solo,
    }
    if args.charts is not None:
        make_folder(args.charts)
    with make_pool(args, threaded=True) as pool:
        facts, charts = topics[args.topic](args, pool)
    if args.charts is not None:
        for name, svg in charts.items():
            (args.charts / f"{name}.svg").write_text(svg, "utf-8")
    print(json.dumps(facts) if args.json else format_facts(facts))
    return 0


def format_facts(facts: Facts, indent: str = "") -> str:
    """Return nested facts as indented lines."""
    lines = []
    for name, value in facts.items():
        if isinstance(value, dict):
            lines += [f"{indent}{name}", format_facts(value, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {value}")
    return "\n".join(lines)


def _study(options: Options, args: argparse.Namespace, pool: Pool) -> Study:
    with tqdm(total=args.rounds, unit="round", leave=False, disable=_quiet()) as bar:
        return study(
            options,
            rounds=args.rounds,
            seed=args.seed,
            threads=_threads(args, pool),
            pool=pool,
            progress=bar.update,
        )


def _quiet() -> bool:
    return not sys.stderr.isatty()


def _threads(args: argparse.Namespace, pool: Pool) -> int:
    """Return the cores for one task: all of them alone, else one, as there are others."""
    return int(args.workers) if isinstance(pool, InProcess) else 1


def _share(mask: Any) -> float:
    return round(100 * float(np.mean(mask)), 2)


def summarise(rounds: Any) -> Facts:
    """Return how rounds ended, how long they took and what beginning was worth, in percent."""
    decided = rounds[rounds["winner"] != DRAWN]
    reasons = np.bincount(rounds["reason"], minlength=len(REASONS))
    began = decided["winner"] == decided["beginner"]
    return {
        "rounds": len(rounds),
        "endings_percent": {
            REASONS[i]: round(100 * int(n) / len(rounds), 2) for i, n in enumerate(reasons) if n
        },
        "drawn_percent": _share(rounds["winner"] == DRAWN),
        "mean_turns": round(float(rounds["turn"].mean()), 2),
        "beginner_wins_percent_of_decided": _share(began) if len(decided) else None,
        "covers_per_player": round(float(rounds["covers"].mean()), 2),
    }


def measure_rounds(args: argparse.Namespace, pool: Pool) -> tuple[Facts, dict[str, str]]:
    """Return the facts for each setting of the rules."""
    facts: Facts = {}
    for book, rulings in SETTINGS:
        name = ", ".join([book, *(f"{k}={v}" for k, v in rulings.items())])
        facts[name] = summarise(_study(Options.preset(book, **rulings), args, pool).rounds)
    endings = list(facts["en"]["endings_percent"].items())
    began = [(name, one["beginner_wins_percent_of_decided"] or 0.0) for name, one in facts.items()]
    drawn = [(name, one["drawn_percent"]) for name, one in facts.items()]
    charts = {
        "endings": draw_bars("How rounds end (en)", endings),
        "beginning": draw_bars("Decided rounds won by the player who began", began),
        "drawn": draw_bars("Rounds drawn", drawn),
    }
    return facts, charts


def measure_offers(args: argparse.Namespace, pool: Pool) -> tuple[Facts, dict[str, str]]:
    """Return the first offers of `council`, by the distance of the two cards."""
    rounds = _study(Options(), args, pool).rounds
    low, high = rounds["first_offer"].min(axis=1), rounds["first_offer"].max(axis=1)
    won = rounds["winner"] == rounds["beginner"]
    distance = (high - low).astype(int)
    facts: Facts = {"rounds": len(rounds)}
    bars = []
    for first, last in ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 49)):
        chosen = (distance >= first) & (distance <= last)
        name = f"{first} to {last} apart"
        bars.append((name, _share(chosen)))
        facts[name] = {
            "offered_percent": _share(chosen),
            "won_percent": _share(won[chosen]) if chosen.any() else None,
        }
    cards = np.bincount(rounds["first_offer"].ravel(), minlength=51)[1:]
    often = np.argsort(-cards)[:10] + 1
    facts["cards_offered_most_often"] = sorted(int(card) for card in often)
    return facts, {"first-offers": draw_bars("First offers: how far apart", bars)}


def measure_calibration(args: argparse.Namespace, pool: Pool) -> tuple[Facts, dict[str, str]]:
    """Return, in ten bins, the coach's chances and how often they came true.

    One random decision from each round, so that decisions are independent, unless all are wanted.
    """
    decisions = _study(Options(), args, pool).decisions
    decisions = decisions[decisions["choices"] > 1]
    if not args.every_decision:
        lots = np.random.default_rng(args.seed).random(len(decisions))
        order = np.lexsort((lots, decisions["round"]))
        decisions = decisions[order]
        decisions = decisions[np.unique(decisions["round"], return_index=True)[1]]
    predicted = np.array(
        [calibrate(float(one["win"]), CURVES[PHASES[one["phase"]]][0]) for one in decisions]
    )
    won = decisions["result"] == 2
    bins = np.minimum((predicted * 10).astype(int), 9)
    facts: Facts = {"decisions": len(decisions)}
    points = []
    for number in range(10):
        inside = bins == number
        if not inside.any():
            continue
        pair = (float(predicted[inside].mean()), float(won[inside].mean()))
        points.append(pair)
        facts[f"{10 * number} to {10 * number + 10} %"] = {
            "decisions": int(inside.sum()),
            "predicted_percent": round(100 * pair[0], 2),
            "won_percent": round(100 * pair[1], 2),
        }
    title = "The coach: predicted and happened"
    return facts, {"calibration": draw_calibration(title, points)}


def measure_solo(args: argparse.Namespace, pool: Pool) -> tuple[Facts, dict[str, str]]:
    """Return how often solo with covering is completed, and with how many cards."""
    with tqdm(total=args.rounds, unit="deal", leave=False, disable=_quiet()) as bar:
        won, used = study_solo(
            Options.preset("en"),
            deals=args.rounds,
            seed=args.seed,
            threads=_threads(args, pool),
            pool=pool,
            progress=bar.update,
        )
    facts = {
        "deals": args.rounds,
        "completed_percent": round(100 * won / args.rounds, 3),
        "mean_cards": round(used / max(1, won), 3),
    }
    return facts, {}
