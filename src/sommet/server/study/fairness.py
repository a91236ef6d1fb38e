"""Who may have help: nobody in a running game between people."""

from sommet.match.pylos_course import PylosCourse
from sommet.match.refused import Refused
from sommet.pylos import State
from sommet.server.hall import Hall
from sommet.server.live import LiveTable

#: Games in which a person plays against a person, on one screen or two.
BETWEEN_PEOPLE = frozenset({"friend", "hotseat"})
#: With fewer balls on the board a position is an opening that anybody may look up.
_OPENING_BALLS = 8


def check_seat(table: LiveTable, player: int, game_number: int, ply: int) -> int:
    """Return the seat for which a player may ask for help now.

    Raises:
        Refused: it is a game between people, over, at another move, or the other one's turn.
    """
    session = table.session
    if table.setup.mode in BETWEEN_PEOPLE:
        raise Refused("no_hints")
    if session.outcome is not None:
        raise Refused("game_over")
    if session.game_number != game_number or session.ply != ply:
        raise Refused("stale")
    seat = session.actor
    if seat is None or session.player_on(seat) != player:
        raise Refused("not_your_turn")
    return seat


def check_position(hall: Hall, state: State) -> None:
    """Let a position pass unless it stands on a table where two people play right now.

    Raises:
        Refused: it does.
    """
    if (state.light | state.dark).bit_count() < _OPENING_BALLS:
        return
    for table in hall.at_hand():
        course = table.session.course
        if (
            table.setup.mode in BETWEEN_PEOPLE
            and table.session.outcome is None
            and isinstance(course, PylosCourse)
            and (course.state.light, course.state.dark) == (state.light, state.dark)
        ):
            raise Refused("no_hints")
