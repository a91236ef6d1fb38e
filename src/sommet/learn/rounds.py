"""Rounds between network players in the compiled core, on a GPU or on the CPU.

Both use the same headers and play the same rounds (engine/pacal_players/training/rounds.hpp); on a
GPU each round is played by one warp. `nvcc` compiles the kernels on first use.
"""

import ctypes
import hashlib
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sommet.errors import SommetError
from sommet.learn.native import DUEL_SAMPLE, ENGINE, DuelCore, Floats, own_folder

LOTS = 64
MOST_PLAYERS = 16
MOST_SAMPLES = 30
#: All rulebooks and rulings, drawn at random for each deal; or one of them as the core packs it.
MANY_RULES, ENGLISH = -1, 16
SAMPLE_BYTES = DUEL_SAMPLE.itemsize
_TURN_AT = 39


@dataclass(frozen=True, slots=True)
class NetPlayer:
    """A player of a league.

    Attributes:
        weights: One network, or two that judge together, both of one size.
        effort: Offers examined in full.
        reading: Evaluations used for reading the opponent; 0 to assume the worst reply.
        temperature: How readily it chooses an action that it judges worse.
        chance_random: How often it plays at random instead.
        sees_hidden: Whether it sees the opponent's hand.
        knows_opponent: Whether it reads with the opponent's networks instead of its own.
    """

    weights: tuple[Floats, ...]
    effort: int = 10
    reading: int = 0
    temperature: float = 0.0
    chance_random: float = 0.0
    sees_hidden: bool = False
    knows_opponent: bool = False

    def changed(self, **changes: Any) -> "NetPlayer":
        """Return the player with other attributes."""
        return replace(self, **changes)


class _Side(ctypes.Structure):
    """`struct NetSide` of engine/pacal_players/training/sides.hpp."""

    _fields_: ClassVar = [
        ("weights", ctypes.c_void_p * 2),
        ("is_wide", ctypes.c_int),
        ("effort", ctypes.c_int),
        ("reading", ctypes.c_int),
        ("open", ctypes.c_int),
        ("knows", ctypes.c_int),
        ("temperature", ctypes.c_float),
        ("chance_random", ctypes.c_float),
    ]


class _League(ctypes.Structure):
    """`struct League` of engine/pacal_players/training/rounds.hpp."""

    _fields_: ClassVar = [
        ("opponents", ctypes.c_ubyte * LOTS),
        ("rules", ctypes.c_int),
        ("seed", ctypes.c_ulonglong),
        ("lambda_", ctypes.c_float),
    ]


@dataclass(frozen=True, slots=True)
class Played:
    """The result of some rounds.

    Attributes:
        samples: Training samples for the learner, as rows of bytes.
        tallies: (wins, losses, draws) of the learner by opponent.
    """

    samples: Any
    tallies: list[tuple[int, int, int]]


def _side(player: NetPlayer, pointers: list[int], core: DuelCore) -> _Side:
    sizes = {network.size for network in player.weights}
    if len(sizes) != 1 or not sizes <= {core.floats, core.wide_floats}:
        raise SommetError("a player has one network, or two of one size")
    both = (*pointers, None)[:2]
    return _Side(
        (ctypes.c_void_p * 2)(*both),
        int(sizes == {core.wide_floats}),
        player.effort,
        player.reading,
        int(player.sees_hidden),
        int(player.knows_opponent),
        player.temperature,
        player.chance_random,
    )


def _league(players: Sequence[NetPlayer], lots: Sequence[int], seed: int, rules: int) -> _League:
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise SommetError(f"a league has 1 to {MOST_PLAYERS} players, not {len(players)}")
    if not lots or any(not 0 <= number < len(players) for number in lots):
        raise SommetError("each lot names a player of the league")
    table = [lots[i * len(lots) // LOTS] for i in range(LOTS)]
    return _League((ctypes.c_ubyte * LOTS)(*table), rules, seed, 0.9)


def _tallies(counts: Sequence[int], players: int) -> list[tuple[int, int, int]]:
    rows = [counts[3 * i : 3 * i + 3] for i in range(players)]
    return [(int(won), int(lost), int(drawn)) for won, lost, drawn in rows]


class CpuRounds:
    """Rounds on the cores of this machine."""

    device = "cpu"

    def __init__(self, core: DuelCore) -> None:
        self.core = core

    def play(
        self,
        players: Sequence[NetPlayer],
        lots: Sequence[int],
        *,
        rounds: int,
        seed: int,
        rules: int = MANY_RULES,
        learn: bool = True,
    ) -> Played:
        """Play rounds of players[0] against the players that `lots` names, in equal shares."""
        league = _league(players, lots, seed, rules)
        sides = (_Side * len(players))(
            *(_side(p, [n.ctypes.data for n in p.weights], self.core) for p in players)
        )
        size = rounds * MOST_SAMPLES if learn else 0
        samples = np.zeros((size, SAMPLE_BYTES), np.uint8)
        counts = (ctypes.c_ulonglong * (3 * MOST_PLAYERS))()
        self.core.play_league(
            sides, league, rounds, samples=samples if learn else None, counts=counts
        )
        return Played(samples[samples[:, _TURN_AT] > 0], _tallies(list(counts), len(players)))

    def expand(self, samples: Any) -> tuple[Any, Any, Any]:
        """Return rows, dense inputs and targets of samples as tensors."""
        import torch

        typed = np.ascontiguousarray(samples).reshape(-1).view(DUEL_SAMPLE)
        rows, dense = self.core.expand(typed)
        target = np.ascontiguousarray(typed["target"])
        return (
            torch.from_numpy(rows.astype(np.int16)),
            torch.from_numpy(dense.astype(np.float16)),
            torch.from_numpy(target),
        )


class GpuRounds:
    """Rounds on a GPU, on torch's own tensors."""

    device = "cuda"

    def __init__(self, core: DuelCore) -> None:
        self.core = core
        self._library = ctypes.CDLL(str(compile_kernels()))
        self._library.gpu_error.restype = ctypes.c_char_p
        self._check(self._library.gpu_prepare())

    def _check(self, code: int) -> None:
        if code:
            raise SommetError(f"GPU: {self._library.gpu_error(code).decode()}")

    def _hold(self, player: NetPlayer) -> list[Any]:
        """Return the player's networks on the GPU, as halves: engine/.../warp_judge.hpp."""
        import torch

        return [torch.from_numpy(n).to(self.device).half() for n in player.weights]

    def play(
        self,
        players: Sequence[NetPlayer],
        lots: Sequence[int],
        *,
        rounds: int,
        seed: int,
        rules: int = MANY_RULES,
        learn: bool = True,
    ) -> Played:
        """Play rounds of players[0] against the players that `lots` names, in equal shares."""
        import torch

        league = _league(players, lots, seed, rules)
        held = [self._hold(player) for player in players]
        sides = (_Side * len(players))(
            *(
                _side(p, [n.data_ptr() for n in networks], self.core)
                for p, networks in zip(players, held, strict=True)
            )
        )
        size = rounds * MOST_SAMPLES if learn else 0
        samples = torch.zeros((size, SAMPLE_BYTES), dtype=torch.uint8, device=self.device)
        counts = torch.zeros(1 + 3 * MOST_PLAYERS, dtype=torch.int64, device=self.device)
        torch.cuda.synchronize()
        self._check(
            self._library.gpu_play(
                sides,
                len(players),
                ctypes.byref(league),
                ctypes.c_ulonglong(rounds),
                _at(samples) if learn else None,
                _at(counts),
            )
        )
        kept = samples[samples[:, _TURN_AT] > 0] if learn else samples
        return Played(kept, _tallies(counts.tolist()[1:], len(players)))

    def expand(self, samples: Any) -> tuple[Any, Any, Any]:
        """Return rows, dense inputs and targets of samples as tensors."""
        import torch

        count = len(samples)
        rows = torch.empty((count, self.core.most_rows), dtype=torch.int16, device=self.device)
        dense = torch.empty((count, self.core.dense), dtype=torch.float16, device=self.device)
        torch.cuda.synchronize()
        self._check(
            self._library.gpu_expand(_at(samples), ctypes.c_longlong(count), _at(rows), _at(dense))
        )
        target = samples[:, _TURN_AT + 1 : _TURN_AT + 13].contiguous().view(torch.float32)
        return rows, dense, target.clone()

    def evaluate(self, player: NetPlayer, samples: Any) -> Any:
        """Return the chances of win, draw and loss of each sample."""
        import torch

        held = self._hold(player)
        side = _side(player, [network.data_ptr() for network in held], self.core)
        out = torch.empty((len(samples), 3), dtype=torch.float32, device=self.device)
        torch.cuda.synchronize()
        self._check(
            self._library.gpu_judge(
                ctypes.byref(side), _at(samples), ctypes.c_longlong(len(samples)), _at(out)
            )
        )
        return out


Rounds = CpuRounds | GpuRounds


def _at(tensor: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(tensor.data_ptr())


def compile_kernels() -> Path:
    """Return the library of the kernels, compiled if the sources changed since the last time."""
    digest = hashlib.sha256()
    for source in sorted((*ENGINE.rglob("*.hpp"), *ENGINE.rglob("*.cu"))):
        digest.update(source.read_bytes())
    target = own_folder() / f"rounds-{digest.hexdigest()[:16]}.so"
    if not target.exists():
        scratch = target.with_suffix(f".{os.getpid()}")
        flags = ["-std=c++20", "-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC"]
        source = ENGINE / "pacal_players" / "training" / "rounds.cu"
        try:
            subprocess.run(
                [os.environ.get("NVCC", "nvcc"), *flags, f"-I{ENGINE}", source, "-o", scratch],
                check=True,
            )
        except FileNotFoundError as error:
            raise SommetError("rounds on a GPU need CUDA's compiler nvcc") from error
        scratch.replace(target)
    return target


def make_rounds(core: DuelCore) -> Rounds:
    """Return rounds on the GPU if torch finds one, otherwise on the CPU."""
    import torch

    return GpuRounds(core) if torch.cuda.is_available() else CpuRounds(core)
