"""Generations of self-play: the network plays itself, learns from these games, and plays again."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from sommet.learn.native import DuelCore, Floats, Player
from sommet.learn.network import Memory, ValueNetwork, fit
from sommet.learn.spread import self_play
from sommet.workers import InProcess, Pool
from sommet.write_whole import write_whole

Judge = Callable[[Floats, Floats | None], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Plan:
    """The budget of a training and how it is used.

    Attributes:
        seconds: In all.
        play_seconds: Of self-play in each generation.
        first_rounds: Rounds played without a network, from which generation 0 learns.
        passes: How often a generation's training uses each sample in memory.
        batch: Samples in one step.
        rate: Learning rate at the start of each generation.
        explore: How much self-play explores, 1.0 being the usual amount.
        seed: For the initial weights and the first deal; later deals use the following seeds.
        last_share: Share of the time reserved for the last, longest training.
    """

    seconds: float
    play_seconds: float = 40.0
    first_rounds: int = 200_000
    passes: float = 0.7
    batch: int = 8192
    rate: float = 1e-3
    explore: float = 1.0
    seed: int = 1
    last_share: float = 0.12


def judge_duel(core: DuelCore, deals: int) -> Judge:
    """Return a function that measures shares of decided rounds won against reference players."""

    def share(a: Player, b: Player) -> float:
        wins, losses, _ = core.match(a, b, deals=deals, seed=20_000_000)
        return round(wins / max(1, wins + losses), 4)

    def judge(weights: Floats, previous: Floats | None) -> dict[str, float]:
        player = Player("net", weights=weights)
        result = {
            "against_greedy": share(player, Player("greedy")),
            "against_gaps": share(player, Player("gaps")),
        }
        if previous is not None:
            result["against_previous"] = share(player, Player("net", weights=previous))
        return result

    return judge


def learn(
    core: DuelCore,
    plan: Plan,
    judge: Judge,
    out: Path,
    *,
    start: Floats | None = None,
    pool: Pool | None = None,
) -> None:
    """Train from scratch (or continue from `start`), and write weights and the learning curve.

    `pool` plays; training and judging happen here.
    """
    pool = pool or InProcess()
    began = time.monotonic()
    torch.manual_seed(plan.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    out.mkdir(parents=True, exist_ok=True)
    network = ValueNetwork(core, device)
    memory = Memory(core, device, generations=4)
    weights, rounds, seed, generation = start, plan.first_rounds, plan.seed, 0
    curve: list[dict[str, float]] = []
    if start is not None:
        network.unpack(start)
        rounds = 2_000
    while True:
        playing = time.monotonic()
        samples = self_play(
            core, weights, seed=seed, rounds=rounds, explore=plan.explore, pool=pool
        )
        played_s = time.monotonic() - playing
        seed += rounds
        memory.add(samples)
        left = plan.seconds - (time.monotonic() - began)
        is_last = left < plan.seconds * plan.last_share + plan.play_seconds
        steps = max(50, int(len(memory) * plan.passes * (2 if is_last else 1) / plan.batch))
        loss = fit(
            network,
            memory,
            steps=steps,
            batch=plan.batch,
            rate=plan.rate,
            last_rate=plan.rate * (0.01 if is_last else 0.1),
            seconds=max(left * 0.8, 5.0) if is_last else max(left * 0.3, 5.0),
        )
        previous, weights = weights, network.pack()
        plain = weights.astype("<f4").tobytes()
        write_whole(out / f"{core.name}-{generation}.f32", [plain])
        line: dict[str, float] = {
            "generation": generation,
            "rounds": rounds,
            "samples": len(samples),
            "loss": round(loss, 4),
            **judge(weights, previous),
            "seconds": round(time.monotonic() - began, 1),
        }
        curve.append(line)
        print(core.name, json.dumps(line), flush=True)
        text = json.dumps(curve, indent=1) + "\n"
        write_whole(out / f"{core.name}-curve.json", [text.encode()])
        write_whole(out / f"{core.name}.f32", [plain])
        if is_last:
            return
        # The player of generation 0 is far quicker than a network: measure its speed first.
        rate = rounds / max(played_s, 1e-3)
        rounds = 2_000 if generation == 0 else max(500, int(rate * plan.play_seconds))
        generation += 1
