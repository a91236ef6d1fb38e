"""The coach: for any view, the chance to win of each possible move, how sure it is, and why.

`advise(view)` takes a `pacal.View` or a `pacal.SoloView`. Texts are keys with parameters
(`sommet.analysis.reasons`), so that a page can say them in the player's language.
"""

from sommet.analysis.pacal_coach import Advice, describe
from sommet.analysis.pacal_coach import advise as advise_duel
from sommet.analysis.reasons import Reason
from sommet.bots.pacal.solo import chances_by_field, is_exact
from sommet.pacal import Build, SoloView, View

__all__ = ["Advice", "Reason", "advise"]

#: How far off the chances of solo with covering are: nine times out of ten no more than this.
SOLO_MARGIN = 0.03


def advise(view: View | SoloView) -> tuple[Advice, ...]:
    """Return advice on every legal move, the best first; empty when the game is over."""
    if isinstance(view, SoloView):
        return _advise_solo(view)
    return advise_duel(view) if view.legal_moves else ()


def _advise_solo(view: SoloView) -> tuple[Advice, ...]:
    if view.card is None or not view.legal_moves:
        return ()
    exact = is_exact(view)
    result = []
    for field, chance in chances_by_field(view).items():
        tops, covered = list(view.pyramid.tops), list(view.pyramid.covered)
        reasons = []
        if tops[field - 1]:
            covered[field - 1] = tops[field - 1]
            reasons.append(Reason("coach.covers", {"card": tops[field - 1]}))
        tops[field - 1] = view.card
        if 0 not in tops:
            reasons = [Reason("coach.completes")]
        else:
            blocked = covered if not exact else [top or 0 for top in tops]
            reasons += describe(tops, blocked, [], view.unseen)
        if exact:
            reasons.append(Reason("coach.exact"))
        margin = 0.0 if exact or chance in (0.0, 1.0) else SOLO_MARGIN
        result.append(Advice(Build(field), chance, 0.0, margin, tuple(reasons)))
    return tuple(sorted(result, key=lambda advice: -advice.win))
