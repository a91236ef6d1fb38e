"""Baselines that run in minutes on one core, in NumPy only."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sommet import bots
from sommet.engine.batch import PylosGame
from sommet.learn.pylos_benchmark.dataset import Dataset
from sommet.learn.pylos_benchmark.metrics import Policy
from sommet.pylos import Move, State
from sommet.pylos.moves import listed

Floats = NDArray[np.float32]
Judge = Callable[[NDArray[np.uint32], NDArray[np.uint32]], Floats]


def features(own: NDArray[np.uint32], other: NDArray[np.uint32]) -> Floats:
    """Return 60 cells, both reserves and a constant for every position."""
    bits = np.arange(30, dtype=np.uint32)
    mine, theirs = ((balls[:, None] >> bits) & 1 for balls in (own, other))
    reserves = [(15 - cells.sum(axis=1, keepdims=True)) / 15 for cells in (mine, theirs)]
    return np.hstack([mine, theirs, *reserves, np.ones((len(own), 1))]).astype(np.float32)


def look_one_ahead(judge: Judge) -> Policy:
    """Return the policy that moves to the position which is worst for the opponent."""

    def choose(state: State) -> Move:
        after = [state.play(move) for move in state.legal_moves]
        own = np.array([s.dark if s.side else s.light for s in after], np.uint32)
        other = np.array([s.light if s.side else s.dark for s in after], np.uint32)
        worth = judge(own, other)
        worth[[s.outcome is not None for s in after]] = -np.inf
        return state.legal_moves[int(np.argmin(worth))]

    return choose


def lessons(train: Dataset) -> tuple[Floats, Floats]:
    """Return features of the positions after every move, and their values for the side to move."""
    own, other, value = train.successors()
    return features(own, other), value.astype(np.float32) - 1


def train_linear(train: Dataset, _seed: int) -> Policy:
    """Return a player with a linear model (ridge regression)."""
    x, y = lessons(train)
    weights = np.linalg.solve(x.T @ x + 1.0 * np.eye(x.shape[1], dtype=np.float32), x.T @ y)
    return look_one_ahead(lambda own, other: features(own, other) @ weights)


def train_network(
    train: Dataset, seed: int, *, hidden: int = 128, epochs: int = 10, batch: int = 512
) -> Policy:
    """Return a player with a network of two hidden layers (Adam, squared error)."""
    rng = np.random.default_rng(seed)
    x, y = lessons(train)
    sizes = [(x.shape[1], hidden), (hidden, hidden), (hidden, 1)]
    weights = [rng.normal(0, math.sqrt(2 / size[0]), size).astype(np.float32) for size in sizes]
    means, squares = ([np.zeros_like(w) for w in weights] for _ in range(2))
    step = 0
    for epoch in range(epochs):
        rate = 2e-3 * (1 - epoch / epochs)
        for rows in np.array_split(rng.permutation(len(x)), max(1, len(x) // batch)):
            step += 1
            for n, gradient in enumerate(_gradients(weights, x[rows], y[rows])):
                means[n] += 0.1 * (gradient - means[n])
                squares[n] += 0.001 * (gradient * gradient - squares[n])
                scale = np.sqrt(squares[n] / (1 - 0.999**step)) + 1e-8
                weights[n] -= rate * (means[n] / (1 - 0.9**step)) / scale
    return look_one_ahead(lambda own, other: _forward(weights, features(own, other))[-1][:, 0])


def _forward(weights: list[Floats], x: Floats) -> list[Floats]:
    layers = [x]
    for w in weights[:-1]:
        layers.append(np.maximum(layers[-1] @ w, 0))
    layers.append(np.tanh(layers[-1] @ weights[-1]))
    return layers


def _gradients(weights: list[Floats], x: Floats, y: Floats) -> list[Floats]:
    layers = _forward(weights, x)
    back: Floats = (layers[-1] - y[:, None]) * (1 - layers[-1] ** 2) / np.float32(len(x))
    gradients: list[Floats] = []
    for number in range(len(weights) - 1, -1, -1):
        gradients.insert(0, layers[number].T @ back)
        back = (back @ weights[number].T) * (layers[number] > 0)
    return gradients


class _Node:
    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, _Node] = {}
        self.visits = 0
        self.total = 0.0


def search_tree(simulations: int, seed: int, exploration: float = 1.0) -> Policy:
    """Return plain UCT with random playouts, over the numbered actions of a turn."""
    random = np.random.default_rng(seed)

    def simulate(node: _Node, game: PylosGame) -> list[float]:
        """Descend the tree once; return each seat's result."""
        path, untried = [(node, -1)], False
        while not game.over and not untried:
            mover, actions = game.actor, game.legal_actions()
            fresh = [a for a in actions if a not in node.children]
            untried = bool(fresh)
            if fresh:
                action = int(fresh[random.integers(len(fresh))])
                node.children[action] = _Node()
            else:
                log = math.log(node.visits)
                action = max(
                    actions,
                    key=lambda a: _bound(node.children[a], log, exploration),
                )
            game.act(action)
            node = node.children[action]
            path.append((node, mover))
        results = (
            [game.result(0), game.result(1)]
            if game.over
            else game.roll_out(int(random.integers(2**62)))
        )
        for visited, mover in path:
            visited.visits += 1
            if mover >= 0:
                visited.total += results[mover]
        return results

    def choose(state: State) -> Move:
        options = state.options
        game = PylosGame(options.core_rules, options.repetition or 0)
        game.set_position(state.light, state.dark, state.side)
        root = _Node()
        for _ in range(simulations):
            simulate(root, game.copy())
        mover, node, turn = game.actor, root, []
        while game.actor == mover and not game.over:
            legal = game.legal_actions()
            action = max(legal, key=lambda a: node.children[a].visits if a in node.children else 0)
            turn.append(action)
            game.act(action)
            node = node.children.get(action) or _Node()
        return _decode(turn)

    return choose


def _bound(child: _Node, log: float, exploration: float) -> float:
    return child.total / child.visits + exploration * math.sqrt(log / child.visits)


def _decode(turn: list[int]) -> Move:
    """Return the move for numbered actions, as in sommet.adapters.pylos_numbers."""
    from sommet.engine import batch

    pairs = batch.raises()
    take = 30 + len(pairs)
    source, target = pairs[turn[0] - 30] if turn[0] >= 30 else (None, turn[0])
    return listed(source, target, tuple(n - take for n in turn[1:] if n < take + 30))


def play_bot(spec: str, seed: int) -> Policy:
    """Return one of Sommet's own players."""
    bot = bots.make("pylos", spec)

    def choose(state: State) -> Move:
        move: Move = bot.choose(state, seed=seed)
        return move

    return choose
