"""The best player of solo Pacal: exact without covering, a network with a look ahead otherwise."""

import threading

from sommet.bots.bot import Named, check_view
from sommet.bots.pacal.players import card_set
from sommet.bots.pacal.weights import solo_brain
from sommet.engine import pacal_players as core
from sommet.pacal import Action, Build, SoloView

#: Cards looked ahead in full.
AHEAD: int = core.SOLO_AHEAD


def is_exact(view: SoloView) -> bool:
    """Return whether the odds are exact: without covering. Rule PAC-12."""
    return not view.options.solo_cover


def chances_by_field(view: SoloView) -> dict[int, float]:
    """Return the chance to complete after building the card on each field where it fits."""
    if view.card is None or not view.legal_moves:
        return {}
    brain = None if is_exact(view) else solo_brain()
    return dict(core.solo_chances(*_question(view, view.card), brain))


def _question(view: SoloView, card: int) -> tuple[bytes, bytes, int, int, int]:
    """Return what the core needs to know about a card to build."""
    tops, covered = bytes(view.pyramid.tops), bytes(view.pyramid.covered)
    return tops, covered, card_set(view.unseen), card, view.options.code


class BestSolo(Named):
    """Keeps the best chance to complete."""

    name = "best"

    def choose(
        self,
        view: SoloView,
        *,
        seed: int | None = None,  # noqa: ARG002 - nothing is left to chance
        cancel: threading.Event | None = None,  # noqa: ARG002 - it answers at once
    ) -> Action:
        """Return the field for the card drawn."""
        check_view(view, SoloView)
        if view.card is None or not view.legal_moves:
            raise ValueError("the game is over")
        if is_exact(view):
            return Build(core.exact_field(*_question(view, view.card)))
        return Build(solo_brain().best_field(*_question(view, view.card), AHEAD))


def make_best(_: str | None) -> BestSolo:
    """Return the bot."""
    return BestSolo()
