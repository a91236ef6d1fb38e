"""Backups of a running server, brought back elsewhere, and tidying up."""

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import create_engine, text

from sommet.cli.main import main
from sommet.seeding import Random
from sommet.server.storage import archive, migrate
from sommet.server.storage.archive import BadBackup, back_up, check_backup, read_contents, restore
from sommet.server.storage.engine import open_engine
from sommet.server.storage.retention import DAY_MS, Retention, tidy

RECORD = (
    '[Game "pylos"]\n[Rules "standard"]\n[Light "a"]\n[Dark "b"]\n[Result "*"]\n\n1. 1b2 1c3 *\n'
)


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.sqlite3'}"


@pytest.fixture(scope="module")
def busy(server: ThreadServer) -> dict:
    """A server with a finished game and a game that goes on."""
    return asyncio.run(make_busy(server))


async def make_busy(server: ThreadServer) -> dict:
    async with Api(server.url) as api:
        done = await api.open_both("pylos", preset="children")
        async with api.both(done) as both:
            await both.play_on(Random(1))
        first, _ = await api.friends("pylos")
        async with api.seat(first) as seat:
            if "play" in seat.can:
                await seat.play("1b2")
            ply = seat.snapshot["ply"]
        return {"done": done, "going": first, "ply": ply}


def source_of(server: ThreadServer):
    return server.app.state.registry.services.store.engine


def test_a_backup_of_a_running_server_shows_all_it_keeps(server, busy, tmp_path) -> None:
    engine = source_of(server)
    contents = back_up(engine, tmp_path / "a.backup")
    assert contents["tables"].rows == 2
    assert contents["records"].rows == 1
    assert contents["events"].rows > 20
    assert contents == check_backup(tmp_path / "a.backup")
    kept = read_contents(engine)
    for name in ("tables", "seats", "events", "records", "replays"):
        assert contents[name] == kept[name]
    assert [path.name for path in tmp_path.iterdir()] == ["a.backup"]


async def test_a_restored_server_goes_on_with_every_game(server, busy, tmp_path) -> None:
    back_up(source_of(server), tmp_path / "a.backup")
    address = database(tmp_path)
    assert main(["restore", str(tmp_path / "a.backup"), "--database", address]) == 0
    with ThreadServer(quick_settings(tmp_path)) as restored:
        async with Api(restored.url) as api, api.seat(busy["going"]) as seat:
            assert seat.snapshot["ply"] == busy["ply"]
        async with Api(restored.url) as api:
            path = f"/api/tables/{busy['done']['table']}/record?game=1"
            record = (await api.http.get(path)).text
    async with Api(server.url) as api:
        assert record == (await api.http.get(path)).text


async def test_games_move_to_postgresql_and_back(
    server, busy, tmp_path, postgresql, capsys
) -> None:
    """Whatever a backup was made from, it goes into either, and the game goes on there."""
    first, second = postgresql.new_database(), database(tmp_path)
    back_up(source_of(server), tmp_path / "a.backup")
    assert main(["restore", str(tmp_path / "a.backup"), "--database", first]) == 0
    assert "sommet@127.0.0.1" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "b.backup"), "--database", first]) == 0
    assert check_backup(tmp_path / "b.backup") == check_backup(tmp_path / "a.backup")
    assert main(["restore", str(tmp_path / "b.backup"), "--database", second]) == 0
    settings = quick_settings(tmp_path, database=first)
    with ThreadServer(settings) as moved:
        async with Api(moved.url) as api, api.seat(busy["going"]) as seat:
            assert seat.snapshot["ply"] == busy["ply"]


async def test_a_backup_of_postgresql_shows_one_moment(postgresql, tmp_path, monkeypatch) -> None:
    """What is written while a backup is being made is not in it, not even in part."""
    with ThreadServer(quick_settings(tmp_path, database=postgresql.migrated_database())) as server:
        async with Api(server.url) as api:
            await api.friends("pylos")
            rows_of = archive._rows_of
            written = []

            def write_meanwhile(connection, table):
                if table.name == "tables" and not written:
                    yield from rows_of(connection, table)
                    written.append(True)
                    with source_of(server).begin() as other:
                        other.execute(text("UPDATE seats SET name = 'meanwhile'"))
                        other.execute(text("DELETE FROM events"))
                else:
                    yield from rows_of(connection, table)

            monkeypatch.setattr(archive, "_rows_of", write_meanwhile)
            contents = back_up(source_of(server), tmp_path / "a.backup")
            assert written
            assert contents["events"].rows > 0
            assert read_contents(source_of(server))["events"].rows == 0


def test_a_database_that_is_not_empty_is_left_alone(server, busy, tmp_path) -> None:
    back_up(source_of(server), tmp_path / "a.backup")
    engine = create_engine(database(tmp_path))
    restore(tmp_path / "a.backup", engine)
    before = read_contents(engine)
    with pytest.raises(BadBackup, match="empty"):
        restore(tmp_path / "a.backup", engine)
    assert read_contents(engine) == before
    engine.dispose()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET data = replace(data, '1', '2') WHERE seq = 1",
        "DELETE FROM records",
        "DROP TABLE backup_contents",
    ],
)
def test_a_damaged_backup_is_not_restored(server, busy, tmp_path, damage) -> None:
    back_up(source_of(server), tmp_path / "a.backup")
    with sqlite3.connect(tmp_path / "a.backup") as connection:
        connection.execute(damage)
    connection.close()
    engine = create_engine(database(tmp_path))
    with pytest.raises(BadBackup):
        restore(tmp_path / "a.backup", engine)
    assert migrate.revision_of(engine) is None
    engine.dispose()


def test_what_is_no_backup_is_one_clear_line(tmp_path, capsys) -> None:
    (tmp_path / "text.backup").write_text("nothing " * 1000)
    for name in ("text.backup", "missing.backup"):
        assert main(["restore", str(tmp_path / name), "--check"]) == 2
        assert capsys.readouterr().err.startswith("sommet: ")
    assert main(["backup", str(tmp_path / "x"), "--database", database(tmp_path)]) == 2
    assert "nothing to back up" in capsys.readouterr().err


def test_a_copy_that_differs_is_not_kept(server, busy, tmp_path, monkeypatch) -> None:
    back_up(source_of(server), tmp_path / "a.backup")
    engine = create_engine(database(tmp_path))
    copy_rows = archive._copy_rows

    def forget_one(reading, writing, targets):
        copied = copy_rows(reading, writing, targets)
        writing.execute(text("DELETE FROM events WHERE seq = 2"))
        return copied

    monkeypatch.setattr(archive, "_copy_rows", forget_one)
    with pytest.raises(BadBackup, match="tables events"):
        restore(tmp_path / "a.backup", engine)
    assert all(one.rows == 0 for one in read_contents(engine).values())
    engine.dispose()


def test_a_backup_of_an_older_version_is_brought_up(tmp_path) -> None:
    old = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    migrate.upgrade(old, "0001")
    with old.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO replays (id, created_ms, text) VALUES ('AAAAAAAAAAAA', 5, 'a record')"
            )
        )
    back_up(old, tmp_path / "old.backup")
    old.dispose()
    new = create_engine(database(tmp_path))
    assert restore(tmp_path / "old.backup", new)["replays"].rows == 1
    assert migrate.revision_of(new) == migrate.HEAD
    new.dispose()


def test_the_commands(server, busy, tmp_path, capsys) -> None:
    address = str(source_of(server).url)
    for name in ("sommet-2000-01-01T000000Z.backup", "sommet-2001-01-01T000000Z.backup"):
        (tmp_path / name).write_text("old")
    assert main(["backup", str(tmp_path), "--keep", "2", "--database", address]) == 0
    said = capsys.readouterr().out
    assert "2 tables" in said
    assert "checked by restoring it" in said
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names[0] == "sommet-2001-01-01T000000Z.backup"
    assert len(names) == 2
    assert main(["restore", str(tmp_path / names[1]), "--check"]) == 0
    assert "can be restored" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "x"), "--keep", "2", "--database", address]) == 2


def test_only_what_is_old_enough_is_removed(server, busy, tmp_path, capsys) -> None:
    back_up(source_of(server), tmp_path / "a.backup")
    engine = open_engine(database(tmp_path))
    restore(tmp_path / "a.backup", engine)
    now_ms = round(time.time() * 1000)
    assert tidy(engine, Retention(1, 1, 1), now_ms) == tidy(engine, Retention(), now_ms)
    later_ms = now_ms + 10 * DAY_MS
    all_of_it = Retention(finished=9, abandoned=9, uploads=9)
    counted = tidy(engine, all_of_it, later_ms, dry=True)
    assert (counted.finished, counted.abandoned) == (1, 1)
    assert tidy(engine, Retention(finished=9), later_ms).finished == 1
    left = read_contents(engine)
    assert (left["tables"].rows, left["records"].rows) == (1, 0)
    engine.dispose()


def test_tidying_needs_to_be_told_how_long(tmp_path, capsys) -> None:
    assert main(["tidy", "--database", database(tmp_path)]) == 2
    assert "how long" in capsys.readouterr().err
    words = ["--keep-finished", "30", "--dry-run", "--database", database(tmp_path)]
    assert main(["tidy", *words]) == 0
    assert "0 tables with finished games" in capsys.readouterr().out


async def test_a_server_tidies_by_itself(tmp_path) -> None:
    settings = quick_settings(tmp_path, retention=Retention(abandoned=1e-5), tidy_every_s=0.3)
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "friend")
            engine = source_of(server)
            async with asyncio.timeout(90):
                while read_contents(engine)["tables"].rows:
                    await asyncio.sleep(0.05)
            assert read_contents(engine)["seats"].rows == 0
            assert created["table"]
