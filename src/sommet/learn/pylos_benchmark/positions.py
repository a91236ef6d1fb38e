"""Draws positions in three ways and looks up each of their moves in a solved table.

Only positions where the choice matters are kept: at least one move keeps the value and at least one
gives it away. No position occurs twice, and no test position is in the training part (except
with other colours, or as one of the board's eight mirror images).

- `random`: any moment of a game of uniformly random moves.
- `mistakes`: positions in which one of Sommet's human-like levels gave the value away.
- `distance`: moments of random games, equally many from each span of distances to the end.
"""

from collections.abc import Callable, Iterator

import numpy as np

from sommet import bots
from sommet.learn.pylos_benchmark.dataset import DRAW, KINDS, LOSS, NO_DISTANCE, WIN, Dataset
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.tablebase import probe
from sommet.tablebase.full_table import Value

_WORDS = {"loss": LOSS, "draw": DRAW, "win": WIN}
_LEVELS = ("humanlike:2", "humanlike:4", "greedy")
#: The longest distance of each span; draws are a separate span.
SPANS = (4, 8, 12, 16, 20, 28, 254)


def span_of(distance: int) -> int:
    """Return the number of the span that a distance falls into; len(SPANS) for a draw."""
    return next((n for n, most in enumerate(SPANS) if distance <= most), len(SPANS))


def _worth(value: Value) -> tuple[int, int]:
    return _WORDS[value.word], NO_DISTANCE if value.distance is None else value.distance


def _random_positions(options: Options, random: Random) -> Iterator[tuple[State, int | None]]:
    """Yield every position of random games, with no chosen move."""
    while True:
        state = State.start(options)
        while state.outcome is None:
            yield state, None
            state = state.play(state.legal_moves[random.below(len(state.legal_moves))])


def _level_positions(options: Options, random: Random) -> Iterator[tuple[State, int | None]]:
    """Yield every position of games of levels, with the move that the level chose."""
    players = [bots.make("pylos", spec) for spec in _LEVELS]
    while True:
        state = State.start(options)
        for _ in range(random.below(8)):  # a few random moves, so that games differ
            state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
            if state.outcome is not None:
                break
        seats = [players[random.below(len(players))] for _ in range(2)]
        while state.outcome is None:
            move = seats[state.side].choose(state, seed=random.below(2**31))
            yield state, state.legal_moves.index(move)
            state = state.play(move)


class Collector:
    """Collects positions until there are enough of each kind."""

    def __init__(self, options: Options, seed: int) -> None:
        self.options = options
        self.table = probe.open_table(options)
        self.random = Random(seed)
        self.seen: set[tuple[int, int]] = set()

    def collect(self, count: int) -> Dataset:
        """Return `count` positions of each kind."""
        rows: list[tuple[int, int, int, int, int, list[int]]] = []
        quota = -(-count // (len(SPANS) + 1))
        spans = [0] * (len(SPANS) + 1)

        def mistake(values: list[int], chosen: int | None, _distance: int) -> bool:
            assert chosen is not None
            return values[chosen] < max(values)

        def thinned(_values: list[int], _chosen: int | None, _distance: int) -> bool:
            return self.random.below(4) == 0

        def spread(_values: list[int], _chosen: int | None, distance: int) -> bool:
            spans[span_of(distance)] += 1
            return spans[span_of(distance)] <= quota

        tests: tuple[Callable[[list[int], int | None, int], bool], ...] = (thinned, mistake, spread)
        for kind, wanted in enumerate(tests):
            games = _level_positions if KINDS[kind] == "mistakes" else _random_positions
            taken = 0
            for tried, (state, chosen) in enumerate(games(self.options, self.random)):
                if taken == count or (taken and tried > 400 * count):
                    break
                row = self._look_at(state, chosen, kind, wanted)
                if row is not None:
                    rows.append(row)
                    taken += 1
        columns = list(zip(*rows, strict=True))
        ends = np.cumsum([0, *(len(values) for values in columns[5])])
        return Dataset(
            self.options.preset_name,
            np.array(columns[0], np.uint32),
            np.array(columns[1], np.uint32),
            np.array(columns[2], np.uint8),
            np.array(columns[3], np.uint8),
            np.array(columns[4], np.uint8),
            ends.astype(np.uint32),
            np.concatenate([np.array(values, np.uint8) for values in columns[5]]),
        )

    def _look_at(
        self,
        state: State,
        chosen: int | None,
        kind: int,
        wanted: Callable[[list[int], int | None, int], bool],
    ) -> tuple[int, int, int, int, int, list[int]] | None:
        own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
        if (own, other) in self.seen:
            return None
        values = [_worth(value)[0] for value in probe.move_values(state, self.table).values()]
        if min(values) == max(values):
            return None
        value, distance = _worth(self.table.value(state))
        if not wanted(values, chosen, distance):
            return None
        self.seen.add((own, other))
        return own, other, kind, value, distance, values


def make_datasets(preset: str, train: int, test: int, seed: int) -> tuple[Dataset, Dataset]:
    """Return training and test positions, so many of each kind."""
    collector = Collector(Options.preset(preset), seed)
    judged_by = collector.collect(test)
    return collector.collect(train), judged_by
