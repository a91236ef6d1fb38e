"""Where a card may be built, and why not elsewhere, for any pyramid."""

from sommet.arguments import check_kind
from sommet.engine import pacal as core
from sommet.pacal.cards import FIELDS, check_card
from sommet.pacal.options import Options, find_options
from sommet.pacal.pyramid import Pyramid
from sommet.pacal.refusals import FieldRefusal, read_refusals


def _codes(pyramid: Pyramid, card: int, options: Options | str, solo: bool) -> bytes:
    check_kind(pyramid, Pyramid, "a Pyramid")
    tops, covered = bytes(pyramid.tops), bytes(pyramid.covered)
    rules = find_options(options).code
    return core.building(tops, covered, check_card(card), rules, bool(solo))


def legal_fields(
    pyramid: Pyramid, card: int, options: Options | str, *, solo: bool = False
) -> tuple[int, ...]:
    """Return the fields (1 to 10) where `card` may be built. Rules PAC-4, PAC-5, PAC-R6, PAC-12.

    Raises:
        ValueError: There is no such card, no such pyramid, or there are no such rules.
    """
    codes = _codes(pyramid, card, options, solo)
    return tuple(number for number in range(1, FIELDS + 1) if not codes[number - 1])


def refusals(
    pyramid: Pyramid, card: int, options: Options | str, *, solo: bool = False
) -> dict[int, FieldRefusal]:
    """Return, for each field where `card` may not be built, the clause and the reason.

    Raises:
        ValueError: There is no such card, no such pyramid, or there are no such rules.
    """
    return read_refusals(_codes(pyramid, card, options, solo), pyramid, card)
