"""The part of the HTTP interface for challenges, blocks and reports."""

from fastapi import APIRouter, Request

from sommet.server.community.account_router import SignedIn
from sommet.server.community.player_relations import PlayerRelations
from sommet.server.protocol import http
from sommet.server.protocol import player_relations as wire
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission
from sommet.server.web.api import TableId, check_room, problems

_TAG = "players"


def add_relations(
    api: APIRouter, registry: TableRegistry, admission: Admission, service: PlayerRelations
) -> None:
    """Add the routes."""

    @api.get("/api/account/challenges", tags=[_TAG], responses=problems(401, 503))
    async def challenges(session: SignedIn) -> wire.Challenges:
        """Challenges that the account has received and sent."""
        return await service.challenges(session)

    @api.post(
        "/api/account/challenges",
        status_code=201,
        tags=[_TAG],
        responses=problems(401, 403, 404, 409, 413, 503),
    )
    async def challenge(
        request: Request, session: SignedIn, body: wire.ChallengePerson
    ) -> http.TableCreated:
        """Challenge a player by name: the game begins when they accept, and is rated."""
        admission.check_rate(request.scope)
        await check_room(registry, admission, request)
        created = await service.challenge(session, body)
        admission.note_opened(request.scope, created.table)
        return created

    @api.post(
        "/api/account/challenges/{table}/accept",
        tags=[_TAG],
        responses=problems(401, 404, 409, 413, 503),
    )
    async def accept(
        session: SignedIn, table: TableId, body: wire.AcceptChallenge
    ) -> http.TableCreated:
        """Accept a challenge and take the seat."""
        return await service.accept(session, table, body)

    @api.post(
        "/api/account/challenges/{table}/decline",
        tags=[_TAG],
        responses=problems(401, 404, 413, 503),
    )
    async def decline(session: SignedIn, table: TableId) -> wire.Challenges:
        """Decline or withdraw a challenge; its table is removed."""
        await service.decline(session, table)
        return await service.challenges(session)

    @api.get("/api/account/blocked", tags=[_TAG], responses=problems(401, 503))
    async def blocked(session: SignedIn) -> wire.Blocked:
        """The players whom the account has blocked."""
        return await service.blocked(session)

    @api.post("/api/account/blocked", tags=[_TAG], responses=problems(401, 404, 409, 413, 503))
    async def block(session: SignedIn, body: wire.ChosenPerson) -> wire.Blocked:
        """Block a player: the two no longer meet in the lobby, challenge or greet each other."""
        return await service.block(session, body.name)

    @api.post(
        "/api/account/blocked/remove", tags=[_TAG], responses=problems(401, 404, 409, 413, 503)
    )
    async def unblock(session: SignedIn, body: wire.ChosenPerson) -> wire.Blocked:
        """Unblock a player."""
        return await service.unblock(session, body.name)

    @api.post("/api/account/report", tags=[_TAG], responses=problems(401, 404, 409, 413, 503))
    async def report(session: SignedIn, body: wire.ReportPerson) -> wire.Reported:
        """Report a player to the host."""
        await service.report(session, body)
        return wire.Reported()
