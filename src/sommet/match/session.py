"""A table with its game: who sits where, whose turn it is, clocks, proposals, endings, rematches.

A session is immutable and made of events. What a player wants is asked for with one of the methods
that return events (`play`, `propose`, …): they check and raise `Refused`, and change nothing.
`apply` takes an event and returns the session after it. Folding the same events gives the same
session, so whoever keeps the events keeps the table.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from sommet.errors import SommetError
from sommet.match import events as ev
from sommet.match.clock import Clock, TimeControl
from sommet.match.course import Course
from sommet.match.refused import Refused
from sommet.outcome import Outcome

PROPOSALS = ("takeback", "draw", "rematch")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table was opened for; never changes.

    Attributes:
        begin: Makes the course of a new game.
        mode: `computer`, `hotseat` (two on one screen), `friend` or `solo`.
        control: The clock agreed on, or None.
    """

    begin: Callable[[], Course]
    mode: str
    control: TimeControl | None = None

    @property
    def needs_consent(self) -> bool:
        """Whether there is somebody else to ask."""
        return self.mode == "friend"


@dataclass(frozen=True, slots=True)
class Turn:
    """One move as played."""

    seat: int
    move: str
    round: int
    clock_ms: int | None


@dataclass(frozen=True, slots=True)
class DealtRound:
    """The cards of a round and the salt of their commitment; secret until it is over."""

    round: int
    deal: str
    salt: str


@dataclass(frozen=True)
class Session:
    """A table at one moment.

    Attributes:
        setup: What it was opened for.
        seq: How many events it is made of.
        complete: Whether everybody has come.
        game_number: 0 before the first game, then from 1.
        first: The player (0 opened the table, 1 the other) who sits on seat 0.
        course: The game, or None before it begins.
        turns: Every move of this game that still stands.
        dealt: Every deal of this game.
        clock: The clock, or None without one.
        ending: An ending from outside the rules: time, resignation, agreement.
        proposals: Open proposals, as (what, seat).
        ready: The seats that asked for the next round.
    """

    setup: Setup
    seq: int = 0
    complete: bool = True
    game_number: int = 0
    first: int = 0
    course: Course | None = None
    turns: tuple[Turn, ...] = ()
    dealt: tuple[DealtRound, ...] = ()
    clock: Clock | None = None
    ending: Outcome | None = None
    proposals: tuple[tuple[str, int], ...] = ()
    ready: frozenset[int] = field(default=frozenset())

    # What is.

    @property
    def ply(self) -> int:
        """How many moves of this game stand."""
        return len(self.turns)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the table: one in solo."""
        return (0,) if self.setup.mode == "solo" else (0, 1)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        if self.ending is not None:
            return self.ending
        return None if self.course is None else self.course.outcome

    @property
    def actor(self) -> int | None:
        """The seat to act, or None."""
        return None if self.course is None or self.outcome is not None else self.course.actor

    @property
    def status(self) -> str:
        """`waiting`, `playing`, `between_rounds` or `finished`."""
        if self.course is None:
            return "waiting"
        if self.outcome is not None:
            return "finished"
        return "playing" if self.course.actor is not None else "between_rounds"

    @property
    def wants_deal(self) -> bool:
        """Whether the next cards should be dealt now: at the start, or when all are ready."""
        if self.course is None or self.outcome is not None or not self.course.needs_deal:
            return False
        return not self.turns or self.ready >= set(self.seats)

    def seat_of(self, player: int) -> int:
        """Return the seat of player 0 (who opened the table) or 1 in this game."""
        return 0 if len(self.seats) == 1 or player == self.first else 1

    def player_on(self, seat: int) -> int:
        """Return the player on `seat` in this game."""
        return self.first if seat == 0 else 1 - self.first

    # What can be asked for.

    def join(self, name: str | None, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of a friend taking the open place."""
        if self.complete:
            raise Refused("invite_used")
        return (ev.Joined(at_ms, 1, name),)

    def start(self, first: int, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of the first game beginning, with player `first` on seat 0."""
        if not self.complete:
            raise Refused("waiting")
        if self.game_number:
            raise Refused("game_running")
        return (ev.Started(at_ms, first),)

    def deal(self, deal: str, salt: str, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `deal` coming to the table."""
        if not self.wants_deal or self.course is None:
            raise Refused("round_running")
        return (ev.Dealt(at_ms, len(self.dealt) + 1, deal, salt),)

    def play(
        self, seat: int, move: str, ply: int, *, at_ms: int, lag_ms: int = 0
    ) -> tuple[ev.Event, ...]:
        """Return the events of `seat` playing `move` as move number `ply` + 1."""
        course = self._playing()
        if ply != self.ply:
            raise Refused("stale", ply=self.ply)
        if course.actor is None:
            raise Refused("round_over")
        if seat != course.actor:
            raise Refused("not_your_turn")
        if self.clock is not None and self.clock.is_out(at_ms, lag_ms=lag_ms):
            return (ev.RanOut(at_ms, seat),)
        course.play(move)
        return (ev.Moved(at_ms, seat, move, lag_ms),)

    def run_out(self, *, at_ms: int, lag_ms: int = 0) -> tuple[ev.Event, ...]:
        """Return the events of time being over, none while there is some left. Rule PYL-9."""
        if self.clock is None or self.outcome is not None or self.clock.running is None:
            return ()
        if not self.clock.is_out(at_ms, lag_ms=lag_ms):
            return ()
        return (ev.RanOut(at_ms, self.clock.running),)

    def resign(self, seat: int, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` giving up the game."""
        self._playing()
        return (ev.Resigned(at_ms, seat),)

    def ask_next_round(self, seat: int, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` being ready; where nobody else is to ask, all are."""
        course = self._playing()
        if course.actor is not None:
            raise Refused("round_running")
        if not course.needs_deal or seat in self.ready:
            raise Refused("proposed_already")
        seats = (seat,) if self.setup.needs_consent else self.seats
        return tuple(ev.Readied(at_ms, each) for each in seats if each not in self.ready)

    def propose(self, seat: int, what: str, ply: int, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` asking for `what`.

        Where nobody has to be asked, and where the other has proposed the same, it is done.
        """
        self._check_proposable(seat, what)
        if ply != self.ply:
            raise Refused("stale", ply=self.ply)
        if (what, seat) in self.proposals:
            raise Refused("proposed_already")
        if (what, 1 - seat) in self.proposals:
            return self.answer(seat, what, True, at_ms=at_ms)
        if not self.setup.needs_consent:
            return self._granted(seat, what, at_ms)
        return (ev.Proposed(at_ms, seat, what),)

    def answer(self, seat: int, what: str, accept: bool, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` answering the other's proposal."""
        if (what, 1 - seat) not in self.proposals:
            raise Refused("own_proposal" if (what, seat) in self.proposals else "no_proposal")
        if not accept:
            return (ev.Answered(at_ms, seat, what, "declined"),)
        accepted = ev.Answered(at_ms, seat, what, "accepted")
        return (accepted, *self._granted(1 - seat, what, at_ms))

    def withdraw(self, seat: int, what: str, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` taking its own proposal back."""
        if (what, seat) not in self.proposals:
            raise Refused("no_proposal")
        return (ev.Answered(at_ms, seat, what, "withdrawn"),)

    def takeback_ply(self, seat: int) -> int | None:
        """Return how many moves would stand after `seat` takes its last one back, or None.

        In Pacal nothing is taken back across the end of a round.
        """
        if self.course is None or not self.turns:
            return None
        shared = self.setup.mode == "hotseat"
        for ply in range(self.ply - 1, -1, -1):
            turn = self.turns[ply]
            if turn.round != self.course.round or self.course.actor is None:
                return None
            if shared or turn.seat == seat:
                return ply
        return None

    def _playing(self) -> Course:
        if self.course is None:
            raise Refused("waiting")
        if self.outcome is not None:
            raise Refused("game_over")
        return self.course

    def _check_proposable(self, seat: int, what: str) -> None:
        if what == "rematch":
            if self.course is None:
                raise Refused("waiting")
            if self.outcome is None:
                raise Refused("game_running")
            return
        course = self._playing()
        if what == "draw" and (not course.draw_by_agreement or self.setup.mode == "computer"):
            raise Refused("no_draw")
        if what == "takeback":
            if not course.takebacks:
                raise Refused("no_takeback")
            if self.takeback_ply(seat) is None:
                raise Refused("nothing_to_take_back")

    def _granted(self, seat: int, what: str, at_ms: int) -> tuple[ev.Event, ...]:
        if what == "draw":
            return (ev.Agreed(at_ms),)
        if what == "rematch":
            return (ev.Started(at_ms, 1 - self.first),)
        ply = self.takeback_ply(seat)
        if ply is None:
            raise Refused("nothing_to_take_back")
        return (ev.TakenBack(at_ms, seat, ply),)

    def allows(self, seat: int, what: str) -> bool:
        """Return whether `seat` could propose `what` now."""
        try:
            self._check_proposable(seat, what)
        except Refused:
            return False
        return (what, seat) not in self.proposals

    # What happens.

    def apply(self, event: ev.Event) -> "Session":
        """Return the session after `event`.

        Raises:
            SommetError: the event cannot follow (a broken log).
        """
        return replace(self._after(event), seq=self.seq + 1)

    def apply_all(self, events: Iterable[ev.Event]) -> "Session":
        """Return the session after all `events`."""
        session = self
        for event in events:
            session = session.apply(event)
        return session

    def _after(self, event: ev.Event) -> "Session":  # noqa: PLR0911 - one line per kind
        match event:
            case ev.Joined():
                return replace(self, complete=True)
            case ev.Started():
                return self._started(event)
            case ev.Dealt():
                return self._dealt(event)
            case ev.Moved():
                return self._moved(event)
            case ev.TakenBack():
                return self._taken_back(event)
            case ev.Proposed():
                return replace(self, proposals=(*self.proposals, (event.what, event.seat)))
            case ev.Answered():
                left = tuple(open_ for open_ in self.proposals if open_[0] != event.what)
                return replace(self, proposals=left)
            case ev.Readied():
                return replace(self, ready=self.ready | {event.seat})
            case ev.Resigned():
                return self._ended(event.seat, "resignation", "", event.at_ms)
            case ev.Agreed():
                return self._ended(None, "agreement", "", event.at_ms)
            case ev.RanOut():
                clause = "" if self.course is None else self.course.time_clause
                return self._ended(event.seat, "time", clause, event.at_ms)
            case ev.Resumed():
                clock = None if self.clock is None else self.clock.delayed(event.down_ms)
                return replace(self, clock=clock)

    def _started(self, event: ev.Started) -> "Session":
        control = self.setup.control
        return replace(
            self,
            game_number=self.game_number + 1,
            first=event.first,
            course=self.setup.begin(),
            turns=(),
            dealt=(),
            clock=None if control is None else Clock.fresh(control, event.at_ms),
            ending=None,
            proposals=(),
            ready=frozenset(),
        )

    def _dealt(self, event: ev.Dealt) -> "Session":
        if self.course is None:
            raise SommetError("cards were dealt before the game began")
        return replace(
            self,
            course=self.course.deal(event.deal),
            dealt=(*self.dealt, DealtRound(event.round, event.deal, event.salt)),
            ready=frozenset(),
        )

    def _moved(self, event: ev.Moved) -> "Session":
        before = self.course
        if before is None or self.outcome is not None or before.actor != event.seat:
            raise SommetError(f"seat {event.seat} moved out of turn")
        after = before.play(event.move)
        clock = self.clock
        left = None
        if clock is not None:
            passed_on = not before.increment_per_turn or after.actor != event.seat
            clock = clock.switch(after.actor, event.at_ms, lag_ms=event.lag_ms, increment=passed_on)
            left = clock.remaining_ms[event.seat]
        # The same few moves are played at every table.
        turn = Turn(event.seat, sys.intern(event.move), before.round, left)
        # A move answers every proposal made during the game.
        return replace(self, course=after, turns=(*self.turns, turn), clock=clock, proposals=())

    def _taken_back(self, event: ev.TakenBack) -> "Session":
        course = self._course_before(event.ply)
        clock = self.clock
        if clock is not None:
            # Time spent stays spent. Where the round's first move is gone, nobody's time runs.
            stands = event.ply > 0 and self.turns[event.ply - 1].round == course.round
            clock = clock.switch(course.actor if stands else None, event.at_ms)
        return replace(
            self, course=course, turns=self.turns[: event.ply], clock=clock, proposals=()
        )

    def _course_before(self, ply: int) -> Course:
        """Return the course as it was when move number `ply` + 1 was made.

        Played again from the start: moves are seldom taken back, and keeping the course before
        each of them would be most of what a table takes in memory.
        """
        course = self.setup.begin()
        deals = iter(self.dealt)
        for turn in self.turns[:ply]:
            if course.needs_deal:
                course = course.deal(next(deals).deal)
            course = course.play(turn.move)
        return course.deal(next(deals).deal) if course.needs_deal else course

    def _ended(self, loser: int | None, reason: str, clause: str, at_ms: int) -> "Session":
        # In solo the other seat stands for the pyramid, as in the engine's outcome.
        winner = None if loser is None else 1 - loser
        clock = None if self.clock is None else self.clock.switch(None, at_ms)
        return replace(self, ending=Outcome(winner, reason, clause), clock=clock, proposals=())
