"""The steps of many solo games at once: the successors for each card, and the network's inputs.

Two ways to compute the same tensors: the compiled training library on the CPU, and kernels compiled
at run time from the same headers on a GPU (CuPy). States are rows of 24 bytes, `SoloState` of
engine/pacal_players/training/solo_steps.hpp: unseen cards, ten fields, a ruling, field and slot.
"""

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import torch

from sommet.learn.native import ENGINE

STATE_BYTES = 24
FIELDS_AT = slice(8, 18)
RULING_AT = 18
FIELD_AT = 19
CARDS = 50
FIELDS = 10
COVERS = 128
THREADS_PER_BLOCK = 128


class Shape:
    """How large the network's layers are, from the training library."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.rows = int(library.solo_rows())
        self.dense = int(library.solo_dense())
        self.inputs = int(library.solo_inputs())
        self.wide = int(library.solo_wide())
        self.narrow = int(library.solo_narrow())


def _at(tensor: Any) -> ctypes.c_void_p | None:
    return None if tensor is None else ctypes.c_void_p(tensor.data_ptr())


class CpuSteps:
    """On the cores of this machine."""

    device = "cpu"
    numbers = torch.float32

    def __init__(self, library: ctypes.CDLL, threads: int) -> None:
        self.shape = Shape(library)
        self._library = library
        self._threads = threads

    def count(self, states: Any, drawn: Any, counts: Any) -> None:
        """Fill how many states follow each state and card."""
        size = ctypes.c_long(len(states))
        self._library.solo_count_successors(
            _at(states), size, _at(drawn), self._threads, _at(counts)
        )

    def fill(self, states: Any, counts: Any, ends: Any, out: Any) -> None:
        """Write the states that follow."""
        size = ctypes.c_long(len(states))
        self._library.solo_fill_successors(
            _at(states), size, _at(counts), _at(ends), self._threads, _at(out)
        )

    def inputs(self, states: Any, mirrored: Any, out: Any) -> None:
        """Write the network's inputs into zeroed rows."""
        size = ctypes.c_long(len(states))
        self._library.solo_fill_inputs(_at(states), size, _at(mirrored), self._threads, _at(out))

    def fields(self, states: Any, drawn: Any, out: Any) -> None:
        """Write the set of fields where the drawn card fits."""
        size = ctypes.c_long(len(states))
        self._library.solo_fill_fields(_at(states), size, _at(drawn), self._threads, _at(out))


class GpuSteps:
    """On a GPU, on torch's own tensors."""

    device = "cuda"
    numbers = torch.float16

    def __init__(self, library: ctypes.CDLL) -> None:
        import cupy

        self.shape = Shape(library)
        self._cupy = cupy
        source = ENGINE / "pacal_players" / "training" / "solo_steps.cu"
        self._module = cupy.RawModule(
            code=Path(source).read_text(), options=("-std=c++20", f"-I{ENGINE}")
        )
        ways = np.zeros((CARDS + 1) * (FIELDS + 1), np.float32)
        library.solo_log_ways(ways.ctypes.data_as(ctypes.c_void_p))
        pointer = self._module.get_global("LOG_WAYS")
        target = cupy.ndarray(ways.shape, cupy.float32, pointer)
        target.set(ways)

    def _launch(self, name: str, threads: int, *arguments: Any) -> None:
        blocks = -(-threads // THREADS_PER_BLOCK)
        with self._cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self._module.get_function(name)((blocks,), (THREADS_PER_BLOCK,), arguments)

    def _pointer(self, tensor: Any) -> Any:
        return np.uint64(0 if tensor is None else tensor.data_ptr())

    def count(self, states: Any, drawn: Any, counts: Any) -> None:
        """Fill how many states follow each state and card."""
        self._launch(
            "count_successors",
            len(states) * CARDS,
            self._pointer(states),
            np.int64(len(states)),
            self._pointer(drawn),
            self._pointer(counts),
        )

    def fill(self, states: Any, counts: Any, ends: Any, out: Any) -> None:
        """Write the states that follow."""
        self._launch(
            "fill_successors",
            len(states) * CARDS,
            self._pointer(states),
            np.int64(len(states)),
            self._pointer(counts),
            self._pointer(ends),
            self._pointer(out),
        )

    def inputs(self, states: Any, mirrored: Any, out: Any) -> None:
        """Write the network's inputs into zeroed rows."""
        self._launch(
            "fill_inputs",
            len(states),
            self._pointer(states),
            np.int64(len(states)),
            self._pointer(mirrored),
            self._pointer(out),
        )

    def fields(self, states: Any, drawn: Any, out: Any) -> None:
        """Write the set of fields where the drawn card fits."""
        self._launch(
            "fill_fields",
            len(states),
            self._pointer(states),
            np.int64(len(states)),
            self._pointer(drawn),
            self._pointer(out),
        )


Steps = CpuSteps | GpuSteps
