"""The Pacal coach: the chance to win the round for each possible action, and why.

The chances come from `council`'s networks, calibrated with the results of its rounds against
itself. The core computes them (engine/pacal_coach), here and in the page.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sommet.analysis.reasons import Reason, read_reason
from sommet.bots.pacal.players import see
from sommet.bots.pacal.weights import duel_brain
from sommet.engine import pacal_coach as core
from sommet.pacal import Action, View

#: By phase (slope, shift) on the log-odds of winning and of losing.
CURVES: Final[dict[str, tuple[tuple[float, float], tuple[float, float]]]] = {
    phase: (row[:2], row[2:])
    for phase, row in zip(("offer", "take", "build", "last"), core.curves(), strict=True)
}
#: A chance closer to 0 or 1 than this counts as certain.
CERTAIN: Final[float] = core.CERTAIN


@dataclass(frozen=True, slots=True)
class Advice:
    """The coach's advice on one action.

    Attributes:
        action: The action.
        win: The chance to win the round after it.
        draw: The chance that nobody wins.
        margin: Half the width of the 90 % interval of the chance to win.
        reasons: Why, most important first.
    """

    action: Action
    win: float
    draw: float
    margin: float
    reasons: tuple[Reason, ...]

    @property
    def score(self) -> float:
        """The chance to win plus half of the chance to draw, which the players maximise."""
        return self.win + self.draw / 2

    def to_core(self) -> tuple[int, float, float, float, list[Any]]:
        """Return the advice as the core gives it; inverse of `read_advice`."""
        reasons = [(one.key, dict(one.params), list(one.about)) for one in self.reasons]
        return self.action.code, self.win, self.draw, self.margin, reasons


def calibrate(chance: float, curve: tuple[float, float]) -> float:
    """Return a chance calibrated by a fitted curve; 0 and 1 stay certain."""
    return core.calibrate(chance, *curve)


def advise(view: View) -> tuple[Advice, ...]:
    """Return advice on every legal action of a view, the best first.

    Raises:
        ValueError: It is not this seat's turn.
    """
    return read_advice(core.advise(see(view), duel_brain()), view.legal_moves)


def read_advice(found: Iterable[Any], actions: Iterable[Action]) -> tuple[Advice, ...]:
    """Return the core's advice with the action objects of a view."""
    by_code: Mapping[int, Action] = {action.code: action for action in actions}
    return tuple(
        Advice(by_code[code], win, draw, margin, tuple(read_reason(*one) for one in reasons))
        for code, win, draw, margin, reasons in found
    )
