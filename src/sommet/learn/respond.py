"""A learner against frozen players, itself and its past: best responders and stronger players."""

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from sommet.errors import SommetError
from sommet.learn.native import DuelCore, Floats, read_floats
from sommet.learn.network import ValueNetwork
from sommet.learn.rounds import ENGLISH, NetPlayer, Rounds

#: What `against` may name besides players: the learner as it is, and as it was.
ITSELF, PAST = "self", "past"
THOROUGH = 10
_DATA = Path(__file__).parents[1] / "bots" / "data"


@dataclass(slots=True)
class Shape:
    """How large a network's layers are: `WideWeights` of engine/pacal_players/features.hpp."""

    rows: int
    dense: int
    wide: int = 256
    narrow: int = 64
    outputs: int = 3


@dataclass(frozen=True, slots=True)
class ResponsePlan:
    """How a learner spends its time.

    Attributes:
        against: Whom it plays, in equal shares: players, ITSELF, PAST.
        seconds: In all, without the last match.
        play_rounds: Rounds of each generation.
        generations: How many are kept in memory.
        passes: How often a sample is looked at while it is kept.
        batch: Samples in one step.
        rate: Learning rate at the start; it falls as a cosine.
        judge_rounds: Rounds of each point of the learning curve.
        sees_hidden: Whether the learner sees the opponent's hand.
        seed: Of the first deal and of the order of the samples.
    """

    against: Sequence[str]
    seconds: float
    play_rounds: int = 200_000
    generations: int = 12
    passes: float = 6.0
    batch: int = 16_384
    rate: float = 4e-4
    judge_rounds: int = 8_000
    judge_every: int = 4
    sees_hidden: bool = False
    seed: int = 1


def today() -> tuple[Floats, ...]:
    """Return the two networks of levels 1 to 7."""
    return tuple(read_floats(_DATA / f"pacal-duel-{number}.weights") for number in (1, 2))


def find_player(core: DuelCore, spec: str) -> NetPlayer:
    """Return the player `level:1` to `level:7`, `council`, or one of weights files joined by `+`.

    Raises:
        SommetError: There is no such player.
    """
    kind, _, number = spec.partition(":")
    if spec == "council":
        return NetPlayer(today(), effort=THOROUGH)
    if kind == "level":
        temperatures = core.temperatures()
        if not number.isdecimal() or not 1 <= int(number) <= len(temperatures):
            raise SommetError(f"level:1 to level:{len(temperatures)}, or council, not {spec!r}")
        return NetPlayer(today(), effort=0, temperature=temperatures[int(number) - 1])
    paths = [Path(part) for part in spec.split("+")]
    for path in paths:
        if not path.is_file():
            raise SommetError(f"{spec!r} is neither a level nor a weights file")
    return NetPlayer(tuple(read_floats(path) for path in paths), effort=THOROUGH)


def join_networks(core: DuelCore, first: Floats, second: Floats) -> Floats:
    """Return one network twice as wide that judges by the mean of two networks' logits."""
    wide, narrow = core.wide, core.narrow
    shapes = [
        (core.rows, wide),
        (core.dense, wide),
        (wide,),
        (wide, narrow),
        (narrow,),
        (core.outputs, narrow),
        (core.outputs,),
    ]
    parts: list[list[Any]] = []
    for floats in (first, second):
        at, found = 0, []
        for shape in shapes:
            size = math.prod(shape)
            found.append(floats[at : at + size].reshape(shape))
            at += size
        parts.append(found)
    a, b = parts
    between = np.zeros((2 * wide, 2 * narrow), np.float32)
    between[:wide, :narrow], between[wide:, narrow:] = a[3], b[3]
    joined = [
        np.concatenate([a[0], b[0]], axis=1),
        np.concatenate([a[1], b[1]], axis=1),
        np.concatenate([a[2], b[2]]),
        between,
        np.concatenate([a[4], b[4]]),
        np.concatenate([a[5], b[5]], axis=1) / 2,
        (a[6] + b[6]) / 2,
    ]
    return np.concatenate([part.ravel() for part in joined]).astype(np.float32)


class Learner:
    """The network, its running mean, and the samples it learns from."""

    DECAY = 0.998

    def __init__(self, rounds: Rounds, plan: ResponsePlan, start: Floats) -> None:
        self.rounds, self.plan = rounds, plan
        shape = Shape(rounds.core.rows, rounds.core.dense)
        self.network = ValueNetwork(shape, rounds.device)
        self.network.unpack(start)
        self._mean = ValueNetwork(shape, rounds.device)
        self._mean.unpack(start)
        self._optimiser = torch.optim.AdamW(
            self.network.layers.parameters(), lr=plan.rate, weight_decay=0.01
        )
        self._kept: list[tuple[Any, Any, Any]] = []

    def weights(self) -> Floats:
        """Return the running mean of the weights, which plays better than the last ones."""
        return self._mean.pack()

    def add(self, samples: Any) -> None:
        """Keep a generation of samples and forget the oldest beyond the limit."""
        self._kept = [*self._kept, self.rounds.expand(samples)][-self.plan.generations :]

    def fit(self, done: float) -> float:
        """Train on what is kept; `done` is the share of the time that has passed."""
        plan = self.plan
        rate = plan.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        sizes = torch.tensor([float(len(part[0])) for part in self._kept])
        newest = len(self._kept[-1][0])
        steps = max(1, int(newest * plan.passes / plan.batch))
        total = torch.zeros((), device=self.network.device)
        for part in torch.multinomial(sizes, steps, replacement=True).tolist():
            rows, dense, target = self._kept[part]
            at = torch.randint(len(rows), (plan.batch,), device=rows.device)
            loss = self.network.loss(rows[at].int(), dense[at].float(), target[at])
            self._optimiser.zero_grad()
            loss.backward()
            self._optimiser.step()
            total += loss.detach()
            with torch.no_grad():
                for mean, now in zip(
                    self._mean.layers.parameters(), self.network.layers.parameters(), strict=True
                ):
                    mean.lerp_(now, 1 - self.DECAY)
        return float(total) / steps


def share(tally: tuple[int, int, int]) -> float:
    """Return the share of decided rounds that were won."""
    return tally[0] / max(1, tally[0] + tally[1])


def measure(
    rounds: Rounds, player: NetPlayer, against: NetPlayer, *, count: int, seed: int
) -> tuple[int, int, int]:
    """Return (wins, losses, draws) by the English book; each deal is played from both seats."""
    played = rounds.play(
        [player, against], [1], rounds=count, seed=seed, rules=ENGLISH, learn=False
    )
    return played.tallies[1]


def respond(rounds: Rounds, plan: ResponsePlan, start: Floats, out: Path) -> Floats:
    """Train a learner, write its weights and learning curve, and return its weights."""
    began = time.monotonic()
    torch.manual_seed(plan.seed)
    torch.set_float32_matmul_precision("high")
    out.mkdir(parents=True, exist_ok=True)
    learner = Learner(rounds, plan, start)
    core = rounds.core
    frozen = {spec: find_player(core, spec) for spec in plan.against if spec not in (ITSELF, PAST)}
    judged = frozen or {"council": find_player(core, "council")}
    past: list[Floats] = [start]
    curve: list[dict[str, float]] = []
    loss = math.nan
    seed, generation, played_in_all = plan.seed << 32, 0, 0
    while True:
        weights = learner.weights()
        passed = time.monotonic() - began
        is_last = passed >= plan.seconds
        if generation % plan.judge_every == 0 or is_last:
            line: dict[str, float] = {"seconds": round(passed, 1), "rounds": played_in_all}
            player = NetPlayer((weights,), effort=THOROUGH, sees_hidden=plan.sees_hidden)
            for spec, other in judged.items():
                tally = measure(rounds, player, other, count=plan.judge_rounds, seed=77_000_000)
                line[f"against {spec}"] = round(share(tally), 4)
            if curve:
                line["loss"] = round(loss, 5)
            curve.append(line)
            print(json.dumps(line), flush=True)
            (out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
            weights.astype("<f4").tofile(out / "weights.f32")
            past = [*past, weights][-8:]
        if is_last:
            return weights
        learning = NetPlayer(
            (weights,),
            effort=0,
            temperature=0.04,
            chance_random=0.02,
            sees_hidden=plan.sees_hidden,
        )
        players, lots = _seat(plan.against, learning, frozen, past)
        played = rounds.play(players, lots, rounds=plan.play_rounds, seed=seed)
        seed += plan.play_rounds
        played_in_all += plan.play_rounds
        learner.add(played.samples)
        loss = learner.fit((time.monotonic() - began) / plan.seconds)
        generation += 1


def _seat(
    against: Sequence[str],
    learning: NetPlayer,
    frozen: dict[str, NetPlayer],
    past: Sequence[Floats],
) -> tuple[list[NetPlayer], list[int]]:
    """Return the players, the learner first, and the lots that name its opponents."""
    players = [learning]
    lots: list[int] = []
    each = 64 // len(against)
    for spec in against:
        if spec == ITSELF:
            lots += [0] * each
            continue
        first = len(players)
        if spec == PAST:
            players += [NetPlayer((weights,), effort=0) for weights in past]
        else:
            players.append(frozen[spec])
        lots += [first + i % (len(players) - first) for i in range(each)]
    return players, lots
