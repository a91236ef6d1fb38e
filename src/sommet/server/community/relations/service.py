"""Challenges, blocks and reports between accounts.

Challenges to programs are in bot_service.py, those by guests in guests.py.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.community.changes import change, remove_table
from sommet.server.community.listing import describe_clock, describe_options
from sommet.server.protocol import http
from sommet.server.protocol import player_relations as wire
from sommet.server.storage import accounts, player_relations, queries
from sommet.server.storage.accounts import Account, LoginSession
from sommet.server.storage.notices.devices import add_notices, find_account_devices
from sommet.server.storage.player_relations import Challenge
from sommet.server.tables.open_request import check_wanted
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.seats import SeatHolder, describe_seat, sit_down
from sommet.server.tokens import hash_token, new_id, token_from

_T = TypeVar("_T")


class PlayerRelations:
    """Challenges, blocks and reports."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services

    async def _change(self, session: LoginSession, work: Callable[[Connection], _T]) -> _T:
        """Return the result of `work`; relations of one account change one request at a time."""
        account = session.account.id

        def run(connection: Connection) -> _T:
            if not accounts.hold_account(connection, account, alone=True):
                raise Refused("signed_out")
            return work(connection)

        return await change(self._services.store, run, key=account)

    # Blocks and reports.

    async def blocked(self, session: LoginSession) -> wire.Blocked:
        """Return whom an account has blocked."""
        account = session.account.id
        return wire.Blocked(
            names=await self._services.store.read(
                lambda c: player_relations.read_blocked(c, account)
            )
        )

    async def block(self, session: LoginSession, name: str) -> wire.Blocked:
        """Block another account.

        Raises:
            Refused: nobody has this name, it is their own, or they block too many.
        """

        def block(connection: Connection) -> None:
            other = _other(connection, session, name)
            if not player_relations.block(connection, session.account.id, other.id):
                raise Refused("too_many_blocks")

        await self._change(session, block)
        return await self.blocked(session)

    async def unblock(self, session: LoginSession, name: str) -> wire.Blocked:
        """Remove a block.

        Raises:
            Refused: nobody has this name, or it is their own.
        """
        await self._change(
            session,
            lambda c: player_relations.unblock(c, session.account.id, _other(c, session, name).id),
        )
        return await self.blocked(session)

    async def report(self, session: LoginSession, body: wire.ReportPerson) -> None:
        """Store a report to the host.

        Raises:
            Refused: nobody has this name, it is their own, or they have reported enough today.
        """
        now_ms = self._services.server_clock.now_ms()

        def report(connection: Connection) -> None:
            other = _other(connection, session, body.name)
            kept = player_relations.report(
                connection,
                session.account.id,
                other.id,
                table=body.table,
                reason=body.reason,
                now_ms=now_ms,
            )
            if not kept:
                raise Refused("too_many_reports")

        await self._change(session, report)
        self._services.metrics.accounts.labels("reported").inc()

    # Challenges.

    async def challenge(
        self, session: LoginSession, body: wire.ChallengePerson
    ) -> http.TableCreated:
        """Open a table whose other seat is for one account; again with the same key, the same one.

        Raises:
            Refused: it cannot be played that way, nobody has this name, they want nothing of it, or
                were challenged often enough today.
        """
        setup = check_wanted(body, slow_games=self._services.settings.slow_games)
        me, table, now_ms = session.account, new_id(), self._services.server_clock.now_ms()
        token = token_from(body.key, table)
        seat = SeatHolder(me.name, account=me.id, counts=body.rated).seat(0, hash_token(token))

        def challenge(connection: Connection) -> str | None:
            """Return the table that the same request opened before, if it did."""
            player_relations.remove_old_challenges(connection, now_ms)
            other = _other(connection, session, body.name)
            if player_relations.are_apart(connection, me.id, other.id):
                raise Refused("kept_apart")
            known = player_relations.read_challenges(connection, me.id)
            mine = [each for each in known if each.challenger == me.id]
            for each in mine:
                if hash_token(token_from(body.key, each.table)) == each.token_hash:
                    return each.table
            if len(mine) >= player_relations.CHALLENGES_PER_ACCOUNT:
                raise Refused("too_many_challenges")
            made = player_relations.count_made(connection, me.id, other.id, now_ms)
            if made >= player_relations.CHALLENGES_PER_PAIR_AND_DAY:
                raise Refused("challenged_enough")
            open_challenge(connection, queries.new_table(table, now_ms, setup, "", seat), other.id)
            player_relations.add_challenge(connection, table, me.id, other.id, now_ms)
            return None

        before = await self._change(session, challenge)
        if before is not None:
            return describe_seat(before, token_from(body.key, before), None)
        self._registry.register_new(queries.new_table(table, now_ms, setup, "", seat))
        self._services.metrics.accounts.labels("challenged").inc()
        return describe_seat(table, token, None)

    async def challenges(self, session: LoginSession) -> wire.Challenges:
        """Return the challenges that an account has sent and received."""
        me, now_ms = session.account.id, self._services.server_clock.now_ms()

        def read(connection: Connection) -> tuple[list[tuple[Challenge, str]], bool]:
            found = []
            for each in player_relations.read_challenges(connection, me, now_ms):
                theirs = each.challenged if each.challenger == me else each.challenger
                if theirs is None:
                    found.append((each, ""))
                    continue
                other = accounts.find_account(connection, theirs)
                # Challenges by players who were blocked later are left out.
                if other is not None and not player_relations.are_apart(connection, me, theirs):
                    found.append((each, other.name))
            return found, player_relations.welcomes_guests(connection, me)

        found, guests = await self._services.store.read(read)
        listed = []
        for each, name in found:
            try:
                listed.append(_describe(each, name, mine=each.challenger == me))
            except Exception as error:
                self._registry.damaged.add(each.table, error)  # and the others are listed
        return wire.Challenges(challenges=listed, guests=guests)

    async def welcome_guests(self, session: LoginSession, *, welcome: bool) -> wire.Challenges:
        """Set whether guests may challenge an account; those that wait are declined if not.

        Raises:
            Refused: the database is away.
        """
        await self._change(
            session,
            lambda c: player_relations.welcome_guests(c, session.account.id, welcome=welcome),
        )
        found = await self.challenges(session)
        for each in found.challenges:
            if each.guest and not welcome:
                with suppress(Refused):  # taken back, or accepted on another device
                    await self.decline(session, each.table)
        return await self.challenges(session)

    async def accept(
        self, session: LoginSession, table_id: str, body: wire.AcceptChallenge
    ) -> http.TableCreated:
        """Accept a challenge; repeated with the same key, it returns the same seat.

        Raises:
            Refused: it is for another player, or gone.
        """
        me, token = session.account, token_from(body.key, table_id)
        now_ms = self._services.server_clock.now_ms()

        def find(connection: Connection) -> Challenge | None:
            challenge = player_relations.find_challenge(connection, table_id, now_ms)
            if challenge is None or challenge.challenged != me.id:
                return None
            # One may have blocked the other since.
            by = challenge.challenger
            is_apart = by is not None and player_relations.are_apart(connection, me.id, by)
            return None if is_apart else challenge

        found = await self._services.store.read(find)
        table = await self._registry.find(table_id)
        if found is None:
            # It may have been accepted a moment ago, by this very request.
            if table.accounts[1] == me.id and hash_token(token) == table.token_hashes[1]:
                return describe_seat(table_id, token, None)
            raise Refused("no_such_challenge")
        holder = SeatHolder(me.name, account=me.id, counts=True)
        accepted = player_relations.forget_made(table_id)
        return await sit_down(table, token, holder, now_ms, *accepted)

    async def decline(self, session: LoginSession, table_id: str) -> None:
        """Decline or withdraw a challenge.

        Raises:
            Refused: it is neither theirs nor for them, or the game has begun.
        """
        now_ms = self._services.server_clock.now_ms()

        def decline(connection: Connection) -> None:
            found = player_relations.find_challenge(connection, table_id, now_ms)
            if found is None or session.account.id not in (found.challenger, found.challenged):
                raise Refused("no_such_challenge")
            if not player_relations.remove_challenge(connection, table_id):
                raise Refused("no_such_challenge")

        await remove_table(self._registry, table_id, decline)


def open_challenge(connection: Connection, row: queries.TableRow, challenged: str) -> None:
    """Store a new table whose other seat is for one account, and notify its devices."""
    connection.execute(queries.open_table(row.id, row.setup, row.invite_hash, row.created_ms))
    connection.execute(queries.take_seat(row.id, row.seats[0]))
    devices = find_account_devices(connection, challenged)
    add_notices(
        connection, devices, table=row.id, player=1, kind="challenge", now_ms=row.created_ms
    )


def _other(connection: Connection, session: LoginSession, name: str) -> Account:
    """Return another account by its name."""
    found = accounts.find_by_name(connection, name)
    if found is None:
        raise Refused("no_such_player")
    if found.id == session.account.id:
        raise Refused("own_name")
    return found


def _describe(challenge: Challenge, name: str, *, mine: bool) -> wire.ChallengeInfo:
    setup = challenge.setup
    return wire.ChallengeInfo(
        table=challenge.table,
        name=name,
        guest=challenge.challenger is None,
        mine=mine,
        game=setup.game,
        options=describe_options(setup),
        clock=describe_clock(setup.control),
        rated=challenge.rated,
        created_ms=challenge.created_ms,
    )
