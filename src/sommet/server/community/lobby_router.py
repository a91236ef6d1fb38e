"""HTTP routes of the lobby."""

import hashlib

from fastapi import APIRouter, Request, Response

from sommet.server.community.lobby import Lobby, visitor_of
from sommet.server.protocol import community
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission
from sommet.server.web.api import TableId, check_room, problems
from sommet.server.web.identity import Identity


def add_lobby(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    lobby: Lobby,
    identity: Identity,
) -> None:
    """Add the routes for meeting strangers."""

    @api.get(
        "/api/lobby",
        tags=["lobby"],
        response_model=community.Lobby,
        responses=problems(503) | {304: {"description": "Not Modified"}},
    )
    async def show_lobby(request: Request) -> Response:
        """Open seats and games to watch. Ask again every few seconds, with the last ETag."""
        return _answer(request, await lobby.read_shown())

    @api.get(
        "/api/lobby/games",
        tags=["lobby"],
        response_model=community.RunningGames,
        responses=problems(503) | {304: {"description": "Not Modified"}},
    )
    async def show_running(request: Request) -> Response:
        """Games to watch, more of them than the lobby lists. Ask again with the last ETag."""
        return _answer(request, await lobby.read_running())

    @api.post("/api/lobby/find", tags=["lobby"], responses=problems(401, 413, 503))
    async def find_opponent(request: Request, body: community.FindOpponent) -> community.SeatFound:
        """Take the longest waiting seat for the same game, or wait in the lobby."""
        admission.check_rate(request.scope)
        await check_room(registry, admission, request)
        session = await identity.find(request)
        found = await lobby.find(body, None if session is None else session.account)
        if not found.playing:
            admission.note_opened(request.scope, found.seat.table)
        return found

    @api.post(
        "/api/lobby/seats/{table}/take", tags=["lobby"], responses=problems(404, 409, 413, 503)
    )
    async def take_seat(
        request: Request, table: TableId, body: community.TakeSeat
    ) -> community.SeatFound:
        """Take an open seat of the lobby. Repeated with the same key: the same seat."""
        admission.check_rate(request.scope)
        session = await identity.find(request)
        account = None if session is None else session.account
        return await lobby.take(table, visitor_of(body.guest, body.key, account, rated=body.rated))

    @api.post(
        "/api/lobby/seats/{table}/withdraw",
        tags=["lobby"],
        responses=problems(403, 404, 413, 503),
    )
    async def withdraw_seat(
        table: TableId, body: community.WithdrawSeat
    ) -> community.SeatWithdrawn:
        """Give up a seat that nobody has taken; its table is removed."""
        return community.SeatWithdrawn(withdrawn=await lobby.withdraw(table, body.token))


def _answer(request: Request, shown: bytes) -> Response:
    """Return JSON, or that it is what the sender has already."""
    tag = f'"{hashlib.blake2b(shown, digest_size=16).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(shown, media_type="application/json", headers=headers)
