"""Reviews and computer moves as jobs: limits per player, deadlines, retries, progress, takeover."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from private_postgresql import Cluster
from server_client import Api, ThreadServer, quick_settings, wait_until
from server_records import resigned_game
from sqlalchemy import create_engine, select
from test_server_fault_clients import worker

from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.server.storage import schema
from sommet.server.storage.engine import parse_address
from sommet.server.thinking import question, work
from sommet.server.thinking.pool import ThinkingFailed


def resigned(moves: int, *rulings: str) -> str:
    """A game that light gave up after some moves; with rulings it is searched, which takes time."""
    options = Options.preset("standard", **dict(one.split("=") for one in rulings))
    start = state = State.start(options)
    played = []
    random = Random(1)
    for _ in range(moves):
        move = state.legal_moves[random.below(len(state.legal_moves))]
        played.append(str(move))
        state = state.play(move)
    return resigned_game(start, played)


RECORDS = [resigned(moves) for moves in (4, 5, 6, 7)]
SLOW = resigned(16, "reserve=may-raise")


async def upload(api: Api, text: str) -> str:
    """Keep a record; return where its review is asked for."""
    stored = await api.http.post(
        "/api/replays", content=text, headers={"Content-Type": "text/plain"}
    )
    assert stored.status_code == 201, stored.text
    return f"/api/replays/{stored.json()['id']}/review"


async def look(api: Api, path: str, status: int = 200) -> dict[str, Any]:
    answer = await api.http.get(path)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


async def watch(api: Api, path: str) -> list[dict[str, Any]]:
    """Ask until the review is there; return every answer."""
    answers = [await look(api, path)]
    while answers[-1]["review"] is None:
        assert len(answers) < 1500, "the review did not come"
        await asyncio.sleep(0.05)
        answers.append(await look(api, path))
    return answers


def rows_of(database: str) -> list[Any]:
    engine = create_engine(parse_address(database))
    with engine.connect() as connection:
        found = connection.execute(select(schema.jobs)).all()
    engine.dispose()
    return list(found)


@pytest.fixture
def idle(tmp_path: Path) -> Iterator[ThreadServer]:
    """A server that leaves all thinking to others, of whom there are none."""
    with ThreadServer(quick_settings(tmp_path, thinkers=0)) as server:
        yield server


async def test_a_player_may_have_a_few_reviews_waiting(idle: ThreadServer) -> None:
    async with Api(idle.url) as api:
        paths = [await upload(api, text) for text in RECORDS]
        for path in paths[:3]:
            assert (await look(api, path))["review"] is None
        assert (await look(api, paths[3], 429))["code"] == "too_many_requests"
        assert (await look(api, paths[0]))["review"] is None, "those that wait may be asked after"


async def test_reviews_waiting_count_over_all_processes(
    postgresql: Cluster, tmp_path: Path
) -> None:
    settings = quick_settings(tmp_path, database=postgresql.new_database(), thinkers=0)
    with ThreadServer(settings) as one, ThreadServer(settings) as two:
        gates = [server.app.state.admission for server in (one, two)]
        await asyncio.to_thread(
            wait_until, lambda: len({admission._key for admission in gates}) == 1
        )
        async with Api(one.url) as here, Api(two.url) as there:
            paths = [await upload(here, text) for text in RECORDS]
            for number, path in enumerate(paths[:3]):
                await look((here, there)[number % 2], path)
            assert (await look(there, paths[3], 429))["code"] == "too_many_requests"
            assert (await look(here, paths[3], 429))["code"] == "too_many_requests"


async def test_whoever_waits_is_told_how_far_it_is(server: ThreadServer) -> None:
    database = server.app.state.registry.services.settings.database
    async with Api(server.url) as api:
        answers = await watch(api, await upload(api, SLOW))
    of = {answer["of"] for answer in answers}
    done = [answer["done"] for answer in answers]
    assert of == {done[-1]}
    assert done == sorted(done)
    assert any(0 < number < done[-1] for number in done), "nothing was told on the way"
    (job,) = rows_of(database)
    assert (job.state, job.owner) == ("done", ""), "for whom is forgotten"


async def test_a_review_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = quick_settings(tmp_path)
    with ThreadServer(settings) as server:
        thinkers = server.app.state.registry.services.thinkers
        compute = thinkers.compute
        tries = 0

        async def fail_twice(*task: Any) -> str:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise ThinkingFailed("the process was lost")
            return str(await compute(*task))

        monkeypatch.setattr(thinkers, "compute", fail_twice)
        async with Api(server.url) as api:
            await watch(api, await upload(api, RECORDS[0]))
            text = (await api.http.get("/metrics")).text
    assert tries == 3
    assert 'sommet_job_failures_total{kind="review"} 2.0' in text


async def test_after_three_tries_it_is_given_up_until_somebody_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadServer(quick_settings(tmp_path)) as server:
        thinkers = server.app.state.registry.services.thinkers
        tries = 0

        async def fail(*_: Any) -> str:
            nonlocal tries
            tries += 1
            raise ThinkingFailed("it always breaks")

        with monkeypatch.context() as patched:
            patched.setattr(thinkers, "compute", fail)
            async with Api(server.url) as api:
                path = await upload(api, RECORDS[0])
                for _ in range(200):
                    answer = await api.http.get(path)
                    if answer.status_code != 200:
                        break
                    await asyncio.sleep(0.05)
                assert (answer.status_code, answer.json()["code"]) == (500, "internal")
                assert tries == 3
        async with Api(server.url) as api:
            assert (await watch(api, path))[-1]["review"]["moves"]


async def test_a_review_that_nobody_had_time_for_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "_USEFUL_MS", -1)
    with ThreadServer(quick_settings(tmp_path)) as server:
        async with Api(server.url) as api:
            answer = await api.http.get(await upload(api, RECORDS[0]))
            assert (answer.status_code, answer.json()["code"]) == (500, "internal")


async def test_a_computer_move_that_comes_too_late_is_made_in_the_simplest_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "_DEADLINE_MS", -1)
    with ThreadServer(quick_settings(tmp_path)) as server:

        async def never(*_: Any, **__: Any) -> str:
            raise AssertionError("there was no time for it")

        monkeypatch.setattr(server.app.state.registry.services.thinkers, "choose", never)
        async with Api(server.url) as api:
            created = await api.open("pylos", "computer", opponent="level:8", seat="dark")
            async with api.seat(created) as seat:
                await seat.until(lambda: "play" in seat.can)
                assert seat.snapshot["ply"] == 1
            text = (await api.http.get("/metrics")).text
    assert "sommet_think_failures_total 1.0" in text


async def test_a_review_whose_worker_is_killed_is_done_by_the_next(
    postgresql: Cluster, tmp_path: Path
) -> None:
    database = postgresql.new_database()
    with ThreadServer(quick_settings(tmp_path, database=database, thinkers=0)) as server:
        async with Api(server.url) as api:
            path = await upload(api, SLOW)
            with worker(database) as first:
                assert (await look(api, path))["review"] is None
                await asyncio.to_thread(
                    wait_until, lambda: any(row.progress > 0 for row in rows_of(database)), 40
                )
                first.kill()
            (job,) = rows_of(database)
            assert (job.state, job.attempts) == ("open", 1)
            with worker(database):
                answers = await watch(api, path)
            assert answers[-1]["review"]["moves"]
            assert rows_of(database)[0].attempts == 2
