"""What players can do at a table. Each method checks, changes nothing and returns events."""

from collections.abc import Iterable
from typing import Self

from sommet.match import events as ev
from sommet.match import limits
from sommet.match.game_progress import GameProgress
from sommet.match.refused import Refused
from sommet.match.stalling import check_stalled
from sommet.match.table_state import Proposal, TableState


class Intents(TableState):
    """The part of a session that judges what players want; every method may raise `Refused`."""

    def apply_all(self, events: Iterable[ev.Event]) -> Self:
        """Return the session after all `events`."""
        raise NotImplementedError

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

    def promise(self, secret: str, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of the server fixing its part of the next deal."""
        if not self.awaits_deal or self.secret is not None:
            raise Refused("round_running")
        return (ev.Promised(at_ms, len(self.dealt) + 1, secret),)

    def deal(self, deal: str, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `deal`, made of all parts, coming to the table."""
        if not self.wants_deal or self.secret is None:
            raise Refused("round_running")
        numbers = " ".join(self.added_numbers)
        return (ev.Dealt(at_ms, len(self.dealt) + 1, deal, self.secret, numbers),)

    @property
    def added_numbers(self) -> tuple[str, ...]:
        """What was added to the next deal, by seat."""
        return tuple(number for _, number in sorted(self.numbers))

    def play(
        self, seat: int, move: str, ply: int, *, at_ms: int, lag_ms: int = 0
    ) -> tuple[ev.Event, ...]:
        """Return the events of `seat` playing `move` as move number `ply` + 1. Rule TAB-1."""
        progress = self._playing()
        if ply != self.ply:
            raise Refused("stale", ply=self.ply)
        if progress.actor is None:
            raise Refused("round_over")
        if seat != progress.actor:
            raise Refused("not_your_turn")
        if self.clock is not None and self.clock.is_out(at_ms, lag_ms=lag_ms):
            return (ev.RanOut(at_ms, seat),)
        after = progress.play(move)
        moved = ev.Moved(at_ms, seat, move, 0 if self.clock is None else lag_ms)
        if self.ply + 1 >= limits.MAX_PLIES and after.outcome is None:
            return (moved, ev.LimitReached(at_ms))
        return (moved,)

    def run_out(self, *, at_ms: int, lag_ms: int = 0) -> tuple[ev.Event, ...]:
        """Return the events of a player's time running out, if it has. Rules PYL-9, TAB-7."""
        if self.clock is None or self.outcome is not None or self.clock.running is None:
            return ()
        if not self.clock.is_out(at_ms, lag_ms=lag_ms):
            return ()
        return (ev.RanOut(at_ms, self.clock.running),)

    def resign(self, seat: int, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` resigning."""
        self._playing()
        return (ev.Resigned(at_ms, seat),)

    def ask_next_round(self, seat: int, number: str, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` being ready for cards, to which it adds `number`.

        Where nobody else is to ask, all are ready.
        """
        progress = self._playing()
        if progress.actor is not None:
            raise Refused("round_running")
        if self.secret is None:
            raise Refused("stale")
        if not progress.needs_deal or seat in self.ready:
            raise Refused("proposed_already")
        seats = (seat,) if self.setup.needs_consent else self.seats
        return tuple(
            ev.Readied(at_ms, each, number if each == seat else "")
            for each in seats
            if each not in self.ready
        )

    # Waiting too long.

    def claim(
        self, seat: int, *, at_ms: int, open_since_ms: int = 0, rest_ms: int = 0
    ) -> tuple[ev.Event, ...]:
        """Return the events of `seat` claiming the game: the other does not act. Rule TAB-5."""
        stall = check_stalled(self, seat, at_ms=at_ms, open_since_ms=open_since_ms, rest_ms=rest_ms)
        if not stall.may_claim:
            raise Refused("nothing_to_claim")
        return (ev.Claimed(at_ms, seat),)

    def leave(
        self, seat: int, *, at_ms: int, open_since_ms: int = 0, rest_ms: int = 0
    ) -> tuple[ev.Event, ...]:
        """Return the events of `seat` leaving a game in which the other does not act: no result.

        Rule TAB-5.
        """
        check_stalled(self, seat, at_ms=at_ms, open_since_ms=open_since_ms, rest_ms=rest_ms)
        return (ev.Left(at_ms, seat),)

    # Asking the other.

    def propose(self, seat: int, what: str, ply: int, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` asking for `what`. Rules TAB-2, TAB-3, TAB-4.

        Where nobody has to be asked, and where the other wants the same draw or rematch, it is
        done.
        """
        self._check_proposable(seat, what)
        if ply != self.ply:
            raise Refused("stale", ply=self.ply)
        if self.find_proposal(what, seat) is not None:
            raise Refused("proposed_already")
        theirs = self.find_proposal(what, 1 - seat)
        if theirs is not None:
            if what == "takeback":
                # The two proposals would take back different moves.
                raise Refused("answer_first")
            return self.answer(seat, theirs.id, True, at_ms=at_ms)
        if not self.setup.needs_consent:
            return self._granted(seat, what, at_ms)
        self._check_patience(seat, what)
        return (ev.Proposed(at_ms, seat, what),)

    def _check_patience(self, seat: int, what: str) -> None:
        if self.asked_now[seat] >= limits.PROPOSALS_PER_PLY:
            raise Refused("asked_too_often")
        if what != "rematch" and self.asked[seat] >= limits.MAX_PROPOSALS:
            raise Refused("asked_too_often")

    def answer(self, seat: int, proposal: int, accept: bool, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` answering the proposal with that id."""
        found = self._open_proposal(proposal)
        if found.seat == seat:
            raise Refused("own_proposal")
        if not accept:
            return (ev.Answered(at_ms, seat, found.what, "declined"),)
        accepted = ev.Answered(at_ms, seat, found.what, "accepted")
        return (accepted, *self._granted(found.seat, found.what, at_ms))

    def withdraw(self, seat: int, proposal: int, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of `seat` taking its own proposal with that id back."""
        found = self._open_proposal(proposal)
        if found.seat != seat:
            raise Refused("no_proposal")
        return (ev.Answered(at_ms, seat, found.what, "withdrawn"),)

    def _open_proposal(self, proposal: int) -> Proposal:
        for each in self.proposals:
            if each.id == proposal:
                return each
        raise Refused("no_proposal")

    def takeback_ply(self, seat: int) -> int | None:
        """Return how many moves would stand after `seat` takes its last one back, or None.

        In Pacal nothing is taken back across the end of a round.
        """
        progress = self.progress
        if progress is None:
            return None
        over, shared = progress.actor is None, self.setup.mode == "hotseat"
        return progress.table_rules.takeback_ply(self.turns, progress.round, over, seat, shared)

    def _playing(self) -> GameProgress:
        if self.progress is None:
            raise Refused("waiting")
        if self.outcome is not None:
            raise Refused("game_over")
        return self.progress

    def _check_proposable(self, seat: int, what: str) -> None:
        if what == "rematch":
            if self.progress is None:
                raise Refused("waiting")
            if self.outcome is None:
                raise Refused("game_running")
            if self.seq >= limits.MAX_EVENTS:
                raise Refused("table_full")
            return
        progress = self._playing()
        rules = progress.table_rules
        if what == "draw" and not rules.may_draw(self.setup.mode == "computer"):
            raise Refused("no_draw")
        if what == "takeback":
            if not rules.takebacks:
                raise Refused("no_takeback")
            if self.takebacks >= limits.MAX_TAKEBACKS:
                raise Refused("taken_back_too_often")
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
        if (what == "rematch") != (self.outcome is not None):
            return False
        try:
            self._check_proposable(seat, what)
            if self.setup.needs_consent and self.find_proposal(what, 1 - seat) is None:
                self._check_patience(seat, what)
        except Refused:
            return False
        if what == "takeback" and self.find_proposal(what, 1 - seat) is not None:
            return False
        return self.find_proposal(what, seat) is None

    # A lost seat.

    def ask_for_seat(self, player: int, token_hash: str, *, at_ms: int) -> tuple[ev.Event, ...]:
        """Return the events of a request for the seat that `player` lost. Rule TAB-6.

        The same request again is none; another one takes the place of one that nobody answered.
        """
        if not self.setup.needs_consent:
            raise Refused("nobody_opposite")
        if not self.complete:
            raise Refused("waiting")
        request = self.seat_request
        if request is not None and at_ms < request.at_ms + limits.SEAT_REQUEST_MS:
            if (request.player, request.token_hash) == (player, token_hash):
                return ()
            raise Refused("seat_asked_already")
        if self.seat_requests >= limits.MAX_SEAT_REQUESTS:
            raise Refused("asked_too_often")
        return (ev.SeatAsked(at_ms, player, token_hash),)

    def answer_seat(
        self, player: int, request: int, accept: bool, *, at_ms: int
    ) -> tuple[ev.Event, ...]:
        """Return the events of `player` handing the other's lost seat back, or not. Rule TAB-6."""
        found = self.seat_request
        if found is None or found.id != request:
            raise Refused("no_proposal")
        if found.player == player and accept:
            raise Refused("own_proposal")
        if accept and at_ms >= found.at_ms + limits.SEAT_REQUEST_MS:
            raise Refused("no_proposal")
        return (ev.SeatAnswered(at_ms, found.player, accept),)
