"""A solo bot that builds each card where it leaves the gaps that are likeliest to be filled."""

import threading

from sommet.bots.bot import Named, settle_seed
from sommet.bots.pacal.pyramid_gaps import rate_build
from sommet.pacal import Build, SoloView
from sommet.seeding import Random


class GreedySolo(Named):
    """Fills before it covers, by the arithmetic of `pyramid_gaps`."""

    name = "greedy"

    def choose(
        self,
        view: SoloView,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,  # noqa: ARG002
    ) -> Build:
        """Return the best-looking field for the card drawn; `seed` decides between equals."""
        card, tops, unseen = view.card, view.pyramid.tops, view.unseen
        assert card is not None, "the game is over"
        rated = [
            (rate_build(tops, move.field, card, unseen), move)
            for move in view.legal_moves
            if isinstance(move, Build)
        ]
        best = max(rating for rating, _ in rated)
        equals = [move for rating, move in rated if rating == best]
        return equals[Random(settle_seed(seed)).below(len(equals))]


def make_greedy(_: str | None) -> GreedySolo:
    """Return the bot."""
    return GreedySolo()
