"""Positions with the exact value of each move, as arrays in one file."""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sommet.pylos import Options, State

#: How positions were found: see `sommet.learn.pylos_benchmark.positions`.
KINDS = ("random", "mistakes", "distance")
LOSS, DRAW, WIN = 0, 1, 2
#: The distance of a draw.
NO_DISTANCE = 255


@dataclass(frozen=True)
class Dataset:
    """Positions from the view of the side to move; row i of every array is position i.

    Attributes:
        preset: The rules, with default rulings.
        own: Balls of the side to move, 30 bits.
        other: Balls of the other side.
        kind: Index into KINDS: how the position was found.
        value: LOSS, DRAW or WIN for the side to move.
        distance: Moves to the end with best play; NO_DISTANCE for a draw.
        first: Where the values of the moves of position i begin; one more entry than positions.
        moves: The values of all moves for the side that plays them, in the order of `legal_moves`.
    """

    preset: str
    own: NDArray[np.uint32]
    other: NDArray[np.uint32]
    kind: NDArray[np.uint8]
    value: NDArray[np.uint8]
    distance: NDArray[np.uint8]
    first: NDArray[np.uint32]
    moves: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.own)

    def state(self, index: int) -> State:
        """Return a position as a state with light to move."""
        return State(Options.preset(self.preset), int(self.own[index]), int(self.other[index]), 0)

    def move_values(self, index: int) -> NDArray[np.uint8]:
        """Return the values of the legal moves of a position, in their order."""
        return self.moves[self.first[index] : self.first[index + 1]]

    def every(self, step: int) -> "Dataset":
        """Return every `step`-th position, for learning curves and quick checks."""
        rows = range(0, len(self), step)
        values = [self.move_values(row) for row in rows]
        return Dataset(
            self.preset,
            self.own[::step],
            self.other[::step],
            self.kind[::step],
            self.value[::step],
            self.distance[::step],
            np.cumsum([0, *map(len, values)]).astype(np.uint32),
            np.concatenate(values),
        )

    def successors(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]:
        """Return own balls, other balls and value of the position after every move, for its mover.

        A model that judges positions should learn from these: the positions of the dataset itself
        are never lost, because in a lost position the choice does not matter.
        """
        after = [
            state.play(move)
            for state in map(self.state, range(len(self)))
            for move in state.legal_moves
        ]
        own = np.array([state.dark for state in after], np.uint32)
        other = np.array([state.light for state in after], np.uint32)
        return own, other, WIN - self.moves

    def arrays(self, prefix: str) -> dict[str, Any]:
        """Return the arrays by name, for `np.savez_compressed`."""
        names = ("own", "other", "kind", "value", "distance", "first", "moves")
        return {f"{prefix}_{name}": getattr(self, name) for name in names}


def save_datasets(path: Path, train: Dataset, test: Dataset) -> None:
    """Write both parts of a benchmark to one file."""
    np.savez_compressed(
        path, preset=np.array(train.preset), **train.arrays("train"), **test.arrays("test")
    )


def load_dataset(path: Path) -> tuple[Dataset, Dataset]:
    """Return training and test positions; inverse of `save_datasets`."""
    with np.load(path) as file:
        preset = str(file["preset"])
        parts = [
            {
                name.partition("_")[2]: file[name]
                for name in file.files
                if name.startswith(f"{part}_")
            }
            for part in ("train", "test")
        ]
    return Dataset(preset, **parts[0]), Dataset(preset, **parts[1])


def load_shipped(preset: str = "standard") -> tuple[Dataset, Dataset]:
    """Return the positions that come with the package."""
    data = files("sommet.learn.pylos_benchmark") / "data" / f"pylos-{preset}-1.npz"
    with as_file(data) as path:
        return load_dataset(path)
