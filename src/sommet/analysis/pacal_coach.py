"""The Pacal coach: the chance to win the round for each possible action, and why.

The chances are what the best player expects, put right by how rounds of the best player against
itself really ended (`calibrate` with CURVES, fitted to 502,835 decisions of 10,000 rounds by
`sommet.learn.calibrate`). They
assume good play by both sides and nothing about the hidden cards beyond the view.
"""

import math
from dataclasses import dataclass
from typing import Final

from sommet.analysis.reasons import Reason, fitting, tightest_gap
from sommet.bots.pacal.players import THOROUGH, see
from sommet.bots.pacal.weights import duel_brain
from sommet.engine import pacal_players as core
from sommet.pacal import Action, Build, Offer, Take, View

#: By phase (slope, shift) on the log-odds of winning and of losing.
CURVES: Final[dict[str, tuple[tuple[float, float], tuple[float, float]]]] = {
    "offer": ((0.9663, -0.1266), (0.9725, 0.1136)),
    "take": ((1.0468, -0.119), (1.0252, 0.1177)),
    "build": ((1.0191, -0.1788), (1.0144, 0.1769)),
    "last": ((1.4023, -2.7545), (1.1943, 1.8931)),
}
#: How far off a single chance typically is near one half, measured by playing rounds on.
MODEL_ERROR: Final = 0.12
#: Nearer to 0 or 1 than this a chance counts as certain.
CERTAIN: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach says about one action.

    Attributes:
        action: The action.
        win: The chance to win the round after it.
        draw: The chance that nobody wins.
        margin: Half of the interval in which the true chance to win lies nine times out of ten.
        reasons: Why, most important first.
    """

    action: Action
    win: float
    draw: float
    margin: float
    reasons: tuple[Reason, ...]

    @property
    def score(self) -> float:
        """Wins and half of the draws: what the best player goes by."""
        return self.win + self.draw / 2


def calibrate(chance: float, curve: tuple[float, float]) -> float:
    """Return a chance put right by a curve fitted to what happened; 0 and 1 stay certain."""
    if chance <= CERTAIN or chance >= 1 - CERTAIN:
        return chance
    logit = curve[0] * math.log(chance / (1 - chance)) + curve[1]
    return 1 / (1 + math.exp(-logit))


def margin_of(chance: float) -> float:
    """Return how sure a chance is: certain at 0 and 1, least sure in the middle."""
    return 1.645 * MODEL_ERROR * math.sqrt(4 * chance * (1 - chance))


def advise(view: View) -> tuple[Advice, ...]:
    """Return advice on every legal action of a view, the best first.

    Raises:
        ValueError: It is not this seat's turn.
    """
    by_code = {action.code: action for action in view.legal_moves}
    win_curve, loss_curve = CURVES[view.phase]
    result = []
    for code, raw_win, _, raw_loss in core.score(see(view), duel_brain(), THOROUGH):
        win, loss = calibrate(raw_win, win_curve), calibrate(raw_loss, loss_curve)
        if win + loss > 1:
            win, loss = win / (win + loss), loss / (win + loss)
        action = by_code[code]
        result.append(Advice(action, win, 1 - win - loss, margin_of(win), explain(view, action)))
    return tuple(sorted(result, key=lambda advice: -advice.score))


def explain(view: View, action: Action) -> tuple[Reason, ...]:
    """Return what speaks for or against an action, in keys and numbers."""
    seat = view.seat
    assert seat is not None
    if isinstance(action, Build):
        return _explain_build(view, seat, action)
    if isinstance(action, Take):
        return _explain_take(view, seat, action)
    if isinstance(action, Offer):
        return _explain_offer(view, seat, action)
    return ()


def _explain_build(view: View, seat: int, action: Build) -> tuple[Reason, ...]:
    card, pyramid = view.card, view.pyramids[seat]
    assert card is not None
    at = action.field - 1
    tops, covered = list(pyramid.tops), list(pyramid.covered)
    reasons = []
    if tops[at]:
        covered[at] = tops[at]
        reasons.append(Reason("coach.covers", {"card": tops[at]}))
    tops[at] = card
    if 0 not in tops:
        return (Reason("coach.completes"),)
    hand = [held for held in view.hand if held != card]
    return (*reasons, *describe(tops, covered, hand, view.unseen))


def describe(
    tops: list[int], covered: list[int], hand: list[int], unseen: tuple[int, ...]
) -> tuple[Reason, ...]:
    """Return what a pyramid still lacks: cards that fit nowhere, blockers, its tightest gap."""
    reasons = []
    useless = tuple(card for card in hand if card not in fitting(tops, covered, hand))
    if useless:
        reasons.append(Reason("coach.fits-nowhere", {"cards": useless}))
    blockers = len(unseen) - len(fitting(tops, covered, unseen))
    if blockers:
        reasons.append(Reason("coach.blockers", {"count": blockers, "unseen": len(unseen)}))
    else:
        reasons.append(Reason("coach.open"))
    gap = tightest_gap(tops, (*hand, *unseen))
    if gap is not None:
        reasons.append(gap)
    return tuple(reasons)


def _explain_take(view: View, seat: int, action: Take) -> tuple[Reason, ...]:
    assert view.offer is not None
    left = sum(view.offer) - action.card
    reasons = []
    if not view.legal_fields(seat, action.card):
        reasons.append(Reason("coach.stuck-you", {"card": action.card}))
    if not view.legal_fields(1 - seat, left):
        reasons.append(Reason("coach.stuck-them", {"card": left}))
    else:
        reasons.append(Reason("coach.leaves", {"card": left}))
    return tuple(reasons)


def _explain_offer(view: View, seat: int, action: Offer) -> tuple[Reason, ...]:
    reasons = []
    for card in (action.a, action.b):
        if not view.legal_fields(seat, card):
            reasons.append(Reason("coach.stuck-you", {"card": card}))
        if not view.legal_fields(1 - seat, card):
            reasons.append(Reason("coach.stuck-them", {"card": card}))
    pyramid = view.pyramids[seat]
    hand = [card for card in view.hand if card not in (action.a, action.b)]
    return (*reasons, *describe(list(pyramid.tops), list(pyramid.covered), hand, view.unseen))
