"""The account service: making an account, signing in, devices, export, deletion."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.cluster.bus import News
from sommet.server.community import passkeys
from sommet.server.community.changes import change
from sommet.server.community.passkeys import Site
from sommet.server.protocol import accounts as wire
from sommet.server.protocol.community import HeldSeat
from sommet.server.protocol.names import name_key, new_name_key
from sommet.server.storage import account_seats, accounts, schema
from sommet.server.storage.account_seats import OwnSeat
from sommet.server.storage.accounts import LoginSession
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.seats import describe_seat
from sommet.server.tokens import new_id, new_token

_T = TypeVar("_T")


class AccountService:
    """Everything that people do with their accounts."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services

    async def _change(
        self,
        work: Callable[[Connection], _T],
        news: Callable[[_T], Sequence[Any]] | None = None,
        *,
        key: str = "",
    ) -> _T:
        return await change(self._services.store, work, news, key=key)

    @property
    def _now_ms(self) -> int:
        return self._services.server_clock.now_ms()

    # Making an account.

    async def begin_account(self, site: Site, name: str) -> wire.PasskeyOptions:
        """Return what a browser needs to make the passkey of a new account.

        Raises:
            Refused: it is not a name, or it is taken.
        """
        key, account = new_name_key(name), new_id()
        if key is None:
            raise Refused("bad_name")
        challenge = secrets.token_bytes(32)

        def begin(connection: Connection) -> None:
            if not accounts.is_name_free(connection, key):
                raise Refused("name_taken")
            accounts.begin(
                connection, challenge.hex(), "register", self._now_ms, account=account, name=name
            )

        await self._change(begin)
        return wire.PasskeyOptions(options=passkeys.options_to_make(site, account, name, challenge))

    async def make_account(self, site: Site, body: wire.NewPasskey) -> tuple[wire.NewAccount, str]:
        """Store a new account; return it and the token of its first session.

        Raises:
            Refused: the passkey is not what was asked for, or the name was taken meanwhile.
        """
        challenge = passkeys.challenge_in(body.credential)
        made = passkeys.check_made(site, body.credential, challenge)
        code, token = accounts.new_recovery_code(), new_token()

        def make(connection: Connection) -> str:
            now_ms = self._now_ms
            ticket = accounts.finish(connection, challenge.hex(), "register", now_ms)
            if ticket is None or ticket.account is None or ticket.name is None:
                raise Refused("bad_passkey")
            key = new_name_key(ticket.name)
            if key is None or not accounts.is_name_free(connection, key):
                raise Refused("name_taken")
            accounts.add_account(connection, ticket.account, ticket.name, code, now_ms)
            passkey = self._add(connection, ticket.account, made, body.label)
            accounts.begin_session(connection, ticket.account, passkey, now_ms, token)
            return token

        await self._change(make)
        self._services.metrics.accounts.labels("made").inc()
        return wire.NewAccount(account=await self._info(token), recovery_code=code), token

    def _add(
        self, connection: Connection, account: str, made: passkeys.MadePasskey, label: str
    ) -> str:
        if accounts.find_passkey(connection, made.credential) is not None:
            raise Refused("bad_passkey")
        passkey = accounts.Passkey(
            id=accounts.passkey_id(made.credential),
            account=account,
            credential=made.credential,
            public_key=made.public_key,
            uses=made.uses,
            label=label,
            created_ms=self._now_ms,
            used_ms=self._now_ms,
        )
        accounts.add_passkey(connection, passkey)
        return passkey.id

    # Signing in.

    async def begin_sign_in(self, site: Site) -> wire.PasskeyOptions:
        """Return what a browser needs to offer its passkeys."""
        challenge = secrets.token_bytes(32)
        await self._change(lambda c: accounts.begin(c, challenge.hex(), "sign-in", self._now_ms))
        return wire.PasskeyOptions(options=passkeys.options_to_use(site, challenge))

    async def sign_in(self, site: Site, body: wire.UsedPasskey) -> tuple[wire.AccountInfo, str]:
        """Sign in by a passkey; return the account and the token of the session.

        Raises:
            Refused: nobody has this passkey, or the answer is not right.
        """
        challenge = passkeys.challenge_in(body.credential)
        credential = passkeys.credential_in(body.credential)
        known = await self._services.store.read(lambda c: accounts.find_passkey(c, credential))
        if known is None:
            raise Refused("unknown_passkey")
        uses = passkeys.check_used(site, body.credential, challenge, known)
        token = new_token()

        def sign_in(connection: Connection) -> list[OwnSeat]:
            now_ms = self._now_ms
            if accounts.finish(connection, challenge.hex(), "sign-in", now_ms) is None:
                raise Refused("bad_passkey")
            if accounts.find_passkey(connection, credential) is None:
                raise Refused("unknown_passkey")
            accounts.note_use(connection, known.id, uses, now_ms)
            return self._begin_session(connection, known.account, known.id, token)

        self._registry.end_seats(await self._change(sign_in, self._ended_news))
        self._services.metrics.accounts.labels("passkey").inc()
        return await self._info(token), token

    async def recover(self, code: str) -> tuple[wire.AccountInfo, str]:
        """Sign in by a recovery code.

        Raises:
            Refused: it is nobody's.
        """
        token = new_token()

        def recover(connection: Connection) -> list[OwnSeat]:
            account = accounts.find_by_code(connection, code)
            if account is None:
                raise Refused("bad_code")
            return self._begin_session(connection, account.id, None, token)

        self._registry.end_seats(await self._change(recover, self._ended_news))
        self._services.metrics.accounts.labels("code").inc()
        return await self._info(token), token

    async def make_link(self, session: LoginSession) -> wire.DeviceLink:
        """Return a link that signs another device in."""
        token, now_ms = new_token(), self._now_ms
        await self._change(
            lambda c: accounts.begin(c, token, "link", now_ms, account=session.account.id)
        )
        return wire.DeviceLink(link=f"/account#{token}", expires_ms=now_ms + accounts.TICKET_MS)

    async def use_link(self, link: str) -> tuple[wire.AccountInfo, str]:
        """Sign a device in by a link that another one showed.

        Raises:
            Refused: it was used, or is too old.
        """
        token = new_token()

        def use(connection: Connection) -> list[OwnSeat]:
            ticket = accounts.finish(connection, link, "link", self._now_ms)
            if ticket is None or ticket.account is None:
                raise Refused("bad_link")
            if accounts.find_account(connection, ticket.account) is None:
                raise Refused("bad_link")
            return self._begin_session(connection, ticket.account, None, token)

        self._registry.end_seats(await self._change(use, self._ended_news))
        self._services.metrics.accounts.labels("link").inc()
        return await self._info(token), token

    async def sign_out(self, session: LoginSession) -> None:
        """Sign a device out."""

        def end(connection: Connection) -> list[OwnSeat]:
            held = account_seats.read_passes(
                connection, schema.account_sessions.c.token_hash == session.token_hash
            )
            accounts.end_session(connection, session.token_hash)
            return held

        self._registry.end_seats(await self._change(end, self._ended_news))

    # Devices.

    async def _info(self, token: str) -> wire.AccountInfo:
        now_ms = self._now_ms
        found = await self._services.store.read(lambda c: accounts.find_session(c, token, now_ms))
        if found is None:
            raise Refused("signed_out")
        return await self.info(found[0])

    async def info(self, session: LoginSession) -> wire.AccountInfo:
        """Return an account as its owner sees it."""
        account = session.account
        found = await self._services.store.read(lambda c: accounts.read_passkeys(c, account.id))
        return wire.AccountInfo(
            name=account.name,
            created_ms=account.created_ms,
            devices=[
                wire.Device(
                    device=each.id,
                    label=each.label,
                    created_ms=each.created_ms,
                    used_ms=each.used_ms,
                    current=each.id == session.passkey,
                )
                for each in found
            ],
        )

    async def begin_device(self, site: Site, session: LoginSession) -> wire.PasskeyOptions:
        """Return what a browser needs to create another passkey.

        Raises:
            Refused: there are enough.
        """
        challenge, account = secrets.token_bytes(32), session.account

        def begin(connection: Connection) -> list[accounts.Passkey]:
            known = accounts.read_passkeys(connection, account.id)
            if len(known) >= accounts.DEVICES_PER_ACCOUNT:
                raise Refused("too_many_devices")
            accounts.begin(connection, challenge.hex(), "device", self._now_ms, account=account.id)
            return known

        known = await self._change(begin)
        return wire.PasskeyOptions(
            options=passkeys.options_to_make(site, account.id, account.name, challenge, known)
        )

    async def add_device(
        self, site: Site, session: LoginSession, body: wire.NewPasskey
    ) -> wire.AccountInfo:
        """Store another passkey, which the session uses from now on.

        Raises:
            Refused: it is not what was asked for, or there are enough.
        """
        challenge = passkeys.challenge_in(body.credential)
        made = passkeys.check_made(site, body.credential, challenge)

        def add(connection: Connection) -> str:
            ticket = accounts.finish(connection, challenge.hex(), "device", self._now_ms)
            if ticket is None or ticket.account != session.account.id:
                raise Refused("bad_passkey")
            # Again: many may have been begun while there was room for one.
            if len(self._devices(connection, session)) >= accounts.DEVICES_PER_ACCOUNT:
                raise Refused("too_many_devices")
            passkey = self._add(connection, session.account.id, made, body.label)
            accounts.give_passkey(connection, session.token_hash, passkey)
            return passkey

        passkey = await self._change(add, key=session.account.id)
        return await self.info(LoginSession(session.account, session.token, passkey))

    async def remove_device(self, session: LoginSession, device: str) -> wire.AccountInfo:
        """Remove a passkey; devices signed in with it are signed out.

        Raises:
            Refused: it is not the account's, or the last one.
        """

        def remove(connection: Connection) -> list[OwnSeat]:
            known = [each.id for each in self._devices(connection, session)]
            if device not in known:
                raise Refused("no_such_device")
            if len(known) == 1:
                raise Refused("last_device")
            held = account_seats.read_passes(
                connection, schema.account_sessions.c.passkey == device
            )
            accounts.remove_passkey(connection, session.account.id, device)
            return held

        ended = await self._change(remove, self._ended_news, key=session.account.id)
        self._registry.end_seats(ended)
        return await self.info(session)

    def _devices(self, connection: Connection, session: LoginSession) -> list[accounts.Passkey]:
        """Return the passkeys of an account; nobody else changes them before this is over."""
        if not accounts.hold_account(connection, session.account.id, alone=True):
            raise Refused("signed_out")
        return accounts.read_passkeys(connection, session.account.id)

    async def new_code(self, session: LoginSession) -> wire.RecoveryCode:
        """Return a new recovery code; the previous one stops working."""
        code = accounts.new_recovery_code()
        await self._change(lambda c: accounts.replace_recovery_code(c, session.account.id, code))
        return wire.RecoveryCode(recovery_code=code)

    # Games.

    async def take_over(self, session: LoginSession, held: Sequence[HeldSeat]) -> wire.TakenOver:
        """Make a guest's seats the account's; results of these games do not count."""
        seats = [(seat.table, seat.token) for seat in held]
        taken = await self._change(
            lambda c: account_seats.take_over(c, session.account, seats), self._seat_news
        )
        self._registry.seats_changed(taken)
        return wire.TakenOver(tables=taken)

    async def own_seats(self, session: LoginSession) -> wire.OwnSeats:
        """Return seats of the account for this device, with tokens that end with the session."""
        account = session.account.id
        tokens: dict[str, str] = {}

        def give(connection: Connection) -> None:
            tokens.clear()
            seats = account_seats.read_own_seats(connection, account, self._now_ms)
            tokens.update(account_seats.give_passes(connection, session, seats))

        await self._change(give)
        return wire.OwnSeats(
            seats=[describe_seat(table, token, None) for table, token in tokens.items()]
        )

    # Export and deletion.

    async def export(self, session: LoginSession) -> wire.Exported:
        """Return everything that is stored about an account."""
        return wire.Exported(
            account=await self._services.store.read(
                lambda c: account_seats.read_everything(c, session.account)
            )
        )

    async def delete(self, session: LoginSession, name: str) -> None:
        """Remove an account and every trace of it.

        Raises:
            Refused: the name is another one.
        """
        if name_key(name) != name_key(session.account.name):
            raise Refused("other_name")

        def news(seats: Sequence[OwnSeat]) -> list[list[Any]]:
            return self._ended_news(seats) + self._seat_news([seat.table for seat in seats])

        seats = await self._change(
            lambda c: account_seats.delete_account(c, session.account.id), news
        )
        self._registry.end_seats(seats)
        self._registry.seats_changed([seat.table for seat in seats])
        self._services.metrics.accounts.labels("deleted").inc()

    def _begin_session(
        self, connection: Connection, account: str, passkey: str | None, token: str
    ) -> list[OwnSeat]:
        """Sign a device in; return the seats of devices that are signed out to make room."""
        now_ms = self._now_ms
        ending = accounts.read_ending(connection, account, now_ms)
        held = account_seats.read_passes(
            connection, schema.account_sessions.c.token_hash.in_(ending)
        )
        accounts.begin_session(connection, account, passkey, now_ms, token)
        return held

    def _ended_news(self, seats: Sequence[OwnSeat]) -> list[list[Any]]:
        return [
            [News.SEAT_CLOSED, self._services.process, seat.table, seat.player] for seat in seats
        ]

    def _seat_news(self, tables: Sequence[str]) -> list[list[str]]:
        return [[News.TABLE_CHANGED, self._services.process, table] for table in tables]
