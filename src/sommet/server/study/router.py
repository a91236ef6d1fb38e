"""The study part of the HTTP interface."""

import time
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from sommet.errors import InvalidOptions, InvalidPosition, SommetError
from sommet.match.records.record import format_record, parse_record
from sommet.match.refused import Refused
from sommet.pylos import State
from sommet.server.protocol import study
from sommet.server.protocol.base import GameName
from sommet.server.refusals import refuse_message, refuse_move, wire_refusal
from sommet.server.storage import queries
from sommet.server.study import daily, fairness, levels, puzzles
from sommet.server.study.pacal_worth import analyse_view, hint_pacal
from sommet.server.study.pool import StudyPool
from sommet.server.study.pylos_worth import analyse_position, hint_pylos
from sommet.server.tables.presenters import FACES
from sommet.server.tables.presenters.face import Last
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.admission import Admission
from sommet.server.web.api import Game, ReplayId, TableId, problems, record_of
from sommet.server.web.rate_limits import Buckets

PuzzleNumber = Annotated[int, Path(ge=1, le=100_000, description="A puzzle's number.")]
#: A review that is done this soon comes with the first answer.
_REVIEW_PATIENCE_S = 0.3
CheckRate = Callable[[Request], None]


def add_study(
    api: APIRouter, registry: TableRegistry, admission: Admission, study_pool: StudyPool
) -> None:
    """Add the routes for studying."""
    settings = registry.services.settings
    buckets = Buckets(settings.study_per_second, settings.study_burst)

    def check_rate(request: Request) -> None:
        if not buckets.take_for(admission.client(request.scope), time.monotonic()):
            raise Refused("too_many_requests")

    _add_analysis(api, registry, study_pool, check_rate)
    _add_review(api, registry, admission, check_rate)
    _add_puzzles(api, study_pool, check_rate)
    _add_daily(api, registry, study_pool, check_rate)


def _add_analysis(
    api: APIRouter, registry: TableRegistry, study_pool: StudyPool, check_rate: CheckRate
) -> None:
    @api.post("/api/study/pylos", tags=["study"], responses=problems(403, 409))
    async def analyse_pylos(request: Request, wish: study.AnalysePylos) -> study.PylosStudy:
        """A position with the value of each move. Refused while two people play it here."""
        check_rate(request)
        try:
            state, last = read_position(wish)
        except Refused as refused:
            if refused.code != "bad_position":
                raise
            return study.PylosStudy(analysis=None, problem=wire_refusal(refused))
        asked, _ = read_position(wish.model_copy(update={"move": None}))
        for position in {asked, state}:
            await fairness.check_position(registry, position)
        analysis = await study_pool.run(lambda: analyse_position(state, last))
        return study.PylosStudy(analysis=analysis, problem=None)

    @api.post("/api/tables/{table}/hint", tags=["study"], responses=problems(403, 404, 409))
    async def hint(request: Request, table: TableId, wish: study.AskHint) -> study.Hint:
        """Help for the player to move, against the computer or in solo; never between people."""
        check_rate(request)
        found = await registry.find(table)
        player = registry.player_of(found, wish.token)
        seat = fairness.check_seat(found, player, wish.game_number, wish.ply)
        progress = found.session.progress
        assert progress is not None
        view, full = found.face.view(progress, seat), wish.depth == "full"
        if isinstance(view, State):
            return await study_pool.run(lambda: hint_pylos(view, wish.ply, full=full))
        return await study_pool.run(lambda: hint_pacal(view, wish.ply, full=full))

    @api.get("/api/levels", tags=["study"], responses=problems())
    async def list_levels(
        game: GameName, preset: Annotated[str, Query(max_length=20)] = ""
    ) -> study.LevelList:
        """The computer's levels with their measured strength."""
        return levels.list_levels(game, preset)


def read_position(wish: study.AnalysePylos) -> tuple[State, Last | None]:
    """Return the position asked for, after the move asked for.

    Raises:
        Refused: the rules, the position or the move are wrong.
    """
    face = FACES["pylos"]
    known = {ruling.name for ruling in face.rulings}
    for name in wish.rulings:
        if name not in known:
            raise Refused("no_such_ruling", name=name)
    try:
        options = face.options(wish.preset, wish.rulings)
        state = State.parse(wish.position, options)
    except InvalidPosition as error:
        params = {"why": str(error), "reason": error.reason, **error.params}
        clause = "PYL-2" if error.reason == "unsupported" else None
        raise Refused("bad_position", clause=clause, **params) from error
    except InvalidOptions as error:
        raise refuse_message("value", "rulings", str(error)) from error
    if wish.move is None:
        return state, None
    try:
        move = state.find_move(wish.move)
    except SommetError as error:
        raise refuse_move(wish.move, error) from error
    return state.play(move), Last(state.side, str(move))


def _add_review(
    api: APIRouter, registry: TableRegistry, admission: Admission, check_rate: CheckRate
) -> None:
    @api.get("/api/replays/{replay}/review", tags=["study"], responses=problems(404, 409, 503))
    async def review(request: Request, replay: ReplayId, game: Game = None) -> study.ReviewProgress:
        """The review of a finished game of a table or of an uploaded record, or how far it is."""
        check_rate(request)
        text = await registry.services.store.read(lambda c: queries.read_replay(c, replay))
        if text is None:
            record, number = await record_of(registry, replay, game)
        else:
            record, number = parse_record(text), 0
        if record.result == "*":
            raise Refused("game_running")
        plies = sum(len(played.entries) for played in record.rounds)
        # Done by whoever is free, here or elsewhere, and kept for the next who asks.
        found, done = await registry.work.look(
            "review",
            f"{replay}:{number}:{plies}",
            format_record(record),
            owner=admission.site_client(request.scope).address,
            patience_s=_REVIEW_PATIENCE_S,
        )
        if found is None:
            return study.ReviewProgress(done=min(done, plies), of=plies, review=None)
        if "refused" in found:
            raise Refused(found["refused"])
        return study.ReviewProgress(done=plies, of=plies, review=found["review"])


def _add_puzzles(api: APIRouter, study_pool: StudyPool, check_rate: CheckRate) -> None:
    @api.get("/api/puzzles/streak/{seed}/{place}", tags=["study"], responses=problems(404))
    async def streak(
        request: Request,
        seed: Annotated[int, Path(ge=0, le=2**53 - 1)],
        place: Annotated[int, Path(ge=0, le=100_000)],
    ) -> study.PuzzlePosition:
        """A puzzle of a streak, which begins easy and gets harder; the seed makes the order."""
        check_rate(request)
        return puzzles.wire_puzzle(puzzles.streak_puzzle(seed, place))

    @api.get("/api/puzzles/{number}", tags=["study"], responses=problems(404))
    async def puzzle(request: Request, number: PuzzleNumber) -> study.PuzzlePosition:
        """A puzzle of the collection."""
        check_rate(request)
        return puzzles.wire_puzzle(puzzles.find_puzzle(number))

    @api.post("/api/puzzles/{number}/try", tags=["study"], responses=problems(404, 409))
    async def try_puzzle(
        request: Request, number: PuzzleNumber, wish: study.TryPuzzle
    ) -> study.PuzzleAnswer:
        """Whether the last move is right, and the opponent's answer from the tables."""
        check_rate(request)
        found = puzzles.find_puzzle(number)
        return await study_pool.run(lambda: puzzles.try_puzzle(found, wish.moves))

    @api.get("/api/puzzles/{number}/hint", tags=["study"], responses=problems(404))
    async def hint_puzzle(
        request: Request, number: PuzzleNumber, step: Annotated[int, Query(ge=1, le=2)] = 1
    ) -> study.PuzzleHint:
        """A hint: the idea, then also the cell."""
        check_rate(request)
        return puzzles.hint_puzzle(puzzles.find_puzzle(number), step)

    @api.get("/api/puzzles/{number}/solution", tags=["study"], responses=problems(404))
    async def solve_puzzle(request: Request, number: PuzzleNumber) -> study.PuzzleSolution:
        """The winning move."""
        check_rate(request)
        return puzzles.solve_puzzle(puzzles.find_puzzle(number))


def _add_daily(
    api: APIRouter, registry: TableRegistry, study_pool: StudyPool, check_rate: CheckRate
) -> None:
    server_clock = registry.services.server_clock

    @api.get("/api/daily", tags=["study"], responses=problems())
    async def show_daily(request: Request) -> study.Daily:
        """Today's puzzle, and when the next day begins. Days are those of UTC."""
        check_rate(request)
        return daily.todays(server_clock.now_ms())

    @api.post("/api/daily/solo", tags=["study"], responses=problems(404, 409))
    async def play_solo(request: Request, wish: study.PlaySolo) -> study.DailySolo:
        """A day's deal after some builds. Nothing is kept here: the page remembers the builds."""
        check_rate(request)
        return daily.wire_daily(wish, daily.play_solo(wish, daily.day_of(server_clock.now_ms())))

    @api.post("/api/daily/solo/hint", tags=["study"], responses=problems(404, 409))
    async def hint_solo(request: Request, wish: study.PlaySolo) -> study.PacalAnalysis:
        """The chance to complete for each field that takes the card drawn."""
        check_rate(request)
        game = daily.play_solo(wish, daily.day_of(server_clock.now_ms()))
        return await study_pool.run(lambda: analyse_view(game.view()))
