"""Learning the network of the Pylos search from exact values, on a GPU.

The rules are solved first, in the GPU's memory. Then random positions are drawn for as long as the
plan says (from the table, moved on from there, and from games), and the network learns the chance
that the side to move wins, a draw counting half. A search goes where its judgement is too hopeful,
so that is where it must learn: from some positions moves are played that the network itself likes
best. A position is used a few times, turned randomly. At last the network learns with every weight
and every number between layers rounded as the search rounds them (engine/pylos_search/network.hpp).
"""

import json
import lzma
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from sommet.errors import SommetError
from sommet.learn.pylos_samples import PADDED, Pool, Samples
from sommet.tablebase.gpu import Rules

#: As in engine/pylos_search/network_inputs.hpp and network.hpp; a test compares them.
INPUTS = 2470
WIDE = 384
STAGES = 12
NARROW = 16
SECOND = 32
#: Largest weights, so that whole numbers of 8 and 16 bits hold them and every sum.
ROW_LIMIT = 1.9
WEIGHT_LIMIT = 1.98
OUT_LIMIT = 15.9
ONE = 256
#: What a byte of the package's file counts.
STEP = 4
#: What leaves a layer has seven bits.
UNIT = 128
#: After this part of the time it learns rounded.
ROUNDED_FROM = 0.6
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
        every: Steps between two lots of fresh positions.
    """

    seconds: float
    batch: int = 65536
    rate: float = 2e-3
    reports: int = 10
    held_out: int = 1_000_000
    seed: int = 1
    every: int = 64


def to_grid(numbers: Any, step: float) -> Any:
    """Return the nearest multiples of a step; gradients pass as if nothing had been rounded."""
    return numbers + ((numbers / step).round() * step - numbers).detach()


class StagedNetwork:
    """Inputs into a wide layer, a narrow one of each stage's own, a second, and one number."""

    def __init__(self) -> None:
        """Start with small random weights."""
        self.rounds = False
        self.first = nn.Linear(PADDED, WIDE).cuda()
        self.narrow = nn.Linear(WIDE, STAGES * NARROW).cuda()
        self.second = nn.Linear(2 * NARROW, SECOND).cuda()
        self.out = nn.Parameter(torch.randn(STAGES, SECOND + 2 * NARROW, device="cuda") * 0.2)
        self.out_bias = nn.Parameter(torch.zeros(STAGES, device="cuda"))
        nn.init.normal_(self.first.weight, std=0.06)
        nn.init.constant_(self.first.bias, 0.4)
        nn.init.normal_(self.narrow.weight, std=0.12)
        nn.init.constant_(self.narrow.bias, 0.1)

    def parameters(self) -> list[Any]:
        """Return all that training may change."""
        layers = (self.first, self.narrow, self.second)
        return [*(p for layer in layers for p in layer.parameters()), self.out, self.out_bias]

    def logits(self, inputs: Any, stages: Any) -> Any:
        """Return log odds; where it rounds, those that the search finds."""
        with torch.autocast("cuda", dtype=torch.bfloat16):
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
        weight, bias = to_grid(layer.weight, step), to_grid(layer.bias, step)
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
        """Keep the weights small enough for whole numbers."""
        with torch.no_grad():
            self.first.weight.clamp_(-ROW_LIMIT, ROW_LIMIT)
            self.narrow.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            self.second.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)
            self.out.clamp_(-OUT_LIMIT, OUT_LIMIT)

    def _parts(self) -> list[Any]:
        """Return views of all weights in the order of the file, rows first."""
        return [
            self.first.weight.t()[:INPUTS],
            self.narrow.weight,
            self.second.weight,
            self.first.bias,
            self.narrow.bias,
            self.second.bias,
            self.out,
            self.out_bias,
        ]

    def pack(self) -> npt.NDArray[np.int16]:
        """Return all weights as whole numbers; one is ONE."""
        parts = [part.detach().float().cpu().numpy().ravel() for part in self._parts()]
        if self.rounds:
            parts[:6] = [np.rint(part * (ONE / STEP)) * (STEP / ONE) for part in parts[:6]]
        return np.asarray(np.rint(np.concatenate(parts) * ONE), dtype="<i2")

    def unpack(self, numbers: npt.NDArray[np.int16]) -> None:
        """Take over what `pack` returned."""
        at = 0
        flat = torch.from_numpy(numbers.astype(np.float32) / ONE)
        with torch.no_grad():
            for part in self._parts():
                part.copy_(flat[at : at + part.numel()].view(part.shape))
                at += part.numel()


def read_numbers(file: Path) -> npt.NDArray[np.int16]:
    """Return what `pack` returned: of a file that training left behind, or of the package.

    Raises:
        SommetError: the file holds another network.
    """
    if file.suffix != ".xz":
        numbers = np.fromfile(file, "<i2")
    else:
        plain = lzma.decompress(file.read_bytes()).partition(b"\n")[2]
        rows = INPUTS * WIDE
        cut = min(len(plain), rows + STAGES * NARROW * WIDE + SECOND * 2 * NARROW)
        small = np.frombuffer(plain[:cut], np.int8).astype(np.int16) * STEP
        # The package keeps rows column by column, and most weights as bytes.
        turned = small[:rows].reshape(WIDE, -1).T.ravel()
        numbers = np.concatenate((turned, small[rows:], np.frombuffer(plain[cut:], "<i2")))
    expected = INPUTS * WIDE + WIDE + STAGES * (WIDE + 1) * NARROW + (2 * NARROW + 1) * SECOND
    expected += STAGES * (SECOND + 2 * NARROW + 1)
    if numbers.size != expected:
        raise SommetError(f"{file.name} is not a network of {expected} weights")
    return numbers


def learn_network(
    rules: Rules, name: str, plan: NetworkPlan, out: Path, start: Path | None = None
) -> None:
    """Train from nothing, or from the weights of a file; write weights and the learning curve."""
    began = time.monotonic()
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(plan.seed)
    samples = Samples(rules)
    network = StagedNetwork()
    if start:
        network.unpack(read_numbers(start))
    torch.set_float32_matmul_precision("high")
    loss_of = torch.compile(network.loss)
    optimiser = torch.optim.Adam(network.parameters(), lr=plan.rate, betas=(0.9, 0.99), fused=True)
    pool = Pool(samples, plan.batch, plan.seed * 10**9)
    curve: list[dict[str, float]] = []
    if start:
        for network.rounds in (False, True):
            print(name, "rounded" if network.rounds else "start", judge(network, samples, 10**6))
    running, step = 0.0, 0
    ready = time.monotonic()
    done = 0.0
    while done < 1:
        done = min(1.0, (time.monotonic() - ready) / (plan.seconds - (ready - began)))
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * max(0.002, 0.5 * (1 + math.cos(math.pi * done)))
        network.rounds = start is not None or done >= ROUNDED_FROM
        if step % plan.every == 0:
            pool.renew(network if done > 0.04 or start else None)
        positions, targets, stages = pool.batch()
        loss = loss_of(samples.inputs(positions, step), stages, targets)
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
