"""Migrations while servers run: what they add or remove harms nobody who plays."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import Engine, text

from sommet.server.storage import migrate
from sommet.server.storage.archive import BadBackup, back_up
from sommet.server.storage.engine import open_engine

FOLDER = Path(migrate.__file__).parent / "migrations"
VERSIONS = sorted(FOLDER.glob("versions/**/0*.py"), key=lambda path: path.name)
#: What a server of the version before does not notice; without an index it is slower, not wrong.
HARMLESS = {
    "create_table",
    "create_index",
    "drop_index",
    "add_column",
    "execute",
    "f",
    "get_bind",
}
#: What a migration removes, beside what is harmless: the version before no longer used it.
REMOVES = {"0019": {"drop_table"}, "0020": {"drop_column"}}
#: Came before several processes could share a database: the server stands still for it.
OFFLINE = {"0001", "0002"}


def operations(source: str) -> set[str]:
    """The operations of `op` that `upgrade` uses."""
    (upgrade,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == "upgrade"
    )
    return {
        node.func.attr
        for node in ast.walk(upgrade)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "op"
    }


def test_migrations_are_all_there() -> None:
    assert [path.name[:4] for path in VERSIONS] == [
        f"{number:04}" for number in range(1, int(migrate.HEAD) + 1)
    ]


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_migrations_only_add_and_remove_what_is_listed(path: Path) -> None:
    used = operations(path.read_text("utf-8"))
    number = path.name[:4]
    assert used
    if number not in OFFLINE:
        assert used - HARMLESS == REMOVES.get(number, set())


def test_migrations_say_who_runs_on_them() -> None:
    """One that only adds leaves the oldest version what it was; one that removes does not."""
    scripts = ScriptDirectory(str(FOLDER), recursive_version_locations=True)
    before = ""
    for script in reversed(list(scripts.walk_revisions())):
        assert script.module.oldest <= script.revision
        assert script.module.oldest >= before
        if script.revision in REMOVES:
            assert before < script.module.oldest < script.revision, "the version before runs on it"
        before = script.module.oldest


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    return str(request.getfixturevalue("postgresql").new_database())


def pretend(address: str, *, revision: str, oldest: str) -> Engine:
    """Return a database as a later version might leave it."""
    engine = open_engine(address)
    migrate.upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE tables ADD COLUMN later INTEGER"))
        for table, value in ((migrate.VERSIONS, revision), (migrate.OLDEST, oldest)):
            connection.execute(text(f"UPDATE {table} SET version_num = '{value}'"))
    return engine


async def test_a_database_that_was_widened_later_is_used_as_it_is(
    address: str, tmp_path: Path
) -> None:
    engine = pretend(address, revision="9999", oldest=migrate.HEAD)
    with ThreadServer(quick_settings(tmp_path, database=address)) as server:
        async with Api(server.url) as api, api.both(await api.open_both("pylos")) as both:
            await both.play("1b2")
    assert (migrate.revision_of(engine), migrate.oldest_of(engine)) == ("9999", migrate.HEAD)
    with pytest.raises(BadBackup, match="back it up with the newer version"):
        back_up(engine, tmp_path / "backup")
    engine.dispose()


@pytest.mark.parametrize("command", ["serve --port 0", "tidy --keep-finished 1"])
def test_a_database_that_was_narrowed_later_is_refused_with_a_sentence(
    tmp_path: Path, command: str
) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    pretend(address, revision="9999", oldest="9998").dispose()
    done = subprocess.run(
        [sys.executable, "-m", "sommet.cli.main", *command.split(), "--database", address],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1, done.stderr
    assert "the shape 9999 of a newer version of Sommet" in done.stderr


def test_a_database_of_a_version_that_knew_one_table_is_migrated(address: str) -> None:
    """Versions up to 0003 do; they find there that they are too old for what was removed since."""
    engine = open_engine(address)
    migrate.upgrade(engine, "0003")
    with engine.begin() as connection:
        connection.execute(text(f"DROP TABLE {migrate.VERSIONS}"))  # as it leaves a database
    migrate.upgrade(engine)
    assert migrate.revision_of(engine) == migrate.HEAD
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [
            ("0019",)
        ]
    engine.dispose()


def test_what_removes_is_noticed() -> None:
    assert operations("def upgrade():\n    op.drop_column('tables', 'seq')\n") == {"drop_column"}


async def test_a_running_server_plays_on_while_the_next_version_adds(
    server: ThreadServer, api: Api
) -> None:
    created = await api.open_both("pylos")
    async with api.both(created) as both:
        await both.play("1b2")
        with server.app.state.registry.services.store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE tables ADD COLUMN colour VARCHAR(8)"))
            connection.execute(text("CREATE TABLE later (id INTEGER PRIMARY KEY)"))
        await both.play("1c3")
    again = await api.open_both("pacal")
    async with api.both(again) as both:
        assert both.snapshot["ply"] == 0
    async with api.seat(created) as seat:
        assert seat.snapshot["ply"] == 2
