"""A solo bot that builds each card where it leaves the gaps that are likeliest to be filled."""

import threading

from sommet.bots.bot import Named, check_view, settle_seed
from sommet.bots.pacal.players import card_set
from sommet.engine import pacal_players as core
from sommet.pacal import Build, SoloView

_MASK64 = (1 << 64) - 1


class GreedySolo(Named):
    """Fills before it covers, by the ways to fill the gaps (pacal_players/solo_levels.hpp)."""

    name = "greedy"

    def choose(
        self,
        view: SoloView,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,  # noqa: ARG002
    ) -> Build:
        """Return the best-looking field for the card drawn; `seed` decides between equals."""
        check_view(view, SoloView)
        card, pyramid = view.card, view.pyramid
        assert card is not None, "the game is over"
        tops, covered = bytes(pyramid.tops), bytes(pyramid.covered)
        unseen, code = card_set(view.unseen), view.options.code
        chance = settle_seed(seed) & _MASK64
        return Build(core.greedy_field(tops, covered, unseen, card, code, chance))


def make_greedy(_: str | None) -> GreedySolo:
    """Return the bot."""
    return GreedySolo()
