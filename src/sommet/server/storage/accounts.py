"""Accounts: names, public keys of passkeys, login sessions, and tickets for steps done only once.

The database holds no secret with which anyone could sign in: only hashes of session cookies, links
and recovery codes, and the public keys of passkeys.
"""

import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.sql.base import Executable

from sommet.server.protocol.names import is_ambiguous, look_of, name_key
from sommet.server.storage import schema
from sommet.server.tokens import hash_token

_accounts, _passkeys = schema.accounts.c, schema.passkeys.c
_sessions, _tickets = schema.account_sessions.c, schema.account_tickets.c
_CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("OIL", "011")
#: A step with a passkey, link or name has to be finished within this time.
TICKET_MS = 10 * 60_000
#: A device that was not used for this long is signed out.
SESSION_MS = 180 * 24 * 60 * 60_000
_SEEN_EVERY_MS = 24 * 60 * 60_000
DEVICES_PER_ACCOUNT = 20
SESSIONS_PER_ACCOUNT = 40


@dataclass(frozen=True, slots=True)
class Account:
    """A registered person."""

    id: str
    name: str
    created_ms: int


@dataclass(frozen=True, slots=True)
class LoginSession:
    """A device that is signed in: whose it is, its cookie, and its passkey if it has one."""

    account: Account
    token: str
    passkey: str | None

    @property
    def token_hash(self) -> str:
        """The hash of the cookie, which is what is stored."""
        return hash_token(self.token)


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as the server stores it."""

    id: str
    account: str
    credential: bytes
    public_key: bytes
    uses: int
    label: str
    created_ms: int
    used_ms: int


@dataclass(frozen=True, slots=True)
class Ticket:
    """A step that was begun, with its account and name; it can be finished once."""

    kind: str
    account: str | None
    name: str | None


# Codes.


def new_recovery_code() -> str:
    """Return a code of 125 random bits to write down: five groups of five characters."""
    letters = [secrets.choice(_CODE_LETTERS) for _ in range(25)]
    return "-".join("".join(letters[start : start + 5]) for start in range(0, 25, 5))


def hash_recovery_code(code: str) -> str:
    """Return the hash that is stored for a code; case and separators do not matter."""
    typed = "".join(letter for letter in code.upper() if letter.isalnum())
    return hash_token(f"recovery {typed.translate(_MISREAD)}")


# Steps that are begun and finished once.


def begin(
    connection: Connection,
    ticket: str,
    kind: str,
    now_ms: int,
    *,
    account: str | None = None,
    name: str | None = None,
) -> None:
    """Store a step under the hash of `ticket`, and remove steps that were never finished."""
    connection.execute(delete(schema.account_tickets).where(_tickets.expires_ms < now_ms))
    connection.execute(
        insert(schema.account_tickets).values(
            hash=hash_token(ticket),
            kind=kind,
            account=account,
            name=name,
            expires_ms=now_ms + TICKET_MS,
        )
    )


def finish(connection: Connection, ticket: str, kind: str, now_ms: int) -> Ticket | None:
    """Return the step that belongs to `ticket` and remove it, so that it is returned only once."""
    hashed = hash_token(ticket)
    where = (_tickets.hash == hashed, _tickets.kind == kind, _tickets.expires_ms >= now_ms)
    row = connection.execute(select(schema.account_tickets).where(*where)).one_or_none()
    if row is None:
        return None
    # Only the request that removes it may continue, so of two at the same moment one fails.
    if connection.execute(delete(schema.account_tickets).where(*where)).rowcount != 1:
        return None
    return Ticket(row.kind, row.account, row.name)


# Accounts.


def is_name_free(connection: Connection, key: str) -> bool:
    """Return whether no account or program has this name or one that looks like it."""
    # A pattern for SQL: letters that look like others may be any letter.
    alike = "".join("_" if is_ambiguous(letter) else letter for letter in key)
    bots = schema.bots.c
    queries = (
        select(_accounts.name_key).where(_accounts.name_key.like(alike)),
        select(func.lower(bots.name)).where(
            func.lower(bots.name).like(alike), bots.revoked_ms.is_(None)
        ),
    )
    found = (other for query in queries for other in connection.execute(query).scalars())
    return all(look_of(other) != look_of(key) for other in found)


def add_account(
    connection: Connection, account: str, name: str, recovery_code: str, now_ms: int
) -> None:
    """Store a new account.

    Raises:
        IntegrityError: another account took the name a moment ago.
    """
    connection.execute(
        insert(schema.accounts).values(
            id=account,
            name=unicodedata.normalize("NFC", name),
            name_key=name_key(name),
            recovery_hash=hash_recovery_code(recovery_code),
            created_ms=now_ms,
        )
    )


def replace_recovery_code(connection: Connection, account: str, code: str) -> None:
    """Store a new recovery code; the old one is no longer valid."""
    connection.execute(
        update(schema.accounts)
        .where(_accounts.id == account)
        .values(recovery_hash=hash_recovery_code(code))
    )


def find_account(connection: Connection, account: str) -> Account | None:
    """Return the account with this id."""
    return _find(connection, _accounts.id == account)


def hold_account(connection: Connection, account: str, *, alone: bool = False) -> bool:
    """Lock an account against deletion until this transaction ends; False if it does not exist.

    With `alone`, the lock is exclusive: other transactions that ask for it with `alone` wait.
    """
    held = select(_accounts.id).where(_accounts.id == account)
    found = connection.execute(held.with_for_update(read=not alone, key_share=True))
    return found.first() is not None


def find_by_name(connection: Connection, name: str) -> Account | None:
    """Return the account with this name, ignoring case and accents."""
    key = name_key(name)
    return None if key is None else _find(connection, _accounts.name_key == key)


def find_by_code(connection: Connection, code: str) -> Account | None:
    """Return the account that a recovery code belongs to."""
    return _find(connection, _accounts.recovery_hash == hash_recovery_code(code))


def _find(connection: Connection, condition: ColumnElement[bool]) -> Account | None:
    row = connection.execute(select(schema.accounts).where(condition)).one_or_none()
    return None if row is None else Account(row.id, row.name, row.created_ms)


# Passkeys.


def passkey_id(credential: bytes) -> str:
    """Return the id under which a passkey is stored."""
    return hash_token(credential.hex())


def add_passkey(connection: Connection, passkey: Passkey) -> None:
    """Store a passkey."""
    connection.execute(
        insert(schema.passkeys).values(
            id=passkey.id,
            account=passkey.account,
            credential=passkey.credential.hex(),
            public_key=passkey.public_key.hex(),
            uses=passkey.uses,
            label=passkey.label,
            created_ms=passkey.created_ms,
            used_ms=passkey.used_ms,
        )
    )


def read_passkeys(connection: Connection, account: str) -> list[Passkey]:
    """Return the passkeys of an account, the oldest first."""
    found = connection.execute(
        select(schema.passkeys)
        .where(_passkeys.account == account)
        .order_by(_passkeys.created_ms, _passkeys.id)
    )
    return [_passkey(row) for row in found]


def find_passkey(connection: Connection, credential: bytes) -> Passkey | None:
    """Return the passkey that a device calls `credential`."""
    row = connection.execute(
        select(schema.passkeys).where(_passkeys.id == passkey_id(credential))
    ).one_or_none()
    return None if row is None else _passkey(row)


def _passkey(row: Any) -> Passkey:
    return Passkey(
        id=row.id,
        account=row.account,
        credential=bytes.fromhex(row.credential),
        public_key=bytes.fromhex(row.public_key),
        uses=row.uses,
        label=row.label,
        created_ms=row.created_ms,
        used_ms=row.used_ms,
    )


def note_use(connection: Connection, passkey: str, uses: int, now_ms: int) -> None:
    """Store that a passkey was used."""
    connection.execute(
        update(schema.passkeys).where(_passkeys.id == passkey).values(uses=uses, used_ms=now_ms)
    )


def remove_passkey(connection: Connection, account: str, passkey: str) -> None:
    """Remove a passkey of an account, and with it the sessions that have it."""
    where = (_passkeys.id == passkey, _passkeys.account == account)
    connection.execute(delete(schema.passkeys).where(*where))


# Sessions.


def read_ending(connection: Connection, account: str, now_ms: int) -> list[str]:
    """Return the sessions that a new one ends: the account's oldest, and those unused for long."""
    oldest = (
        select(_sessions.token_hash)
        .where(_sessions.account == account)
        .order_by(_sessions.seen_ms.desc(), _sessions.token_hash)
        .offset(SESSIONS_PER_ACCOUNT - 1)
    )
    unused = select(_sessions.token_hash).where(_sessions.seen_ms < now_ms - SESSION_MS)
    return [found for query in (oldest, unused) for found in connection.execute(query).scalars()]


def begin_session(
    connection: Connection, account: str, passkey: str | None, now_ms: int, token: str
) -> None:
    """Sign a device in that holds `token`; devices unused for long are signed out."""
    ending = read_ending(connection, account, now_ms)
    if ending:
        connection.execute(delete(schema.account_sessions).where(_sessions.token_hash.in_(ending)))
    connection.execute(
        insert(schema.account_sessions).values(
            token_hash=hash_token(token),
            account=account,
            passkey=passkey,
            created_ms=now_ms,
            seen_ms=now_ms,
        )
    )


def give_passkey(connection: Connection, session: str, passkey: str) -> None:
    """Link a session to a passkey: it ends when the passkey is removed."""
    connection.execute(
        update(schema.account_sessions)
        .where(_sessions.token_hash == session)
        .values(passkey=passkey)
    )


def find_session(
    connection: Connection, token: str, now_ms: int
) -> tuple[LoginSession, bool] | None:
    """Return the session of a cookie, and whether its last visit should be updated."""
    row = connection.execute(
        select(
            schema.account_sessions,
            _accounts.id,
            _accounts.name,
            _accounts.created_ms.label("since"),
        )
        .join(schema.accounts, _accounts.id == _sessions.account)
        .where(_sessions.token_hash == hash_token(token), _sessions.seen_ms >= now_ms - SESSION_MS)
    ).one_or_none()
    if row is None:
        return None
    account = Account(row.id, row.name, row.since)
    return LoginSession(account, token, row.passkey), row.seen_ms < now_ms - _SEEN_EVERY_MS


def note_seen(session: str, now_ms: int) -> Executable:
    """Return the statement that stores a device's last visit."""
    return (
        update(schema.account_sessions)
        .where(_sessions.token_hash == session)
        .values(seen_ms=now_ms)
    )


def end_session(connection: Connection, token_hash: str) -> None:
    """Sign a device out."""
    connection.execute(delete(schema.account_sessions).where(_sessions.token_hash == token_hash))
