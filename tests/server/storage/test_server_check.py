"""`sommet check`: every stored game is replayed, and what is wrong is listed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from long_tables import damage_event, long_game, longest_history, store_table
from private_postgresql import Cluster
from server_client import Api, ThreadServer, place_database, quick_settings
from sqlalchemy import Engine, delete, insert, select, update

from sommet.cli.main import main
from sommet.match import events as ev
from sommet.seeding import Random
from sommet.server.storage import schema
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.tables.checking import check_database


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        place_database(tmp_path / "games.sqlite3")
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    running: Cluster = request.getfixturevalue("postgresql")
    return running.migrated_database()


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    engine = open_engine(address)
    yield engine
    engine.dispose()


async def test_games_that_were_played_are_well(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ThreadServer(quick_settings(tmp_path, database=address)) as server:
        async with Api(server.url) as api:
            for game in ("pylos", "pacal"):
                async with api.both(await api.open_both(game)) as both:
                    await both.play_on(Random(5))
            opened, joined = await api.friends("pylos", seat="light")
            async with api.seat(opened) as light, api.seat(joined) as dark:
                await light.play("1a1")
                await light.ask("propose", what="takeback", ply=1)
                await dark.answer("takeback", accept=True)
                await light.ask("resign")
                await light.ask("propose", what="rematch", ply=0)
                await dark.answer("rematch", accept=True)
            await api.open("pylos", "friend")
            record = '[Game "pylos"]\n[Rules "standard"]\n\n1. 1a1 1b1 *\n'
            await api.http.post(
                "/api/replays", content=record, headers={"content-type": "text/plain"}
            )
            # The server may run meanwhile.
            assert main(["check", address]) == 0
    assert "4 tables" in capsys.readouterr().out


def test_what_is_wrong_is_listed_with_table_and_event(
    engine: Engine, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    history: list[ev.Event] = [
        ev.Started(0, 0),
        ev.Moved(0, 0, "1a1"),
        ev.Moved(0, 1, "1b1"),
    ]
    over = [*history, ev.Resigned(0, 0)]
    well, _ = store_table(engine, history, 0)
    tables = {
        name: store_table(engine, history, 0)[0] for name in ("move", "gap", "short", "setup")
    }
    tables["record"], _ = store_table(engine, over, 0)
    damage_event(engine, tables["move"], 3)
    with engine.begin() as connection:
        events, kept = schema.events.c, schema.tables.c
        gap, short = tables["gap"], tables["short"]
        connection.execute(delete(schema.events).where(events.table_id == gap, events.seq == 2))
        connection.execute(delete(schema.events).where(events.table_id == short, events.seq == 3))
        connection.execute(
            update(schema.tables).where(kept.id == tables["setup"]).values(setup="{}")
        )
        connection.execute(
            insert(schema.replays).values(id="AAAABBBBCCCC", created_ms=0, text="nonsense")
        )
    report = check_database(engine)
    found = {(each.where, each.event) for each in report.problems}
    assert found == {
        (f"table {tables['move']}", 3),
        (f"table {gap}", 2),
        (f"table {short}", None),
        (f"table {tables['setup']}", None),
        (f"table {tables['record']}", None),
        ("upload AAAABBBBCCCC", None),
    }
    assert (report.tables, report.uploads) == (6, 1)
    assert f"table {well}" not in {each.where for each in report.problems}
    assert main(["check", address, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert len(told["problems"]) == len(report.problems)
    assert told["problems"][0].keys() == {"where", "event", "what", "until"}


def test_a_number_that_is_there_twice_is_found(postgresql: Cluster) -> None:
    """PostgreSQL has no key that would forbid it."""
    engine = open_engine(postgresql.new_database())
    upgrade(engine)
    history: list[ev.Event] = [ev.Started(0, 0), ev.Moved(0, 0, "1a1"), ev.Moved(0, 1, "1b1")]
    table, _ = store_table(engine, history, 0)
    with engine.begin() as connection:
        connection.execute(insert(schema.events).values(table_id=table, seq=2, data="{}"))
    (problem,) = check_database(engine).problems
    assert str(problem) == f"table {table}, event 2: is there twice"
    engine.dispose()


def test_an_event_of_another_history_is_found(engine: Engine) -> None:
    """A move that could have been played, but was not."""
    table, _ = store_table(
        engine, [ev.Started(0, 0), ev.Moved(0, 0, "1a1"), ev.Moved(0, 1, "1b1")], 0
    )
    damage_event(engine, table, 2, kind="moved", at_ms=0, seat=0, move="1c3", lag_ms=0)
    (problem,) = check_database(engine).problems
    assert str(problem).startswith(f"table {table}, event 2: it is not as it was stored: ")
    assert "the hash with event 3 differs" in problem.what


def change(event: int) -> Callable[[list[str], list[int | None]], None]:
    def damage(texts: list[str], _: list[int | None]) -> None:
        texts[event - 1] = texts[event - 1].replace('"at_ms":0', '"at_ms":1')

    return damage


def set_marks(*events: int, mark: int | None = 0) -> Callable[[list[str], list[int | None]], None]:
    def damage(_: list[str], marks: list[int | None]) -> None:
        for event in events:
            marks[event - 1] = mark

    return damage


CHANGED = "is not as it was stored"
LATER = "differs, and so do all later ones"
WRONG_HASH = "its hash is wrong, not the event or those before it"


@pytest.mark.parametrize(
    ("damages", "found"),
    [
        ((), []),
        ((change(5),), [f"event 5: it {CHANGED}: the hash with event 6 {LATER}"]),
        (
            (change(30), change(35), set_marks(1)),
            [
                "event 1: has the hash of another table",
                f"event 30: it {CHANGED}: the hash with event 31 {LATER}",
            ],
        ),
        ((change(41),), [f"event 41: it {CHANGED}, or the table's own hash is wrong"]),
        ((set_marks(17),), [f"event 17: {WRONG_HASH}"]),
        ((set_marks(41),), [f"event 41: {WRONG_HASH}"]),
        (
            (set_marks(17), change(40)),
            [
                f"event 17: {WRONG_HASH}",
                f"event 40: it {CHANGED}: the hash with event 41 {LATER}",
            ],
        ),
        # Events of versions that stored none.
        ((set_marks(*range(1, 31), mark=None),), []),
        (
            (set_marks(*range(1, 31), mark=None), change(5)),
            [f"events 1 to 30: at least one {CHANGED}: the hash with event 31 {LATER}"],
        ),
    ],
)
def test_damage_is_found_where_the_first_hash_differs(
    tmp_path: Path,
    damages: tuple[Callable[[list[str], list[int | None]], None], ...],
    found: list[str],
) -> None:
    """The server keeps a hash with each event, and with the table."""
    place_database(tmp_path / "games.sqlite3")
    engine = open_engine(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    table, _ = store_table(engine, long_game(0)[:41], 0)
    events = schema.events.c
    with engine.begin() as connection:
        rows = connection.execute(select(events.data, events.mark).order_by(events.seq)).all()
        texts, marks = [row.data for row in rows], [row.mark for row in rows]
        for damage in damages:
            damage(texts, marks)
        for number, (text, mark) in enumerate(zip(texts, marks, strict=True), 1):
            connection.execute(
                update(schema.events).where(events.seq == number).values(data=text, mark=mark)
            )
    problems = [str(problem) for problem in check_database(engine).problems]
    assert problems == [f"table {table}, {each}" for each in found]
    engine.dispose()


def test_a_record_that_tells_another_game_is_found(engine: Engine) -> None:
    over: list[ev.Event] = [ev.Started(0, 0), ev.Moved(0, 0, "1a1"), ev.Resigned(0, 0)]
    table, _ = store_table(engine, over, 0)
    text = (
        '[Game "pylos"]\n[Rules "standard"]\n[Ruling "repetition=off"]\n[Result "0-1"]\n'
        '[Reason "resignation"]\n\n1. 1b1 0-1\n'
    )
    with engine.begin() as connection:
        connection.execute(
            insert(schema.records).values(table_id=table, game_number=1, finished_ms=0, text=text)
        )
    (problem,) = check_database(engine).problems
    assert "record of game 1" in problem.what


def test_the_longest_history_is_replayed_whole(engine: Engine) -> None:
    history = longest_history(0)
    store_table(engine, history, 0)
    report = check_database(engine)
    assert report.events == len(history)
    assert {each.what.partition(" of ")[0] for each in report.problems} == {"the record"}


def test_what_cannot_be_checked_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "nothing.sqlite3"
    assert main(["check", str(missing)]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert not missing.exists(), "looking must not make it"
    missing.write_bytes(b"")
    assert main(["check", str(missing)]) == 2
    assert "no games of Sommet" in capsys.readouterr().err
    old = open_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(old, "0003")
    assert main(["check", str(tmp_path / "old.sqlite3")]) == 2
    assert "older version" in capsys.readouterr().err
