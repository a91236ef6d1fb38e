"""Sommet's players against OpenSpiel's searches, through the adapter.

`python -m sommet.adapters.open_spiel.matches pylos --bot search:100ms --games 20` plays OpenSpiel's
MCTS at Pylos; `… pacal --bot level:8` plays its ISMCTS at Pacal. Both are OpenSpiel's own Python
searches with UCT, one random playout per simulation (`CoreRollouts`), seats and colours in turn.
"""

import argparse
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from sommet import bots, pylos
from sommet.adapters.open_spiel.evaluator import CoreRollouts
from sommet.adapters.open_spiel.pacal_game import PacalGame, PacalState
from sommet.adapters.open_spiel.pylos_game import PylosGame
from sommet.adapters.pacal_numbers import decode_action, encode_action
from sommet.adapters.pylos_numbers import STOP, decode_move, encode_move
from sommet.contests.score import wilson_interval
from sommet.errors import SommetError
from sommet.pacal import Deal, Round

_UCT_C = 1.4
_MEMORY = 2**31


def play_pylos(bot: Any, simulations: int, bot_seat: int, seed: int, preset: str) -> float:
    """Return the bot's result (1, 0, -1) of one game of Pylos against OpenSpiel's MCTS."""
    game = PylosGame({"preset": preset})
    random = np.random.RandomState(seed)
    search = mcts.MCTSBot(
        game, _UCT_C, simulations, CoreRollouts(1, random), solve=True, random_state=random
    )
    state, position, turn = game.new_initial_state(), pylos.State.start(game.options), []
    while not state.is_terminal():
        player = state.current_player()
        if player == bot_seat:
            move = bot.choose(position, seed=int(random.randint(_MEMORY)))
            numbers = list(encode_move(move))
        else:
            numbers = [int(search.step(state))]
        for number in numbers:
            state.apply_action(number)
            turn.append(number)
        if player == bot_seat and state.current_player() == bot_seat:
            state.apply_action(STOP)
        if state.current_player() != player:
            position, turn = position.play(decode_move(turn)), []
    return float(state.returns()[bot_seat])


def _deal(game: PacalGame, random: np.random.RandomState) -> tuple[PacalState, Round]:
    cards = [int(card) + 1 for card in random.permutation(50)]
    state = game.new_initial_state()
    for card in cards[:32]:
        state.apply_action(card - 1)
    down = ((cards[0], *cards[32:41]), (cards[1], *cards[41:]))
    deal = Deal(down, (tuple(cards[2:17]), tuple(cards[17:32])))
    return state, Round.from_deal(game.options, deal)


def play_pacal(bot: Any, simulations: int, bot_seat: int, seed: int, rulebook: str) -> float:
    """Return the bot's result (1, 0, -1) of one round of Pacal against OpenSpiel's ISMCTS."""
    game = PacalGame({"rulebook": rulebook})
    random = np.random.RandomState(seed)
    search = ismcts.ISMCTSBot(
        game, CoreRollouts(1, random), _UCT_C, simulations, random_state=random
    )
    search.set_resampler(lambda state, seat: state.resample(seat, int(random.randint(_MEMORY))))
    state, round_ = _deal(game, random)
    while round_.actor is not None:
        if round_.actor == bot_seat:
            view = round_.view(bot_seat)
            action = bot.choose(view, seed=int(random.randint(_MEMORY)))
            number = encode_action(action, round_.offer)
        else:
            number = int(search.step(state))
            action = decode_action(number, round_.offer)
        state.apply_action(number)
        round_ = round_.play(action)
    return float(state.returns()[bot_seat])


def _play(game: str, spec: str, *, simulations: int, seat: int, seed: int, rules: str) -> float:
    play = play_pylos if game == "pylos" else play_pacal
    return play(bots.make(game, spec), simulations, seat, seed, rules)


def main(arguments: list[str] | None = None) -> None:
    """Play a match and print every result and the share won with its 95 % interval."""
    parser = argparse.ArgumentParser(
        prog="python -m sommet.adapters.open_spiel.matches",
        description="Sommet's players against OpenSpiel's searches",
    )
    parser.add_argument("game", choices=["pylos", "pacal"])
    parser.add_argument("--bot", required=True, help="a spec of sommet.bots, such as search:100ms")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", help="preset of Pylos or rulebook of Pacal")
    parser.add_argument("--workers", type=int, default=1, help="games played at the same time")
    args = parser.parse_args(arguments)
    if min(args.games, args.simulations, args.workers) < 1:
        parser.error("--games, --simulations and --workers are at least 1")
    try:
        bots.make(args.game, args.bot)
    except SommetError as error:
        parser.error(str(error))
    rules = args.rules or {"pylos": "standard", "pacal": "en"}[args.game]
    opponent = {"pylos": "MCTS", "pacal": "ISMCTS"}[args.game]
    wins = losses = draws = 0
    began = time.monotonic()
    # Processes, not threads: OpenSpiel's searches are Python. Not forked: the core has threads.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.workers, mp_context=spawn) as pool:
        games = [
            pool.submit(
                _play,
                args.game,
                args.bot,
                simulations=args.simulations,
                seat=number % 2,
                seed=args.seed + number,
                rules=rules,
            )
            for number in range(args.games)
        ]
        for game in as_completed(games):
            result = game.result()
            wins, losses, draws = wins + (result > 0), losses + (result < 0), draws + (result == 0)
            low, high = wilson_interval(wins, wins + losses)
            print(
                f"{args.bot} against OpenSpiel {opponent} ({args.simulations:,} simulations) at "
                f"{args.game} ({rules}): won {wins}, lost {losses}, drawn {draws}; of decided "
                f"games {wins / max(1, wins + losses):.0%} (95 %: {low:.0%} to {high:.0%}), "
                f"{time.monotonic() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
