"""Rounds of `council` against itself, as tables of facts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from sommet.bots.pacal.players import THOROUGH
from sommet.bots.pacal.solo import AHEAD
from sommet.bots.pacal.weights import duel_brain, solo_brain
from sommet.engine import pacal_players as core
from sommet.pacal import Options
from sommet.workers import InProcess, Pool, cut

#: `RoundFacts` of engine/pacal_players/study.hpp.
ROUND_FACTS = np.dtype(
    [
        ("winner", "u1"),
        ("reason", "u1"),
        ("turn", "u1"),
        ("beginner", "u1"),
        ("first_offer", "u1", 2),
        ("filled", "u1", 2),
        ("covers", "u1", 2),
        ("apexes", "u1", 2),
    ]
)
#: `DecisionFacts` of engine/pacal_players/study.hpp; result is 0 lost, 1 drawn, 2 won.
DECISION_FACTS = np.dtype(
    [
        ("round", "<u4"),
        ("phase", "u1"),
        ("turn", "u1"),
        ("choices", "u1"),
        ("result", "u1"),
        ("win", "<f4"),
        ("draw", "<f4"),
        ("loss", "<f4"),
    ]
)
DRAWN = 2
#: Rounds, and solo deals, that a worker plays before it reports.
ROUNDS_AT_ONCE, DEALS_AT_ONCE = 50, 500
PHASES = ("offer", "take", "build", "last")


@dataclass(frozen=True, slots=True)
class Study:
    """What happened in many rounds, and what the players expected."""

    rounds: npt.NDArray[Any]
    decisions: npt.NDArray[Any]


def study(
    options: Options,
    *,
    rounds: int,
    seed: int,
    threads: int = 1,
    temperature: float = 0.0,
    pool: Pool | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> Study:
    """Return rounds of `council` against itself; the seed determines the deals.

    Args:
        options: The rules.
        rounds: How many.
        seed: Of the first round; the others use the following seeds.
        threads: Cores that each worker of the pool uses.
        temperature: How much the player varies.
        pool: The workers that play; by default this process.
        progress: Called with the number of rounds just played, after each part.
    """
    play = partial(_study_part, options, seed, threads, temperature)
    facts, decisions = [], []
    for some_facts, some_decisions in (pool or InProcess()).map(play, cut(rounds, ROUNDS_AT_ONCE)):
        facts.append(np.frombuffer(some_facts, ROUND_FACTS))
        decisions.append(some_decisions)
        progress(len(facts[-1]))
    return Study(np.concatenate(facts), np.concatenate(decisions))


def _study_part(
    options: Options, seed: int, threads: int, temperature: float, part: tuple[int, int]
) -> tuple[bytes, npt.NDArray[Any]]:
    first, count = part
    facts, found = core.study(
        duel_brain(), THOROUGH, temperature, options.code, seed + first, count, threads
    )
    decisions = np.frombuffer(found, DECISION_FACTS).copy()
    decisions["round"] += first
    return facts, decisions


def study_solo(
    options: Options,
    *,
    deals: int,
    seed: int,
    threads: int = 1,
    pool: Pool | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> tuple[int, int]:
    """Return how many deals the best solo player completes, and the cards used in those."""
    play = partial(_solo_part, options, seed, threads)
    completed = used = 0
    for part, some, cards in (pool or InProcess()).map(play, cut(deals, DEALS_AT_ONCE)):
        completed, used = completed + some, used + cards
        progress(part)
    return completed, used


def _solo_part(
    options: Options, seed: int, threads: int, part: tuple[int, int]
) -> tuple[int, int, int]:
    first, count = part
    won, used = core.solo_trial(solo_brain(), options.code, AHEAD, seed + first, count, threads)
    return count, won, used
