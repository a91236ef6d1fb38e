"""Made-up cards for the hidden ones of a running record, so that the rules can replay it.

A running record does not contain the deal. The cards that players have shown must be where they
were; every other card may lie anywhere, and nothing that a replay shows depends on it.
"""

from itertools import count

from sommet import pacal
from sommet.errors import InvalidRecord, SommetError
from sommet.match.records.record import RoundRecord

_CARDS = range(1, 51)
_FIELDS, _HAND = 10, 15


def fill_round(options: pacal.Options, played: RoundRecord) -> pacal.Round:
    """Return a round whose hands hold every card that the recorded offers showed."""
    if len(played.shown) < 2:
        raise InvalidRecord(
            'a running round needs [Shown "APEX1 APEX2"]', reason="header-missing", name="Shown"
        )
    apexes, last = played.shown[:2], played.shown[2:]
    beginner = int(apexes[1] > apexes[0])
    hands: tuple[list[int], list[int]] = ([], [])
    turns = count()
    for entry in played.entries:
        if entry.text.startswith("offer"):
            try:
                offer = pacal.parse_action(entry.text)
            except SommetError as error:
                raise InvalidRecord(
                    str(error), line=entry.line, reason="word", text=entry.text
                ) from error
            assert isinstance(offer, pacal.Offer)
            _deal_into(hands[(beginner + next(turns)) % 2], (offer.a, offer.b), entry.line)
    # Of the fifteenth cards only the first can lie open while the round is running.
    _deal_into(hands[1 - beginner], last, played.line)
    known = [*apexes, *hands[0], *hands[1]]
    if len(set(known)) < len(known) or not set(known) <= set(_CARDS):
        raise InvalidRecord(
            "the cards shown and offered are not all different cards from 1 to 50", reason="cards"
        )
    rest = [card for card in _CARDS if card not in known]
    for hand in hands:
        while len(hand) < _HAND:
            hand.append(rest.pop())
    down = ((apexes[0], *rest[:9]), (apexes[1], *rest[9:]))
    return pacal.Round.from_deal(options, pacal.Deal(down, (tuple(hands[0]), tuple(hands[1]))))


def _deal_into(hand: list[int], cards: tuple[int, ...], line: int | None) -> None:
    for card in cards:
        if card in hand:
            raise InvalidRecord(
                f"{card} is offered a second time (PAC-3)", line=line, reason="cards"
            )
        hand.append(card)
    if len(hand) > _HAND:
        raise InvalidRecord("a hand has fifteen cards (PAC-1)", line=line, reason="cards")


def fill_solo(options: pacal.Options, played: RoundRecord) -> pacal.Solo:
    """Return a solo game whose pile begins with the cards shown."""
    shown = played.shown
    if len(shown) != len(played.entries) + 1:
        raise InvalidRecord(
            f"Shown lists the cards drawn: {len(played.entries) + 1} of them, not {len(shown)}",
            reason="cards",
        )
    if len(set(shown)) < len(shown) or not set(shown) <= set(_CARDS):
        raise InvalidRecord(
            "the cards shown are not all different cards from 1 to 50", reason="cards"
        )
    rest = [card for card in _CARDS if card not in shown]
    deal = pacal.SoloDeal(tuple(rest[:_FIELDS]), (*shown, *rest[_FIELDS:]))
    return pacal.Solo.from_deal(options, deal)
