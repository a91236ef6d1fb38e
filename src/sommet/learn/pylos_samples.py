"""Positions for the network of the Pylos search, with their exact values, made on a GPU."""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from sommet.tablebase.gpu import GpuCheck, GpuSweep, Rules, compile_kernels

#: Rows of inputs on the GPU are padded: it multiplies multiples of 64 fastest.
PADDED = 11264
THREADS_PER_BLOCK = 128
#: Of the pool, in batches; how many are drawn anew at a time.
BATCHES, FRESH = 96, 4
#: Successors judged at once, when the network chooses a move.
JUDGED_AT_ONCE = 1 << 16
#: How far the network's choice strays from the best, in log odds.
STRAY = 0.3
#: Roots of searches: stages of the game, and those of them that are early; of the other stages a
#: quarter is used, and of positions where many moves are right one in twelve.
ROOT_STAGES, EARLY_STAGES, LATE_SHARE, EASY_SHARE = (2, 8), (2, 5), 0.25, 0.08
ROOTS_AT_ONCE = 100_000

#: Positions, the worth of each for the side to move, and its stage.
Drawn = tuple[Any, Any, Any]


class Samples:
    """The table of some rules in the GPU's memory, and what is drawn from it."""

    def __init__(self, rules: Rules) -> None:
        """Solve the rules and keep the table."""
        self.sweep = GpuSweep(4, rules)
        self._cupy = self.sweep.cp
        self.sweep.run()
        self._check = GpuCheck(4, rules, self.sweep)
        pointers = [array.data.ptr for array in self._check.arrays]
        self._index = self._cupy.asarray(np.array(pointers, np.uint64))
        self._module = compile_kernels(
            self._cupy, 4, rules, "pylos_solve/check.cu", "pylos_search/make/network_samples.cu"
        )

    def _launch(self, name: str, count: int, *arguments: Any) -> None:
        pointers = [np.uint64(a.data_ptr()) if torch.is_tensor(a) else a for a in arguments]
        with self._cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self._module.get_function(name)(
                (-(-count // THREADS_PER_BLOCK),), (THREADS_PER_BLOCK,), tuple(pointers)
            )

    def draw(self, count: int, seed: int, kind: int) -> Drawn:
        """Return positions, the worth of each for the side to move, and its stage."""
        positions = torch.empty((count, 2), dtype=torch.int32, device="cuda")
        targets = torch.empty(count, device="cuda")
        stages = torch.empty(count, dtype=torch.int32, device="cuda")
        self._launch(
            "draw_positions", count, self.sweep.geometry, self._index, self.sweep.table,
            self.sweep.level, np.uint64(seed), np.uint32(count), np.uint32(kind),
            positions, targets, stages,
        )  # fmt: skip
        return positions, targets, stages.long()

    def inputs(self, positions: Any, seed: int) -> Any:
        """Return a row of inputs, zeros and ones, for each position, turned at random."""
        rows = torch.zeros((len(positions), PADDED), dtype=torch.bfloat16, device="cuda")
        self._launch(
            "fill_inputs", len(positions), positions, np.uint32(len(positions)),
            np.uint32(PADDED), np.uint64(seed), rows,
        )  # fmt: skip
        return rows

    def tell(self, positions: Any) -> Drawn:
        """Return what `draw` does, of given positions."""
        count = len(positions)
        targets = torch.empty(count, device="cuda")
        stages = torch.empty(count, dtype=torch.int32, device="cuda")
        self._launch(
            "tell_positions", count, self._index, self.sweep.table, np.uint32(count), positions,
            targets, stages,
        )  # fmt: skip
        return positions, targets, stages.long()

    def roots(self, count: int, seed: int) -> npt.NDArray[np.uint32]:
        """Return some of `count` drawn positions: mostly early ones, where few moves are right."""
        chosen = []
        for part in range(0, count, ROOTS_AT_ONCE):
            positions, _, stages = self.draw(ROOTS_AT_ONCE, seed + part, 0)
            lot = torch.rand(len(stages), device="cuda")
            late = (stages < EARLY_STAGES[0]) | (stages > EARLY_STAGES[1])
            fits = (stages >= ROOT_STAGES[0]) & (stages <= ROOT_STAGES[1])
            positions = positions[fits & (~late | (lot < LATE_SHARE))].contiguous()
            lot = torch.rand(len(positions), device="cuda")
            chosen.append(positions[self._few_right(positions) | (lot < EASY_SHARE)])
        roots = torch.cat(chosen)
        order = torch.randperm(len(roots), device="cuda")
        found: npt.NDArray[np.int32] = roots[order].cpu().numpy()
        return found.view(np.uint32)

    def _few_right(self, positions: Any) -> Any:
        """Return where less than a quarter of the moves keep the value."""
        numbers, (_, whose, _, targets, _) = self._successors(positions)
        best = torch.ones(len(positions), device="cuda")
        best.scatter_reduce_(0, whose, targets, "amin")
        right = torch.zeros(len(positions), device="cuda")
        right.index_add_(0, whose, (targets == best[whose]).float())
        return 4 * right < numbers

    def choose(self, positions: Any, network: Any, seed: int) -> Drawn:
        """Return what `draw` does, after the move that the network likes best in each position.

        Moves that end the game or let the other side end it lead to nothing that must be judged.
        """
        count = len(positions)
        _, (successors, whose, settled, targets, stages) = self._successors(positions)
        total = len(whose)
        likes = torch.empty(total, device="cuda")
        with torch.no_grad():
            for at in range(0, total, JUDGED_AT_ONCE):
                part = slice(at, at + JUDGED_AT_ONCE)
                inputs = self.inputs(successors[part], seed + at)
                likes[part] = -network.logits(inputs, stages[part])
        stray = torch.empty_like(likes).exponential_().log_() * -STRAY
        likes = likes + stray + settled * 1000.0
        best = torch.full((count,), -1e9, device="cuda").scatter_reduce(0, whose, likes, "amax")
        chosen = ((likes == best[whose]) & (settled == 0)).nonzero().squeeze(1)
        return successors[chosen], targets[chosen], stages[chosen]

    def _successors(self, positions: Any) -> tuple[Any, tuple[Any, Any, Any, Any, Any]]:
        """Return how many each position has, and what `list_successors` says of all of them."""
        count = len(positions)
        numbers = torch.empty(count, dtype=torch.int32, device="cuda")
        self._launch("count_successors", count, np.uint32(count), positions, numbers)
        ends = numbers.long().cumsum(0)
        total = int(ends[-1])
        successors = torch.empty((total, 2), dtype=torch.int32, device="cuda")
        whose = torch.empty(total, dtype=torch.int64, device="cuda")
        settled = torch.empty(total, dtype=torch.int32, device="cuda")
        targets = torch.empty(total, device="cuda")
        stages = torch.empty(total, dtype=torch.int32, device="cuda")
        self._launch(
            "list_successors", count, self._index, self.sweep.table, np.uint32(count), positions,
            ends, successors, whose, settled, targets, stages,
        )  # fmt: skip
        return numbers, (successors, whose, settled, targets, stages.long())


class Pool:
    """Positions that training draws from; some are replaced now and then."""

    def __init__(self, samples: Samples, batch: int, seed: int) -> None:
        """Draw all of them once."""
        self._samples, self._batch, self._seed = samples, batch, seed
        size = BATCHES * batch
        self._positions = torch.empty((size, 2), dtype=torch.int32, device="cuda")
        self._targets = torch.empty(size, device="cuda")
        self._stages = torch.empty(size, dtype=torch.int64, device="cuda")
        self._drawn, self._at, self._turn = 0, 0, 0
        self._chosen = self._positions[:0]
        while self._drawn * FRESH < BATCHES:
            self.renew(None)

    def renew(self, network: Any) -> None:
        """Replace the oldest by fresh ones: random and, with a network, from its own moves."""
        drawn = self._samples.draw(FRESH * self._batch, self._seed + self._drawn, 0)
        self._drawn += 1
        if network is not None:
            drawn = self._with_moves(drawn, network)
        count = len(drawn[0])
        at = (self._at + torch.arange(count, device="cuda")) % len(self._targets)
        for store, new in zip((self._positions, self._targets, self._stages), drawn, strict=True):
            store[at] = new
        self._at = (self._at + count) % len(self._targets)

    def _with_moves(self, drawn: Drawn, network: Any) -> Drawn:
        half = len(drawn[0]) // 2
        # Half of the moves continue from the positions reached last.
        roots = torch.cat((drawn[0][:half], self._chosen[:half]))
        chosen = self._samples.choose(roots, network, self._drawn)
        self._chosen = chosen[0][torch.randperm(len(chosen[0]), device="cuda")]
        both = [torch.cat(pair) for pair in zip(drawn, chosen, strict=True)]
        order = torch.randperm(len(both[0]), device="cuda")
        return both[0][order], both[1][order], both[2][order]

    def batch(self) -> Drawn:
        """Return positions, worths and stages: all of the pool in turn, in a mixed-up order."""
        self._turn += 37
        part = self._turn % BATCHES * self._batch
        span = slice(part, part + self._batch)
        return self._positions[span], self._targets[span], self._stages[span]
