"""Which of two Pacal players wins more, by the core compiled for this very processor.

usage: python bench/pacal_match.py --a reader --b ismcts:5000 --deals 500 --seed 700001
           [--rules fr] [--ruling cover-anytime=off] [--threads 2] [--weights FILE] [--league]

Each deal is played from both seats: twice as fast as `sommet arena`, with deals of its own.
Players: random, greedy, gaps, mc:N, ismcts:N, council, reader, reader:N. `--weights` is another
network for `reader`, as `python -m sommet.learn` leaves it. `--league` plays the rounds of
sommet.learn.rounds instead, by the English rulebook and between players with networks: on a GPU if
torch finds one, with halves as weights, else the same deals on this processor. Its players are
level:1 to level:8, council, reader, reader:N and, only here, reader:0, the network without reading.
"""

import argparse
import importlib.util
import os
import time
from pathlib import Path

from sommet.contests.score import wilson_interval
from sommet.errors import SommetError
from sommet.learn import frozen
from sommet.learn.frozen import LEVEL_8_READING, THOROUGH, reader_network, today
from sommet.learn.native import DuelCore, Player, compile_core, read_floats
from sommet.learn.rounds import ENGLISH, CpuRounds, make_rounds
from sommet.match.rulings import PRESETS, make_options


def find_player(spec: str, weights: Path | None) -> Player:
    name, _, number = spec.partition(":")
    effort = int(number or 0)
    if spec == "reader:0":
        raise SommetError("reader:0, the network without reading, plays with --league")
    if name == "council":
        first, second = today()
        return Player("net", THOROUGH, weights=first, second=second)
    if name == "reader":
        network = read_floats(weights) if weights else reader_network()
        return Player("reader", effort or LEVEL_8_READING, weights=network)
    return Player(name, effort)


def play_league(core: DuelCore, one: str, other: str, deals: int, seed: int) -> tuple[int, ...]:
    rounds = make_rounds(core) if importlib.util.find_spec("torch") else CpuRounds(core)
    players = [frozen.find_player(core, spec) for spec in (one, other)]
    played = rounds.play(players, [1], rounds=2 * deals, seed=seed, rules=ENGLISH, learn=False)
    return played.tallies[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--a", default="reader")
    parser.add_argument("--b", default="ismcts:5000")
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=PRESETS["pacal"], default="en", help="the rulebook")
    parser.add_argument("--ruling", action="append", default=[], metavar="NAME=SETTING")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--league", action="store_true", help="the rounds of sommet.learn.rounds")
    args = parser.parse_args()
    if args.league and (args.rules != "en" or args.ruling or args.weights):
        parser.error("--league plays by the English rulebook with the networks of the package")
    options = make_options("pacal", args.rules, args.ruling)
    core = DuelCore(compile_core(), args.threads)
    began = time.monotonic()
    if args.league:
        won, lost, drawn = play_league(core, args.a, args.b, args.deals, args.seed)
    else:
        try:
            a, b = (find_player(spec, args.weights) for spec in (args.a, args.b))
        except SommetError as error:
            parser.error(str(error))
        won, lost, drawn = core.match(a, b, deals=args.deals, seed=args.seed, options=options)
    low, high = wilson_interval(won, won + lost)
    print(
        f"{args.a} against {args.b}, {' '.join([args.rules, *args.ruling])}, "
        f"{2 * args.deals} rounds: "
        f"won {won}, lost {lost}, drawn {drawn}; "
        f"{won / max(1, won + lost):.1%} of the decided rounds (95 %: {low:.1%} to {high:.1%}), "
        f"{time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
