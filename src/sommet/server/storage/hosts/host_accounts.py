"""What a host does to an account: another name, or none at all."""

from sqlalchemy import Connection, Engine, update

from sommet.errors import SommetError
from sommet.server.protocol.names import name_key, new_name_key
from sommet.server.storage import schema
from sommet.server.storage.account_seats import delete_account
from sommet.server.storage.accounts import Account, find_by_name, hold_account, is_name_free
from sommet.server.storage.hosts.audit import note

_accounts, _seats = schema.accounts.c, schema.seats.c


def rename_account(engine: Engine, name: str, new_name: str, now_ms: int) -> None:
    """Give an account another name, and add an entry to the audit log.

    Raises:
        SommetError: nobody has this name, the new one is not a name, or it is taken.
    """
    key = new_name_key(new_name)
    if key is None:
        raise SommetError(f"{new_name!r} is no name for an account: 2 to 20 letters or digits")
    with engine.begin() as connection:
        found = _find(connection, name)
        if key != name_key(found.name) and not is_name_free(connection, key):
            raise SommetError(f"{new_name} is taken, or looks like a name that is")
        mine = update(schema.accounts).where(_accounts.id == found.id)
        connection.execute(mine.values(name=new_name, name_key=key))
        held = update(schema.seats).where(_seats.account == found.id)
        connection.execute(held.values(name=new_name))
        note(connection, now_ms, "host", "renamed", account=found.id)


def remove_account(engine: Engine, name: str, now_ms: int) -> None:
    """Delete an account as its owner would, and add an entry to the audit log.

    Raises:
        SommetError: nobody has this name.
    """
    with engine.begin() as connection:
        found = _find(connection, name)
        seats = delete_account(connection, found.id)
        # A running server may have tables in memory. It looks for seats of accounts that are gone,
        # and forgets who had them (`LateSeats`).
        for seat in seats:
            where = (_seats.table_id == seat.table, _seats.player == seat.player)
            connection.execute(update(schema.seats).where(*where).values(account=found.id))
        note(connection, now_ms, "host", "deleted")


def _find(connection: Connection, name: str) -> Account:
    found = find_by_name(connection, name)
    if found is None or not hold_account(connection, found.id, alone=True):
        raise SommetError(f"nobody here is called {name}")
    return found
