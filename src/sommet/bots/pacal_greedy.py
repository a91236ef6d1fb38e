"""A Pacal bot that looks one step ahead: good gaps for itself, bad cards for the opponent."""

import threading
from itertools import combinations
from typing import TypeVar

from sommet.bots.pyramid_gaps import rate_build, rate_tops
from sommet.pacal import Action, Build, Offer, Take, View
from sommet.seeding import Random

#: What a card is worth that fits nowhere (PAC-8), and one that completes the pyramid (PAC-7).
_STUCK, _COMPLETE = -100.0, 50.0
_Move = TypeVar("_Move")


class GreedyPacal:
    """Weighs each card by the best place it has in either pyramid."""

    name = "greedy"

    def choose(
        self,
        view: View,
        *,
        seed: int,
        cancel: threading.Event | None = None,  # noqa: ARG002
    ) -> Action:
        """Return the best-looking action; `seed` decides between equals."""
        seat = view.seat
        assert seat is not None, "an observer has no turn"
        if view.phase == "offer":
            return _best(_rate_offers(view, seat), seed)
        if view.phase == "take":
            return _best(_rate_takes(view, seat), seed)
        return _best(_rate_builds(view, seat), seed)


def _coming(view: View) -> tuple[int, ...]:
    """Return the cards that may still reach a pyramid, as far as this seat knows."""
    return tuple(sorted({*view.unseen, *view.hand, *(view.offer or ())}))


def _worth(view: View, seat: int, card: int, coming: tuple[int, ...]) -> float:
    """Return what getting `card` does for the pyramid of `seat`, at the best place it has."""
    tops = view.pyramids[seat].tops
    rest = [other for other in coming if other != card]
    fields = view.legal_fields(seat, card)
    if not fields:
        return _STUCK
    if 0 in tops and tops.count(0) == 1 and any(not tops[field - 1] for field in fields):
        return _COMPLETE
    return max(rate_build(tops, field, card, rest) for field in fields) - rate_tops(tops, rest)


def _rate_offers(view: View, seat: int) -> list[tuple[float, Action]]:
    """Rate each pair by what is left when the opponent takes the card that suits them best."""
    coming = _coming(view)
    mine = {card: _worth(view, seat, card, coming) for card in view.hand}
    theirs = {card: _worth(view, 1 - seat, card, coming) for card in view.hand}
    rated: list[tuple[float, Action]] = []
    for a, b in combinations(view.hand, 2):
        left = min(mine[b] - theirs[a], mine[a] - theirs[b])
        rated.append((left, Offer(a, b)))
    return rated


def _rate_takes(view: View, seat: int) -> list[tuple[float, Action]]:
    coming = _coming(view)
    assert view.offer is not None
    a, b = view.offer
    mine = {card: _worth(view, seat, card, coming) for card in (a, b)}
    theirs = {card: _worth(view, 1 - seat, card, coming) for card in (a, b)}
    return [(mine[a] - theirs[b], Take(a)), (mine[b] - theirs[a], Take(b))]


def _rate_builds(view: View, seat: int) -> list[tuple[float, Action]]:
    """Rate each field; the fifteenth card is declined only where it fits nowhere (PAC-6)."""
    card, tops, coming = view.card, view.pyramids[seat].tops, _coming(view)
    assert card is not None
    rest = [other for other in coming if other != card]
    return [
        (_STUCK, move)
        if not isinstance(move, Build)
        else (rate_build(tops, move.field, card, rest), move)
        for move in view.legal_moves
    ]


def _best(rated: list[tuple[float, _Move]], seed: int) -> _Move:
    best = max(rating for rating, _ in rated)
    equals = [move for rating, move in rated if rating == best]
    return equals[Random(seed).below(len(equals))]


def make_greedy(_: str | None) -> GreedyPacal:
    """Return the bot."""
    return GreedyPacal()
