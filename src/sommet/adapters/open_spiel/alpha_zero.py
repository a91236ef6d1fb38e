"""OpenSpiel's AlphaZero on Pylos: its own self-play and learner, with a small network.

`python -m sommet.adapters.open_spiel.alpha_zero FOLDER --minutes 5` trains and leaves the network
in the folder; `train_player` does the same and returns the player, which the exact benchmark can
judge. Needs JAX, flax, optax, orbax and chex besides OpenSpiel.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
import warnings
from _thread import interrupt_main
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from sommet.adapters.batch import default_threads
from sommet.adapters.pylos_numbers import decode_move
from sommet.pylos import Move, State
from sommet.pylos.options import PRESETS

#: Two hidden layers of 64: larger ones leave no time for games, at 4 ms a judgement.
NETWORK = {"model_type": "mlp", "nn_width": 64, "nn_depth": 2}
LEARNING = {"weight_decay": 1e-4, "learning_rate": 1e-3}
EXPLORATION = 1.5
_HORIZON = 200  # actions; little can be learned from a game that repeats itself


def game_name(preset: str) -> str:
    """Return the game as OpenSpiel knows it."""
    return f"python_pylos(preset={preset},horizon={_HORIZON})"


def train(
    folder: Path,
    *,
    preset: str = "standard",
    minutes: float = 5,
    steps: int = 0,
    simulations: int = 20,
    states: int = 256,
    actors: int | None = None,
) -> None:
    """Run OpenSpiel's AlphaZero and write its networks to a folder.

    Args:
        folder: Where checkpoints and logs go.
        preset: `children`, `standard` or `expert`.
        minutes: When it ends at the latest.
        steps: After how many learning steps it ends; 0 for as many as there is time for.
        simulations: Simulations per search in self-play.
        states: Positions played between two learning steps.
        actors: How many processes play; as many as there are cores if not given.
    """
    # Importing it changes how all processes of this program are started, so it happens here.
    from open_spiel.python.algorithms.alpha_zero import alpha_zero

    config = alpha_zero.Config(
        game=game_name(preset),
        path=str(folder.resolve()),
        **LEARNING,
        decouple_weight_decay=False,
        train_batch_size=min(128, states),
        replay_buffer_size=4 * states,
        replay_buffer_reuse=4,
        max_steps=steps,
        checkpoint_freq=1,
        actors=actors or default_threads(),
        evaluators=0,
        evaluation_window=1,
        eval_levels=2,
        uct_c=EXPLORATION,
        max_simulations=simulations,
        policy_alpha=1.0,
        policy_epsilon=0.25,
        temperature=1.0,
        temperature_drop=10,
        nn_model=NETWORK["model_type"],
        nn_width=NETWORK["nn_width"],
        nn_depth=NETWORK["nn_depth"],
        nn_api_version="nnx",
        observation_shape=None,
        output_size=None,
        quiet=True,
        verbose=False,
    )
    # An interrupt is the only way to make AlphaZero stop cleanly.
    alarm = threading.Timer(60 * minutes, interrupt_main)
    alarm.daemon = True
    alarm.start()
    alpha_zero.alpha_zero(config)
    alarm.cancel()


def load_player(
    folder: Path, *, preset: str = "standard", simulations: int = 20, seed: int = 1
) -> Callable[[State], Move]:
    """Return the player that searches with the newest network of a folder.

    Raises:
        FileNotFoundError: There is no network in the folder.
    """
    names = [re.fullmatch(r"checkpoint-(\d+)", path.name) for path in folder.iterdir()]
    found = [int(name[1]) for name in names if name]
    if not found:
        raise FileNotFoundError(f"no checkpoint in {folder}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of which of flax's two styles it uses
        from open_spiel.python.algorithms.alpha_zero import evaluator, model_nnx

        game = pyspiel.load_game(game_name(preset))
        model = model_nnx.Model.build_model(
            input_shape=game.observation_tensor_shape(),
            output_size=game.num_distinct_actions(),
            path=str(folder.resolve()),
            **NETWORK,
            **LEARNING,
        )
        model.load_checkpoint(max(found))
    bot = mcts.MCTSBot(
        game,
        EXPLORATION,
        simulations,
        evaluator.AlphaZeroEvaluator(game, model),
        solve=False,
        child_selection_fn=mcts.SearchNode.puct_value,
        random_state=np.random.RandomState(seed),
    )

    def choose(position: State) -> Move:
        state: Any = game.new_initial_state()
        state.core.set_position(position.light, position.dark, position.side)
        turn: list[int] = []
        while not state.is_terminal() and state.current_player() == position.side:
            turn.append(int(bot.mcts_search(state).best_child().action))
            state.apply_action(turn[-1])
        return decode_move(turn)

    return choose


def train_player(train_on: Any, seed: int, minutes: float) -> Callable[[State], Move]:
    """Return a player trained by self-play for some minutes, for the exact benchmark.

    It learns only from its own games; of the training positions it uses the rules only.

    Raises:
        RuntimeError: The training failed; the message has the end of its output.
    """
    preset = str(train_on.preset)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-W", "ignore", "-m", __name__, folder]
        ran = subprocess.run(
            [*command, "--minutes", str(minutes), "--preset", preset],
            env={**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONWARNINGS": "ignore"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise RuntimeError(f"AlphaZero did not train: {ran.stdout[-2000:]}")
        return load_player(Path(folder), preset=preset, seed=seed)


def main(arguments: list[str] | None = None) -> None:
    """Train and write the networks to a folder."""
    parser = argparse.ArgumentParser(
        prog="python -m sommet.adapters.open_spiel.alpha_zero", description=__doc__
    )
    parser.add_argument("folder", type=Path, help="folder for the networks")
    parser.add_argument("--preset", choices=list(PRESETS), default="standard")
    parser.add_argument("--minutes", type=float, default=5, help="when it ends at the latest")
    parser.add_argument("--steps", type=int, default=0, help="learning steps; 0: while time lasts")
    parser.add_argument("--simulations", type=int, default=20, help="of every search in training")
    parser.add_argument("--states", type=int, default=256, help="played between learning steps")
    parser.add_argument("--actors", type=int, help="processes that play; else one per core")
    args = parser.parse_args(arguments)
    if args.folder.exists() and not args.folder.is_dir():
        parser.error(f"{args.folder} is not a folder")
    train(**vars(args))


if __name__ == "__main__":
    main()
