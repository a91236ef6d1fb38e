"""What one viewer may know about a table: cards are hidden unless listed here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sommet.match.limits import SEAT_REQUEST_MS
from sommet.match.pacal_progress import PacalProgress, SoloProgress
from sommet.match.session import Session
from sommet.match.stalling import find_stall
from sommet.pacal import Offer, Round, Solo, parse_deal, parse_solo_deal
from sommet.pacal.deal import commit_secret
from sommet.server.protocol import base, table
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.listeners.viewer import Viewer
from sommet.server.tables.slow.holidays import rests_until_ms
from sommet.server.tables.wire import wire_commitment, wire_ending, wire_seat


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Everything there is to know about a table, before it is filtered for a viewer."""

    table: str
    setup: TableSetup
    options: base.OptionsInForce
    session: Session
    names: Sequence[str | None]
    connected: Sequence[bool]
    watchers: int
    #: When the last outage ended.
    open_since_ms: int = 0
    #: Holidays of the player who has to act, where no clock runs.
    rest_ms: int = 0
    #: Whether there can be a rematch.
    begins_games: bool = True
    #: The bot in each seat, by player.
    bots: Sequence[str | None] = (None, None)
    #: The account in each seat, by player.
    accounts: Sequence[str | None] = (None, None)
    #: The current or last holiday of each account, by player.
    away_ms: Sequence[tuple[int, int] | None] = (None, None)

    @property
    def since_ms(self) -> int:
        """Since when the game has been waiting for the player who has to act."""
        return max(self.session.since_ms, self.open_since_ms)


def visible_setup(facts: TableFacts, viewer: Viewer) -> table.TableSetup:
    """Return what the table was opened for."""
    setup, control = facts.setup, facts.setup.control
    return table.TableSetup(
        table=facts.table,
        game=setup.game,
        mode=setup.mode,  # type: ignore[arg-type]  # checked when the table was opened
        role="spectator" if viewer.player is None else "player",
        options=facts.options,
        rulings=dict(setup.rulings),
        control=None
        if control is None
        else table.Control(initial_ms=control.initial_ms, increment_ms=control.increment_ms),
    )


def visible_status(facts: TableFacts, viewer: Viewer, *, players: bool = True) -> dict[str, Any]:
    """Return all of `TableStatus` for one viewer, `players` only where they are asked for."""
    session = facts.session
    seat = viewer.seat(session)
    seated = {"players": [_seated(facts, each) for each in session.seats]} if players else {}
    return {
        **seated,
        "game_number": max(1, session.game_number),
        "status": session.status,
        "ready": sorted(session.ready),
        "seat": seat,
        "may": _may(facts, seat, viewer),
        "clock": _running(facts),
        "next_deal": wire_next_deal(session),
        "outcome": wire_ending(session.outcome),
        "proposals": [
            table.Proposal(id=each.id, what=each.what, by=wire_seat(each.seat))  # type: ignore[arg-type]
            for each in session.proposals
        ],
        "patience_ms": _patience(facts),
        "seat_request": _wire_seat_request(session),
    }


def _seated(facts: TableFacts, seat: int) -> table.Seated:
    setup, session = facts.setup, facts.session
    player = session.player_on(seat)
    computer = setup.mode == "computer" and player == 1
    is_open = player == 1 and not session.complete
    return table.Seated(
        kind="computer" if computer else "open" if is_open else _kind_of(facts, player),
        name=facts.names[player],
        opponent=setup.opponent if computer else None,
        connected=computer or facts.connected[player],
        member=facts.accounts[player] is not None,
    )


def _kind_of(facts: TableFacts, player: int) -> Literal["human", "bot"]:
    return "human" if facts.bots[player] is None else "bot"


def wire_players(facts: TableFacts) -> list[table.Player]:
    """Return who sits where. Before the first game the opener is on seat 0."""
    return [
        table.Player(
            seat=wire_seat(seat),
            ready=seat in facts.session.ready,
            **_seated(facts, seat).model_dump(),
        )
        for seat in facts.session.seats
    ]


def wire_next_deal(session: Session) -> table.NextDeal | None:
    """Return what may be known of the deal to come."""
    if not session.awaits_deal or session.secret is None:
        return None
    return table.NextDeal(round=len(session.dealt) + 1, sha256=commit_secret(session.secret))


def wire_clock(facts: TableFacts) -> base.Clock | None:
    """Return a clock with what it was set to."""
    clock = facts.session.clock
    if clock is None:
        return None
    return base.Clock(
        initial_ms=clock.control.initial_ms,
        increment_ms=clock.control.increment_ms,
        remaining_ms=list(clock.remaining_ms),
        running=None if clock.running is None else wire_seat(clock.running),
        at_ms=clock.at_ms,
        rests_until_ms=rests_until_ms(facts.session, facts.away_ms),
    )


def _running(facts: TableFacts) -> table.RunningClock | None:
    clock = facts.session.clock
    if clock is None:
        return None
    running = clock.running if facts.setup.mode == "friend" else None
    return table.RunningClock(
        remaining_ms=list(clock.remaining_ms),
        running=None if running is None else wire_seat(running),
        at_ms=clock.at_ms,
        rests_until_ms=rests_until_ms(facts.session, facts.away_ms),
    )


def _may(facts: TableFacts, seat: int | None, viewer: Viewer) -> list[table.Permission]:
    session = facts.session
    if seat is None or session.progress is None:
        return []
    asks: tuple[table.Permission, ...] = ("takeback", "draw")
    if facts.begins_games:
        asks += ("rematch",)
    may = [what for what in asks if session.allows(seat, what)]
    if session.seat_request is not None and session.seat_request.player != viewer.player:
        may.append("hand_back")
    return may


def _patience(facts: TableFacts) -> int | None:
    stall = find_stall(facts.session, open_since_ms=facts.open_since_ms, rest_ms=facts.rest_ms)
    return None if stall is None else stall.until_ms - facts.since_ms


def _wire_seat_request(session: Session) -> table.SeatRequest | None:
    request = session.seat_request
    if request is None:
        return None
    return table.SeatRequest(
        id=request.id,
        seat=wire_seat(session.seat_of(request.player)),
        until_ms=request.at_ms + SEAT_REQUEST_MS,
    )


# Cards.


def visible_deals(facts: TableFacts, viewer: Viewer, *, first: int = 1) -> list[dict[str, Any]]:
    """Return the deals from round `first` on as the viewer may know them."""
    eyes = viewer.seat(facts.session)
    numbers = range(max(1, first), len(facts.session.dealt) + 1)
    return [_visible_deal(facts.session, number, eyes) for number in numbers]


def _visible_deal(session: Session, number: int, eyes: int | None) -> dict[str, Any]:
    progress, dealt = session.progress, session.dealt[number - 1]
    if isinstance(progress, SoloProgress):
        assert progress.solo is not None
        over = session.outcome is not None
        seen = _commitment(number, wire_commitment(dealt, parse_solo_deal, over=over))
        return seen | {"drawn": _drawn(progress.solo)}
    assert isinstance(progress, PacalProgress)
    assert progress.match is not None
    round_: Round = progress.match.rounds[number - 1]
    # In this order: the match's ending follows from those of all rounds.
    over = round_.outcome is not None or session.outcome is not None
    seen = _commitment(number, wire_commitment(dealt, parse_deal, over=over))
    cards = round_.dealt  # made anew each time
    seen["apexes"] = list(cards.apexes)
    seen["hand"] = None if eyes is None else list(cards.hands[eyes])
    if round_.outcome is not None:
        seen["outcome"] = wire_ending(round_.outcome)
    return seen


def _commitment(number: int, commitment: table.Commitment) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "round": number,
        "sha256": commitment.sha256,
        "numbers": commitment.numbers,
    }
    if commitment.opening is not None:
        seen |= {"opening": commitment.opening, "deal": commitment.deal}
    return seen


def _drawn(solo: Solo) -> list[int]:
    return list(solo.view().drawn)


def visible_moves(session: Session) -> list[table.PlayedMove]:
    """Return every move of the game, with the last cards that building has shown."""
    last = _last_builds(session)
    moves = []
    for ply, turn in enumerate(session.turns):
        shown: dict[str, Any] = {}
        if turn.clock_ms is not None:
            shown["clock_ms"] = turn.clock_ms
        if ply in last:
            shown["card"] = last[ply]
        seat = wire_seat(turn.seat)
        moves.append(table.PlayedMove(seat=seat, move=turn.move, round=turn.round, **shown))
    return moves


def _last_builds(session: Session) -> dict[int, int]:
    """Return the cards never offered but built in the round on the table, by ply."""
    progress = session.progress
    if not isinstance(progress, PacalProgress) or progress.match is None:
        return {}
    round_ = progress.match.round
    offered = {
        card
        for action in round_.view(None).history
        if isinstance(action, Offer)
        for card in (action.a, action.b)
    }
    found = {}
    for seat, pyramid in enumerate(round_.pyramids):
        for card in pyramid.cards:
            if card not in offered:
                found[_last_ply(session, seat, progress.round)] = card
    return found


def _last_ply(session: Session, seat: int, round_number: int) -> int:
    return max(
        ply
        for ply, turn in enumerate(session.turns)
        if (turn.seat, turn.round) == (seat, round_number) and turn.move.startswith("build")
    )
