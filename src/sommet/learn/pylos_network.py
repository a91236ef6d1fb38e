"""Learning the network of the Pylos search from exact values, on a GPU.

The rules are solved first, in the GPU's memory. Then positions are drawn by lot for as long as the
plan says (from the table, moved on from there, and from games), and the network learns the chance
that the side to move wins, a draw counting half. A position is used a few times, turned by lot.
"""

import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from sommet.tables.gpu import GpuCheck, GpuSweep, Rules, compile_kernels

#: As in engine/search/network_inputs.hpp and network.hpp; a test compares them.
INPUTS = 2470
#: Rows of inputs on the GPU are padded: it multiplies multiples of 64 fastest.
PADDED = 2496
WIDE = 256
STAGES = 7
NARROW = 32
#: Largest weights, so that whole numbers of 16 bits hold every sum.
ROW_LIMIT = 1.9
WEIGHT_LIMIT = 7.9
NARROW_LIMIT = 15.9
ONE = 256
BLOCK = 128
#: Positions held out are drawn with seeds that training does not reach.
TEST_BATCH, TEST_SEED = 50_000, 2**40


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
    """

    seconds: float
    batch: int = 65536
    rate: float = 2e-3
    reports: int = 10
    held_out: int = 1_000_000
    seed: int = 1


#: Positions in memory, in batches; how many are drawn anew at a time, and after how many steps.
BATCHES, FRESH, EVERY = 64, 4, 16


class Samples:
    """Positions by lot and their values, made on the GPU."""

    def __init__(self, rules: Rules) -> None:
        """Solve the rules and keep the table."""
        self.sweep = GpuSweep(4, rules)
        self._cupy = self.sweep.cp
        self.sweep.run()
        self._check = GpuCheck(4, rules, self.sweep)
        pointers = [array.data.ptr for array in self._check.arrays]
        self._index = self._cupy.asarray(np.array(pointers, np.uint64))
        self._module = compile_kernels(self._cupy, 4, rules, "check.cu", "network_samples.cu")

    def _launch(self, name: str, count: int, *arguments: Any) -> None:
        with self._cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self._module.get_function(name)((-(-count // BLOCK),), (BLOCK,), arguments)

    def draw(self, count: int, seed: int, kind: int) -> tuple[Any, Any, Any]:
        """Return positions, the worth of each for the side to move, and its stage."""
        positions = torch.empty((count, 2), dtype=torch.int32, device="cuda")
        targets = torch.empty(count, device="cuda")
        stages = torch.empty(count, dtype=torch.int32, device="cuda")
        self._launch(
            "draw_positions", count, self.sweep.geometry, self._index, self.sweep.table,
            self.sweep.level, np.uint64(seed), np.uint32(count), np.uint32(kind),
            np.uint64(positions.data_ptr()), np.uint64(targets.data_ptr()),
            np.uint64(stages.data_ptr()),
        )  # fmt: skip
        return positions, targets, stages.long()

    def inputs(self, positions: Any, seed: int) -> Any:
        """Return a row of inputs, zeros and ones, for each position, turned by lot."""
        rows = torch.zeros((len(positions), PADDED), dtype=torch.bfloat16, device="cuda")
        self._launch(
            "fill_inputs", len(positions), np.uint64(positions.data_ptr()),
            np.uint32(len(positions)), np.uint32(PADDED), np.uint64(seed),
            np.uint64(rows.data_ptr()),
        )  # fmt: skip
        return rows


class Memory:
    """Batches of positions that training draws from; some are replaced now and then."""

    def __init__(self, samples: Samples, batch: int, seed: int) -> None:
        """Draw all of them once."""
        self._samples, self._batch, self._seed = samples, batch, seed
        self._drawn = 0
        self._parts: list[Any] = [None] * BATCHES
        while self._drawn < BATCHES:
            self.renew()

    def renew(self) -> None:
        """Draw some batches anew."""
        drawn = self._samples.draw(FRESH * self._batch, self._seed + self._drawn, 0)
        for parts in zip(*(tensor.split(self._batch) for tensor in drawn), strict=True):
            self._parts[self._drawn % BATCHES] = parts
            self._drawn += 1

    def batch(self, step: int) -> tuple[Any, Any, Any]:
        """Return positions, worths and stages: all batches in turn, in a mixed-up order."""
        positions, worths, stages = self._parts[step * 37 % BATCHES]
        return positions, worths, stages


class StagedNetwork:
    """Inputs into a wide layer; then a narrow layer and an output of each stage's own."""

    def __init__(self) -> None:
        """Start with small weights by lot."""
        self.first = nn.Linear(PADDED, WIDE).cuda()
        self.narrow = nn.Linear(WIDE, STAGES * NARROW).cuda()
        self.out = nn.Parameter(torch.randn(STAGES, NARROW, device="cuda") * 0.2)
        self.out_bias = nn.Parameter(torch.zeros(STAGES, device="cuda"))
        nn.init.normal_(self.first.weight, std=0.06)
        nn.init.constant_(self.first.bias, 0.3)

    def parameters(self) -> list[Any]:
        """Return all that training may change."""
        return [*self.first.parameters(), *self.narrow.parameters(), self.out, self.out_bias]

    def logits(self, inputs: Any, stages: Any) -> Any:
        """Return log odds."""
        with torch.autocast("cuda", dtype=torch.bfloat16):
            wide = self.first(inputs).clamp(0, 1)
            narrow = self.narrow(wide).view(-1, STAGES, NARROW).clamp(0, WEIGHT_LIMIT)
        every = (narrow.float() * self.out).sum(2) + self.out_bias
        return every.gather(1, stages[:, None]).squeeze(1)

    def limit(self) -> None:
        """Keep the weights small enough for whole numbers."""
        with torch.no_grad():
            self.first.weight.clamp_(-ROW_LIMIT, ROW_LIMIT)
            self.narrow.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            self.out.clamp_(-NARROW_LIMIT, NARROW_LIMIT)

    def pack(self) -> npt.NDArray[np.int16]:
        """Return all weights in the order of the layers, each with its bias last; one is ONE."""
        parts = [
            self.first.weight.t()[:INPUTS],
            self.first.bias,
            self.narrow.weight,
            self.narrow.bias,
            self.out,
            self.out_bias,
        ]
        flat = np.concatenate([part.detach().float().cpu().numpy().ravel() for part in parts])
        return np.asarray(np.rint(flat * ONE), dtype="<i2")


def learn_network(rules: Rules, name: str, plan: NetworkPlan, out: Path) -> None:
    """Train from nothing; write weights and the learning curve."""
    began = time.monotonic()
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(plan.seed)
    samples = Samples(rules)
    network = StagedNetwork()
    optimiser = torch.optim.Adam(network.parameters(), lr=plan.rate, betas=(0.9, 0.99), fused=True)
    memory = Memory(samples, plan.batch, plan.seed * 10**9)
    curve: list[dict[str, float]] = []
    running, step = 0.0, 0
    ready = time.monotonic()
    done = 0.0
    while done < 1:
        done = min(1.0, (time.monotonic() - ready) / (plan.seconds - (ready - began)))
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * max(0.002, 0.5 * (1 + math.cos(math.pi * done)))
        if step % EVERY == 0:
            memory.renew()
        positions, targets, stages = memory.batch(step)
        logits = network.logits(samples.inputs(positions, step), stages)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, targets)
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
                **judge(network, samples, plan.held_out),
                "seconds": round(time.monotonic() - began, 1),
            }
            curve.append(line)
            print(name, json.dumps(line), flush=True)
            (out / f"{name}-curve.json").write_text(json.dumps(curve, indent=1) + "\n")
            network.pack().tofile(out / f"{name}.i16")


def judge(network: StagedNetwork, samples: Samples, count: int) -> dict[str, float]:
    """Return log loss and share of decided positions on the right side, of positions held out."""
    loss, right, decided = 0.0, 0, 0
    pieces = max(1, count // TEST_BATCH)
    for piece in range(pieces):
        positions, targets, stages = samples.draw(TEST_BATCH, TEST_SEED + piece, 1)
        with torch.no_grad():
            logits = network.logits(samples.inputs(positions, piece), stages)
        loss += float(nn.functional.binary_cross_entropy_with_logits(logits, targets)) / pieces
        clear = targets != 0.5
        decided += int(clear.sum())
        right += int(((logits > 0) == (targets > 0.5))[clear].sum())
    return {"held_out_loss": round(loss, 5), "right": round(right / decided, 5)}
