"""The HTTP interface."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from sommet.errors import InvalidRecord
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record
from sommet.match.records.text import format_record
from sommet.match.refused import Refused
from sommet.server.protocol import http
from sommet.server.protocol.base import Refusal
from sommet.server.refusals import refuse_record
from sommet.server.storage import queries
from sommet.server.storage.players import read_names_of_game
from sommet.server.tables.catalogue import full_catalogue
from sommet.server.tables.listeners.visible import wire_clock, wire_players
from sommet.server.tables.live import LiveTable
from sommet.server.tables.records import format_game
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.wire import wire_ending, wire_match, wire_seat
from sommet.server.tokens import new_id
from sommet.server.web.admission import Admission
from sommet.server.web.health import add_health
from sommet.server.web.identity import Identity

_ID = r"^[A-Za-z0-9]{12}$"
TableId = Annotated[str, Path(pattern=_ID, description="A table's id.")]
ReplayId = Annotated[str, Path(pattern=_ID, description="The id of an uploaded record.")]
Game = Annotated[int | None, Query(ge=1, le=1_000_000, description="Which game of the table.")]


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what a route says of its refusals, for the interface's description."""
    # Spelled out, because a route that answers with text still refuses with JSON.
    schema = {"$ref": "#/components/schemas/Refusal"}
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {"application/json": {"schema": schema}},
        }
        for status in (*statuses, 422, 429)
    }


CheckRate = Callable[[Request], None]


def make_api(registry: TableRegistry, admission: Admission, identity: Identity) -> APIRouter:
    """Return the routes below `/api`, and what the operator asks for."""

    def check_rate(request: Request) -> None:
        admission.check_rate(request.scope)

    api = APIRouter()
    _add_tables(api, registry, admission, identity, check_rate)
    _add_records(api, registry, admission, check_rate)
    add_health(api, registry, admission)
    return api


def _add_tables(
    api: APIRouter,
    registry: TableRegistry,
    admission: Admission,
    identity: Identity,
    check_rate: CheckRate,
) -> None:
    @api.get("/api/games", tags=["tables"], responses={429: {"model": Refusal}})
    async def games() -> http.Catalogue:
        """What people can play with each other here: games, presets, rulings, clocks."""
        settings = registry.services.settings
        return full_catalogue(
            slow_games=settings.slow_games,
            lobby=settings.lobby,
            accounts=settings.accounts,
            bots=settings.lobby and settings.bots,
            ratings=settings.has_ratings,
            tournaments=settings.has_tournaments,
            greetings=settings.greetings,
            push=settings.push,
        )

    @api.post("/api/tables", status_code=201, tags=["tables"], responses=problems(413, 503))
    async def open_table(request: Request, body: http.CreateTable) -> http.TableCreated:
        """Open a table. The answer holds the opener's token and, for a friend, an invitation."""
        check_rate(request)
        await check_room(registry, admission, request)
        holder = await identity.holder(request, body.name, counts=False)
        created = await registry.open(body, holder)
        admission.note_opened(request.scope, created.table)
        return created

    @api.get("/api/tables", tags=["tables"], responses=problems())
    async def list_tables(
        ids: Annotated[
            list[Annotated[str, Query(pattern=_ID)]],
            Query(alias="id", max_length=50, description="Ids of the tables."),
        ],
    ) -> http.TableList:
        """What anybody may know about some tables; those that do not exist are left out."""
        found = await registry.find_all(ids)
        return http.TableList(tables=[_summary(table) for table in found.values()])

    @api.get("/api/tables/{table}", tags=["tables"], responses=problems(404))
    async def show_table(table: TableId) -> http.TableSummary:
        """What anybody may know about a table."""
        return _summary(await registry.find(table))

    @api.post("/api/tables/{table}/join", tags=["tables"], responses=problems(403, 404, 409, 413))
    async def join_table(
        request: Request, table: TableId, body: http.JoinTable
    ) -> http.TableCreated:
        """Take the open seat with an invitation. Repeated with the same key: the same seat."""
        check_rate(request)
        holder = await identity.holder(request, body.name, counts=False)
        return await registry.join(table, body, holder)

    @api.post(
        "/api/tables/{table}/seat/ask", tags=["tables"], responses=problems(403, 404, 409, 413)
    )
    async def ask_for_seat(
        request: Request, table: TableId, body: http.AskForSeat
    ) -> http.SeatAnswer:
        """Ask the opponent to hand a lost seat back. Repeats with the same key have no effect."""
        check_rate(request)
        return await registry.ask_for_seat(table, body)

    @api.post("/api/tables/{table}/seat/take-up", tags=["tables"], responses=problems(404, 413))
    async def take_up_seat(table: TableId, body: http.TakeUpSeat) -> http.SeatAnswer:
        """Whether a seat that was asked for has been handed back; ask again every few seconds."""
        return await registry.take_up_seat(table, body)


def _add_records(
    api: APIRouter, registry: TableRegistry, admission: Admission, check_rate: CheckRate
) -> None:
    settings = registry.services.settings
    #: One record is checked at a time, whatever comes in at once.
    turn = asyncio.Lock()

    @api.get(
        "/api/tables/{table}/record",
        tags=["records"],
        response_class=PlainTextResponse,
        responses=problems(404),
    )
    async def record_table(table: TableId, game: Game = None) -> Response:
        """The record of a game as text."""
        text, number = await record_of(registry, table, game)
        return _text(text, f"sommet-{table}-{number}.txt")

    @api.post("/api/replays", status_code=201, tags=["records"], responses=problems(413, 503))
    async def upload_record(
        request: Request,
        text: Annotated[str, Body(media_type="text/plain", max_length=settings.max_record_bytes)],
    ) -> http.ReplayStored:
        """Keep a record, after checking every move of it."""
        check_rate(request)
        admission.check_upload(request.scope)
        replay_id = new_id()
        try:
            async with turn:
                kept = await asyncio.to_thread(_check_record, text)
        except InvalidRecord as error:
            raise refuse_record(error) from error
        now_ms = registry.services.server_clock.now_ms()
        await registry.services.store.write(queries.store_replay(replay_id, now_ms, kept))
        return http.ReplayStored(id=replay_id, link=f"/replay/{replay_id}")

    @api.get(
        "/api/replays/{replay}/record",
        tags=["records"],
        response_class=PlainTextResponse,
        responses=problems(404),
    )
    async def record_replay(replay: ReplayId, game: Game = None) -> Response:
        """An uploaded record as text; with a table's id, the record of a game of that table."""
        text = await registry.services.store.read(lambda c: queries.read_replay(c, replay))
        if text is not None:
            return _text(text, f"sommet-{replay}.txt")
        try:
            return await record_table(replay, game)
        except Refused as refused:
            if refused.code != "no_such_table":
                raise
            raise Refused("no_such_replay") from refused


def _check_record(text: str) -> str:
    """Return a record as it is stored, with every move checked.

    Raises:
        InvalidRecord: a move or the result is wrong.
    """
    record = parse_record(text)
    replay_record(record)
    return format_record(record)


async def check_room(registry: TableRegistry, admission: Admission, request: Request) -> None:
    """See whether an address may open one more table.

    Raises:
        Refused: it has too many on which no game was finished.
    """
    if not admission.is_full(request.scope):
        return
    ids = admission.unfinished(request.scope)
    over = await registry.services.store.read(lambda c: queries.read_finished(c, ids))
    admission.note_over(request.scope, over)
    if admission.is_full(request.scope):
        raise Refused("too_many_games")


def _text(text: str, name: str) -> Response:
    assert re.fullmatch(r"[\w.-]+", name)
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def record_of(registry: TableRegistry, table_id: str, game: int | None) -> tuple[str, int]:
    """Return the record of a game of a table and its number; the current one by default.

    Raises:
        Refused: there is no such table or game.
    """
    table = await registry.find(table_id)
    session = table.session
    number = session.game_number if game is None else game
    if number == session.game_number and session.is_dealt:
        text = format_game(table.setup, session, table.full_names, date_ms=table.updated_ms)
        return text, number
    kept = await registry.services.store.read(lambda c: queries.read_record(c, table_id, number))
    if kept is None:
        raise Refused("no_such_game")
    names = await registry.services.store.read(lambda c: read_names_of_game(c, table_id, number))
    if names is not None:
        record = parse_record(kept)
        known = zip(names, record.players, strict=True)
        kept = format_record(replace(record, players=tuple(name or old for name, old in known)))
    return kept, number


def _summary(table: LiveTable) -> http.TableSummary:
    session = table.session
    return http.TableSummary(
        table=table.id,
        game=table.setup.game,
        mode=table.setup.mode,  # type: ignore[arg-type]
        status=session.status,  # type: ignore[arg-type]
        game_number=max(1, session.game_number),
        options=table.options,
        players=wire_players(table.facts()),
        turn=None if session.actor is None else wire_seat(session.actor),
        ply=session.ply,
        clock=wire_clock(table.facts()),
        match=wire_match(session.progress, session.dealt),
        outcome=wire_ending(session.outcome),
        created_ms=table.created_ms,
        updated_ms=table.updated_ms,
    )
