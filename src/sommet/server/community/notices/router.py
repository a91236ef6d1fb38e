"""HTTP routes by which devices subscribe to notices."""

from fastapi import APIRouter, Request

from sommet.match.refused import Refused
from sommet.server.community.changes import change
from sommet.server.community.notices.addresses import check_endpoint
from sommet.server.community.notices.notice_sender import NoticeSender
from sommet.server.community.notices.push_client import is_point
from sommet.server.protocol import notices as wire
from sommet.server.storage.notices import devices
from sommet.server.storage.notices.devices import Device, hash_endpoint
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission
from sommet.server.web.api import problems
from sommet.server.web.identity import Identity

_TAG = "notices"


def add_notices(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    identity: Identity,
    notice_sender: NoticeSender,
) -> None:
    """Add the routes."""
    services = registry.services

    @api.get("/api/notices", tags=[_TAG], responses=problems(503))
    async def show_key() -> wire.PushKey:
        """The public key that a browser needs to accept notices from this server."""
        return wire.PushKey(key=await notice_sender.public_key())

    @api.post("/api/notices", tags=[_TAG], responses=problems(413, 503))
    async def want_notices(request: Request, body: wire.WantNotices) -> wire.NoticesWanted:
        """Subscribe this device to notices. A new subscription replaces the previous one."""
        admission.check_rate(request.scope)
        check_endpoint(body.endpoint, anywhere=services.settings.push_anywhere)
        if not is_point(body.p256dh):
            raise Refused("bad_push_address")
        session = await identity.find(request)
        seats = await _held(body) if session is None else []
        device = Device(body.endpoint, body.p256dh, body.auth, body.language)
        await change(
            services.store,
            lambda c: devices.store_device(
                c,
                device,
                session=None if session is None else session.token_hash,
                seats=seats,
                now_ms=services.server_clock.now_ms(),
            ),
        )
        return wire.NoticesWanted(account=session is not None, tables=[table for table, _ in seats])

    async def _held(body: wire.WantNotices) -> list[tuple[str, int]]:
        """Return the seats whose tokens are valid; programs have their own stream."""
        held = await registry.find_players([(seat.table, seat.token) for seat in body.seats])
        found = {
            table.id: player
            for table, player in held
            if table.is_played_here and table.bots[player] is None
        }
        return list(found.items())

    @api.post("/api/notices/remove", tags=[_TAG], responses=problems(404, 413, 503))
    async def want_none(request: Request, body: wire.WantNoNotices) -> wire.NoNotices:
        """Unsubscribe this device."""
        admission.check_rate(request.scope)
        device = hash_endpoint(body.endpoint)
        if not await change(services.store, lambda c: devices.forget_device(c, device)):
            raise Refused("no_such_push")
        return wire.NoNotices()
