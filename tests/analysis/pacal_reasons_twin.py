"""What the Pacal coach may say of an action, worked out again from the rules alone."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sommet.analysis.reasons import Reason
from sommet.pacal import Action, View
from sommet.pacal.actions import Build, Offer, Take
from sommet.pacal.cards import CARDS, FIELDS


class Gap(NamedTuple):
    """Empty fields in a row, and the numbers above and below them: 51 and 0 where there is none."""

    above: int
    below: int
    fields: tuple[int, ...]


#: Each set holds the cards that can still come if the action turns out one way.
Ways = Sequence[set[int]]


def tops_of(view: View, seat: int) -> list[int]:
    """The visible card of each field, 0 where it is empty."""
    return [card or 0 for card in view.pyramids[seat].tops]


def ways_before(view: View) -> Ways:
    """The cards that the seat could still build before it acts."""
    coming = {*view.hand, *view.unseen}
    if view.phase == "take":
        assert view.offer
        return [coming | {card} for card in view.offer]
    return [coming | ({view.card} if view.card else set())]


def ways_after(view: View, action: Action) -> Ways:
    """The cards that can still come once the action is done."""
    coming = {*view.hand, *view.unseen}
    match action:
        case Take(card):
            return [coming | {card}]
        case Offer(first, second):
            return [coming - {second}, coming - {first}]
        case _:
            return [coming - {view.card}]


def tops_after(view: View, action: Action) -> list[int]:
    """The seat's visible cards once the action is done."""
    assert view.seat is not None
    tops = tops_of(view, view.seat)
    if isinstance(action, Build):
        assert view.card
        tops[action.field - 1] = view.card
    return tops


def find_gaps(tops: Sequence[int]) -> Iterator[Gap]:
    """Yield the gaps of a pyramid from the top down."""
    above, empty = CARDS + 1, list[int]()
    for field, top in enumerate((*tops, 0), 1):
        if top == 0 and field <= FIELDS:
            empty.append(field)
            continue
        if empty:
            yield Gap(above, top, tuple(empty))
        above, empty = top, []


def fits(gap: Gap, cards: set[int]) -> int:
    """How many of the cards lie between the numbers around a gap."""
    return sum(gap.below < card < gap.above for card in cards)


def is_fillable(gap: Gap, ways: Ways) -> bool:
    """Whether some way leaves enough cards. Rule PAC-4."""
    return any(fits(gap, cards) >= len(gap.fields) for cards in ways)


def closed_gaps(view: View, action: Action) -> Iterator[Gap]:
    """The gaps that could be filled before the action and cannot after it, whatever follows."""
    assert view.seat is not None
    before, after = tops_of(view, view.seat), tops_after(view, action)
    open_before = {
        field
        for gap in find_gaps(before)
        if is_fillable(gap, ways_before(view))
        for field in gap.fields
    }
    for gap in find_gaps(after):
        if open_before.issuperset(gap.fields) and not is_fillable(gap, ways_after(view, action)):
            yield gap


def check_gap(view: View, action: Action, reason: Reason) -> None:
    """Assert what a remark says of a gap: the tight, the hopeless, the closed, the cards gone."""
    tops, ways = tops_after(view, action), ways_after(view, action)
    numbers = reason.params["above"], reason.params["below"]
    (gap,) = (one for one in find_gaps(tops) if (one.above, one.below) == numbers)
    assert reason.about == gap.fields
    if reason.key == "coach.gone":
        can_come = set.union(*ways)
        gone = tuple(card for card in range(gap.below + 1, gap.above) if card not in can_come)
        assert reason.params["cards"] == gone != ()
        return
    assert reason.params["fields"] == len(gap.fields)
    assert reason.params["cards"] == max(fits(gap, cards) for cards in ways)
    assert is_fillable(gap, ways) == (reason.key == "coach.tight-gap")


def is_fitting(tops: Sequence[int], covered: Sequence[int], card: int) -> bool:
    """Whether a card goes on some field, covering included. Rules PAC-4, PAC-5."""
    return any(
        not under
        and all(other > card for other in tops[:at] if other)
        and all(other < card for other in tops[at + 1 :] if other)
        for at, under in enumerate(covered)
    )


def check_reason(view: View, action: Action, reason: Reason) -> None:
    """Assert that a remark on an action is true."""
    seat = view.seat
    assert seat is not None
    if "above" in reason.params:
        check_gap(view, action, reason)
        return
    before, after = tops_of(view, seat), tops_after(view, action)
    covered = list(view.pyramids[seat].covered)
    if isinstance(action, Build):
        covered[action.field - 1] = before[action.field - 1]
    card = reason.params.get("card")
    blocked = [one for one in view.unseen if not is_fitting(after, covered, one)]
    match reason.key:
        case "coach.completes":
            assert all(after)
        case "coach.covers":
            assert isinstance(action, Build)
            assert reason.about == (action.field,)
            assert card == before[action.field - 1]
        case "coach.fits-nowhere":
            kept = {*view.hand} - {view.card}
            if isinstance(action, Offer):
                kept -= {action.a, action.b}
            useless = {one for one in kept if not is_fitting(after, covered, one)}
            assert {*reason.params["cards"]} == useless != set()
        case "coach.blockers":
            assert reason.params == {"count": len(blocked), "unseen": len(view.unseen)}
        case "coach.open":
            assert blocked == []
        case "coach.stuck-you":
            assert not view.legal_fields(seat, card)
            pair = (action.a, action.b) if isinstance(action, Offer) else (action.card,)
            assert card in pair
        case "coach.stuck-them" | "coach.leaves":
            stuck = not view.legal_fields(1 - seat, card)
            assert stuck == (reason.key == "coach.stuck-them")
            if isinstance(action, Take):
                assert {card, action.card} == {*view.offer}
            else:
                assert card in (action.a, action.b)
        case "coach.keeps":
            assert isinstance(action, Offer)
            taken, kept = reason.params["taken"], reason.params["kept"]
            assert {taken, kept} == {action.a, action.b}
            check_kept(view, taken, kept)
        case _:
            raise AssertionError(reason.key)


def check_kept(view: View, taken: int, kept: int) -> None:
    """Assert that nobody takes a card that fits nowhere and loses, where the other card fits."""
    assert view.seat is not None
    them_taken, them_kept = (view.legal_fields(1 - view.seat, card) for card in (taken, kept))
    # Taking either card leaves the seat the other one: it must be able to build both.
    safe = all(view.legal_fields(view.seat, card) for card in (taken, kept))
    if safe and not them_taken:
        assert not them_kept
