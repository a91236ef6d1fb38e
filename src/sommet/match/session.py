"""A table with its game: who sits where, whose turn it is, clocks, proposals, endings, rematches.

A session is immutable and made of events. What a player wants is asked for with one of the methods
that return events (`play`, `propose`, …): they check and raise `Refused`, and change nothing.
`apply` takes an event and returns the session after it. Folding the same events gives the same
session, so storing the events stores the table.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from sommet.engine.match import clock_runs
from sommet.errors import SommetError
from sommet.match import events as ev
from sommet.match.clock import Clock
from sommet.match.game_progress import GameProgress
from sommet.match.intents import Intents
from sommet.match.limits import CHECKPOINT_PLIES
from sommet.match.table_state import (
    Checkpoint,
    DealtRound,
    GivenBack,
    Proposal,
    SeatRequest,
    Setup,
    Turn,
)
from sommet.outcome import Outcome

__all__ = ["DealtRound", "Session", "Setup", "Turn"]


@dataclass(frozen=True)
class Session(Intents):
    """A table at one moment: what it is, what can be asked for, and what events make of it."""

    def apply(self, event: ev.Event) -> Self:
        """Return the session after `event`.

        Raises:
            SommetError: the event cannot follow (a broken log).
        """
        return self._after(event)

    def apply_all(self, events: Iterable[ev.Event]) -> Self:
        """Return the session after all `events`."""
        session = self
        for event in events:
            session = session.apply(event)
        return session

    def _next(self, **changes: Any) -> Self:
        """Return the session one event later: `dataclasses.replace`, in a third of its time."""
        return type(self)(**{**self.__dict__, "seq": self.seq + 1, **changes})

    def _after(self, event: ev.Event) -> Self:  # noqa: PLR0911, PLR0912 - one per kind
        match event:
            case ev.Joined():
                return self._next(complete=True)
            case ev.Started():
                return self._started(event)
            case ev.Promised():
                return self._next(secret=event.secret)
            case ev.Dealt():
                return self._dealt(event)
            case ev.Moved():
                return self._moved(event)
            case ev.TakenBack():
                return self._taken_back(event)
            case ev.Proposed():
                return self._proposed(event)
            case ev.Answered():
                left = tuple(each for each in self.proposals if each.what != event.what)
                return self._next(proposals=left)
            case ev.Readied():
                return self._readied(event)
            case ev.Resigned():
                return self._ended(event.seat, "resignation", "", event.at_ms)
            case ev.Agreed():
                return self._ended(None, "agreement", "", event.at_ms)
            case ev.RanOut():
                clause = "" if self.progress is None else self.progress.table_rules.time_clause
                return self._ended(event.seat, "time", clause, event.at_ms)
            case ev.LimitReached():
                return self._ended(None, "move-limit", "", event.at_ms)
            case ev.Claimed():
                return self._ended(1 - event.seat, "abandoned", "", event.at_ms)
            case ev.Left():
                return self._ended(None, "left", "", event.at_ms)
            case ev.Resumed():
                if self.clock is None:
                    return self._next()
                given = (*self.given_back, GivenBack(event.down_ms, self.clock.at_ms, event.at_ms))
                return self._next(clock=self.clock.delayed(event.down_ms), given_back=given)
            case ev.SeatAsked():
                request = SeatRequest(self.seq + 1, event.player, event.token_hash, event.at_ms)
                return self._next(seat_request=request, seat_requests=self.seat_requests + 1)
            case ev.SeatAnswered():
                return self._next(seat_request=None)

    def _started(self, event: ev.Started) -> Self:
        control = self.setup.control
        progress = self.setup.begin()
        clock = None if control is None else Clock.fresh(control, event.at_ms)
        return self._next(
            game_number=self.game_number + 1,
            first=event.first,
            progress=progress,
            turns=(),
            dealt=(),
            clock=_begin_turn(clock, progress.actor, event.at_ms),
            ending=None,
            proposals=(),
            ready=frozenset(),
            secret=None,
            numbers=(),
            since_ms=event.at_ms,
            takebacks=0,
            asked=(0, 0),
            asked_now=(0, 0),
            checkpoints=(),
            seat_request=None,
            seat_requests=0,
            given_back=(),
        )

    def _readied(self, event: ev.Readied) -> Self:
        added = ((event.seat, event.number),) if event.number else ()
        return self._next(
            ready=self.ready | {event.seat},
            numbers=(*self.numbers, *added),
            since_ms=event.at_ms,
        )

    def _dealt(self, event: ev.Dealt) -> Self:
        if self.progress is None:
            raise SommetError("cards were dealt before the game began")
        numbers = None if event.numbers is None else tuple(event.numbers.split())
        progress = self.progress.deal(event.deal)
        return self._next(
            progress=progress,
            clock=_begin_turn(self.clock, progress.actor, event.at_ms),
            dealt=(*self.dealt, DealtRound(event.round, event.deal, event.salt, numbers)),
            ready=frozenset(),
            secret=None,
            numbers=(),
            since_ms=event.at_ms,
            given_back=(),
        )

    def _moved(self, event: ev.Moved) -> Self:
        before = self.progress
        if before is None or self.outcome is not None or before.actor != event.seat:
            raise SommetError(f"seat {event.seat} moved out of turn")
        after = before.play(event.move)
        clock = self.clock
        left = None
        if clock is not None:
            ended = before.table_rules.ends_turn(event.seat, after.actor)
            clock = clock.switch(after.actor, event.at_ms, lag_ms=event.lag_ms, increment=ended)
            left = clock.remaining_ms[event.seat]
        # The same few moves are played at every table.
        turn = Turn(event.seat, sys.intern(event.move), before.round, left)
        checkpoints = self.checkpoints
        if (self.ply + 1) % CHECKPOINT_PLIES == 0:
            checkpoints = (*checkpoints, Checkpoint(after, len(self.dealt)))
        # A move answers every proposal made during the game.
        return self._next(
            progress=after,
            turns=(*self.turns, turn),
            clock=clock,
            proposals=(),
            since_ms=event.at_ms,
            asked_now=(0, 0),
            checkpoints=checkpoints,
            given_back=(),
        )

    def _proposed(self, event: ev.Proposed) -> Self:
        proposal = Proposal(self.seq + 1, event.what, event.seat)
        asked = self.asked
        if event.what != "rematch":
            asked = _one_more(asked, event.seat)
        return self._next(
            proposals=(*self.proposals, proposal),
            asked=asked,
            asked_now=_one_more(self.asked_now, event.seat),
        )

    def _taken_back(self, event: ev.TakenBack) -> Self:
        if not 0 <= event.ply < self.ply:
            raise SommetError(f"move {event.ply + 1} was taken back and had not been played")
        progress = self._progress_before(event.ply)
        clock = self.clock
        if clock is not None:
            # Time used is not given back.
            runs = clock_runs(self.turns, progress.round, event.ply, clock.control.per_move)
            clock = clock.switch(progress.actor if runs else None, event.at_ms)
        return self._next(
            progress=progress,
            turns=self.turns[: event.ply],
            clock=clock,
            proposals=(),
            since_ms=event.at_ms,
            takebacks=self.takebacks + 1,
            asked_now=(0, 0),
            checkpoints=self.checkpoints[: event.ply // CHECKPOINT_PLIES],
            given_back=(),
        )

    def _progress_before(self, ply: int) -> GameProgress:
        """Return the progress as it was when move number `ply` + 1 was made.

        Played again from the last checkpoint: keeping one for each move would be most of
        what a table takes in memory.
        """
        kept = ply // CHECKPOINT_PLIES
        start = self.checkpoints[kept - 1] if kept else Checkpoint(self.setup.begin(), 0)
        progress = start.progress
        deals = iter(self.dealt[start.deals :])
        for turn in self.turns[kept * CHECKPOINT_PLIES : ply]:
            if progress.needs_deal:
                progress = progress.deal(next(deals).deal)
            progress = progress.play(turn.move)
        return progress.deal(next(deals).deal) if progress.needs_deal else progress

    def _ended(self, loser: int | None, reason: str, clause: str, at_ms: int) -> Self:
        # In solo the other seat stands for the pyramid, as in the engine's outcome.
        winner = None if loser is None else 1 - loser
        clock = None if self.clock is None else self.clock.switch(None, at_ms)
        return self._next(
            ending=Outcome(winner, reason, clause),
            clock=clock,
            proposals=(),
            asked_now=(0, 0),
        )


def _begin_turn(clock: Clock | None, actor: int | None, at_ms: int) -> Clock | None:
    """Return the clock before anything is played: only in slow games it runs. Rule TAB-7."""
    if clock is None or not clock.control.per_move:
        return clock
    return clock.switch(actor, at_ms)


def _one_more(counts: tuple[int, int], seat: int) -> tuple[int, int]:
    return (counts[0] + (seat == 0), counts[1] + (seat == 1))
