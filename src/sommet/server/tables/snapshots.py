"""Snapshots: the table as one viewer may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sommet.match import events as ev
from sommet.match.clock import Clock
from sommet.match.limits import SEAT_REQUEST_MS
from sommet.match.session import Session, Turn
from sommet.match.stalling import find_stall
from sommet.pacal.deal import commit_secret
from sommet.server.protocol import base, snapshot
from sommet.server.protocol.base import Seat
from sommet.server.protocol.boards import Board
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.presenters import Face
from sommet.server.tables.presenters.face import Last, Look, Sealed, wire_ending, wire_seat
from sommet.server.tables.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Scene:
    """What a snapshot is made of, besides the viewer."""

    table: str
    setup: TableSetup
    face: Face
    options: base.OptionsInForce
    session: Session
    names: Sequence[str | None]
    connected: Sequence[bool]
    watchers: int
    thinking: snapshot.Thinking | None
    now_ms: int
    #: When the last moment ended in which nobody could play.
    open_since_ms: int = 0

    @property
    def hides(self) -> bool:
        """Whether one seat must not see what the other sees."""
        return self.setup.kind == "pacal"


def sealed_deals(session: Session) -> list[Sealed]:
    """Return the deals of the current game, with what they came from."""
    return [Sealed(dealt.deal, dealt.salt, dealt.numbers) for dealt in session.dealt]


def wire_next_deal(session: Session) -> snapshot.NextDeal | None:
    """Return what may be known of the deal to come."""
    if not session.awaits_deal or session.secret is None:
        return None
    return snapshot.NextDeal(round=len(session.dealt) + 1, sha256=commit_secret(session.secret))


def wire_clock(clock: Clock | None) -> base.Clock | None:
    """Return a clock as it goes over the wire."""
    if clock is None:
        return None
    return base.Clock(
        initial_ms=clock.control.initial_ms,
        increment_ms=clock.control.increment_ms,
        remaining_ms=list(clock.remaining_ms),
        running=None if clock.running is None else wire_seat(clock.running),
        at_ms=clock.at_ms,
    )


def wire_moves(turns: Sequence[Turn]) -> list[snapshot.MoveEntry]:
    """Return the moves of a game."""
    return [
        _wire_turn(ply, turn) if turn.clock_ms is not None else _wire_known_turn(ply, turn)
        for ply, turn in enumerate(turns, 1)
    ]


def _wire_turn(ply: int, turn: Turn) -> snapshot.MoveEntry:
    return snapshot.MoveEntry(
        ply=ply,
        seat=wire_seat(turn.seat),
        move=turn.move,
        round=turn.round,
        clock_ms=turn.clock_ms,
    )


#: Every snapshot tells all moves again, and without a clock they are the same at many tables.
_wire_known_turn = lru_cache(maxsize=4096)(_wire_turn)


def wire_players(scene: Scene) -> list[snapshot.Player]:
    """Return who sits where. Before the first game the opener is on seat 0."""
    session, setup = scene.session, scene.setup
    players = []
    for seat in session.seats:
        player = session.player_on(seat)
        computer = setup.mode == "computer" and player == 1
        is_open = player == 1 and not session.complete
        players.append(
            snapshot.Player(
                seat=wire_seat(seat),
                kind="computer" if computer else "open" if is_open else "human",
                name=scene.names[player],
                opponent=setup.opponent if computer else None,
                connected=scene.connected[0 if setup.mode in ("hotseat", "solo") else player],
                ready=seat in session.ready,
            )
        )
    return players


def board_of(session: Session, face: Face, eyes: Seat | None) -> Board | None:
    """Return the board for one pair of eyes, or None before there is one."""
    progress = session.progress
    if progress is None:
        return None
    deals = sealed_deals(session)
    last = Last(session.turns[-1].seat, session.turns[-1].move) if session.turns else None
    sealed = deals[-1] if deals else None
    over = session.outcome is not None
    return face.board(progress, Look(eyes, sealed=sealed, last=last, over=over))


def _wire_stall(scene: Scene) -> snapshot.Stall | None:
    stall = find_stall(scene.session, open_since_ms=scene.open_since_ms)
    if stall is None:
        return None
    return snapshot.Stall(
        seat=wire_seat(stall.seat), until_ms=stall.until_ms, may_claim=stall.may_claim
    )


def _wire_seat_request(session: Session) -> snapshot.SeatRequest | None:
    request = session.seat_request
    if request is None:
        return None
    return snapshot.SeatRequest(
        id=request.id,
        seat=wire_seat(session.seat_of(request.player)),
        until_ms=request.at_ms + SEAT_REQUEST_MS,
    )


def _can(session: Session, seat: int | None, viewer: Viewer) -> list[snapshot.Ability]:
    if seat is None or session.progress is None:
        return []
    can: list[snapshot.Ability] = []
    if session.actor == seat:
        can.append("play")
    if session.outcome is None:
        can.append("resign")
    if session.awaits_deal and session.secret is not None and seat not in session.ready:
        can.append("next_round")
    if session.allows(seat, "takeback"):
        can.append("takeback")
    if session.allows(seat, "draw"):
        can.append("draw")
    if session.allows(seat, "rematch"):
        can.append("rematch")
    if session.seat_request is not None and session.seat_request.player != viewer.player:
        can.append("hand_back")
    return can


def build_snapshot(scene: Scene, viewer: Viewer) -> snapshot.Snapshot:
    """Return everything `viewer` may know."""
    session = scene.session
    seat = viewer.seat(session)
    curtain = viewer.curtain(session, hides=scene.hides)
    eyes = viewer.eyes(session, hides=scene.hides)
    progress = session.progress
    return snapshot.Snapshot(
        table=scene.table,
        seq=session.seq,
        game_number=max(1, session.game_number),
        game="pylos" if scene.setup.game == "pylos" else "pacal",
        mode=scene.setup.mode,  # type: ignore[arg-type]  # checked when the table was opened
        status=session.status,  # type: ignore[arg-type]
        you=snapshot.You(
            role="spectator" if viewer.player is None else "player",
            seats=[wire_seat(each) for each in viewer.seats(session)],
            seat=None if seat is None else wire_seat(seat),
            curtain=None if curtain is None else wire_seat(curtain),
            can=_can(session, seat, viewer),
            takeback_is_undo=not session.setup.needs_consent,
        ),
        players=wire_players(scene),
        options=scene.options,
        board=board_of(session, scene.face, None if eyes is None else wire_seat(eyes)),
        ply=session.ply,
        moves=wire_moves(session.turns),
        clock=wire_clock(session.clock),
        match=None if progress is None else scene.face.match_score(progress, sealed_deals(session)),
        next_deal=wire_next_deal(session),
        outcome=wire_ending(session.outcome),
        proposals=[
            snapshot.Proposal(
                id=each.id,
                what=each.what,  # type: ignore[arg-type]
                by=wire_seat(each.seat),
            )
            for each in session.proposals
        ],
        stall=_wire_stall(scene),
        seat_request=_wire_seat_request(session),
        thinking=scene.thinking,
        watchers=scene.watchers,
        server_ms=scene.now_ms,
    )


def wire_event(before: Session, event: ev.Event, after: Session) -> list[snapshot.Event]:
    """Return what `event` tells everybody: nothing secret, and an ending where it led to one."""
    told = _wire_event(event, after)
    if after.outcome is not None and before.outcome is None:
        ending = wire_ending(after.outcome)
        assert ending is not None
        told.append(snapshot.Ended(outcome=ending))
    return told


def _wire_event(  # noqa: PLR0911 - one per kind
    event: ev.Event, after: Session
) -> list[snapshot.Event]:
    match event:
        case ev.Joined():
            return [snapshot.Joined(seat=wire_seat(after.seat_of(event.player)))]
        case ev.Started():
            return [snapshot.Started(game_number=after.game_number)]
        case ev.Dealt():
            return [snapshot.RoundStarted(round=event.round)]
        case ev.Moved():
            return _wire_moved(event, after)
        case ev.TakenBack():
            return [snapshot.TakenBack(seat=wire_seat(event.seat), ply=event.ply)]
        case ev.Proposed():
            return [snapshot.Proposed(what=event.what, seat=wire_seat(event.seat))]  # type: ignore[arg-type]
        case ev.Answered():
            return [
                snapshot.Answered(
                    what=event.what,  # type: ignore[arg-type]
                    seat=wire_seat(event.seat),
                    answer=event.answer,  # type: ignore[arg-type]
                )
            ]
        case ev.Readied():
            return [snapshot.Ready(seat=wire_seat(event.seat))]
        case ev.SeatAsked():
            return [snapshot.SeatAsked(seat=wire_seat(after.seat_of(event.player)))]
        case ev.SeatAnswered():
            return [
                snapshot.SeatAnswered(
                    seat=wire_seat(after.seat_of(event.player)), accepted=event.accepted
                )
            ]
        case _:
            return []


def _wire_moved(event: ev.Moved, after: Session) -> list[snapshot.Event]:
    moved = snapshot.Moved(seat=wire_seat(event.seat), move=event.move, ply=after.ply)
    progress = after.progress
    ended = None if progress is None else progress.round_outcome
    ending = wire_ending(ended)
    if progress is None or ending is None:
        return [moved]
    return [moved, snapshot.RoundEnded(round=after.turns[-1].round, outcome=ending)]
