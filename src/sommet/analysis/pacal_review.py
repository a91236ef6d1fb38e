"""A finished round of Pacal under review: what each decision cost.

Each decision is judged twice. By what its player could know: the coach's chances of the action
chosen and of the best one. And with all cards open: the round is played on many times by the best
player from just before and from just after the action.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sommet.analysis.pacal_coach import Advice, advise
from sommet.analysis.reasons import Reason, read_reason
from sommet.bots.pacal.players import see
from sommet.bots.pacal.weights import duel_brain
from sommet.engine import pacal_coach as core
from sommet.pacal import Action, Round, View

#: A decision that gives away this much of a win is called a mistake.
MISTAKE: Final[float] = core.MISTAKE


@dataclass(frozen=True, slots=True)
class Judgement:
    """A choice beside the best one.

    Attributes:
        cost: The part of a win given away, by what the player could know.
        grade: `good`, `mistake` or `blunder`, by the cost.
        nuance: Of a good choice: `slight` if it is not quite as good as the best one, `unclear` if
            it costs as much as a mistake and playing on did not confirm it; else empty.
        doubts: What speaks against a mistake: said of it and not of the best one, and no praise.
    """

    cost: float
    grade: str
    nuance: str
    doubts: tuple[Reason, ...]

    @property
    def is_good(self) -> bool:
        """Whether the choice is no mistake."""
        return self.grade == "good"


def judge(chosen: Advice, best: Advice) -> Judgement:
    """Return what choosing an action costs beside the best one."""
    return _judgement(*core.judge(chosen.to_core(), best.to_core()))


def judge_sure(view: View, chosen: Advice, best: Advice, *, seed: int) -> Judgement:
    """Return the same, where a mistake is one only if playing on from both actions confirms it.

    The best action has to do better by more than chance explains, with the same hidden cards and
    the same luck. It is tried only where the choice may be a mistake.
    """
    return _judgement(
        *core.judge_sure(see(view), duel_brain(), chosen.to_core(), best.to_core(), seed)
    )


def _judgement(cost: float, grade: str, nuance: str, doubts: Sequence[Any]) -> Judgement:
    return Judgement(cost, grade, nuance, tuple(read_reason(*one) for one in doubts))


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a round.

    Attributes:
        number: Its place among all actions of the round, from 1.
        seat: Who decided.
        turn: In which turn, 15 for the last cards.
        chosen: The coach's advice on what was done.
        best: The coach's advice on the best action.
        judgement: What the choice costs beside the best action.
        open_before: With all cards open, the seat's chance (draws half) before the action.
        open_after: The same after it.
    """

    number: int
    seat: int
    turn: int
    chosen: Advice
    best: Advice
    judgement: Judgement
    open_before: float
    open_after: float

    @property
    def action(self) -> Action:
        """What was done."""
        return self.chosen.action

    @property
    def cost(self) -> float:
        """The part of a win given away, by what the player could know."""
        return self.judgement.cost

    @property
    def doubts(self) -> tuple[Reason, ...]:
        """What speaks against the choice."""
        return self.judgement.doubts

    @property
    def is_mistake(self) -> bool:
        """Whether the decision gave a clear part of a win away, beyond doubt."""
        return not self.judgement.is_good


def open_chance(round_: Round, *, playouts: int, seed: int, threads: int = 1) -> float:
    """Return seat 0's chance (a draw counts half) if `council` continues for both seats."""
    return core.open_chance(
        duel_brain(),
        round_.dealt.deck,
        round_.options.code,
        [action.code for action in round_.history],
        seed,
        playouts,
        threads,
    )


def review_round(
    finished: Round,
    *,
    playouts: int = core.OPEN_PLAYOUTS,
    seed: int = core.REVIEW_SEED,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> tuple[Decision, ...]:
    """Return every decision of a finished round with more than one choice.

    Args:
        finished: The round; all its cards are open now.
        playouts: How often each position is played on.
        seed: Of the playouts.
        threads: Processor cores to use.
        progress: Called with the number of actions done, after each.
    """
    played = Round.from_deal(finished.options, finished.dealt)
    before = open_chance(played, playouts=playouts, seed=seed, threads=threads)
    decisions = []
    for number, action in enumerate(finished.history, 1):
        seat = played.actor
        assert seat is not None
        view = played.view(seat)
        played = played.play(action)
        if len(view.legal_moves) == 1:
            continue
        after = open_chance(played, playouts=playouts, seed=seed, threads=threads)
        advice = advise(view)
        chosen = next(one for one in advice if one.action == action)
        chances = (before, after) if seat == 0 else (1 - before, 1 - after)
        judgement = judge_sure(view, chosen, advice[0], seed=seed)
        decisions.append(Decision(number, seat, view.turn, chosen, advice[0], judgement, *chances))
        before = after
        if progress is not None:
            progress(number)
    return tuple(decisions)
