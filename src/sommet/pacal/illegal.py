"""Why an action is not allowed in a round or a solo game: the sentence and the clause.

The core finds the rule (engine/pacal/refusal.hpp); here it gets its sentence.
"""

from typing import Protocol

from sommet.pacal import building
from sommet.pacal.actions import Action, Build, Offer, Take
from sommet.pacal.options import Options
from sommet.pacal.pyramid import Pyramid

_DUTIES = {
    "offer-now": "offers two cards",
    "take-now": "takes one of the two cards on offer",
    "build-now": "builds the card received",
    "last-now": "builds the last card or declines",
}
_SENTENCES = {
    "round-over": "the round is over",
    "game-over": "the game is over",
    "build-only": "in solo one only builds the card drawn",
    "no-card": "there is no card to build",
}


class ExplainsItself(Protocol):
    """A round or a solo game of the core."""

    def explain_illegal(self, code: int) -> tuple[str, str]:
        """Return the key and the clause."""


def explain_illegal(
    core: ExplainsItself, action: Action, actor: int | None, hand: tuple[int, ...]
) -> tuple[str, str] | None:
    """Return why `action` is refused, and the clause; None where its field is to blame."""
    key, clause = core.explain_illegal(action.code)
    if key in _SENTENCES:
        return _SENTENCES[key], clause
    if key in _DUTIES:
        return f"seat {actor} now {_DUTIES[key]}", clause
    if key == "not-in-hand" and isinstance(action, Offer):
        missing = action.a if action.a not in hand else action.b
        return f"{missing} is not in the hand of seat {actor}", clause
    if key == "not-on-offer" and isinstance(action, Take):
        return f"{action.card} is not on offer", clause
    return None


def explain_build(
    pyramid: Pyramid, card: int | None, action: Action, options: Options, *, solo: bool = False
) -> tuple[str, str]:
    """Return why `card` may not be built where `action` says, and the clause."""
    if card is None or not isinstance(action, Build):
        return _SENTENCES["no-card"], "PAC-3"
    refused = building.refusals(pyramid, card, options, solo=solo)[action.field]
    return f"{card} does not go on field {action.field}: {refused.why}", refused.clause
