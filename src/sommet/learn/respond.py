"""Training against frozen players, itself and its past: best responders and stronger players."""

import dataclasses
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from sommet.learn.frozen import THOROUGH, find_player
from sommet.learn.native import Floats
from sommet.learn.network import ValueNetwork
from sommet.learn.rounds import ENGLISH, NetPlayer, Rounds
from sommet.write_whole import write_whole

#: Names for `against` besides players: the learner as it is, and as it was.
ITSELF, PAST = "self", "past"


@dataclass(slots=True)
class Shape:
    """How large a network's layers are: `WideDuelNetwork` of engine/pacal_players/features.hpp."""

    rows: int
    dense: int
    wide: int = 256
    narrow: int = 64
    outputs: int = 3


@dataclass(frozen=True, slots=True)
class ResponsePlan:
    """The budget of a training and how it is used.

    Attributes:
        against: The opponents, in equal shares: players, ITSELF, PAST.
        seconds: In all, without the last match.
        play_rounds: Rounds of each generation.
        generations: How many stay in memory.
        passes: How often a sample is used while it is in memory.
        batch: Samples in one step.
        rate: Learning rate at the start; it falls as a cosine.
        judge_rounds: Rounds of each point of the learning curve.
        points: How many points that curve has.
        reading: Evaluations that the learner uses for reading its opponent; 0 for none.
        stand_in: A cheaper player that replaces an expensive frozen player during training.
        last_rounds: Rounds of the match at the end; 0 for none.
        last_reading: The value of `reading` in that match.
        sees_hidden: Whether the learner sees the opponent's hand.
        seed: For the first deal and the order of the samples.
    """

    against: Sequence[str]
    seconds: float
    play_rounds: int = 200_000
    generations: int = 12
    passes: float = 6.0
    batch: int = 16_384
    rate: float = 4e-4
    judge_rounds: int = 8_000
    points: int = 5
    reading: int = 0
    stand_in: str | None = None
    last_rounds: int = 0
    last_reading: int = 4_000
    sees_hidden: bool = False
    seed: int = 1


class Learner:
    """The network, the running mean of its weights, and the samples it learns from."""

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
        """Add a generation of samples and remove the oldest ones beyond the limit."""
        self._kept = [*self._kept, self.rounds.expand(samples)][-self.plan.generations :]

    def fit(self, done: float) -> float:
        """Train on the samples in memory; `done` is the share of the time that has passed."""
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
    """Return (wins, losses, draws) by the English rulebook; each deal is played from both seats."""
    played = rounds.play(
        [player, against], [1], rounds=count, seed=seed, rules=ENGLISH, learn=False
    )
    return played.tallies[1]


def respond(rounds: Rounds, plan: ResponsePlan, start: Floats, out: Path) -> Floats:
    """Train a learner; write its weights, its learning curve and the result of the last match."""
    began = time.monotonic()
    torch.manual_seed(plan.seed)
    torch.set_float32_matmul_precision("high")
    out.mkdir(parents=True, exist_ok=True)
    learner = Learner(rounds, plan, start)
    core = rounds.core
    frozen = {spec: find_player(core, spec) for spec in plan.against if spec not in (ITSELF, PAST)}
    judged = frozen or {"council": find_player(core, "council")}
    sparring = frozen
    if plan.stand_in:
        sparring = dict.fromkeys(frozen, find_player(core, plan.stand_in))
    past: list[Floats] = [start]
    report: dict[str, Any] = {**describe(plan, rounds), "curve": []}
    curve: list[dict[str, float]] = report["curve"]
    loss = math.nan
    seed, played_in_all = plan.seed << 32, 0
    while True:
        weights = learner.weights()
        passed = time.monotonic() - began
        is_last = passed >= plan.seconds
        player = NetPlayer(
            (weights,),
            effort=THOROUGH,
            reading=plan.reading,
            sees_hidden=plan.sees_hidden,
            knows_opponent=True,
        )
        if is_last or passed >= plan.seconds * len(curve) / plan.points:
            line: dict[str, float] = {"seconds": round(passed, 1), "rounds": played_in_all}
            for spec, other in judged.items():
                tally = measure(rounds, player, other, count=plan.judge_rounds, seed=77_000_000)
                line[f"against {spec}"] = round(share(tally), 4)
            if curve:
                line["loss"] = round(loss, 5)
            curve.append(line)
            print(json.dumps(line), flush=True)
            write(report, weights, out)
            past = [*past, weights][-8:]
        if is_last:
            break
        learning = player.changed(effort=0, temperature=0.04, chance_random=0.02)
        players, lots = _seat(plan.against, learning, sparring, past)
        played = rounds.play(players, lots, rounds=plan.play_rounds, seed=seed)
        seed += plan.play_rounds
        played_in_all += plan.play_rounds
        learner.add(played.samples)
        passed = time.monotonic() - began
        loss = learner.fit(passed / plan.seconds)
        note(f"{passed:.0f} of {plan.seconds:.0f} s", played_in_all, played.tallies, loss)
    if plan.last_rounds:
        strong = player.changed(reading=plan.last_reading)
        report["end"] = last_match(rounds, strong, judged, plan.last_rounds)
        write(report, weights, out)
    return weights


def last_match(
    rounds: Rounds, player: NetPlayer, others: dict[str, NetPlayer], count: int
) -> dict[str, dict[str, int]]:
    """Return how many of `count` rounds the player won, lost and drew against each opponent."""
    results = {}
    for spec, other in others.items():
        tally = measure(rounds, player, other, count=count, seed=88_000_000)
        results[spec] = dict(zip(("won", "lost", "drawn"), tally, strict=True))
        print(f"in the end against {spec}: {100 * share(tally):.1f} %", flush=True)
    return results


def describe(plan: ResponsePlan, rounds: Rounds) -> dict[str, Any]:
    """Return the settings of the training, and the machine."""
    gpu = rounds.device == "cuda"
    where = torch.cuda.get_device_name() if gpu else "processor"
    return {**dataclasses.asdict(plan), "against": list(plan.against), "where": where}


def note(when: str, played: int, tallies: list[tuple[int, int, int]], loss: float) -> None:
    """Print the progress of the training."""
    won, lost = (sum(tally[i] for tally in tallies) for i in (0, 1))
    text = f"{when}, {played} rounds, {100 * share((won, lost, 0)):.1f} % won, loss {loss:.4f}"
    print(text, file=sys.stderr, flush=True)


def write(report: dict[str, Any], weights: Floats, out: Path) -> None:
    """Write the learning curve and the weights; `ship` reads only `curve.json`."""
    write_whole(out / "curve.json", [json.dumps(report["curve"], indent=1).encode() + b"\n"])
    write_whole(out / "report.json", [json.dumps(report, indent=1).encode() + b"\n"])
    write_whole(out / "weights.f32", [weights.astype("<f4").tobytes()])


def _seat(
    against: Sequence[str],
    learning: NetPlayer,
    frozen: dict[str, NetPlayer],
    past: Sequence[Floats],
) -> tuple[list[NetPlayer], list[int]]:
    """Return the players, the learner first, and the list from which opponents are drawn."""
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
