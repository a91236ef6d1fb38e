"""Rounds of the best Pacal player against itself, as tables of facts."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sommet.bots.pacal_players import THOROUGH
from sommet.bots.pacal_weights import duel_brain
from sommet.engine import pacalbot as core
from sommet.pacal import Options

#: `RoundFacts` of engine/pacalbot/study.hpp.
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
#: `DecisionFacts` of engine/pacalbot/study.hpp; result is 0 lost, 1 drawn, 2 won.
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
PHASES = ("offer", "take", "build", "last")


@dataclass(frozen=True, slots=True)
class Study:
    """What happened in many rounds, and what the players expected."""

    rounds: npt.NDArray[Any]
    decisions: npt.NDArray[Any]


def study(
    options: Options, *, rounds: int, seed: int, threads: int, temperature: float = 0.0
) -> Study:
    """Return rounds of the best player against itself; the seed decides the deals."""
    facts, decisions = core.study(
        duel_brain(), THOROUGH, temperature, options.code, seed, rounds, threads
    )
    return Study(np.frombuffer(facts, ROUND_FACTS), np.frombuffer(decisions, DECISION_FACTS))
