"""The shape of the Pylos search's network, and its files: of a training and of the package."""

import lzma
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sommet.errors import SommetError
from sommet.pylos import Options

#: As in engine/pylos_search/network_inputs.hpp and network.hpp; a test compares them.
INPUTS = 11218
#: From this input on: blocks of two by three cells. Not all networks know them (`wants_blocks`).
BLOCKS_AT = 2470
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
#: Blocks are rounded to so many of these steps: their rows are most of the file.
BLOCK_STEPS = 2

BETWEEN = STAGES * NARROW * WIDE + SECOND * 2 * NARROW
LAST = WIDE + STAGES * NARROW + SECOND + STAGES * (SECOND + 2 * NARROW + 1)


Numbers = npt.NDArray[np.int16]


def count_inputs(*, blocks: bool) -> int:
    """Return how many inputs a network has, with or without blocks."""
    return INPUTS if blocks else BLOCKS_AT


def knows_blocks(numbers: Numbers, name: str = "this") -> bool:
    """Return whether these are the weights of a network with blocks.

    Raises:
        SommetError: They are of no network; `name` says whose they are.
    """
    sizes = {count_inputs(blocks=b) * WIDE + BETWEEN + LAST: b for b in (False, True)}
    if numbers.size not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        raise SommetError(f"{name} is not a network of {wanted} weights")
    return sizes[numbers.size]


def wants_blocks(options: Options, asked: bool | None, start: Numbers | None) -> bool:
    """Return whether a network for these rules is to know blocks.

    Unless asked for, blocks are where the start has them; from nothing, they are for the expert
    game with compulsory take-back, which is where they have been tried.

    Raises:
        SommetError: The start knows blocks, and none are asked for.
    """
    started = start is not None and knows_blocks(start)
    if started and asked is False:
        raise SommetError("the network to start from knows blocks: they cannot be left out")
    if asked is not None:
        return asked
    return started if start is not None else options.lines and options.takeback == "compulsory"


def fit_blocks(numbers: Numbers, *, blocks: bool) -> Numbers:
    """Return the weights with rows of zeros for blocks, where these are wanted and missing."""
    if knows_blocks(numbers) or not blocks:
        return numbers
    cut = BLOCKS_AT * WIDE
    return np.concatenate((numbers[:cut], np.zeros(INPUTS * WIDE - cut, np.int16), numbers[cut:]))


def read_numbers(file: Path) -> Numbers:
    """Return what `StagedNetwork.pack` does: of a file that training left, or of the package.

    Raises:
        SommetError: the file holds another network.
    """
    if file.suffix != ".xz":
        numbers = np.fromfile(file, "<i2")
    else:
        plain = lzma.decompress(file.read_bytes()).partition(b"\n")[2]
        cut = max(0, len(plain) - 2 * LAST)
        rows = max(0, cut - BETWEEN) // WIDE * WIDE
        small = np.frombuffer(plain[:cut], np.int8).astype(np.int16) * STEP
        # The package keeps rows column by column, and most weights as bytes.
        turned = small[:rows].reshape(WIDE, -1).T.ravel()
        numbers = np.concatenate((turned, small[rows:], np.frombuffer(plain[cut:], "<i2")))
    knows_blocks(numbers, file.name)
    return numbers


def network_bytes(numbers: Numbers) -> bytes:
    """Return a network in the form of the package: most weights as bytes, rows column by column.

    A quarter of the precision makes no measurable difference (docs/search-pylos.md).

    Raises:
        SommetError: a weight is too large, or these are the weights of no network.
    """
    rows = count_inputs(blocks=knows_blocks(numbers)) * WIDE
    cut = rows + BETWEEN
    small = np.rint(numbers[:cut] / STEP)
    if np.abs(small).max() > 127:
        raise SommetError("a weight is too large for a byte")
    turned = small[:rows].reshape(-1, WIDE).T
    parts = (turned.astype(np.int8), small[rows:].astype(np.int8), numbers[cut:].astype("<i2"))
    return b"".join(part.tobytes() for part in parts)
