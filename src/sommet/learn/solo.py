"""Learning the solo game with covering, by exact expectation over the next card.

Thousands of games are played side by side. For each state the network judges every possible
successor (each unseen card on each field that takes it). The value of the state is the mean, over
the cards, of the best field; the network is trained on it. The same numbers choose the moves.
"""

import copy
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from sommet.learn.solo_games import Games, Judge, new_network, pack, trial
from sommet.learn.solo_steps import FIELDS_AT, STATE_BYTES, Steps
from sommet.write_whole import write_whole


@dataclass(frozen=True, slots=True)
class SoloPlan:
    """The budget of a training and how it is used.

    Attributes:
        seconds: In all.
        games: Played side by side.
        batch: States in one training step.
        batches: Training steps for each step of all games.
        memory: Steps of all games that training draws from.
        rate: Learning rate at the start; it falls as a cosine.
        explore: Share of moves drawn at random.
        trial_deals: Deals of the trials on the learning curve.
        reports: Points of the learning curve.
        seed: Of everything.
    """

    seconds: float
    games: int = 16384
    batch: int = 8192
    batches: int = 4
    memory: int = 150
    rate: float = 1.5e-3
    explore: float = 0.04
    trial_deals: int = 20_000
    reports: int = 8
    seed: int = 1


class Memory:
    """States with their computed values; new ones replace the oldest."""

    def __init__(self, rows: int, device: str) -> None:
        self._states = torch.empty((rows, STATE_BYTES), dtype=torch.uint8, device=device)
        self._worth = torch.empty(rows, device=device)
        self._at = 0
        self.filled = 0

    def add(self, states: Any, worth: Any) -> None:
        """Add these states."""
        rows = (torch.arange(len(states), device=states.device) + self._at) % len(self._worth)
        self._states[rows] = states
        self._worth[rows] = worth
        self._at = (self._at + len(states)) % len(self._worth)
        self.filled = min(self.filled + len(states), len(self._worth))

    def some(self, count: int) -> tuple[Any, Any]:
        """Return random states and their values."""
        at = torch.randint(self.filled, (count,), device=self._worth.device)
        return self._states[at].contiguous(), self._worth[at]


def play_step(judge: Judge, games: Games, explore: float) -> tuple[Any, Any]:
    """Play one card in every game; return the states before it and their values."""
    states = games.states.clone()
    chances, fields = judge.best(states)
    worth = judge.expected(states, chances)
    drawn = games.draw()
    column = (drawn.long() - 1)[:, None]
    field = fields.gather(1, column).squeeze(1)
    fitting = games.fields(drawn)
    stuck = fitting.sum(1) == 0
    by_lot = torch.multinomial(fitting.float() + stuck[:, None], 1).squeeze(1)
    explores = torch.rand(len(field), device=field.device) < explore
    games.build(drawn, torch.where(explores | stuck, by_lot, field))
    games.restart(stuck | (games.states[:, FIELDS_AT] > 0).all(1))
    return states, worth


def learn_solo(steps: Steps, plan: SoloPlan, out: Path) -> None:
    """Train from scratch, and write weights and the learning curve."""
    began = time.monotonic()
    torch.manual_seed(plan.seed)
    torch.set_float32_matmul_precision("high")
    out.mkdir(parents=True, exist_ok=True)
    network = new_network(steps.shape).to(steps.device)
    slow = copy.deepcopy(network)
    judge = Judge(steps, copy.deepcopy(network))
    games = Games(steps, plan.games)
    memory = Memory(plan.games * plan.memory, steps.device)
    optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-4)
    curve: list[dict[str, float]] = []
    states_seen = 0
    while True:
        done = (time.monotonic() - began) / plan.seconds
        if done >= len(curve) / plan.reports or done >= 1:
            line = {
                "seconds": round(time.monotonic() - began, 1),
                "samples": states_seen,
                **report(judge, plan, last=done >= 1),
            }
            curve.append(line)
            print("solo", json.dumps(line), flush=True)
            text = json.dumps(curve, indent=1) + "\n"
            write_whole(out / "solo-curve.json", [text.encode()])
            write_whole(out / "solo.f32", [pack(slow, steps.shape).astype("<f4").tobytes()])
            if done >= 1:
                return
        with torch.no_grad():
            memory.add(*play_step(judge, games, plan.explore))
        states_seen += plan.games
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * min(1, done))))
        for _ in range(plan.batches):
            fit_once(judge, network, optimiser, memory, plan.batch)
        follow(slow, network, 0.9 if done < 0.1 else 0.98 if done < 0.3 else 0.995)
        judge.network.load_state_dict(slow.state_dict())


def fit_once(
    judge: Judge, network: nn.Sequential, optimiser: Any, memory: Memory, batch: int
) -> None:
    """Take one training step; half of the states are mirrored."""
    states, worth = memory.some(batch)
    mirrored = torch.rand(batch, device=worth.device) < 0.5
    logits = network(judge.inputs(states, mirrored).float()).squeeze(1)
    loss = nn.functional.binary_cross_entropy_with_logits(logits, worth)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def follow(slow: nn.Sequential, network: nn.Sequential, keep: float) -> None:
    """Move the slow network, which judges and plays, towards the one that learns."""
    with torch.no_grad():
        for target, source in zip(slow.parameters(), network.parameters(), strict=True):
            target.lerp_(source, 1 - keep)


def report(judge: Judge, plan: SoloPlan, *, last: bool) -> dict[str, float]:
    """Return the share of deals that the network completes; at the end also one card ahead."""
    with torch.no_grad(), torch.random.fork_rng():
        completed, cards = trial(judge, plan.trial_deals, 0, 20_000_000)
        line = {"completed": round(completed, 4), "cards": round(cards, 3)}
        if last:
            line["completed_ahead"] = round(trial(judge, plan.trial_deals, 1, 20_000_000)[0], 4)
    return line
