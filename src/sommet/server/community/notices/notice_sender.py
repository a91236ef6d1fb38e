"""Sends notices to devices: in the background, each once, and from one process at a time."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sommet.match.refused import Refused
from sommet.server.community.notices.push_client import Answer, PushClient, encode, new_key
from sommet.server.protocol import notices as wire
from sommet.server.storage import processes
from sommet.server.storage.notices import devices, turns
from sommet.server.storage.notices.devices import PushBatch
from sommet.server.storage.notices.turns import Turn
from sommet.server.storage.store import Unavailable, Unsettled, Write
from sommet.server.tables.registry import TableRegistry
from sommet.server.tokens import hash_token

_T = TypeVar("_T")
_log = logging.getLogger(__name__)
LOOK_EVERY_S = 2.0
#: Seconds until a message that was not accepted is sent again; after the last it is given up.
AGAIN_S = (30.0, 120.0, 600.0, 3600.0)
_MOST_S = 6 * 3600.0
_FORGET_EVERY_MS = 60 * 60_000
_KEY = "push"


class NoticeSender:
    """Looks for notices that are due, and sends them."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services
        self._client: PushClient | None = None
        self._task: asyncio.Task[None] | None = None
        self._forgot_ms = 0
        self._opening = asyncio.Lock()

    def start(self) -> None:
        """Start sending."""
        self._task = asyncio.ensure_future(self._send_regularly())

    async def _open(self) -> PushClient:
        """Return the client with the server's key, which is created on first use."""
        async with self._opening:
            if self._client is None:
                settings = self._services.settings
                key = settings.push_key or await self._find_key()
                safe = (each for each in settings.origins if each.startswith("https://"))
                contact = settings.push_contact or next(safe, "mailto:host@localhost")
                self._client = PushClient(key, contact, anywhere=settings.push_anywhere)
            return self._client

    async def _find_key(self) -> str:
        made = new_key()
        try:
            return await self._change(lambda c: devices.make_key(c, _KEY, made))
        except IntegrityError:
            # Another process made one at the same moment.
            return await self._change(lambda c: devices.make_key(c, _KEY, made))

    async def close(self) -> None:
        """Stop; queued notices are sent later."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._client is not None:
            await self._client.close()

    async def public_key(self) -> str:
        """Return the public key that browsers need to subscribe.

        Raises:
            Refused: the database is away.
        """
        try:
            return (await self._open()).public_key
        except (Unavailable, Unsettled) as error:
            raise Refused("unavailable") from error

    async def _send_regularly(self) -> None:
        while True:
            try:
                while await self.send_due():
                    pass
            except (Unavailable, Unsettled):
                pass  # it will be tried again
            except Exception:
                _log.exception("notices could not be sent; it will be tried again")
            await asyncio.sleep(LOOK_EVERY_S)

    async def _change(self, work: Callable[[Connection], _T]) -> _T:
        done: list[_T] = []

        def run(connection: Connection) -> bool:
            done[:] = [work(connection)]
            return True

        await self._services.store.put(Write((), check=run))
        return done[0]

    @property
    def _now_ms(self) -> int:
        return self._services.server_clock.now_ms()

    # One round of sending.

    async def send_due(self) -> bool:
        """Send what is due; return whether there may be more."""
        now_ms = self._now_ms
        store = self._services.store
        if now_ms - self._forgot_ms > _FORGET_EVERY_MS:
            self._forgot_ms = now_ms
            await self._change(lambda c: devices.forget_old_devices(c, now_ms))
        found = await store.read(lambda c: turns.read_due_turns(c, now_ms))
        if found:
            here = await self._present(found)
            await self._change(lambda c: self._queue_notices(c, found, here, now_ms))
        if not await store.read(lambda c: devices.has_due_batches(c, now_ms)):
            return len(found) == turns.AT_ONCE
        batches = await self._change(lambda c: devices.claim_batches(c, now_ms))
        await asyncio.gather(*(self._send(batch) for batch in batches))
        return len(found) == turns.AT_ONCE or len(batches) == devices.DEVICES_AT_ONCE

    async def _present(self, found: list[Turn]) -> frozenset[tuple[str, int]]:
        """Return the players who are at their table: they see that it is their turn."""
        ids = [turn.table for turn in found]
        players = {table: self._registry.players_at(table) for table in ids}
        if self._services.store.shared:
            known = await self._services.store.read(lambda c: processes.read_presence(c, ids))
            for table, looking in known.items():
                for each in looking:
                    players[table] |= each.players
        return frozenset(
            (turn.table, turn.player) for turn in found if players[turn.table] >> turn.player & 1
        )

    def _queue_notices(
        self,
        connection: Connection,
        found: list[Turn],
        here: frozenset[tuple[str, int]],
        now_ms: int,
    ) -> None:
        for turn in found:
            # The process that stores first that a notice is sent sends it.
            if not turns.note_notified(connection, turn) or (turn.table, turn.player) in here:
                continue
            devices.add_notices(
                connection,
                turns.find_devices(connection, turn.table, turn.player),
                table=turn.table,
                player=turn.player,
                kind=turn.kind,
                now_ms=now_ms,
            )

    async def _send(self, batch: PushBatch) -> None:
        client = await self._open()
        readable = self._readable(batch)
        if not readable.notices:
            now_ms = self._now_ms
            await self._change(lambda c: devices.note_sent(c, batch, now_ms))
            return
        try:
            answer = await client.send(
                batch.device, describe(readable).model_dump_json().encode(), _topic(readable)
            )
        except Exception:
            _log.exception("a notice could not be sent")
            answer = Answer("refused")
        self._services.metrics.pushes.labels(answer.result).inc()
        await self._change(lambda c: self._settle(c, batch, answer))

    def _readable(self, batch: PushBatch) -> PushBatch:
        """Return a batch without the notices of tables that cannot be read."""
        kept = []
        for notice in batch.notices:
            try:
                describe(replace(batch, notices=(notice,)))
            except Exception as error:
                self._registry.damaged.add(notice.table, error)
            else:
                kept.append(notice)
        return replace(batch, notices=tuple(kept))

    def _settle(self, connection: Connection, batch: PushBatch, answer: Answer) -> None:
        now_ms = self._now_ms
        if answer.result == "gone":
            devices.forget_device(connection, batch.device.id)
        elif answer.result == "later" and batch.attempts < len(AGAIN_S):
            wait_s = max(AGAIN_S[batch.attempts], min(answer.wait_s or 0.0, _MOST_S))
            devices.try_again(connection, batch, now_ms + round(wait_s * 1000))
        else:
            devices.note_sent(connection, batch, now_ms)


def describe(batch: PushBatch) -> wire.Pushed:
    """Return a batch as a message of the protocol."""
    return wire.Pushed.model_validate(
        {
            "language": batch.device.language,
            "waiting": batch.waiting,
            "notices": [
                {
                    "kind": notice.kind,
                    "table": notice.table,
                    "game": notice.game,
                    "opponent": notice.opponent,
                    "due_ms": notice.due_ms,
                }
                for notice in batch.notices
            ],
        }
    )


def _topic(batch: PushBatch) -> str:
    """Return 32 characters: a later message about the same tables replaces this one."""
    tables = " ".join(sorted(notice.table for notice in batch.notices))
    return encode(bytes.fromhex(hash_token(tables)))[:32]
