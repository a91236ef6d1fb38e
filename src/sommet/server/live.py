"""A table in memory: applies what players want, keeps it, and tells everybody who looks on."""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sqlalchemy.sql.base import Executable

from sommet import __version__
from sommet.match import events as ev
from sommet.match.clock import MAX_LAG_MS
from sommet.match.refused import Refused
from sommet.match.session import Session, Setup
from sommet.server.computer import Computer, Question
from sommet.server.faces import FACES
from sommet.server.faces.face import wire_seat
from sommet.server.protocol import messages, snapshot
from sommet.server.protocol.base import PROTOCOL_VERSION, OptionsInForce
from sommet.server.records import format_game
from sommet.server.services import Services
from sommet.server.setup import TableSetup
from sommet.server.snapshots import Scene, build_snapshot, wire_event
from sommet.server.storage import rows
from sommet.server.viewer import Viewer

_log = logging.getLogger(__name__)

#: Changes remembered for those who come back after a lost connection.
_RECENT = 200
_CARDS = range(1, 51)
_Decide = Callable[[Session], tuple[ev.Event, ...]]
_Steps = list[tuple[ev.Event, Session]]


class Onlooker(Protocol):
    """A connection that a table tells things."""

    viewer: Viewer
    lag_ms: int

    def send(self, text: str) -> None:
        """Send a message in its own time."""


def make_session(setup: TableSetup) -> Session:
    """Return the session of a table before anything has happened."""
    face = FACES[setup.kind]
    options = face.options(setup.preset, setup.rulings)
    return Session(
        setup=Setup(lambda: face.begin(options), setup.mode, setup.control),
        complete=setup.mode != "friend",
    )


class LiveTable:
    """One table. Everything that changes it goes through `act`, one change at a time."""

    def __init__(self, services: Services, row: rows.TableRow) -> None:
        """Take over a table with all that has happened there."""
        self.id = row.id
        self.setup = row.setup
        self.invite_hash = row.invite_hash
        self.created_ms = row.created_ms
        self.updated_ms = row.updated_ms
        self.token_hashes: list[str | None] = [None, None]
        self.names: list[str | None] = [None, None]
        for seat in row.seats:
            self.token_hashes[seat.player] = seat.token_hash
            self.names[seat.player] = seat.name
        self.idle_since_ms = services.wall.now_ms()
        self.session = make_session(row.setup)
        self.face = FACES[row.setup.kind]
        options = self.face.options(row.setup.preset, row.setup.rulings)
        self.options = OptionsInForce(
            preset=row.setup.preset, rulings=self.face.in_force(options, row.setup.seat)
        )
        self._services = services
        self._lock = asyncio.Lock()
        self._onlookers: set[Onlooker] = set()
        self._recent: list[tuple[int, list[snapshot.Event]]] = []
        self._takebacks = 0
        self._flag: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._computer: Computer | None = None
        if row.setup.mode == "computer" and row.setup.opponent is not None:
            self._computer = Computer(
                services,
                row.setup.kind,
                row.setup.opponent,
                play=self._play_computer,
                changed=self._tell_thinking,
            )
        self._adopt(self._steps(row.events, deal=False))

    # Looking on.

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        return not (self._onlookers or self._needs_attention(self.session) or self._lock.locked())

    @property
    def has_running_clock(self) -> bool:
        """Whether somebody's time is running."""
        return self.session.clock is not None and self.session.clock.running is not None

    def scene(self) -> Scene:
        """Return what snapshots are made of."""
        players = {onlooker.viewer.player for onlooker in self._onlookers}
        return Scene(
            table=self.id,
            setup=self.setup,
            face=self.face,
            options=self.options,
            session=self.session,
            names=self.names,
            connected=[0 in players, 1 in players or self.setup.mode == "computer"],
            watchers=sum(onlooker.viewer.player is None for onlooker in self._onlookers),
            thinking=self._thinking(),
            now_ms=self._services.wall.now_ms(),
        )

    def welcome(self, onlooker: Onlooker, resume_from: int | None) -> None:
        """Show the table to somebody who came, and tell the others."""
        self._onlookers.add(onlooker)
        missed: list[snapshot.Event] = []
        if resume_from is not None:
            for seq, told in self._recent:
                missed.extend(told if seq > resume_from else ())
        greeting = messages.Welcome(
            protocol=PROTOCOL_VERSION,
            server=__version__,
            snapshot=build_snapshot(self.scene(), onlooker.viewer),
            missed=missed,
        )
        onlooker.send(greeting.model_dump_json())
        self._tell_presence(besides=onlooker)

    def leave(self, onlooker: Onlooker) -> None:
        """Forget somebody who left, and tell the others."""
        if onlooker in self._onlookers:
            self._onlookers.discard(onlooker)
            self.idle_since_ms = self._services.wall.now_ms()
            self._tell_presence()

    def show(self, onlooker: Onlooker) -> None:
        """Send the table again to one onlooker whose view of it changed."""
        self._tell_state((onlooker,), [])

    # Acting.

    async def act(self, decide: _Decide, *further: Executable) -> int:
        """Do what `decide` makes of the session; return the seq when all is on disk and told.

        `further` statements are kept in the same transaction.

        Raises:
            Refused: nothing changed.
        """
        # Whoever disconnects in the middle must not leave the table half changed.
        task = asyncio.ensure_future(self._act(decide, further))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _act(self, decide: _Decide, further: Sequence[Executable]) -> int:
        began = time.monotonic()
        async with self._lock:
            before = self.session
            steps = self._steps(decide(before), deal=True)
            if not steps:
                return before.seq
            now_ms = self._services.wall.now_ms()
            await self._services.store.write(
                *rows.append_events(self.id, before.seq, [event for event, _ in steps]),
                rows.touch_table(self.id, now_ms, attention=self._needs_attention(steps[-1][1])),
                *further,
                *self._record_of(steps[-1][1], now_ms),
            )
            self.updated_ms = now_ms
            told = self._adopt(steps)
            self.schedule()
            self._tell_state(self._onlookers, told)
        self._services.metrics.act_seconds.observe(time.monotonic() - began)
        return self.session.seq

    def _steps(self, chosen: Sequence[ev.Event], *, deal: bool) -> _Steps:
        steps: _Steps = []
        session = self.session
        for event in chosen:
            session = session.apply(event)
            steps.append((event, session))
        while deal and steps and session.wants_deal:
            (dealt,) = session.deal(
                self.face.deal(_shuffled_cards()),
                secrets.token_hex(32),
                at_ms=self._services.wall.now_ms(),
            )
            session = session.apply(dealt)
            steps.append((dealt, session))
        return steps

    def _adopt(self, steps: _Steps) -> list[snapshot.Event]:
        told: list[snapshot.Event] = []
        for event, after in steps:
            self._takebacks += isinstance(event, ev.TakenBack)
            told.extend(wire_event(self.session, event, after))
            self.session = after
        if told:
            self._recent.append((self.session.seq, told))
            del self._recent[:-_RECENT]
        return told

    def _record_of(self, after: Session, now_ms: int) -> tuple[Executable, ...]:
        if after.outcome is None or self.session.outcome is not None:
            return ()
        metrics = self._services.metrics
        metrics.games_finished.labels(self.setup.kind, after.outcome.reason).inc()
        text = format_game(self.setup, after, self.names, date_ms=now_ms)
        return (rows.keep_record(self.id, after.game_number, now_ms, text),)

    def rename(self, player: int, name: str | None) -> None:
        """Take down a player's name."""
        self.names[player] = name

    # What happens by itself.

    def schedule(self) -> None:
        """See to it that the computer thinks when it is to move and that clocks run out."""
        session = self.session
        if self._computer is not None:
            self._ask(self._computer, session)
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = session.clock
        if session.outcome is None and clock is not None and clock.runs_out_ms is not None:
            wait_ms = clock.runs_out_ms - self._services.wall.now_ms() + self._lag(clock.running)
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(max(0, wait_ms + 1) / 1000, self._flag_fell)

    def _ask(self, computer: Computer, session: Session) -> None:
        course, seat = session.course, session.actor
        if course is None or seat is None or session.player_on(seat) != 1:
            computer.stop()
            return
        question = (session.game_number, session.ply, self._takebacks)
        computer.ask(question, lambda: self.face.view(course, seat))

    def stop(self) -> None:
        """Let nothing more happen by itself."""
        if self._computer is not None:
            self._computer.stop()
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _flag_fell(self) -> None:
        self._flag = None
        task = asyncio.ensure_future(self._run_out())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_out(self) -> None:
        def decide(session: Session) -> tuple[ev.Event, ...]:
            lag_ms = 0 if session.clock is None else self._lag(session.clock.running)
            return session.run_out(at_ms=self._services.wall.now_ms(), lag_ms=lag_ms)

        seq = self.session.seq
        try:
            if await self._act(decide, ()) == seq:
                self.schedule()
        except Exception:
            _log.exception("table %s: a clock could not run out", self.id)

    def _lag(self, seat: int | None) -> int:
        if seat is None:
            return 0
        player = self.session.player_on(seat)
        lags = [o.lag_ms for o in self._onlookers if o.viewer.player == player]
        return min(max(lags, default=0), MAX_LAG_MS)

    async def _play_computer(self, question: Question, move: str) -> None:
        game_number, ply, _takebacks = question

        def decide(session: Session) -> tuple[ev.Event, ...]:
            seat = session.actor
            if session.game_number != game_number or seat is None or session.player_on(seat) != 1:
                raise Refused("stale")
            return session.play(seat, move, ply, at_ms=self._services.wall.now_ms())

        try:
            await self.act(decide)
        except Refused as refused:
            _log.info("table %s: a computer move came too late: %s", self.id, refused.code)

    def _needs_attention(self, session: Session) -> bool:
        if session.outcome is not None:
            return False
        seat = session.actor
        computer = self._computer is not None and seat is not None and session.player_on(seat) == 1
        return computer or (session.clock is not None and session.clock.running is not None)

    # Telling.

    def _thinking(self) -> snapshot.Thinking | None:
        computer, seat = self._computer, self.session.actor
        if computer is None or computer.since_ms is None or seat is None:
            return None
        return snapshot.Thinking(seat=wire_seat(seat), since_ms=computer.since_ms)

    def _tell_state(
        self, onlookers: "Sequence[Onlooker] | set[Onlooker]", told: list[snapshot.Event]
    ) -> None:
        scene = self.scene()
        texts: dict[Viewer, str] = {}
        for onlooker in onlookers:
            text = texts.get(onlooker.viewer)
            if text is None:
                state = messages.State(
                    seq=self.session.seq,
                    events=told,
                    snapshot=build_snapshot(scene, onlooker.viewer),
                )
                text = texts[onlooker.viewer] = state.model_dump_json()
            onlooker.send(text)

    def _tell_presence(self, *, besides: Onlooker | None = None) -> None:
        scene = self.scene()
        presence = messages.Presence(
            connected=[
                scene.connected[0 if self.setup.mode in ("hotseat", "solo") else player]
                for player in map(self.session.player_on, self.session.seats)
            ],
            watchers=scene.watchers,
        )
        self._tell(presence.model_dump_json(), besides=besides)

    def _tell_thinking(self) -> None:
        self._tell(messages.ThinkingChanged(thinking=self._thinking()).model_dump_json())

    def _tell(self, text: str, *, besides: Onlooker | None = None) -> None:
        for onlooker in self._onlookers:
            if onlooker is not besides:
                onlooker.send(text)


def _shuffled_cards() -> bytes:
    cards = list(_CARDS)
    random.SystemRandom().shuffle(cards)
    return bytes(cards)
