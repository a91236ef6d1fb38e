"""Why a card may not be built on a field."""

from dataclasses import dataclass
from typing import Final

from sommet.engine import pacal as core
from sommet.pacal.cards import FIELDS
from sommet.pacal.pyramid import Pyramid


@dataclass(frozen=True, slots=True)
class FieldRefusal:
    """One illegal field, the clause that forbids it and a stable reason key.

    Attributes:
        field: The field, 1 to 10.
        clause: The clause or ruling, such as `PAC-4`.
        reason: `already-covered`, `too-low`, `too-high`, `no-covering` or `empty-field-fits`.
        why: The reason as a sentence without its full stop.
    """

    field: int
    clause: str
    reason: str
    why: str


#: (reason, clause) by the numbers that `building` gives; 0 is legal.
REASONS: Final = tuple(core.field_reasons())


def read_refusals(codes: bytes, pyramid: Pyramid, card: int) -> dict[int, FieldRefusal]:
    """Return the refusals that the core gave as one byte per field, by field."""
    return {
        number: _explain(codes[number - 1], pyramid, card, number)
        for number in range(1, FIELDS + 1)
        if codes[number - 1]
    }


def _explain(code: int, pyramid: Pyramid, card: int, number: int) -> FieldRefusal:
    reason, clause = REASONS[code]
    tops = pyramid.tops
    if reason == "already-covered":
        why = f"field {number} already carries two cards"
    elif reason == "too-low":
        higher = max(top for top in tops[number:] if top > card)
        why = f"{higher} comes later in reading order and is higher than {card}"
    elif reason == "too-high":
        lower = min(top for top in tops[: number - 1] if 0 < top < card)
        why = f"{lower} comes earlier in reading order and is lower than {card}"
    elif reason == "no-covering":
        why = "covering is not allowed in solo at this table"
    else:
        why = "an empty field fits, and this table covers only when none does"
    return FieldRefusal(number, clause, reason, why)
