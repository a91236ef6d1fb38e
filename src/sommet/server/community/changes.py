"""Changes to the database that may be refused half-way."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sommet.match.refused import Refused
from sommet.server.cluster.bus import News
from sommet.server.storage.store import Store, Unavailable, Unsettled, Write
from sommet.server.tables.registry import TableRegistry

_T = TypeVar("_T")


async def change(
    store: Store,
    work: Callable[[Connection], _T],
    news: Callable[[_T], Sequence[Any]] | None = None,
    *,
    key: str = "",
) -> _T:
    """Run `work` in one transaction and return its result; `news` is published to other processes.

    `key` names what the work holds for itself, such as an account: writes that share a transaction
    are done in the order of their keys, so that two processes do not wait for each other.

    What `work` did before it raised `Refused` is stored, so that a ticket is used up either way.
    Where another process did the same at the same moment, it is done once more, and sees that.

    Raises:
        Refused: `work` raised it, the database is away, or the account is being deleted.
    """
    try:
        return await _change(store, work, news, key)
    except IntegrityError:
        pass
    try:
        return await _change(store, work, news, key)
    except IntegrityError as error:
        raise Refused("unavailable") from error


async def _change(
    store: Store,
    work: Callable[[Connection], _T],
    news: Callable[[_T], Sequence[Any]] | None,
    key: str,
) -> _T:
    done: list[_T] = []
    refused: list[Refused] = []
    write = Write((), key=key)

    def run(connection: Connection) -> bool:
        done.clear()
        refused.clear()
        try:
            done.append(work(connection))
        except Refused as error:
            refused.append(error)
        if done and news is not None:
            write.news = news(done[0])
        return True

    write.check = run
    try:
        await store.put(write)
    except Unavailable as error:
        raise Refused("unavailable") from error
    except Unsettled as error:
        raise Refused("unsettled") from error
    if refused:
        raise refused[0]
    return done[0]


async def remove_table(
    registry: TableRegistry, table_id: str, work: Callable[[Connection], None]
) -> None:
    """Run `work`, which removes a table that nobody has joined; inform those connected to it.

    Raises:
        Refused: `work` raised it, there is no such table, or the database is away.
    """
    table = await registry.find(table_id)
    news = [[News.TABLE_CHANGED, registry.services.process, table_id]]
    await change(registry.services.store, work, lambda _: news)
    registry.forget(table_id)
    table.audience.end_all()
