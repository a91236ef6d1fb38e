"""How often a player keeps the value of a position."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sommet.learn.pylos_benchmark.dataset import KINDS, Dataset
from sommet.learn.pylos_benchmark.positions import SPANS, span_of
from sommet.pylos import Move, State

Policy = Callable[[State], Move]


@dataclass(frozen=True)
class Score:
    """The result of a policy on a dataset.

    Attributes:
        positions: The number of positions.
        kept: Share of chosen moves that keep the value of the position.
        kept_by_kind: The same by kind of position.
        error_by_span: Share of moves that give the value away, by span of distance (see `SPANS`);
            the last entry is draws. None where there was no position.
    """

    positions: int
    kept: float
    kept_by_kind: tuple[float | None, ...]
    error_by_span: tuple[float | None, ...]


def judge(policy: Policy, dataset: Dataset, most: int | None = None) -> Score:
    """Return the score of a policy; with `most`, on that many positions spread over the dataset."""
    chosen = np.arange(len(dataset))
    if most is not None and most < len(dataset):
        chosen = np.linspace(0, len(dataset) - 1, most).astype(int)
    kept = []
    for index in chosen:
        state = dataset.state(int(index))
        values = dataset.move_values(int(index))
        kept.append(values[state.legal_moves.index(policy(state))] == values.max())
    right = np.array(kept, float)
    spans = np.array([span_of(int(dataset.distance[index])) for index in chosen])
    kinds = dataset.kind[chosen]

    def mean(rows: np.ndarray) -> float | None:
        return float(right[rows].mean()) if rows.any() else None

    errors = [mean(spans == n) for n in range(len(SPANS) + 1)]
    return Score(
        len(chosen),
        float(right.mean()),
        tuple(mean(kinds == n) for n in range(len(KINDS))),
        tuple(None if share is None else 1 - share for share in errors),
    )
