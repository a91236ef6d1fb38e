"""The coach: for any view, the chance to win of each possible move, how sure it is, and why.

`advise(view)` takes a `pacal.View` or a `pacal.SoloView`. Texts are keys with parameters
(`sommet.analysis.reasons`), so that a page can say them in the player's language.
"""

from sommet.analysis.pacal_coach import Advice, read_advice
from sommet.analysis.pacal_coach import advise as advise_duel
from sommet.analysis.reasons import Reason
from sommet.arguments import check_kind
from sommet.bots.pacal.players import card_set
from sommet.bots.pacal.weights import solo_brain
from sommet.engine import pacal_coach as core
from sommet.pacal import SoloView, View

__all__ = ["Advice", "Reason", "advise"]


def advise(view: View | SoloView) -> tuple[Advice, ...]:
    """Return advice on every legal move, the best first; empty when the game is over."""
    if isinstance(view, SoloView):
        return _advise_solo(view)
    check_kind(view, View, "a pacal.View or pacal.SoloView")
    return advise_duel(view) if view.legal_moves else ()


def _advise_solo(view: SoloView) -> tuple[Advice, ...]:
    if view.card is None or not view.legal_moves:
        return ()
    tops, covered = bytes(view.pyramid.tops), bytes(view.pyramid.covered)
    brain = solo_brain() if view.options.solo_cover else None
    found = core.advise_solo(
        tops, covered, card_set(view.unseen), view.card, view.options.code, brain
    )
    return read_advice(found, view.legal_moves)
