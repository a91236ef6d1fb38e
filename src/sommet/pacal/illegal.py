"""Why an action is not allowed in a round or a solo game: a stable key, the clause, a sentence.

The core finds the rule (engine/pacal/refusal.hpp); here it gets its sentence.
"""

from typing import NamedTuple, Protocol

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


class ActionRefusal(NamedTuple):
    """What forbids an action.

    Attributes:
        reason: A stable key such as `not-in-hand` or, for a field, `too-low`; for translation.
        clause: The clause that forbids it, such as `PAC-3`.
        why: A sentence in English, without its full stop.
    """

    reason: str
    clause: str
    why: str


class ExplainsItself(Protocol):
    """A round or a solo game of the core."""

    def explain_illegal(self, code: int) -> tuple[str, str]:
        """Return the key and the clause."""


def explain_illegal(
    core: ExplainsItself, action: Action, actor: int | None, hand: tuple[int, ...]
) -> ActionRefusal | None:
    """Return why `action` is refused; None where its field is to blame."""
    key, clause = core.explain_illegal(action.code)
    if key in _SENTENCES:
        return ActionRefusal(key, clause, _SENTENCES[key])
    if key in _DUTIES:
        return ActionRefusal(key, clause, f"seat {actor} now {_DUTIES[key]}")
    if key == "not-in-hand" and isinstance(action, Offer):
        missing = action.a if action.a not in hand else action.b
        return ActionRefusal(key, clause, f"{missing} is not in the hand of seat {actor}")
    if key == "not-on-offer" and isinstance(action, Take):
        return ActionRefusal(key, clause, f"{action.card} is not on offer")
    return None


def explain_build(
    pyramid: Pyramid, card: int | None, action: Action, options: Options, *, solo: bool = False
) -> ActionRefusal:
    """Return why `card` may not be built where `action` says."""
    if card is None or not isinstance(action, Build):
        return ActionRefusal("no-card", "PAC-3", _SENTENCES["no-card"])
    refused = building.refusals(pyramid, card, options, solo=solo)[action.field]
    why = f"{card} does not go on field {action.field}: {refused.why}"
    return ActionRefusal(refused.reason, refused.clause, why)
