"""HTTP routes for tournaments."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from sommet.server.community.account_router import SignedIn
from sommet.server.community.bot_router import Given, token_of
from sommet.server.community.bot_service import BotService
from sommet.server.community.tournaments.service import TournamentService
from sommet.server.protocol import tournaments as wire
from sommet.server.web.admission import Admission
from sommet.server.web.api import problems
from sommet.server.web.identity import Identity

_TAG = "tournaments"
TournamentId = Annotated[str, Path(pattern=r"^[A-Za-z0-9]{12}$", description="A tournament's id.")]


def add_tournaments(
    api: APIRouter, admission: Admission, service: TournamentService, bots: BotService | None
) -> None:
    """Add the routes; those for programs where there are any."""
    _add_looking(api, service)
    _add_organising(api, admission, service)
    _add_taking_part(api, service)
    if bots is not None:
        _add_programs(api, service, bots)


def _add_looking(api: APIRouter, service: TournamentService) -> None:
    @api.get("/api/tournaments", tags=[_TAG], responses=problems(503))
    async def list_tournaments(request: Request) -> wire.Tournaments:
        """Unfinished tournaments, and the latest finished ones."""
        identity: Identity = request.app.state.identity
        return await service.list(await identity.find(request))

    @api.get("/api/tournaments/{tournament}", tags=[_TAG], responses=problems(404, 503))
    async def show_tournament(request: Request, tournament: TournamentId) -> wire.TournamentPage:
        """A tournament with its standings and games. Requesting it counts as being present."""
        identity: Identity = request.app.state.identity
        return await service.visit(await identity.find(request), tournament)

    @api.get(
        "/api/tournaments/{tournament}/results.csv",
        tags=[_TAG],
        response_class=PlainTextResponse,
        responses={
            200: {"description": "Standings, then all games.", "content": {"text/csv": {}}},
            **problems(404, 503),
        },
    )
    async def tournament_results(tournament: TournamentId) -> Response:
        """The results as a file."""
        headers = {"Content-Disposition": f'attachment; filename="tournament-{tournament}.csv"'}
        text = await service.results(tournament)
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def _add_organising(api: APIRouter, admission: Admission, service: TournamentService) -> None:
    @api.post(
        "/api/tournaments",
        status_code=201,
        tags=[_TAG],
        responses=problems(401, 403, 409, 413, 503),
    )
    async def make_tournament(
        request: Request, session: SignedIn, body: wire.NewTournament
    ) -> wire.TournamentPage:
        """Create a tournament; it begins at its time, or when its organiser starts it."""
        admission.check_rate(request.scope)
        return await service.make(session, body)

    @api.post(
        "/api/tournaments/{tournament}/start",
        tags=[_TAG],
        responses=problems(401, 403, 404, 409, 413, 503),
    )
    async def start_tournament(session: SignedIn, tournament: TournamentId) -> wire.TournamentPage:
        """Start the tournament now; for its organiser."""
        return await service.start(session, tournament)

    @api.post(
        "/api/tournaments/{tournament}/cancel",
        tags=[_TAG],
        responses=problems(401, 403, 404, 409, 413, 503),
    )
    async def cancel_tournament(session: SignedIn, tournament: TournamentId) -> wire.TournamentPage:
        """Cancel the tournament, without a winner; for its organiser."""
        return await service.cancel(session, tournament)


def _add_taking_part(api: APIRouter, service: TournamentService) -> None:
    refused = problems(401, 403, 404, 409, 413, 503)

    @api.post("/api/tournaments/{tournament}/enter", tags=[_TAG], responses=refused)
    async def enter_tournament(session: SignedIn, tournament: TournamentId) -> wire.TournamentPage:
        """Enter the tournament, also after its start, or again after withdrawing."""
        return await service.enter(session, tournament)

    @api.post("/api/tournaments/{tournament}/leave", tags=[_TAG], responses=refused)
    async def leave_tournament(session: SignedIn, tournament: TournamentId) -> wire.TournamentPage:
        """Withdraw."""
        return await service.leave(session, tournament)

    @api.post("/api/tournaments/{tournament}/absent", tags=[_TAG], responses=refused)
    async def be_absent(
        session: SignedIn, tournament: TournamentId, body: wire.AbsentFor
    ) -> wire.TournamentPage:
        """Skip the coming pairings, or be paired again."""
        return await service.set_absent(session, tournament, absent=body.absent)


def _add_programs(api: APIRouter, service: TournamentService, bots: BotService) -> None:
    refused = problems(401, 403, 404, 409, 413, 503)

    @api.post("/api/bot/tournaments/{tournament}/enter", tags=["bots"], responses=refused)
    async def enter_as_bot(given: Given, tournament: TournamentId) -> wire.Entered:
        """Take part in a tournament for programs; its games come in the stream with all others."""
        return await service.enter_bot(await bots.admit(token_of(given)), tournament)

    @api.post("/api/bot/tournaments/{tournament}/leave", tags=["bots"], responses=refused)
    async def leave_as_bot(given: Given, tournament: TournamentId) -> wire.Entered:
        """Withdraw."""
        return await service.leave_bot(await bots.admit(token_of(given)), tournament)
