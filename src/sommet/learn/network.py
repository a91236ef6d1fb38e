"""The value network in torch, and its training. Compiled twin: engine/pacal_players/net.hpp."""

import math
import time
from typing import Any, Protocol

import numpy as np
import torch
from torch import nn

from sommet.learn.native import DuelCore, Floats, Samples


class Shape(Protocol):
    """How large a network's layers are."""

    rows: int
    dense: int
    wide: int
    narrow: int
    outputs: int


class ValueNetwork:
    """Rows and dense inputs into a wide layer, a narrow layer, then the outputs."""

    def __init__(self, core: Shape, device: str) -> None:
        self.core = core
        self.device = device
        self.row = nn.EmbeddingBag(core.rows + 1, core.wide, mode="sum", padding_idx=core.rows)
        self.dense = nn.Linear(core.dense, core.wide)
        self.narrow = nn.Linear(core.wide, core.narrow)
        self.out = nn.Linear(core.narrow, core.outputs)
        nn.init.normal_(self.row.weight, std=0.05)
        with torch.no_grad():
            self.row.weight[core.rows] = 0
        self.layers = nn.ModuleList([self.row, self.dense, self.narrow, self.out]).to(device)

    def unpack(self, weights: Floats) -> None:
        """Load weights in the order of the weights file; inverse of `pack`."""
        core = self.core
        shapes = [
            (self.row.weight[: core.rows], (core.rows, core.wide), False),
            (self.dense.weight, (core.dense, core.wide), True),
            (self.dense.bias, (core.wide,), False),
            (self.narrow.weight, (core.wide, core.narrow), True),
            (self.narrow.bias, (core.narrow,), False),
            (self.out.weight, (core.outputs, core.narrow), False),
            (self.out.bias, (core.outputs,), False),
        ]
        at = 0
        with torch.no_grad():
            for target, shape, turned in shapes:
                count = int(np.prod(shape))
                part = torch.from_numpy(weights[at : at + count].reshape(shape).copy())
                target.copy_(part.t() if turned else part)
                at += count

    def logits(self, rows: Any, dense: Any) -> Any:
        """Return the outputs before squashing."""
        wide = torch.relu(self._add_rows(rows) + self.dense(dense))
        return self.out(torch.relu(self.narrow(wide)))

    def _add_rows(self, rows: Any) -> Any:
        if self.device == "cpu":
            return self.row(rows)
        # One product with a matrix of zeros and ones is far quicker on a GPU.
        ones = torch.zeros((len(rows), self.core.rows + 1), device=self.device)
        ones.scatter_(1, rows.long(), 1.0)
        return ones[:, :-1] @ self.row.weight[:-1]

    def loss(self, rows: Any, dense: Any, target: Any) -> Any:
        """Return the mean cross-entropy against soft targets."""
        logits = self.logits(rows, dense)
        return -(target * torch.log_softmax(logits, 1)).sum(1).mean()

    def pack(self) -> Floats:
        """Return the weights in the order of the weights file."""
        parts = [
            self.row.weight[: self.core.rows],
            self.dense.weight.t(),
            self.dense.bias,
            self.narrow.weight.t(),
            self.narrow.bias,
            self.out.weight,
            self.out.bias,
        ]
        flat = [part.detach().float().cpu().numpy().ravel() for part in parts]
        return np.ascontiguousarray(np.concatenate(flat), dtype=np.float32)


class Memory:
    """The most recent generations of samples, expanded, on the training device."""

    CHUNK = 500_000

    def __init__(self, core: DuelCore, device: str, generations: int) -> None:
        self._core = core
        self._device = device
        self._keep = generations
        self._parts: list[list[tuple[Any, Any, Any]]] = []

    def add(self, samples: Samples) -> None:
        """Add a generation and remove the oldest ones beyond the limit."""
        parts = []
        for start in range(0, len(samples), self.CHUNK):
            chunk = samples[start : start + self.CHUNK]
            rows, dense = self._core.expand(chunk)
            parts.append(
                (
                    torch.from_numpy(rows.astype(np.int16)).to(self._device),
                    torch.from_numpy(dense.astype(np.float16)).to(self._device),
                    torch.from_numpy(np.ascontiguousarray(chunk["target"])).to(self._device),
                )
            )
        self._parts = [*self._parts, parts][-self._keep :]

    def __len__(self) -> int:
        return sum(len(part[0]) for parts in self._parts for part in parts)

    def batches(self, size: int) -> Any:
        """Yield random batches forever, from each generation in proportion to its size."""
        flat = [part for parts in self._parts for part in parts]
        weights = torch.tensor([float(len(part[0])) for part in flat])
        while True:
            rows, dense, target = flat[int(torch.multinomial(weights, 1))]
            at = torch.randint(len(rows), (size,), device=self._device)
            yield rows[at].int(), dense[at].float(), target[at]


def fit(
    network: ValueNetwork,
    memory: Memory,
    *,
    steps: int,
    batch: int,
    rate: float,
    last_rate: float,
    seconds: float = math.inf,
) -> float:
    """Train for `steps` batches or `seconds`, the rate falling as a cosine; return the last loss.

    The loss is a running mean; part of it is chance in the cards, which no network can predict.
    """
    optimiser = torch.optim.AdamW(network.layers.parameters(), lr=rate, weight_decay=0.01)
    running = torch.zeros((), device=network.device)
    started = time.monotonic()
    for step, (rows, dense, target) in enumerate(memory.batches(batch)):
        done = max(step / steps, (time.monotonic() - started) / seconds)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = last_rate + (rate - last_rate) * 0.5 * (1 + math.cos(math.pi * done))
        loss = network.loss(rows, dense, target)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        running += (loss.detach() - running) * (1.0 if step == 0 else 0.02)
    return float(running)
