"""Computes a table's session from its events.

Only the game on the table is folded: a game begins afresh, and what was before it is counted, not
played again. Long histories are folded in a thread of their own, so that nobody else waits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sommet.errors import SommetError
from sommet.match import events as ev
from sommet.match.session import Session, Setup
from sommet.pacal.deal import new_secret
from sommet.server.storage.queries import TableRow, parse_events
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.kinds import KINDS
from sommet.server.tables.recent_changes import KEPT

#: Histories up to this length are computed directly, longer ones in a thread.
SHORT = 64
#: How a stored event begins; see `queries.format_events`.
_STARTED = '{"kind":"started"'


class DamagedTable(SommetError):  # noqa: N818
    """A table whose history cannot be read."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A table computed from its history.

    Attributes:
        before: The session before the first of `steps`.
        steps: The last events, each with the session after it.
        links: The chain after each of them.
        resumed_ms: When time was last given back before them, 0 if never.
    """

    before: Session
    steps: tuple[tuple[ev.Event, Session], ...]
    links: tuple[str, ...]
    resumed_ms: int


def make_session(setup: TableSetup) -> Session:
    """Return the session of a table before anything has happened."""
    kind = KINDS[setup.kind]
    options = kind.options(setup.preset, setup.rulings)
    return Session(
        setup=Setup(lambda: kind.begin(options), setup.mode, setup.control),
        complete=setup.mode != "friend",
    )


def begin_session(setup: TableSetup, first: int, now_ms: int) -> tuple[list[ev.Event], Session]:
    """Return the first events of a table at which both sit and player `first` begins."""
    events: list[ev.Event] = [ev.Joined(now_ms, 1, None), ev.Started(now_ms, first)]
    session = make_session(setup).apply_all(events)
    if session.awaits_deal:
        promised = session.promise(new_secret(), at_ms=now_ms)
        events += promised
        session = session.apply_all(promised)
    return events, session


def fold_table(row: TableRow) -> Folded:
    """Return a table computed from its history.

    Raises:
        DamagedTable: it holds something that is not an event, or that cannot follow.
    """
    try:
        links = row.links
        start, session = _last_game(row)
        texts = row.texts[start:]
        resumed_ms = 0
        steps: list[tuple[ev.Event, Session]] = []
        before = session
        for event in parse_events(texts):
            if len(steps) == KEPT:
                gone, before = steps.pop(0)
                if isinstance(gone, ev.Resumed):
                    resumed_ms = gone.at_ms
            session = session.apply(event)
            steps.append((event, session))
    except Exception as error:
        # Whatever a damaged row causes concerns this table only.
        raise DamagedTable(f"table {row.id} cannot be read: {error!r}") from error
    return Folded(before, tuple(steps), links[len(links) - len(steps) :], resumed_ms)


def _last_game(row: TableRow) -> tuple[int, Session]:
    """Return where to begin so that the current game and the latest events are included."""
    begun = [number for number, text in enumerate(row.texts) if text.startswith(_STARTED)]
    session = make_session(row.setup)
    latest = len(row.texts) - KEPT
    earlier = [number for number in begun if number <= latest]
    if not earlier:
        return 0, session
    start = earlier[-1]
    games = len(earlier) - 1
    return start, replace(session, seq=start, complete=True, game_number=games)


def apply_steps(session: Session, events: Sequence[ev.Event]) -> list[tuple[ev.Event, Session]]:
    """Return each of `events` with the session after it."""
    steps = []
    for event in events:
        session = session.apply(event)
        steps.append((event, session))
    return steps
