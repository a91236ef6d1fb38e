"""Programs' part of the HTTP interface. Every request brings the token that the host made."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from sommet.server.community.bot_service import BotService
from sommet.server.community.rater import Rater
from sommet.server.protocol import bots as wire
from sommet.server.protocol import community, http
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission
from sommet.server.web.api import TableId, check_room, problems
from sommet.server.web.identity import Identity

_bearer = HTTPBearer(auto_error=False, description="Made by `sommet token new NAME`.")
Given = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


def token_of(given: HTTPAuthorizationCredentials | None) -> str:
    """Return the token that a request brings, or none."""
    return "" if given is None else given.credentials


def add_ratings(api: APIRouter, rater: Rater) -> None:
    """Add the route for ratings."""

    @api.get("/api/ratings", tags=["bots"], responses=problems(503))
    async def show_ratings() -> wire.Ratings:
        """Programs by strength, for each game and rules."""
        return wire.Ratings(pools=await rater.standings())


def add_bots(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    identity: Identity,
    service: BotService,
) -> None:
    """Add the routes for programs."""

    @api.get("/api/bot", tags=["bots"], responses=problems(401, 503))
    async def bot_account(given: Given) -> wire.BotAccount:
        """Who the token belongs to, and how much that program may have at once."""
        bot = await service.admit(token_of(given))
        return wire.BotAccount(name=bot.name, limits=service.limits)

    @api.get("/api/bot/games", tags=["bots"], responses=problems(401, 503))
    async def bot_games(given: Given) -> wire.BotGames:
        """Where the program sits: seats that wait, games that run, and those that ended lately."""
        token = token_of(given)
        return wire.BotGames(games=await service.games(await service.admit(token), token))

    @api.get(
        "/api/bot/stream",
        tags=["bots"],
        response_class=StreamingResponse,
        responses={
            200: {
                "description": "A `BotGame` on each line: all of them, then each that changes. "
                "An empty line every few seconds. It does not end.",
                "content": {"application/x-ndjson": {}},
            },
            **problems(401, 503),
        },
    )
    async def bot_stream(given: Given) -> Response:
        """What concerns the program, as it happens."""
        token = token_of(given)
        lines = await service.listen(await service.admit(token), token)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)

    @api.post("/api/bot/seats", tags=["bots"], responses=problems(401, 413, 503))
    async def open_seat_as_bot(
        request: Request, given: Given, body: wire.OpenSeatAsBot
    ) -> community.SeatFound:
        """Open a seat in the lobby for anybody who wants to play a program."""
        token = token_of(given)
        bot = await service.admit(token)
        admission.check_rate(request.scope)
        await check_room(registry, admission, request)
        found = await service.open_seat(bot, token, body)
        admission.note_opened(request.scope, found.seat.table)
        return found

    @api.post(
        "/api/bot/seats/{table}/take",
        tags=["bots"],
        responses=problems(401, 403, 404, 409, 413, 503),
    )
    async def take_seat_as_bot(
        request: Request, given: Given, table: TableId, body: wire.TakeSeatAsBot
    ) -> community.SeatFound:
        """Sit down opposite a program that waits in the lobby."""
        token = token_of(given)
        bot = await service.admit(token)
        admission.check_rate(request.scope)
        return await service.take(bot, token, table, body)

    _add_challenges(api, registry, admission, identity, service)


def _add_challenges(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    identity: Identity,
    service: BotService,
) -> None:
    @api.post(
        "/api/bots/challenges",
        status_code=201,
        tags=["bots"],
        responses=problems(404, 409, 413, 503),
    )
    async def challenge_bot(request: Request, body: wire.ChallengeBot) -> http.TableCreated:
        """Challenge a program by name: the game begins when it accepts."""
        admission.check_rate(request.scope)
        await check_room(registry, admission, request)
        holder = await identity.holder(request, None, counts=False)
        created = await service.challenge(body, holder, body.key)
        admission.note_opened(request.scope, created.table)
        return created

    @api.post(
        "/api/bot/challenges",
        status_code=201,
        tags=["bots"],
        responses=problems(401, 404, 409, 413, 503),
    )
    async def challenge_as_bot(
        request: Request, given: Given, body: wire.ChallengeBot
    ) -> http.TableCreated:
        """Challenge another program."""
        token = token_of(given)
        bot = await service.admit(token)
        admission.check_rate(request.scope)
        await check_room(registry, admission, request)
        created = await service.challenge_as_bot(bot, token, body)
        admission.note_opened(request.scope, created.table)
        return created

    @api.post(
        "/api/bot/challenges/{table}/accept",
        tags=["bots"],
        responses=problems(401, 404, 409, 413, 503),
    )
    async def accept_as_bot(given: Given, table: TableId) -> http.TableCreated:
        """Sit down opposite a challenger. Repeated: the same seat."""
        token = token_of(given)
        return await service.accept(await service.admit(token), token, table)

    @api.post(
        "/api/bot/challenges/{table}/decline",
        tags=["bots"],
        responses=problems(401, 404, 413, 503),
    )
    async def decline_as_bot(given: Given, table: TableId) -> wire.ChallengeDeclined:
        """Decline a challenge; its table is removed."""
        await service.decline(await service.admit(token_of(given)), table)
        return wire.ChallengeDeclined()
