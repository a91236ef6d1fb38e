"""The shape of the Pylos search's network, and its files: of a training and of the package."""

import lzma
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sommet.errors import SommetError

#: As in engine/pylos_search/network_inputs.hpp and network.hpp; a test compares them.
INPUTS = 11218
#: From this input on: blocks of two by three cells. Not all networks know them.
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


def read_numbers(file: Path) -> npt.NDArray[np.int16]:
    """Return what `StagedNetwork.pack` does: of a file that training left, or of the package.

    The rows of blocks are zero in a network that does not know them.

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
    rest = BETWEEN + LAST
    if numbers.size == BLOCKS_AT * WIDE + rest:
        blocks = np.zeros((INPUTS - BLOCKS_AT) * WIDE, np.int16)
        numbers = np.concatenate((numbers[:-rest], blocks, numbers[-rest:]))
    if numbers.size != INPUTS * WIDE + rest:
        raise SommetError(f"{file.name} is not a network of {INPUTS * WIDE + rest} weights")
    return numbers


def network_bytes(numbers: npt.NDArray[np.int16]) -> bytes:
    """Return a network in the form of the package: most weights as bytes, rows column by column.

    A quarter of the precision makes no measurable difference (docs/search-pylos.md).

    Raises:
        SommetError: a weight is too large.
    """
    rows = INPUTS * WIDE
    cut = rows + BETWEEN
    small = np.rint(numbers[:cut] / STEP)
    if np.abs(small).max() > 127:
        raise SommetError("a weight is too large for a byte")
    turned = small[:rows].reshape(-1, WIDE).T
    parts = (turned.astype(np.int8), small[rows:].astype(np.int8), numbers[cut:].astype("<i2"))
    return b"".join(part.tobytes() for part in parts)
