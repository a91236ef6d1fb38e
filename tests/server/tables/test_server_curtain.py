from dataclasses import dataclass
from typing import Any, cast

from sommet.match.session import Session
from sommet.server.tables.viewer import Viewer, lifting


@dataclass
class Moment:
    """As much of a session as a curtain depends on."""

    actor: int | None
    game_number: int = 1
    dealt: tuple[str, ...] = ("first deal",)


def curtain(viewer: Viewer, moment: Any) -> int | None:
    return viewer.curtain(cast(Session, moment), hides=True)


def after_lifting(moment: Any, seat: int) -> Viewer:
    return Viewer(0, shared=True, lifted=lifting(cast(Session, moment), seat))


def test_the_curtain_stays_up_for_the_seat_that_lifted_it_only():
    viewer = after_lifting(Moment(0), 0)
    assert curtain(viewer, Moment(0)) is None
    assert curtain(viewer, Moment(1)) == 1


def test_new_cards_drop_it_even_for_the_same_seat():
    viewer = after_lifting(Moment(0), 0)
    assert curtain(viewer, Moment(0, dealt=("first deal", "second deal"))) == 0
    assert curtain(viewer, Moment(0, game_number=2)) == 0


def test_there_is_none_where_no_seat_acts_or_nobody_shares():
    assert curtain(after_lifting(Moment(0), 0), Moment(None)) is None
    assert curtain(Viewer(0), Moment(1)) is None
