"""The deals promised to a seat, and whether somebody picked them (docs/decisions/fair-deals.md)."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from sommet.errors import SommetError
from sommet.pacal.deal import Deal, deck_from_parts, format_deal, parse_deal

Json = dict[str, Any]


@dataclass(slots=True)
class _Promise:
    """What is remembered of a deal; what came first counts."""

    sha256: str
    number: str | None = None
    #: The server said that it took the number, so the deal has to have it.
    taken: bool = False
    #: The cards that the seat saw first: both apexes and its hand.
    seen: tuple[list[int], list[int]] | None = None


class Promises:
    """What one seat remembers of its deals, also while it is not connected.

    Attributes:
        faults: What is wrong with deals that do not follow from the server's promise and the
            players' numbers, by game and round: somebody may have picked the cards.
    """

    def __init__(self) -> None:
        self.faults: dict[tuple[int, int], str] = {}
        self._known: dict[tuple[int, int], _Promise] = {}

    def number_for(self, game: int, round_number: int, sha256: str) -> str:
        """Return the seat's number for a deal: the same one if asked for the same deal again."""
        known = self._known.setdefault((game, round_number), _Promise(sha256))
        if known.number is None or known.sha256 != sha256:
            known.number, known.taken = secrets.token_hex(32), False
        return known.number

    def note_taken(self, game: int, round_number: int) -> None:
        """Remember that the server took the number."""
        self._known[game, round_number].taken = True

    def see(self, game: int, deal: Json, seat: int | None) -> None:
        """Take in a deal as the server describes it; check it once it is opened."""
        key = game, deal["round"]
        known = self._known.setdefault(key, _Promise(deal["sha256"]))
        if known.seen is None and seat is not None and deal.get("hand") is not None:
            known.seen = deal["apexes"], deal["hand"]
        if deal.get("opening") is None:
            return
        try:
            fault = _fault(known, deal, seat)
        except (SommetError, ValueError, TypeError, AttributeError) as error:
            fault = f"it cannot be read: {error}"
        if fault is not None:
            self.faults[key] = fault


def _fault(known: _Promise, deal: Json, seat: int | None) -> str | None:
    if deal["sha256"] != known.sha256:
        return "another secret had been promised"
    if hashlib.sha256(deal["opening"].encode()).hexdigest() != known.sha256:
        return "the secret is not the one that was promised"
    opened = parse_deal(deal["deal"])
    if known.seen is not None and seat is not None:
        apexes, hand = known.seen
        if list(opened.apexes) != apexes or list(opened.hands[seat]) != sorted(hand):
            return "the cards were others"
    if known.taken and known.number not in (deal["numbers"] or ()):
        return "this seat's number is not part of it"
    if not _follows(opened, deal["opening"].split("\n"), deal["numbers"]):
        return "the cards do not follow from the secret and the numbers"
    return None


def _follows(opened: Deal, lines: list[str], numbers: list[str] | None) -> bool:
    if numbers is None:  # dealt by an earlier version: fixed before the round, by the server alone
        return lines[2:] == [format_deal(opened), ""]
    title, secret, *rest = lines
    made = Deal.from_deck(deck_from_parts(secret, numbers))
    return (title, rest) == ("pacal secret", [""]) and made == opened
