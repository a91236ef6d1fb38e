"""Creating, entering, leaving, pausing, starting and cancelling tournaments."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.community.changes import change
from sommet.server.community.tournaments import views
from sommet.server.community.tournaments.director import Director
from sommet.server.community.tournaments.organisers import is_host, may_organise
from sommet.server.community.tournaments.roll_call import RollCall
from sommet.server.protocol import tournaments as wire
from sommet.server.storage import player_relations
from sommet.server.storage.accounts import LoginSession, hold_account
from sommet.server.storage.bots import Bot
from sommet.server.storage.hosts.audit import note
from sommet.server.storage.rating_model import Rating
from sommet.server.storage.ratings import account_player, bot_player, read_ratings
from sommet.server.storage.tournaments import changing, reading
from sommet.server.storage.tournaments.reading import TournamentRow
from sommet.server.tables.open_request import check_wanted
from sommet.server.tables.rated import pool_of
from sommet.server.tables.registry import TableRegistry
from sommet.server.tokens import new_id
from sommet.tournaments.model import Kind, Terms
from sommet.tournaments.progress import FEWEST

#: How long in advance a tournament may be announced.
LONGEST_AHEAD_MS = 90 * 24 * 60 * 60_000
MOST_ENTRANTS: dict[Kind, int] = {"round-robin": 16, "swiss": 200, "arena": 500}
#: The database is queried for a tournament at most once in this time.
_FRESH_S = 1.0
_PAGES_KEPT = 50
_T = TypeVar("_T")
#: What was read lately, and when.
Shown: TypeAlias = dict[str, tuple[float, _T]]


class TournamentService:
    """Where tournaments are made, entered and shown."""

    def __init__(self, registry: TableRegistry, director: Director) -> None:
        self._services = registry.services
        self._director = director
        self._roll_call = RollCall(registry.services)
        self._pages: Shown[wire.TournamentPage | None] = {}
        self._files: Shown[str | None] = {}
        self._lists: Shown[list[wire.TournamentInfo]] = {}
        self._looking = asyncio.Lock()

    @property
    def _now_ms(self) -> int:
        return self._services.server_clock.now_ms()

    # Looking.

    async def list(self, session: LoginSession | None) -> wire.Tournaments:
        """Return unfinished tournaments, and the latest finished ones."""
        settings = self._services.settings
        return wire.Tournaments(
            tournaments=await self._fresh(self._lists, "", views.read_list),
            may_make=await self._services.store.read(lambda c: may_organise(c, settings, session)),
        )

    async def _fresh(self, shown: "Shown[_T]", key: str, read: Callable[[Connection], _T]) -> _T:
        """Return what `read` gives, from a cache if it is recent."""
        async with self._looking:
            known = shown.get(key)
            if known is None or time.monotonic() - known[0] > _FRESH_S:
                found = await self._services.store.read(read)
                if len(shown) >= _PAGES_KEPT:
                    shown.clear()
                known = shown[key] = (time.monotonic(), found)
        return known[1]

    async def visit(self, session: LoginSession | None, tournament: str) -> wire.TournamentPage:
        """Return a tournament as a visitor sees it; an entrant counts as present.

        Raises:
            Refused: there is none.
        """
        page = await self.show(tournament)
        if session is None:
            return page
        if page.state in ("open", "running"):
            self._roll_call.note(account_player(session.account.id))
        return await self._seen_by(session, page)

    async def _seen_by(
        self, session: LoginSession, page: wire.TournamentPage
    ) -> wire.TournamentPage:
        """Return a page with what the visitor may do with the tournament."""
        account = session.account
        may_run = page.organiser == account.name or await self._services.store.read(
            lambda c: is_host(c, account.id)
        )
        return page.model_copy(update={"may_run": may_run})

    async def show(self, tournament: str) -> wire.TournamentPage:
        """Return a tournament with its standings, from a cache if it is recent.

        Raises:
            Refused: there is none.
        """
        found = await self._fresh(self._pages, tournament, lambda c: views.read_page(c, tournament))
        if found is None:
            raise Refused("no_such_tournament")
        return found

    async def show_now(self, session: LoginSession, tournament: str) -> wire.TournamentPage:
        """Return a tournament as a visitor sees it after a change.

        Raises:
            Refused: there is none.
        """
        self._pages.pop(tournament, None)
        self._lists.clear()
        return await self._seen_by(session, await self.show(tournament))

    async def results(self, tournament: str) -> str:
        """Return the results as CSV.

        Raises:
            Refused: there is no such tournament.
        """
        found = await self._fresh(self._files, tournament, lambda c: views.read_csv(c, tournament))
        if found is None:
            raise Refused("no_such_tournament")
        return found

    # Making one.

    async def make(self, session: LoginSession, body: wire.NewTournament) -> wire.TournamentPage:
        """Store a new tournament.

        Raises:
            Refused: it cannot be played that way, or the account may not make one (more).
        """
        settings, account = self._services.settings, session.account
        setup = check_wanted(body, slow_games=settings.slow_games)
        now_ms, tournament = self._now_ms, new_id()
        if setup.is_slow and body.kind == "arena":
            raise Refused("arena_needs_clock")
        if body.start_ms is not None and not now_ms <= body.start_ms <= now_ms + LONGEST_AHEAD_MS:
            raise Refused("bad_start")
        terms = Terms(
            body.kind,
            rounds=body.rounds if body.kind == "swiss" else 0,
            duration_ms=body.minutes * 60_000 if body.kind == "arena" else 0,
            pause_ms=0 if setup.is_slow else body.pause_s * 1000,
            start_ms=body.start_ms,
        )

        def make(connection: Connection) -> None:
            # Of two requests to two processes, one sees what the other did.
            if not hold_account(connection, account.id, alone=True):
                raise Refused("signed_out")
            if not may_organise(connection, settings, session):
                raise Refused("may_not_organise")
            mine = reading.count_unfinished(connection, account.id)
            if mine >= settings.max_open_tournaments_per_account:
                raise Refused("too_many_tournaments")
            if reading.count_unfinished(connection) >= settings.max_open_tournaments:
                raise Refused("too_many_tournaments")
            changing.add_tournament(
                connection,
                tournament,
                account.id,
                setup,
                terms,
                now_ms=now_ms,
                programs=body.programs,
                rated=settings.ratings and (body.rated or body.programs),
            )

        await change(self._services.store, make, key=account.id)
        self._services.metrics.tournaments.labels("made").inc()
        return await self.show_now(session, tournament)

    async def start(self, session: LoginSession, tournament: str) -> wire.TournamentPage:
        """Start a tournament now.

        Raises:
            Refused: it is another organiser's, it has begun, or too few signed up.
        """
        now_ms = self._now_ms

        def start(connection: Connection) -> None:
            row = _own(connection, session, tournament)
            if row.terms.state != "open":
                raise Refused("tournament_begun")
            there = [each.entrant.is_there for each in reading.read_entrants(connection, row.id)]
            if sum(there) < FEWEST:
                raise Refused("too_few_entrants")
            changing.start_now(connection, tournament, now_ms)
            _note(connection, session, row, f"started {tournament}", now_ms)

        await self._change(tournament, start)
        await self._director.go_on(tournament)
        return await self.show_now(session, tournament)

    async def cancel(self, session: LoginSession, tournament: str) -> wire.TournamentPage:
        """End a tournament without a winner.

        Raises:
            Refused: it is another organiser's, or over.
        """
        now_ms = self._now_ms

        def cancel(connection: Connection) -> None:
            row = _own(connection, session, tournament)
            changing.cancel(connection, tournament, now_ms)
            _note(connection, session, row, f"cancelled {tournament}", now_ms)

        await self._change(tournament, cancel)
        self._services.metrics.tournaments.labels("cancelled").inc()
        return await self.show_now(session, tournament)

    async def _change(self, tournament: str, work: Callable[[Connection], None]) -> None:
        """Change a tournament; refusals write nothing, so a flood of them delays nobody."""

        def run(connection: Connection) -> None:
            work(connection)
            changing.grow(connection, tournament)

        await change(self._services.store, run, key=tournament)

    # Taking part.

    async def enter(self, session: LoginSession, tournament: str) -> wire.TournamentPage:
        """Enter an account, also after it withdrew.

        Raises:
            Refused: it is over, full, for programs, or they and the organiser are kept apart.
        """
        account = session.account.id
        player, now_ms = account_player(account), self._now_ms

        def enter(connection: Connection) -> None:
            row = _held(connection, tournament)
            if row.programs:
                raise Refused("for_programs")
            if not hold_account(connection, account):
                raise Refused("signed_out")
            if row.organiser is not None and player_relations.are_apart(
                connection, account, row.organiser
            ):
                raise Refused("kept_apart")
            _enter(connection, row, player, now_ms)

        await self._change(tournament, enter)
        return await self.show_now(session, tournament)

    async def enter_bot(self, bot: Bot, tournament: str) -> wire.Entered:
        """Enter a program.

        Raises:
            Refused: it is over, full, or for people.
        """
        now_ms = self._now_ms

        def enter(connection: Connection) -> None:
            row = _held(connection, tournament)
            if not row.programs:
                raise Refused("for_people")
            _enter(connection, row, bot_player(bot.id), now_ms)

        await self._change(tournament, enter)
        return wire.Entered(entered=True)

    async def leave(self, session: LoginSession, tournament: str) -> wire.TournamentPage:
        """Withdraw an account.

        Raises:
            Refused: they do not take part, or it is over.
        """
        await self._leave(account_player(session.account.id), tournament)
        return await self.show_now(session, tournament)

    async def leave_bot(self, bot: Bot, tournament: str) -> wire.Entered:
        """Withdraw a program.

        Raises:
            Refused: it does not take part, or it is over.
        """
        await self._leave(bot_player(bot.id), tournament)
        return wire.Entered(entered=False)

    async def _leave(self, player: str, tournament: str) -> None:
        def leave(connection: Connection) -> None:
            row = _held(connection, tournament)
            begun = row.terms.state == "running"
            if not changing.leave(connection, tournament, player, begun=begun):
                raise Refused("not_entered")

        await self._change(tournament, leave)

    async def set_absent(
        self, session: LoginSession, tournament: str, *, absent: bool
    ) -> wire.TournamentPage:
        """Store whether an entrant wants to be paired.

        Raises:
            Refused: they do not take part, or it is over.
        """
        player = account_player(session.account.id)

        def set_absent(connection: Connection) -> None:
            _held(connection, tournament)
            if not changing.set_absent(connection, tournament, player, absent=absent):
                raise Refused("not_entered")

        await self._change(tournament, set_absent)
        return await self.show_now(session, tournament)


def _held(connection: Connection, tournament: str) -> TournamentRow:
    """Return an unfinished tournament, locked until the transaction ends."""
    is_held = changing.take_hold(connection, tournament)
    row = reading.find_tournament(connection, tournament)
    if row is None:
        raise Refused("no_such_tournament")
    if not is_held:
        raise Refused("tournament_over")
    return row


def _own(connection: Connection, session: LoginSession, tournament: str) -> TournamentRow:
    """Return a tournament that is not over and that an account may run: its own, or as a host."""
    row, account = _held(connection, tournament), session.account.id
    if row.organiser != account and not is_host(connection, account):
        raise Refused("not_organiser")
    return row


def _note(
    connection: Connection, session: LoginSession, row: TournamentRow, action: str, now_ms: int
) -> None:
    """Log what a host does with another organiser's tournament."""
    account = session.account.id
    if row.organiser != account:
        note(connection, now_ms, "account", "tournament", account=account, detail=action)


def _enter(connection: Connection, row: TournamentRow, player: str, now_ms: int) -> None:
    terms = row.terms
    entrants = reading.read_entrants(connection, row.id)
    is_known = any(each.player == player for each in entrants)
    if terms.state == "running" and terms.kind == "round-robin" and not is_known:
        raise Refused("tournament_begun")
    pool = pool_of(row.setup, people=not row.programs)
    ratings = read_ratings(connection, [player])
    rating = next((each.rating for each in ratings if each.pool == pool), Rating())
    most = MOST_ENTRANTS[terms.kind]
    if not changing.enter(connection, row.id, player, rating.shown, most=most, now_ms=now_ms):
        raise Refused("tournament_full")
