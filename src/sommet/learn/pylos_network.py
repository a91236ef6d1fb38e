"""Learning the network of the Pylos search from exact values, on a GPU.

The rules are solved first, in the GPU's memory. Then random positions are drawn for as long as the
plan says (from the table, moved on from there, and from games), and the network learns the chance
that the side to move wins, a draw counting half. A search goes where its judgement is too hopeful,
so that is where it must learn: from some positions moves are played that the network itself likes
best, and others are those that whole searches ask it about (pylos_searched.py). A position is used
a few times, turned at random. At last the network learns with every weight and every number between
layers rounded as the search rounds them (engine/pylos_search/network.hpp).
"""

import json
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from sommet.learn.native import compile_core
from sommet.learn.pylos_network_file import (
    BLOCK_STEPS,
    BLOCKS_AT,
    NARROW,
    ONE,
    OUT_LIMIT,
    ROW_LIMIT,
    SECOND,
    STAGES,
    STEP,
    WEIGHT_LIMIT,
    WIDE,
    Numbers,
    count_inputs,
    fit_blocks,
    network_bytes,
)
from sommet.learn.pylos_samples import PADDED, Drawn, Pool, Samples
from sommet.learn.pylos_searched import SearchedStore, Searches
from sommet.tablebase.gpu import Rules
from sommet.write_whole import write_whole

#: Inputs of a network without blocks, padded as PADDED is.
PADDED_WITHOUT_BLOCKS = 2496
#: What leaves a layer has seven bits.
UNIT = 128
#: After this part of the time it learns rounded.
ROUNDED_FROM = 0.6
#: Positions held out are drawn with seeds that training does not reach.
TEST_BATCH, TEST_SEED = 50_000, 2**40
#: Positions among which roots of searches are chosen; how often these get the newest weights.
ROOTS, SHOW_SECONDS = 600_000, 15.0


@dataclass(frozen=True, slots=True)
class NetworkPlan:
    """How long a training may take and how it spends the time.

    Attributes:
        seconds: In all.
        batch: Positions in one step.
        rate: Learning rate at the start; it falls as a cosine.
        reports: Points of the learning curve.
        held_out: Positions of each test.
        seed: Of everything.
        every: Steps between two lots of fresh positions, were all of them drawn.
        searched: The share of positions that searches asked the network about.
        threads: That search meanwhile.
        blocks: Whether the network knows blocks of cells.
    """

    seconds: float
    batch: int = 65536
    rate: float = 2e-3
    reports: int = 10
    held_out: int = 1_000_000
    seed: int = 1
    every: int = 64
    searched: float = 0.0
    threads: int = 1
    blocks: bool = True


def to_grid(numbers: Any, step: Any) -> Any:
    """Return the nearest multiples of a step; gradients pass as if nothing had been rounded."""
    return numbers + ((numbers / step).round() * step - numbers).detach()


class StagedNetwork:
    """Inputs into a wide layer, a narrow one of each stage's own, a second, and one number."""

    def __init__(self, *, blocks: bool, device: str = "cuda") -> None:
        """Start with small random weights."""
        self.rounds = False
        self._inputs = count_inputs(blocks=blocks)
        self._padded = PADDED if blocks else PADDED_WITHOUT_BLOCKS
        self._steps = torch.full((self._padded,), STEP / ONE, device=device)
        self._steps[BLOCKS_AT:] *= BLOCK_STEPS
        self.first = nn.Linear(self._padded, WIDE, device=device)
        self.narrow = nn.Linear(WIDE, STAGES * NARROW, device=device)
        self.second = nn.Linear(2 * NARROW, SECOND, device=device)
        self.out = nn.Parameter(torch.randn(STAGES, SECOND + 2 * NARROW, device=device) * 0.2)
        self.out_bias = nn.Parameter(torch.zeros(STAGES, device=device))
        nn.init.normal_(self.first.weight, std=0.06)
        nn.init.constant_(self.first.bias, 0.4)
        nn.init.normal_(self.narrow.weight, std=0.12)
        nn.init.constant_(self.narrow.bias, 0.1)
        self.limit()

    def parameters(self) -> list[Any]:
        """Return all that training may change."""
        layers = (self.first, self.narrow, self.second)
        return [*(p for layer in layers for p in layer.parameters()), self.out, self.out_bias]

    def logits(self, inputs: Any, stages: Any) -> Any:
        """Return log odds; where it rounds, those that the search finds."""
        inputs = inputs[:, : self._padded]
        with torch.autocast(inputs.device.type, dtype=torch.bfloat16):
            wide = self._layer(self.first, inputs).clamp(0, 1).square()
            every = self._layer(self.narrow, self._bits(wide)).view(-1, STAGES, NARROW)
        at = stages.view(-1, 1, 1).expand(-1, 1, NARROW)
        narrow = self._bits(every.gather(1, at).squeeze(1).float().clamp(-1, 1))
        cut = self.rounds * 0.499 / UNIT  # squares are cut off there, not rounded
        squares = self._bits(narrow.square() - cut)
        narrow = torch.cat((narrow.clamp(min=0), squares), 1)
        second = self._bits(self._layer(self.second, narrow).clamp(0, 1))
        last = nn.functional.linear(torch.cat((second, narrow), 1), self.out, self.out_bias)
        return last.gather(1, stages[:, None]).squeeze(1)

    def _layer(self, layer: Any, inputs: Any) -> Any:
        if not self.rounds:
            return layer(inputs)
        step = STEP / ONE
        weight = to_grid(layer.weight, self._steps if layer is self.first else step)
        bias = to_grid(layer.bias, step)
        return nn.functional.linear(inputs, weight, bias)

    def _bits(self, numbers: Any) -> Any:
        """Return what leaves a layer: with rounding, numbers of seven bits."""
        if not self.rounds:
            return numbers
        most = 1 - 1 / UNIT
        return to_grid(numbers, 1 / UNIT).clamp(-most, most)

    def loss(self, inputs: Any, stages: Any, targets: Any) -> Any:
        """Return the log loss."""
        logits = self.logits(inputs, stages)
        return nn.functional.binary_cross_entropy_with_logits(logits, targets)

    def limit(self) -> None:
        """Keep the weights small enough for whole numbers, and those of the padding at 0."""
        with torch.no_grad():
            # Without blocks, the first of them are where the padding is.
            self.first.weight[:, self._inputs :] = 0
            self.first.weight.clamp_(-ROW_LIMIT, ROW_LIMIT)
            self.narrow.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            self.second.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            self.out.clamp_(-OUT_LIMIT, OUT_LIMIT)

    def _parts(self) -> list[Any]:
        """Return views of all weights in the order of the file, rows first."""
        return [
            self.first.weight.t()[: self._inputs],
            self.narrow.weight,
            self.second.weight,
            self.first.bias,
            self.narrow.bias,
            self.second.bias,
            self.out,
            self.out_bias,
        ]

    def pack(self) -> Numbers:
        """Return all weights as whole numbers; one is ONE."""
        parts = [part.detach().float().cpu().numpy().ravel() for part in self._parts()]
        if self.rounds:
            blocks = parts[0][BLOCKS_AT * WIDE :]
            blocks[:] = np.rint(blocks * (ONE / STEP / BLOCK_STEPS)) * (STEP * BLOCK_STEPS / ONE)
            parts[:6] = [np.rint(part * (ONE / STEP)) * (STEP / ONE) for part in parts[:6]]
        return np.asarray(np.rint(np.concatenate(parts) * ONE), dtype="<i2")

    def unpack(self, numbers: Numbers) -> None:
        """Take over what `pack` returned."""
        at = 0
        flat = torch.from_numpy(numbers.astype(np.float32) / ONE)
        with torch.no_grad():
            for part in self._parts():
                part.copy_(flat[at : at + part.numel()].view(part.shape))
                at += part.numel()


def learn_network(
    rules: Rules, name: str, plan: NetworkPlan, out: Path, start: Numbers | None = None
) -> None:
    """Train from nothing, or from given weights; write weights and the learning curve."""
    began = time.monotonic()
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(plan.seed)
    samples = Samples(rules)
    network = StagedNetwork(blocks=plan.blocks)
    if start is not None:
        network.unpack(fit_blocks(start, blocks=plan.blocks))
    training = _Training(network, samples, name, plan, out, began, fresh=start is None)
    if not plan.searched:
        training.run()
        return
    training.searched = searched = SearchedStore(samples, plan.held_out)
    roots = samples.roots(ROOTS, plan.seed * 10**9 + 10**8)
    with Searches(compile_core(), rules, roots, plan.seed, plan.threads) as searched.searches:
        searched.use(network_bytes(network.pack()))
        searched.wait()
        training.run()


@dataclass(slots=True)
class _Training:
    network: StagedNetwork
    samples: Samples
    name: str
    plan: NetworkPlan
    out: Path
    began: float
    fresh: bool
    searched: SearchedStore | None = None

    def run(self) -> None:
        network, plan, searched = self.network, self.plan, self.searched
        torch.set_float32_matmul_precision("high")
        loss_of = torch.compile(network.loss)
        parameters = network.parameters()
        optimiser = torch.optim.Adam(parameters, lr=plan.rate, betas=(0.9, 0.99), fused=True)
        pool = Pool(self.samples, plan.batch, plan.seed * 10**9)
        every = round(plan.every / (1 - plan.searched))
        curve: list[dict[str, float]] = []
        if not self.fresh:
            for network.rounds in (False, True):
                kind = "rounded" if network.rounds else "start"
                print(self.name, kind, json.dumps(self._judge(10**6)), flush=True)
        running, step = 0.0, 0
        ready = shown = time.monotonic()
        left = max(1.0, plan.seconds - (ready - self.began))
        done = 0.0
        while done < 1:
            now = time.monotonic()
            done = min(1.0, (now - ready) / left)
            for group in optimiser.param_groups:
                group["lr"] = plan.rate * max(0.002, 0.5 * (1 + math.cos(math.pi * done)))
            network.rounds = not self.fresh or done >= ROUNDED_FROM
            if step % every == 0:
                pool.renew(network if done > 0.04 or not self.fresh else None)
                if searched:
                    searched.gather()
            if searched and now - shown > SHOW_SECONDS:
                shown = now
                searched.use(network_bytes(network.pack()))
            positions, targets, stages = pool.batch()
            if searched:
                share = round(plan.batch * plan.searched)
                drawn = (positions[share:], targets[share:], stages[share:])
                pairs = zip(drawn, searched.draw(share), strict=True)
                positions, targets, stages = (torch.cat(pair) for pair in pairs)
            loss = loss_of(self.samples.inputs(positions, step), stages, targets)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            network.limit()
            step += 1
            if step % 20 == 0:
                running += (float(loss.detach()) - running) * (1.0 if step == 20 else 0.05)
            if done >= (len(curve) + 1) / plan.reports:
                line = {
                    "positions": step * plan.batch,
                    "loss": round(running, 5),
                    **self._judge(plan.held_out),
                    "seconds": round(time.monotonic() - self.began, 1),
                }
                curve.append(line)
                print(self.name, json.dumps(line), flush=True)
                text = json.dumps(curve, indent=1) + "\n"
                write_whole(self.out / f"{self.name}-curve.json", [text.encode()])
                write_whole(self.out / f"{self.name}.i16", [network.pack().tobytes()])

    def _judge(self, count: int) -> dict[str, float]:
        """Return what `judge` does of positions from the table, and the loss of searched ones."""
        samples = self.samples
        pieces = range(max(1, count // TEST_BATCH))
        drawn = (samples.draw(TEST_BATCH, TEST_SEED + piece, 1) for piece in pieces)
        found = judge(self.network, samples, drawn)
        if self.searched:
            held_out = judge(self.network, samples, self.searched.held_out())
            found["searched_loss"] = held_out["held_out_loss"]
            found["searched"] = self.searched.count
        return found


def judge(network: StagedNetwork, samples: Samples, batches: Iterable[Drawn]) -> dict[str, float]:
    """Return log loss and share of decided positions on the right side, of positions held out."""
    loss, right, decided, pieces = 0.0, 0, 0, 0
    for pieces, (positions, targets, stages) in enumerate(batches, start=1):
        with torch.no_grad():
            logits = network.logits(samples.inputs(positions, pieces), stages)
        loss += float(nn.functional.binary_cross_entropy_with_logits(logits, targets))
        clear = targets != 0.5
        decided += int(clear.sum())
        right += int(((logits > 0) == (targets > 0.5))[clear].sum())
    return {"held_out_loss": round(loss / pieces, 5), "right": round(right / decided, 5)}
