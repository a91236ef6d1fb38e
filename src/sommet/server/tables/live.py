"""A table in memory: applies what players want, keeps it, and tells everybody who looks on.

The events in the database are the truth, and any process may append to them. A table in memory is
what this process knows of them: whoever appends must know all, and looks again if it did not.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sqlalchemy.sql.base import Executable

from sommet.match import events as ev
from sommet.match.clock import MAX_LAG_MS
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.pacal.deal import deck_from_parts
from sommet.server.protocol import messages
from sommet.server.protocol.base import OptionsInForce
from sommet.server.protocol.events import Event
from sommet.server.services import Services
from sommet.server.storage import jobs, queries
from sommet.server.storage.chain import (
    BrokenHistory,
    Diverged,
    first_link,
    links_after,
    read_after,
    read_link,
)
from sommet.server.storage.setup import format_setup, parse_setup
from sommet.server.storage.store import Conflict, Unavailable, Unsettled, Write
from sommet.server.tables.folding import SHORT, Folded, apply_steps
from sommet.server.tables.presence import Presence
from sommet.server.tables.presenters import FACES
from sommet.server.tables.recent import KEPT, Recent
from sommet.server.tables.records import format_game
from sommet.server.tables.seen import Scene
from sommet.server.tables.table_host import Onlooker, TableHost
from sommet.server.tables.telling import Sight, format_change, format_welcome
from sommet.server.tables.told import wire_event
from sommet.server.tables.viewer import Viewer
from sommet.server.thinking.question import Question, ask, question_of

_log = logging.getLogger(__name__)

#: Events longer than this are looked up by other processes, and not told.
_TOLD_BYTES = 1500
#: Time given to a player whose process died, to find another.
_RETURN_GRACE_MS = 3000
_AGAIN_S = 0.5
#: Writes refused in a row although nobody else wrote: the table's own count is wrong.
_IN_VAIN = 3
_Decide = Callable[[Session], tuple[ev.Event, ...]]
_Steps = Sequence[tuple[ev.Event, Session]]


class LiveTable:
    """One table. Everything that changes it goes through `act`, one change at a time."""

    def __init__(
        self,
        services: Services,
        row: queries.TableRow,
        folded: Folded,
        surroundings: TableHost,
    ) -> None:
        """Take over a table with all that has happened there."""
        self.id = row.id
        self.setup = row.setup
        self.invite_hash = row.invite_hash
        self.created_ms = row.created_ms
        self.updated_ms = row.updated_ms
        self.token_hashes: list[str | None] = [None, None]
        self.names: list[str | None] = [None, None]
        self.bots: list[str | None] = [None, None]
        self.idle_since_ms = services.server_clock.now_ms()
        self.session = folded.before
        self.face = FACES[self.setup.kind]
        self.options = _options_in_force(format_setup(replace(self.setup, opponent=None)))
        self.presence = Presence(services, row.id)
        self._services = services
        self._surroundings = surroundings
        self._lock = asyncio.Lock()
        self._onlookers: set[Onlooker] = set()
        self._recent = Recent()
        self._takebacks = folded.takebacks
        self._resumed_ms = folded.resumed_ms
        self._link = first_link(row.id)
        self._marked = True
        self._behind = False
        self._left = False
        self._flag: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self.set_seats(row.seats)
        self._adopt(folded.steps, folded.links)
        self._marked = row.stored_chain == self._link

    def set_seats(self, seats: Sequence[queries.SeatRow]) -> None:
        """Take down who holds the seats; whoever held one with another token has to go."""
        for seat in seats:
            revoked = self.token_hashes[seat.player] not in (None, seat.token_hash)
            self.token_hashes[seat.player] = seat.token_hash
            self.names[seat.player] = seat.name
            self.bots[seat.player] = seat.bot
            if revoked:
                for onlooker in list(self._onlookers):
                    if onlooker.viewer.player == seat.player:
                        onlooker.end()

    # Looking on.

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        if self._onlookers or self._lock.locked():
            return False
        # Others look after it where there are others; alone, its clock runs here. Deadlines that
        # are days away are found in the database.
        control = self.setup.control
        is_slow = control is not None and control.per_move
        return self._services.store.shared or is_slow or not self.has_running_clock

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks at it through this process."""
        return bool(self._onlookers)

    @property
    def has_clock(self) -> bool:
        """Whether time is limited here."""
        return self.setup.control is not None

    @property
    def has_running_clock(self) -> bool:
        """Whether somebody's time is running."""
        clock = self.session.clock
        return clock is not None and clock.running is not None and self.session.outcome is None

    @property
    def full_names(self) -> list[str | None]:
        """What players are called in a record: programs are called programs."""
        pairs = zip(self.names, self.bots, strict=True)
        return [name if bot is None else f"bot {name}" for name, bot in pairs]

    def scene(self) -> Scene:
        """Return what there is to know about the table."""
        players = self.presence.players
        return Scene(
            table=self.id,
            setup=self.setup,
            options=self.options,
            session=self.session,
            names=self.names,
            bots=self.bots,
            connected=[bool(players & 1), bool(players & 2) or self.setup.mode == "computer"],
            watchers=self.presence.watchers,
            open_since_ms=self.open_since_ms,
        )

    @property
    def open_since_ms(self) -> int:
        """When the last moment ended in which nobody could play, 0 if there was none."""
        return max((to_ms for _, to_ms in self._surroundings.outages), default=0)

    def welcome(
        self, onlooker: Onlooker, resume_from: int | None, *, rewritten: bool = False
    ) -> None:
        """Show the table to somebody who came, and tell the others.

        With `rewritten`, what they saw before is not what happened here.
        """
        self._onlookers.add(onlooker)
        self._count()
        text = self._greeting(onlooker.viewer, resume_from, rewritten=rewritten)
        if self.session.awaits_deal and self.session.secret is None:
            # Left there by an earlier version, which dealt by itself.
            self._run(self.act(self._dealing))
        onlooker.send(text)
        self.tell_presence(besides=onlooker)

    def leave(self, onlooker: Onlooker) -> None:
        """Forget somebody who left, and tell the others."""
        if onlooker in self._onlookers:
            self._onlookers.discard(onlooker)
            self._count()
            self.idle_since_ms = self._services.server_clock.now_ms()
            self.tell_presence()

    def _count(self) -> None:
        seats = {onlooker.viewer.player for onlooker in self._onlookers}
        self.presence.set_here(
            players=(1 if 0 in seats else 0) | (2 if 1 in seats else 0),
            watchers=sum(onlooker.viewer.player is None for onlooker in self._onlookers),
        )

    def show(self, onlooker: Onlooker, before: Viewer) -> None:
        """Tell one onlooker what it sees now and did not as `before`."""
        scene = self.scene()
        now = Sight(scene, onlooker.viewer)
        onlooker.send(format_change(Sight(scene, before), now, self._link, []))

    def end_all(self) -> None:
        """Close every connection: what this process knows of the table may be wrong."""
        for onlooker in list(self._onlookers):
            onlooker.end()

    # Acting.

    async def act(
        self,
        decide: _Decide,
        *further: Executable,
        steady: bool = True,
        kept: Callable[[], None] | None = None,
    ) -> int:
        """Do what `decide` makes of the session; return the seq when all is on disk and told.

        `further` statements are kept in the same transaction, and `kept` is called when they are
        on disk, before anybody is told. Where another process was faster,
        `decide` is asked again with the session as it then is. With `steady`, nothing is done
        while time may have to be given back.

        Raises:
            Refused: nothing changed.
        """
        if self._left:
            raise Refused("history_changed")
        # Whoever disconnects in the middle must not leave the table half changed.
        task = asyncio.ensure_future(self._act(decide, further, steady=steady, kept=kept))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _act(
        self,
        decide: _Decide,
        further: Sequence[Executable],
        *,
        steady: bool,
        kept: Callable[[], None] | None = None,
    ) -> int:
        began = time.monotonic()
        try:
            async with self._lock:
                if steady and self.has_running_clock and not self._surroundings.is_steady:
                    raise Refused("unavailable")
                seq = await self._change(decide, further, kept)
        finally:
            # Whatever was heard meanwhile had to wait.
            if self._behind:
                self._run(self.catch_up())
        self._services.metrics.act_seconds.observe(time.monotonic() - began)
        return seq

    async def _change(
        self,
        decide: _Decide,
        further: Sequence[Executable],
        kept: Callable[[], None] | None,
    ) -> int:
        in_vain = 0
        while True:
            if self._left:
                raise Refused("history_changed")
            steps = self._steps(decide(self.session), deal=True)
            if not steps:
                return self.session.seq
            texts = queries.format_events([event for event, _ in steps])
            job = self._job_after(steps)
            here = job is not None and self._surroundings.has_room()
            try:
                await self._services.store.put(
                    self._write_of(steps, texts, further, job, here=here)
                )
            except Conflict:
                self._services.metrics.conflicts.inc()
                seq = self.session.seq
                await self._look_again()
                in_vain = in_vain + 1 if self.session.seq == seq else 0
                if in_vain == _IN_VAIN:
                    error = BrokenHistory(f"nothing can be appended to table {self.id}")
                    raise self._set_aside(error) from None
                continue
            except Unavailable as error:
                raise Refused("unavailable") from error
            except Unsettled as error:
                # Nobody may be told that nothing changed: they come back and see.
                self._leave_behind("nobody knows whether the last write was kept")
                raise Refused("unsettled") from error
            self.updated_ms = self._services.server_clock.now_ms()
            if kept is not None:
                kept()
            self._count_finished(steps[-1][1])
            self._after(steps, links_after(self._link, texts))
            self._marked = True
            if job is not None and here:
                self._surroundings.begin(job)
            return self.session.seq

    def _write_of(
        self,
        steps: _Steps,
        texts: Sequence[str],
        further: Sequence[Executable],
        job: jobs.Job | None,
        *,
        here: bool,
    ) -> Write:
        now_ms = self._services.server_clock.now_ms()
        after = steps[-1][1]
        write = queries.append(
            self.id,
            queries.Head(self.session.seq, self._link, self._marked),
            texts,
            now_ms,
            _due_ms(after),
        )
        hides = after.dealt or after.secret is not None
        told = texts if sum(map(len, texts)) < _TOLD_BYTES and not hides else None
        link = links_after(self._link, texts)[-1]
        process, statements = self._services.process, list(write.statements)
        news: list[list[Any]] = [
            ["h", process, self.id, after.seq, link, told],
            # For processes of the version before, which looks the events up.
            ["e", process, self.id, after.seq, None],
        ]
        asked = self._question(self.session)
        if asked is not None:
            statements.append(jobs.remove(asked.job_id(self.id)))
        if job is not None and here:
            lease_ms = now_ms + self._services.settings.lease_ms
            statements.append(jobs.put(job, worker=process, lease_ms=lease_ms))
        elif job is not None:
            statements.append(jobs.put(job))
            news.append(["j"])
        write.statements = (*statements, *further, *self._record_of(after, now_ms))
        write.news = news
        return write

    def _after(self, steps: _Steps, links: Sequence[str]) -> None:
        """Go on from what is on disk now."""
        asked, before = self._question(self.session), self.session
        told = self._adopt(steps, links)
        if asked is not None and asked != self._question(self.session):
            self._surroundings.cancel(asked.job_id(self.id))
        self.schedule()
        self._tell(before, told)

    # What other processes did.

    def heard(self, seq: int, link: str | None, texts: list[str] | None) -> None:
        """Take in that the history is now `seq` events long, with the chain `link` after them.

        Without a link, an older version wrote: then its number is all there is to compare.
        """
        known = self.session.seq if link is None else self._seq_of(link)
        if known == seq or (link is None and seq < known):
            return
        if self._lock.locked():
            self._behind = True  # whoever holds the lock looks again
            return
        if texts is not None and seq - len(texts) == self.session.seq:
            links = links_after(self._link, texts)
            try:
                events = queries.parse_events(texts)
                steps = self._steps(events, deal=False)
            except Exception as error:
                self._set_aside(error)
                return
            seats = any(isinstance(event, ev.SEAT_CHANGES) for event in events)
            if links[-1] == link and not seats:
                self.updated_ms = self._services.server_clock.now_ms()
                self._after(steps, links)
                self._marked = True
                return
        self._behind = True
        self._run(self.catch_up())

    def heard_head(self, head: tuple[int, str | None] | None) -> None:
        """Compare with what the database says of the table: events and chain, or that it is gone.

        A chain that is missing, or was kept by an older version, is looked up like a new one.
        """
        if head != (self.session.seq, self._link):
            self._behind = True
            if not self._lock.locked():
                self._run(self.catch_up())

    def _seq_of(self, link: str) -> int:
        """Return the number of the event after which the chain was `link`, or -1."""
        return self.session.seq if link == self._link else self._recent.seq_of(link)

    async def catch_up(self) -> None:
        """Look up what happened elsewhere."""
        async with self._lock:
            while self._behind:
                await self._look_again()

    async def look_up(self) -> None:
        """Take in all that is on disk, for somebody who may know more than this process."""
        async with self._lock:
            await self._look_again()

    async def is_rewritten(self, seq: int, link: str) -> bool:
        """Return whether somebody who saw the chain `link` after event `seq` saw another history.

        Raises:
            Refused: the database is away.
        """
        if seq > self.session.seq:
            await self.look_up()
        known = self._link if seq == self.session.seq else self._recent.link_at(seq)
        if known is None and seq < self.session.seq:
            try:
                known = await self._services.store.read(lambda c: read_link(c, self.id, seq))
            except Unavailable as error:
                raise Refused("unavailable") from error
        return known != link

    async def _look_again(self) -> None:
        if self._left:
            raise Refused("history_changed")
        seq, link = self.session.seq, self._link
        self._behind = False
        try:
            found = await self._services.store.read(lambda c: read_after(c, self.id, seq, link))
        except Unavailable as error:
            self._behind = True
            raise Refused("unavailable") from error
        except Diverged as error:
            # An older copy of the database, or one on which others went on: begin again from it.
            self._services.metrics.rewritten.inc()
            self._leave_behind("the history that is kept is not the one that was known here")
            raise Refused("history_changed") from error
        except BrokenHistory as error:
            raise self._set_aside(error) from error
        if found is None:
            self._leave_behind("it was removed")
            raise Refused("no_such_table")
        try:
            steps = await self._steps_of(found.texts)
        except Exception as error:
            raise self._set_aside(error) from error
        if any(isinstance(event, ev.SEAT_CHANGES) for event, _ in steps):
            await self.look_for_seats()
        self._marked = found.marked
        if steps:
            self.updated_ms = self._services.server_clock.now_ms()
            self._after(steps, found.links)

    async def _steps_of(self, texts: Sequence[str]) -> _Steps:
        """Return what kept events make of the session; many of them are folded elsewhere."""
        session = self.session

        def fold() -> _Steps:
            return apply_steps(session, queries.parse_events(texts))

        return fold() if len(texts) <= SHORT else await self._services.heavy.run(fold)

    def _set_aside(self, error: Exception) -> Refused:
        """Give a history up that cannot be read; return what everybody is told."""
        self._left = True
        self._behind = False
        self._surroundings.set_aside(self.id, error)
        self.end_all()
        return Refused("table_damaged")

    def _leave_behind(self, why: str) -> None:
        """Have nothing more to do with this copy; whoever comes back finds what is on disk."""
        _log.warning("table %s is loaded anew: %s", self.id, why)
        self._left = True
        self._behind = False
        self._surroundings.forget(self.id)
        self.end_all()

    async def look_for_seats(self) -> None:
        """Look up who holds the seats: somebody joined through another process."""
        try:
            seats, self.invite_hash = await self._services.store.read(
                lambda c: queries.read_seats(c, self.id)
            )
        except Unavailable as error:
            raise Refused("unavailable") from error
        self.set_seats(seats)

    def _run(self, work: Any) -> None:
        async def run() -> None:
            try:
                await work
            except Refused as refused:
                _log.info("table %s: %s", self.id, refused.code)
            except Exception:
                _log.exception("table %s could not look after itself", self.id)

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Folding events.

    def _steps(self, chosen: Sequence[ev.Event], *, deal: bool) -> _Steps:
        steps = apply_steps(self.session, chosen)
        session = steps[-1][1] if steps else self.session
        while deal and steps:
            following = self._dealing(session)
            if not following:
                break
            for event in following:
                session = session.apply(event)
                steps.append((event, session))
        return steps

    def _dealing(self, session: Session) -> tuple[ev.Event, ...]:
        """Return what the server does by itself for a deal: its promise, then the cards."""
        now_ms = self._services.server_clock.now_ms()
        if session.awaits_deal and session.secret is None:
            return session.promise(secrets.token_hex(32), at_ms=now_ms)
        if session.wants_deal and session.secret is not None:
            deck = deck_from_parts(session.secret, session.added_numbers)
            return session.deal(self.face.deal(deck), at_ms=now_ms)
        return ()

    def _adopt(self, steps: _Steps, links: Sequence[str]) -> list[Event]:
        told: list[Event] = []
        recent = len(steps) - KEPT
        for number, ((event, after), link) in enumerate(zip(steps, links, strict=True)):
            self._takebacks += isinstance(event, ev.TakenBack)
            if isinstance(event, ev.Resumed):
                self._resumed_ms = event.at_ms
            wired = wire_event(self.session, event, after)
            told.extend(wired)
            if number >= recent:
                self._recent.keep(after.seq, link, wired)
            self.session, self._link = after, link
        return told

    def _record_of(self, after: Session, now_ms: int) -> tuple[Executable, ...]:
        if after.outcome is None or self.session.outcome is not None:
            return ()
        if not after.is_dealt:
            return ()  # given up before the first cards: there is nothing to tell
        text = format_game(self.setup, after, self.full_names, date_ms=now_ms)
        return (queries.keep_record(self.id, after.game_number, now_ms, text),)

    def _count_finished(self, after: Session) -> None:
        if after.outcome is not None and self.session.outcome is None:
            metrics = self._services.metrics
            metrics.games_finished.labels(self.setup.kind, after.outcome.reason).inc()

    # The computer.

    def _question(self, session: Session) -> Question | None:
        if self.setup.mode != "computer" or self.setup.opponent is None:
            return None
        return question_of(session, self._takebacks)

    def _job_after(self, steps: _Steps) -> jobs.Job | None:
        after = steps[-1][1]
        if self.setup.mode != "computer" or self.setup.opponent is None:
            return None
        takebacks = sum(isinstance(event, ev.TakenBack) for event, _ in steps)
        question = question_of(after, self._takebacks + takebacks)
        if question is None or question == self._question(self.session):
            return None
        return ask(self.id, question, self._services.server_clock.now_ms())

    @property
    def question(self) -> Question | None:
        """What the computer has to think about now, or None."""
        return self._question(self.session)

    def computer_view(self) -> Any:
        """Return what the computer may know; it is to move."""
        progress, seat = self.session.progress, self.session.actor
        assert progress is not None
        assert seat is not None
        return self.face.view(progress, seat)

    async def play_computer(self, question: Question, move: str) -> None:
        """Play the computer's answer; it is forgotten if it comes too late."""

        def decide(session: Session) -> tuple[ev.Event, ...]:
            seat = session.actor
            if question != self._question(session) or seat is None:
                raise Refused("stale")
            return session.play(
                seat, move, question.ply, at_ms=self._services.server_clock.now_ms()
            )

        await self.act(decide)

    # What happens by itself.

    def schedule(self) -> None:
        """See to it that clocks run out."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self.session.clock
        if self.session.outcome is None and clock is not None and clock.runs_out_ms is not None:
            wait_ms = (
                clock.runs_out_ms - self._services.server_clock.now_ms() + self._lag(clock.running)
            )
            self._wait(max(0, wait_ms + 1) / 1000)

    def _wait(self, seconds: float) -> None:
        self._flag = asyncio.get_running_loop().call_later(seconds, self._flag_fell)

    def stop(self) -> None:
        """Let nothing more happen by itself."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        question = self.question
        if question is not None:
            self._surroundings.cancel(question.job_id(self.id))

    def _flag_fell(self) -> None:
        self._flag = None
        clock = self.session.clock
        if clock is None or clock.running is None:
            return
        player = self.session.player_on(clock.running)
        if not self._surroundings.is_steady or self.presence.is_cut_off(
            player, self._surroundings.is_silent
        ):
            # Somebody may be unable to move through no fault of theirs: that is settled first.
            self._wait(_AGAIN_S)
        else:
            self._run(self.run_out())

    async def run_out(self) -> None:
        """End the game if somebody's time is over."""

        def decide(session: Session) -> tuple[ev.Event, ...]:
            lag_ms = 0 if session.clock is None else self._lag(session.clock.running)
            return session.run_out(at_ms=self._services.server_clock.now_ms(), lag_ms=lag_ms)

        seq = self.session.seq
        try:
            if await self._act(decide, (), steady=True) == seq:
                self.schedule()
        except Refused:
            self._wait(_AGAIN_S)

    def _lag(self, seat: int | None) -> int:
        if seat is None:
            return 0
        player = self.session.player_on(seat)
        lags = [o.lag_ms for o in self._onlookers if o.viewer.player == player]
        if not lags and self.presence.is_elsewhere(player):
            return MAX_LAG_MS  # the process at which the player is knows better, and is faster
        return min(max(lags, default=0), MAX_LAG_MS)

    async def resume(self) -> None:
        """Give back the time in which nobody could play."""

        def decide(session: Session) -> tuple[ev.Event, ...]:
            clock = session.clock
            if clock is None or clock.running is None or session.outcome is not None:
                return ()
            for from_ms, to_ms in reversed(self._surroundings.outages):
                if from_ms >= self._resumed_ms and to_ms > clock.at_ms:
                    down_ms = to_ms - max(from_ms, clock.at_ms) + _RETURN_GRACE_MS
                    return (ev.Resumed(self._services.server_clock.now_ms(), down_ms),)
            return ()

        await self.act(decide, steady=False)
        self.schedule()

    async def give_back(self, players: int, since_ms: int) -> None:
        """Give time to whoever of `players` is to move and lost the line at `since_ms`."""

        def decide(session: Session) -> tuple[ev.Event, ...]:
            clock = session.clock
            if clock is None or clock.running is None or session.outcome is not None:
                return ()
            is_theirs = players >> session.player_on(clock.running) & 1
            if not is_theirs or clock.at_ms > since_ms or self._resumed_ms >= since_ms:
                return ()
            return (ev.Resumed(self._services.server_clock.now_ms(), _RETURN_GRACE_MS),)

        await self.act(decide, steady=False)

    # Telling.

    def _greeting(self, viewer: Viewer, resume_from: int | None, *, rewritten: bool) -> str:
        missed = None
        if resume_from is not None and not rewritten:
            known = resume_from == self.session.seq or self._recent.reaches(resume_from)
            missed = self._recent.since(resume_from) if known else None
        now_ms = self._services.server_clock.now_ms()
        return format_welcome(
            self.scene(), viewer, self._link, missed=missed, rewritten=rewritten, now_ms=now_ms
        )

    def _tell(self, before: Session, told: list[Event]) -> None:
        """Tell every onlooker what happened, and what is different for them since `before`."""
        if not self._onlookers:
            return
        after = self.scene()
        scene = replace(after, session=before)
        texts: dict[Viewer, str] = {}
        for onlooker in self._onlookers:
            viewer = onlooker.viewer
            if viewer not in texts:
                texts[viewer] = format_change(
                    Sight(scene, viewer), Sight(after, viewer), self._link, told
                )
            onlooker.send(texts[viewer])

    def tell_presence(self, *, besides: Onlooker | None = None) -> None:
        """Tell everybody who is there."""
        if not self._onlookers:
            return
        scene = self.scene()
        presence = messages.Presence(
            connected=[
                scene.connected[0 if self.setup.mode in ("hotseat", "solo") else player]
                for player in map(self.session.player_on, self.session.seats)
            ],
            watchers=scene.watchers,
        )
        text = presence.model_dump_json()
        for onlooker in self._onlookers:
            if onlooker is not besides:
                onlooker.send(text)


@lru_cache(maxsize=256)
def _options_in_force(text: str) -> OptionsInForce:
    """Return the rules of a setup; most tables are played by the same few."""
    setup = parse_setup(text)
    face = FACES[setup.kind]
    options = face.options(setup.preset, setup.rulings)
    return OptionsInForce(preset=setup.preset, rulings=face.in_force(options, setup.seat))


def _due_ms(session: Session) -> int | None:
    """Return when somebody's time is over, or None."""
    return (
        None
        if session.outcome is not None or session.clock is None
        else (session.clock.runs_out_ms)
    )
