"""The part of the HTTP interface for challenges, blocks and reports."""

from fastapi import APIRouter, Request

from sommet.server.community.account_router import SignedIn
from sommet.server.community.relations import guests
from sommet.server.community.relations.service import PlayerRelations
from sommet.server.protocol import http
from sommet.server.protocol import player_relations as wire
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission
from sommet.server.web.api import TableId, check_room, problems
from sommet.server.web.identity import Identity

_TAG = "players"


def add_relations(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    identity: Identity,
    service: PlayerRelations,
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

    @api.post("/api/account/challenges/guests", tags=[_TAG], responses=problems(401, 413, 503))
    async def welcome_guests(session: SignedIn, body: wire.WelcomeGuests) -> wire.Challenges:
        """Whether guests may challenge the account; if not, those that wait are declined."""
        return await service.welcome_guests(session, welcome=body.welcome)

    @api.post(
        "/api/lobby/challenges",
        status_code=201,
        tags=["lobby"],
        responses=problems(403, 404, 409, 413, 503),
    )
    async def challenge_as_guest(
        request: Request, body: wire.ChallengeByGuest
    ) -> http.TableCreated:
        """Challenge a player by name without an account. Signed in, as the account, for fun."""
        admission.check_rate(request.scope)
        await check_room(registry, admission, request)
        session = await identity.find(request)
        if session is None:
            admission.check_guest(request.scope)
            created = await guests.challenge_as_guest(registry, body)
        else:
            # Whoever has blocked them has not to hear of them as a guest.
            wanted = body.model_dump(exclude={"guest"})
            mine = wire.ChallengePerson(**wanted, rated=False)
            created = await service.challenge(session, mine)
        admission.note_opened(request.scope, created.table)
        return created

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
