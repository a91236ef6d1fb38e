"""No byte about hidden cards reaches a client that may not know it.

Whole random matches are played over real sockets. Every raw message of each seat and of an
observer is then compared with what its View allows at that moment: the two worlds in which the
hidden cards lie differently give the same bytes, and no message names a card it should not.
"""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
from server_client import Api, Seat, ThreadServer, random_move

from sommet.match import events as ev
from sommet.match.session import Session
from sommet.pacal import View
from sommet.seeding import Random
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.folding import make_session
from sommet.server.tables.live import LiveTable
from sommet.server.tables.presenters import FACES
from sommet.server.tables.snapshots import board_of, build_snapshot
from sommet.server.tables.viewer import Viewer

#: Where a board may name cards, and nowhere else may it.
_CARD_KEYS = {"apexes", "cards", "card", "covered", "offerable", "takeable", "face_down"}


def numbers_in(board: dict[str, Any]) -> set[int]:
    """Return every card that a board names, wherever it stands."""
    found: set[int] = set()

    def walk(value: Any, key: str) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                walk(inner, name)
        elif isinstance(value, list):
            for inner in value:
                walk(inner, key)
        elif isinstance(value, int) and not isinstance(value, bool) and key in _CARD_KEYS:
            found.add(value)

    walk(board, "")
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
                await seat.until(lambda: ada.snapshot["seq"] == bob.snapshot["seq"])
                if "next_round" in seat.can:
                    await seat.next_round()
                elif "play" in seat.can:
                    await seat.play(random_move(seat.snapshot["board"], random))
            newest = max(ada.snapshot["seq"], bob.snapshot["seq"])
            await ada.until_seq(newest)
            await bob.until_seq(newest)
        await eve.until(lambda: eve.over)
        await asyncio.gather(ada.ask("ping"), bob.ask("ping"), eve.ask("ping"))
    return first, [ada, bob, eve]


def boards_in(seat: Seat) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (seq, board) of every message that held one."""
    for raw in seat.raw:
        message = json.loads(raw)
        # Before the first deal there is none.
        if message["type"] in ("welcome", "state") and message["snapshot"]["board"] is not None:
            yield message["snapshot"]["seq"], message["snapshot"]["board"]


@pytest.mark.parametrize("seed", range(3))
async def test_each_viewer_gets_only_the_cards_of_its_view(
    server: ThreadServer, api: Api, seed: int
) -> None:
    created, seats = await play_match(api, seed)
    table = live_table(server, created["table"])
    sessions = await sessions_by_seq(server, table)
    for player, seat in enumerate([*seats[:2], seats[2]]):
        checked = 0
        for seq, board in boards_in(seat):
            round_ = sessions[seq].progress.match.round  # type: ignore[union-attr]
            if round_.outcome is not None:
                continue
            viewer = None if player == 2 else sessions[seq].seat_of(player)
            assert numbers_in(board) <= allowed_cards(round_.view(viewer))
            assert board["commitment"]["opening"] is None
            assert board["commitment"]["deal"] is None
            checked += 1
        assert checked > 10


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
            if message["type"] not in ("welcome", "state"):
                continue
            session = sessions[message["snapshot"]["seq"]]
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


def test_hidden_cards_do_not_change_a_byte() -> None:
    """Permute what a viewer cannot see: its board stays the same to the last byte."""
    setup = TableSetup("pacal", "friend", "en")
    face, random = FACES["pacal"], Random(77)
    for game in range(6):
        session = _dealt(setup, random)
        while session.actor is not None:
            progress = session.progress
            assert progress is not None
            for viewer in (0, 1, None):
                truth = _bytes(face, session, viewer)
                other = _swapped(setup, session, viewer, seed=random.below(1 << 30))
                assert _bytes(face, other, viewer) == truth, f"game {game}, viewer {viewer}"
            moves = progress.match.legal_moves  # type: ignore[attr-defined]
            move = str(moves[random.below(len(moves))])
            session = session.apply_all(session.play(session.actor, move, session.ply, at_ms=0))


def _dealt(setup: TableSetup, random: Random, deal: str | None = None) -> Session:
    session = make_session(setup)
    session = session.apply_all(session.join(None, at_ms=0))
    session = session.apply_all(session.start(0, at_ms=0))
    cards = list(range(1, 51))
    random.shuffle(cards)
    text = FACES["pacal"].deal(bytes(cards)) if deal is None else deal
    return session.apply(ev.Dealt(0, 1, text, "ab" * 32, "12 34"))


def _swapped(setup: TableSetup, session: Session, viewer: int | None, seed: int) -> Session:
    """Return another world that looks the same to `viewer`."""
    view: View = session.progress.match.view(viewer)  # type: ignore[union-attr]
    deal = str(view.sample(seed).dealt)
    other = _dealt(setup, Random(0), deal)
    for turn in session.turns:
        other = other.apply_all(other.play(turn.seat, turn.move, other.ply, at_ms=0))
    return other


def _bytes(face: Any, session: Session, viewer: int | None) -> str:
    board = board_of(session, face, None if viewer is None else (1 if viewer else 0))
    assert board is not None
    # The commitment is to another secret where the deal is another; it must not be an opening.
    plain = board.model_dump()
    assert plain["commitment"].pop("sha256")
    assert plain["commitment"] == {"numbers": ["12", "34"], "opening": None, "deal": None}
    return json.dumps(plain)


async def test_the_curtain_keeps_both_hands_back(server: ThreadServer, api: Api) -> None:
    created = await api.open("pacal", "hotseat")
    async with api.seat(created) as seat:
        await seat.play_on(Random(5), until_over=False)
    table = live_table(server, created["table"])
    sessions = await sessions_by_seq(server, table)
    covered = lifted = 0
    for raw in seat.raw:
        message = json.loads(raw)
        if message["type"] not in ("welcome", "state"):
            continue
        snapshot = message["snapshot"]
        if snapshot["board"] is None:
            continue
        round_ = sessions[snapshot["seq"]].progress.match.round  # type: ignore[union-attr]
        if round_.outcome is not None:
            continue
        eyes = None if snapshot["you"]["curtain"] is not None else snapshot["you"]["seat"]
        assert numbers_in(snapshot["board"]) <= allowed_cards(round_.view(eyes))
        covered += eyes is None
        lifted += eyes is not None
    assert covered
    assert lifted


async def test_solo_never_tells_the_pile(server: ThreadServer, api: Api) -> None:
    created = await api.open("pacal", "solo")
    async with api.seat(created) as seat:
        await seat.play_on(Random(9))
    table = live_table(server, created["table"])
    sessions = await sessions_by_seq(server, table)
    checked = 0
    for seq, board in boards_in(seat):
        solo = sessions[seq].progress.solo  # type: ignore[union-attr]
        if solo.outcome is None:
            assert numbers_in(board) <= set(solo.view().drawn)
            checked += 1
    assert checked >= 2


def test_a_game_given_up_is_opened_for_all() -> None:
    """Once the game is over there is nothing to hide, and the commitment is opened."""
    session = _dealt(TableSetup("pacal", "friend", "en"), Random(3))
    over = session.apply_all(session.resign(0, at_ms=0))
    board = board_of(over, FACES["pacal"], None)
    assert board is not None
    assert board.kind == "pacal"
    assert board.face_down is not None
    assert board.commitment is not None
    assert board.commitment.opening is not None
    assert all(hand.cards is not None for hand in board.hands)


def test_snapshots_use_the_viewers_eyes() -> None:
    """The whole snapshot, not only the board, is the same in both worlds."""
    setup = TableSetup("pacal", "friend", "en")
    session = _dealt(setup, Random(4))
    other = _swapped(setup, session, 0, seed=5)

    def text(session: Session) -> str:
        from sommet.server.protocol.base import OptionsInForce
        from sommet.server.tables.snapshots import Scene

        scene = Scene(
            table="A" * 12,
            setup=setup,
            face=FACES["pacal"],
            options=OptionsInForce(preset="en", rulings=[]),
            session=session,
            names=[None, None],
            connected=[True, True],
            watchers=0,
            thinking=None,
            now_ms=0,
        )
        plain = build_snapshot(scene, Viewer(0)).model_dump()
        plain["board"]["commitment"] = None
        return json.dumps(plain)

    assert text(session) == text(other)
    assert session.progress != other.progress
