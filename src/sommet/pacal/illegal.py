"""Why an action is not allowed in a round: the sentence and the clause."""

from typing import Protocol

from sommet.outcome import Outcome
from sommet.pacal import building
from sommet.pacal.actions import Action, Build, Decline, Offer, Take
from sommet.pacal.options import Options
from sommet.pacal.position import PublicRound
from sommet.pacal.pyramid import Pyramid


class ActingRound(PublicRound, Protocol):
    """A round as far as its actor's refusals need it."""

    @property
    def options(self) -> Options:
        """The rules in force."""

    @property
    def card(self) -> int | None:
        """The card to build."""

    @property
    def outcome(self) -> Outcome | None:
        """The ending."""

    @property
    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Both hands."""


_WANTED: dict[str, tuple[tuple[type[Action], ...], str, str]] = {
    "offer": ((Offer,), "offers two cards", "PAC-3"),
    "take": ((Take,), "takes one of the two cards on offer", "PAC-3"),
    "build": ((Build,), "builds the card received", "PAC-3"),
    "last": ((Build, Decline), "builds the last card or declines", "PAC-6"),
}


def explain_illegal(round_: ActingRound, action: Action) -> tuple[str, str]:
    """Return why `action`, which is not legal, is refused, and the clause."""
    actor = round_.actor
    if actor is None:
        outcome = round_.outcome
        return "the round is over", outcome.clause if outcome else "PAC-7"
    kinds, duty, clause = _WANTED[round_.phase]
    if not isinstance(action, kinds):
        return f"seat {actor} now {duty}", clause
    match action:
        case Offer(a, b):
            missing = a if a not in round_.hands[actor] else b
            return f"{missing} is not in the hand of seat {actor}", "PAC-3"
        case Take(card):
            return f"{card} is not on offer", "PAC-3"
        case _:
            pyramid = round_.pyramids[actor]
            return explain_build(pyramid, round_.card, action, round_.options)


def explain_build(
    pyramid: Pyramid, card: int | None, action: Action, options: Options, *, solo: bool = False
) -> tuple[str, str]:
    """Return why `card` may not be built where `action` says, and the clause."""
    if card is None or not isinstance(action, Build):
        return "there is no card to build", "PAC-3"
    refused = building.refusals(pyramid, card, options, solo=solo)[action.field]
    return f"{card} does not go on field {action.field}: {refused.why}", refused.clause
