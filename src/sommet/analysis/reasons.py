"""Why an action is good or bad, as keys and numbers that any language can put into words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sommet.engine import pacal_coach as core
from sommet.pacal.cards import CARDS


@dataclass(frozen=True, slots=True)
class Reason:
    """One remark of the coach.

    Attributes:
        key: Such as `coach.tight-gap`; English texts are in REASON_TEXTS.
        params: The numbers that belong into the sentence.
        about: The fields of the own pyramid that it is about, 1 to 10.
    """

    key: str
    params: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    about: tuple[int, ...] = ()

    def to_text(self) -> str:
        """Return the remark in English."""
        shown = {
            name: ", ".join(map(str, value)) if isinstance(value, tuple) else value
            for name, value in self.params.items()
        }
        return REASON_TEXTS[self.key].format(where=self._where(), **shown)

    def _where(self) -> str:
        """Say between which cards a gap lies; 51 and 0 stand for the ends of the pyramid."""
        above, below = self.params.get("above"), self.params.get("below")
        if above == CARDS + 1:
            return f"above {below}"
        return f"below {above}" if below == 0 else f"between {above} and {below}"


REASON_TEXTS = {
    "coach.completes": "Completes your pyramid.",
    "coach.fits-nowhere": "Fits nowhere in your hand: {cards}.",
    "coach.blockers": "{count} of the {unseen} cards you have not seen would block you.",
    "coach.open": "Every card you have not seen fits somewhere.",
    "coach.tight-gap": "The gap {where} is tight (fields to fill: {fields}, cards left: {cards}).",
    "coach.hopeless-gap": "The gap {where} cannot be filled as it stands "
    "(fields to fill: {fields}, cards left: {cards}).",
    "coach.gap-closed": "After this, the gap {where} can no longer be filled as it stands "
    "(fields to fill: {fields}, cards left: {cards}).",
    "coach.gone": "For the gap {where} these cards can no longer come: {cards}.",
    "coach.covers": "Covers the {card} instead of filling a field.",
    "coach.stuck-them": "The opponent could not build the {card}.",
    "coach.stuck-you": "You could not build the {card} if it were left to you.",
    "coach.keeps": "They would most likely take the {taken}, and you keep the {kept}.",
    "coach.leaves": "Leaves the opponent the {card}.",
    "coach.exact": "These odds are exact.",
}


def read_reason(key: str, params: Mapping[str, Any], about: Iterable[int]) -> Reason:
    """Return a reason as the core gives it."""
    return Reason(key, params, tuple(about))


def fitting(tops: Sequence[int], covered: Sequence[int], cards: Iterable[int]) -> set[int]:
    """Return which of `cards` fit some field, covering included. Rules PAC-4, PAC-5."""
    return set(core.fitting(bytes(tops), bytes(covered), sum(1 << card for card in set(cards))))


def tightest_gap(tops: Sequence[int], coming: Iterable[int]) -> Reason | None:
    """Return the gap with the fewest spare cards, if it is tight; None when all are roomy."""
    found = core.tightest_gap(bytes(tops), sum(1 << card for card in set(coming)))
    return None if found is None else read_reason(*found)
