"""The whole server as one ASGI application."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException

from sommet import __version__
from sommet.match.refused import Refused
from sommet.server.cluster.server_clock import ServerClock
from sommet.server.community.account_router import add_accounts
from sommet.server.community.accounts import AccountService
from sommet.server.community.bot_router import add_bots, add_ratings
from sommet.server.community.bot_service import BotService
from sommet.server.community.deletion.late_seats import LateSeats
from sommet.server.community.holidays.router import add_holidays
from sommet.server.community.holidays.service import HolidayService
from sommet.server.community.lobby import Lobby
from sommet.server.community.lobby_router import add_lobby
from sommet.server.community.notices.notice_sender import NoticeSender
from sommet.server.community.notices.router import add_notices
from sommet.server.community.player_pages.router import (
    add_at_table,
    add_leaderboard,
    add_people,
    add_programs,
)
from sommet.server.community.rater import Rater
from sommet.server.community.relations.router import add_relations
from sommet.server.community.relations.service import PlayerRelations
from sommet.server.community.tournaments.director import Director
from sommet.server.community.tournaments.router import add_tournaments
from sommet.server.community.tournaments.service import TournamentService
from sommet.server.community.your_games import add_your_games
from sommet.server.observe.metrics import Metrics
from sommet.server.observe.tracing import Tracing
from sommet.server.refusals import refuse_message
from sommet.server.services import Services
from sommet.server.settings import Settings
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.storage.postgresql.append_line import AppendLine
from sommet.server.storage.store import Store, Unavailable
from sommet.server.tables.registry import TableRegistry
from sommet.server.tidying import tidy_regularly
from sommet.server.web.admission import Admission
from sommet.server.web.api import make_api
from sommet.server.web.docs_page import STYLE, render_docs
from sommet.server.web.identity import Identity
from sommet.server.web.pages import Pages
from sommet.server.web.previews import find_game
from sommet.server.web.security import (
    RequestLimits,
    SecureHeaders,
    refusal_response,
)
from sommet.server.web.websocket_endpoint import WebSocketEndpoint

_log = logging.getLogger(__name__)

#: Nothing is reported to anybody else, whatever the environment says.
_SILENT: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
_CODES = {
    404: "not_found",
    405: "method",
    408: "too_slow",
    413: "too_large",
    429: "too_many_requests",
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; it opens the database and starts its helpers when it is started."""
    settings = settings or Settings()
    services = Services(
        settings=settings,
        store=Store(open_engine(settings.database)),
        server_clock=ServerClock(),
        metrics=Metrics(),
    )
    admission = Admission(settings)
    registry = TableRegistry(services, admission)
    lobby = Lobby(registry)
    rater = Rater(services)
    director = Director(registry)
    notice_sender = NoticeSender(registry)
    late_seats = LateSeats(registry)
    identity = Identity(services)
    wanted = (
        (lobby, settings.lobby),
        (rater, settings.has_ratings),
        (director, settings.has_tournaments),
        (notice_sender, settings.push),
        (late_seats, settings.accounts),
    )
    helpers = [helper for helper, is_wanted in wanted if is_wanted]

    app = FastAPI(
        title="Sommet",
        version=__version__,
        description="Play Pylos and Pacal. The WebSocket part is described in docs/protocol.md.",
        lifespan=lambda _: _running(registry, helpers),
        docs_url=None,
        redoc_url=None,
        telemetry=_SILENT,
    )
    app.state.registry = registry
    app.state.admission = admission
    app.state.lobby = lobby
    app.state.identity = identity
    app.state.director = director
    app.state.notice_sender = notice_sender
    app.state.late_seats = late_seats
    api = make_api(registry, admission, identity)
    add_your_games(api, registry)
    if settings.push:
        add_notices(api, registry, admission, identity, notice_sender)
    if settings.accounts:
        add_accounts(api, admission, AccountService(registry))
        add_holidays(api, HolidayService(registry))
    if settings.lobby:
        add_lobby(api, registry, admission, lobby, identity)
        bots = _add_rated(api, registry, admission, lobby, rater, identity=identity)
        _add_tournaments(api, registry, admission, director, bots)
    app.include_router(api)
    app.state.websockets = WebSocketEndpoint(registry, admission)
    _add_refusals(app, services.metrics, api)
    pages = Pages(settings.static, next(iter(settings.origins), None))
    _add_pages(app, pages, api, services.store)
    app.add_middleware(RequestLimits, settings=settings)
    app.add_middleware(SecureHeaders)
    app.add_middleware(Tracing, metrics=services.metrics, behind_proxy=settings.proxies > 0)
    return app


@asynccontextmanager
async def _running(
    registry: TableRegistry,
    helpers: Sequence[Lobby | Rater | Director | NoticeSender | LateSeats],
) -> AsyncIterator[None]:
    """Open the database and run the background tasks until the end."""
    services = registry.services
    await asyncio.to_thread(upgrade, services.store.engine)
    services.store.start()
    line = AppendLine(services.store)
    line.start()
    await registry.wake()
    for helper in helpers:
        helper.start()
    tidying = asyncio.ensure_future(tidy_regularly(services))
    try:
        yield
    finally:
        tidying.cancel()
        for helper in helpers:
            await helper.close()
        await registry.close()
        await asyncio.to_thread(services.slow_worker.close)
        await line.close()
        await asyncio.to_thread(services.store.close)


def _add_rated(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    lobby: Lobby,
    rater: Rater,
    *,
    identity: Identity,
) -> BotService | None:
    """Add the lobby's features for accounts and programs; return the bot service, if any."""
    settings = registry.services.settings
    bots = BotService(registry, lobby) if settings.bots else None
    if bots is not None:
        add_bots(api, registry, admission, identity, bots)
        add_programs(api, registry)
    if settings.bots and settings.ratings:
        add_ratings(api, rater)
    if settings.accounts:
        add_relations(api, registry, admission, identity, PlayerRelations(registry))
        add_people(api, registry)
    if settings.accounts and settings.ratings:
        add_leaderboard(api, registry)
    if settings.accounts or settings.bots:
        add_at_table(api, registry)
    return bots


def _add_tournaments(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    director: Director,
    bots: BotService | None,
) -> None:
    if registry.services.settings.has_tournaments:
        add_tournaments(api, admission, TournamentService(registry, director), bots)


def _methods_of(api: APIRouter, path: str) -> list[str]:
    methods: set[str] = set()
    for route in api.routes:
        if isinstance(route, APIRoute) and route.path_regex.match(path):
            methods |= route.methods or set()
    return sorted(methods)


def _add_refusals(app: FastAPI, metrics: Metrics, api: APIRouter) -> None:
    def answer(refused: Refused) -> Response:
        metrics.refusals.labels(refused.code).inc()
        return refusal_response(refused)

    @app.exception_handler(Refused)
    async def refuse(_: Request, refused: Refused) -> Response:
        return answer(refused)

    @app.exception_handler(Unavailable)
    async def refuse_away(_: Request, _error: Unavailable) -> Response:
        return answer(Refused("unavailable"))

    @app.exception_handler(RequestValidationError)
    async def refuse_malformed(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        refused = first.get("ctx", {}).get("error")
        if isinstance(refused, Refused):
            return answer(refused)
        where = ".".join(str(part) for part in first["loc"])
        return answer(refuse_message(first["type"], where, first["msg"]))

    @app.exception_handler(HTTPException)
    async def refuse_http(request: Request, error: HTTPException) -> Response:
        code = _CODES.get(error.status_code)
        if code is None:
            return answer(refuse_message("http", "", str(error.detail)))
        response = answer(Refused(code))
        if code == "too_slow":
            response.headers["Connection"] = "close"  # the rest may still come
        if code == "method":
            response.headers["Allow"] = ", ".join(_methods_of(api, request.url.path))
        return response

    @app.exception_handler(Exception)
    async def fail(request: Request, _: Exception) -> Response:
        _log.exception("%s %s failed", request.method, request.url.path)
        return answer(Refused("internal"))


def _add_pages(app: FastAPI, pages: Pages, api: APIRouter, store: Store) -> None:
    @cache
    def docs_text() -> str:
        return render_docs(app.openapi())

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(docs_text())

    @app.get("/docs.css", include_in_schema=False)
    async def docs_style() -> Response:
        return Response(STYLE, media_type="text/css")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path.startswith(("api/", "ws/")):
            # This route takes every path, so the router cannot detect a wrong method by itself.
            raise HTTPException(405) if _methods_of(api, f"/{path}") else Refused("not_found")
        query = request.url.query
        game = await find_game(path, query, store) if pages.has_previews else None
        response = pages.answer(path, request.scope, game)
        if response is None:
            raise Refused("not_found")
        return response
