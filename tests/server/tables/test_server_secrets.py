"""No byte about hidden cards reaches a client that may not know it.

Whole random matches are played over real sockets. Every raw message of each seat and of an
observer is then compared with what its View allows at that moment: the two worlds in which the
hidden cards lie differently give the same bytes, and no message names a card it should not.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from seat_client import Seat, hear_the_same, random_move
from server_client import Api, ThreadServer

from sommet.match import events as ev
from sommet.match.clock import TimeControl
from sommet.match.session import Session
from sommet.pacal import Round, View
from sommet.seeding import Random
from sommet.server.protocol.base import OptionsInForce
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.folding import make_session
from sommet.server.tables.history import PublicEvents
from sommet.server.tables.kinds import KINDS
from sommet.server.tables.listeners.public_events import wire_event
from sommet.server.tables.listeners.viewer import Viewer
from sommet.server.tables.listeners.viewer_messages import (
    ViewedTable,
    format_change,
    format_plain_change,
    format_welcome,
    is_plain_move,
)
from sommet.server.tables.listeners.visible import TableFacts
from sommet.server.tables.live import LiveTable
from sommet.server.tables.recent_changes import format_events

_PACAL = TableSetup("pacal", "friend", "en")


def cards_in(message: dict[str, Any], round_: int) -> set[int]:
    """Return every card of a round that a message names, wherever it stands."""
    found: set[int] = set()
    for deal in message.get("deals", ()):
        if deal["round"] == round_:
            for name in ("apexes", "hand", "drawn"):
                found.update(deal.get(name) or ())
    events = [event for event in message.get("events", ()) if event["type"] == "moved"]
    moves = [move for move in message.get("moves") or () if move["round"] == round_]
    for move in (*events, *moves):
        words = move["move"].split()
        if words[0] in ("offer", "take"):
            found.update(map(int, words[1:]))
        if move.get("card") is not None:
            found.add(move["card"])
    return found


def allowed_cards(view: View) -> set[int]:
    """Return the cards that a View names."""
    return set(range(1, 51)) - set(view.unseen)


def live_table(server: ThreadServer, table: str) -> LiveTable:
    tables = server.app.state.registry._tables
    return cast(LiveTable, tables[table])


async def play_match(api: Api, seed: int) -> tuple[dict[str, Any], list[Seat]]:
    """Play a match to its end; return the table and the seats with all they received."""
    first, second = await api.friends("pacal")
    random = Random(seed)
    async with api.seat(first) as ada, api.seat(second) as bob, api.spectator(first) as eve:
        for seat in (ada, bob):
            await seat.until(lambda seat=seat: seat.snapshot["board"] is not None)
        while not ada.over:
            for seat in (ada, bob):
                await hear_the_same(ada, bob)
                if "next_round" in seat.can:
                    await seat.next_round()
                elif "play" in seat.can:
                    await seat.play(random_move(seat.snapshot["board"], random))
            await hear_the_same(ada, bob)
        await eve.until(lambda: eve.over)
        await asyncio.gather(ada.ask("ping"), bob.ask("ping"), eve.ask("ping"))
    return first, [ada, bob, eve]


def tables_told(seat: Seat) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (seq, message) of all that was told of the table."""
    for raw in seat.raw:
        message = json.loads(raw)
        if message["type"] in ("welcome", "change"):
            yield message["seq"], message


@pytest.mark.parametrize("seed", range(3))
async def test_each_viewer_gets_only_the_cards_of_its_view(
    server: ThreadServer, api: Api, seed: int
) -> None:
    created, seats = await play_match(api, seed)
    table = live_table(server, created["table"])
    sessions = await sessions_by_seq(server, table)
    for player, seat in enumerate(seats):
        checked = named = 0
        for seq, message in tables_told(seat):
            session = sessions[seq]
            if session.actor is None:
                continue  # before the cards, or the round is over
            round_ = session.progress.match.round  # type: ignore[union-attr]
            viewer = None if player == 2 else session.seat_of(player)
            cards = cards_in(message, len(session.dealt))
            assert cards <= allowed_cards(round_.view(viewer))
            for deal in message.get("deals", ()):
                if deal["round"] == len(session.dealt):
                    assert not {"opening", "deal", "outcome"} & set(deal)
            checked += 1
            named += bool(cards)
        assert checked > 10
        assert named > 10


@pytest.mark.parametrize("seed", range(2))
async def test_secrets_themselves_never_travel(server: ThreadServer, api: Api, seed: int) -> None:
    """Salts and deals of running rounds, tokens, and the other's hand as text: nowhere."""
    created, seats = await play_match(api, 10 + seed)
    table = live_table(server, created["table"])
    sessions = await sessions_by_seq(server, table)
    promised = 0
    for seat in seats:
        for raw in seat.raw:
            message = json.loads(raw)
            if message["type"] not in ("welcome", "change"):
                continue
            session = sessions[message["seq"]]
            if session.secret is not None:
                assert session.secret not in raw, "the part of a deal to come"
                promised += 1
            if session.status == "playing":
                assert session.dealt[-1].salt not in raw
                assert session.dealt[-1].deal not in raw
            else:
                # What was added is shown with the cards, not before.
                assert not any(number in raw for number in session.added_numbers)
            assert created["token"] not in raw
            for hashed in table.token_hashes:
                assert hashed is not None
                assert hashed not in raw
    assert promised > 3


async def sessions_by_seq(server: ThreadServer, table: LiveTable) -> dict[int, Session]:
    """Return the session after each event, folded again from the database."""
    from sommet.server.storage import queries

    store = server.app.state.registry.services.store
    with store.engine.connect() as connection:
        row = queries.read_table(connection, table.id)
    assert row is not None
    session = make_session(row.setup)
    result = {0: session}
    for event in row.events:
        session = session.apply(event)
        result[session.seq] = session
    return result


def _scene(setup: TableSetup, session: Session) -> TableFacts:
    return TableFacts(
        table="A" * 12,
        setup=setup,
        options=OptionsInForce(preset="en", rulings=[]),
        session=session,
        names=[None, None],
        connected=[True, True],
        watchers=0,
    )


def _welcome(setup: TableSetup, session: Session, viewer: Viewer) -> str:
    """Return all that somebody gets who comes now."""
    scene = _scene(setup, session)
    return format_welcome(scene, viewer, "c" * 32, missed=None, rewritten=False, now_ms=0)


def _change(setup: TableSetup, before: Session, event: ev.Event, viewer: Viewer) -> str:
    """Return all that somebody gets who was there when `event` happened."""
    after = before.apply(event)
    told = wire_event(before, event, after)
    then, now = (ViewedTable(_scene(setup, session), viewer) for session in (before, after))
    text = format_change(then, now, "c" * 32, PublicEvents(told, format_events(told)))
    if is_plain_move(before, after):
        # What is said once for all is what would have been said to this viewer.
        assert text == format_plain_change(after.seq, "c" * 32, format_events(told))
    return text


def test_hidden_cards_do_not_change_a_byte() -> None:
    """Permute what a viewer cannot see: all it is sent stays the same to the last byte."""
    random = Random(77)
    last_cards = 0
    # Seldom does chance alone come as far as the last cards: so it does in this game.
    far = Round.deal("en", seed=289)
    games = [(_dealt(_PACAL, random, str(far.dealt)), Random(289))]
    games += [(_dealt(_PACAL, random), Random(game)) for game in range(5)]
    for game, (dealt, chance) in enumerate(games):
        session = dealt
        before: Session | None = None
        while session.actor is not None:
            for player in (0, 1, None):
                viewer = Viewer(player)
                other, its_before = _swapped(_PACAL, session, player, seed=random.below(1 << 30))
                where = f"game {game}, move {session.ply}, viewer {player}"
                truth = _welcome(_PACAL, session, viewer)
                assert _welcome(_PACAL, other, viewer) == truth, where
                assert session.ply > 20 or other.progress != session.progress
                if before is not None:
                    turn = session.turns[-1]
                    moved = ev.Moved(0, turn.seat, turn.move)
                    change = _change(_PACAL, before, moved, viewer)
                    assert _change(_PACAL, its_before, moved, viewer) == change, where
                    last_cards += '"card"' in change
            round_ = session.progress.match.round  # type: ignore[union-attr]
            moves = round_.legal_moves
            move = str(moves[0 if round_.phase == "last" else chance.below(len(moves))])
            before = session
            session = session.apply_all(session.play(session.actor, move, session.ply, at_ms=0))
    assert last_cards, "no game came to its last cards"


def _dealt(setup: TableSetup, random: Random, deal: str | None = None) -> Session:
    session = make_session(setup)
    if not session.complete:
        session = session.apply_all(session.join(None, at_ms=0))
    session = session.apply_all(session.start(0, at_ms=0))
    cards = list(range(1, 51))
    random.shuffle(cards)
    text = KINDS["pacal"].deal(bytes(cards)) if deal is None else deal
    # The secret is the same in all worlds, so that its hash is no difference.
    return session.apply(ev.Dealt(0, 1, text, "ab" * 32, "12 34"))


def _swapped(
    setup: TableSetup, session: Session, seat: int | None, seed: int
) -> tuple[Session, Session]:
    """Return another world that looks the same from `seat`, and the same world a move earlier."""
    view: View = session.progress.match.view(seat)  # type: ignore[union-attr]
    other = before = _dealt(setup, Random(0), str(view.sample(seed).dealt))
    for turn in session.turns:
        before = other
        other = other.apply_all(other.play(turn.seat, turn.move, other.ply, at_ms=0))
    return other, before


@pytest.mark.parametrize("kind", ["pylos", "pacal"])
def test_moves_that_change_nothing_besides_are_told_to_all_alike(kind: str) -> None:
    setup = _PACAL if kind == "pacal" else TableSetup("pylos", "friend", "standard")
    for control, plain_moves in ((None, True), (TimeControl(60_000), False)):
        random, plain = Random(5), 0
        setup = replace(setup, control=control)
        session = make_session(setup)
        if kind == "pacal":
            session = _dealt(setup, random)
        else:
            session = session.apply_all((ev.Joined(0, 1, None), ev.Started(0, 0)))
        while session.actor is not None:
            progress: Any = session.progress
            game = progress.match.round if kind == "pacal" else progress.state
            moves = game.legal_moves
            move = str(moves[random.below(len(moves))])
            event = ev.Moved(0, session.actor, move)
            asking = ev.Proposed(0, session.actor, "takeback")
            for before in (session, session.apply(asking)):
                for player in (0, 1, None):
                    _change(setup, before, event, Viewer(player))
            assert not is_plain_move(session.apply(asking), session.apply(asking).apply(event))
            plain += is_plain_move(session, session.apply(event))
            session = session.apply(event)
        assert bool(plain) == plain_moves


def test_a_game_given_up_is_opened_for_all() -> None:
    """Once the game is over there is nothing to hide, and the commitment is opened."""
    session = _dealt(_PACAL, Random(3))
    change = json.loads(_change(_PACAL, session, ev.Resigned(0, 0), Viewer(None)))
    assert change["deals"] == [
        {
            "round": 1,
            "opening": f"pacal secret\n{'ab' * 32}\n",
            "deal": session.dealt[0].deal,
        }
    ]


def test_a_change_says_only_what_changed() -> None:
    session = make_session(TableSetup("pylos", "friend", "standard"))
    session = session.apply_all(session.join(None, at_ms=0))
    session = session.apply_all(session.start(0, at_ms=0))
    setup = TableSetup("pylos", "friend", "standard")
    for seat, move in ((0, "1a1"), (1, "1b1")):
        event = ev.Moved(0, seat, move)
        text = _change(setup, session, event, Viewer(None))
        session = session.apply(event)
    assert text == (
        '{"type":"change","seq":4,"chain":"' + "c" * 32 + '",'
        '"events":[{"type":"moved","seat":1,"move":"1b1"}]}'
    )
