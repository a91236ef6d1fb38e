"""Migrations while servers run: they only add, and what is added harms nobody who plays."""

import ast
from pathlib import Path

import pytest
from server_client import Api, ThreadServer
from sqlalchemy import text

from sommet.server.storage import migrate

VERSIONS = sorted((Path(migrate.__file__).parent / "migrations" / "versions").glob("0*.py"))
#: What a server of the version before does not notice.
HARMLESS = {"create_table", "create_index", "add_column", "execute", "f", "get_bind"}
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
def test_migrations_only_add(path: Path) -> None:
    used = operations(path.read_text("utf-8"))
    assert used
    if path.name[:4] not in OFFLINE:
        assert used <= HARMLESS


def test_what_removes_is_noticed() -> None:
    assert operations("def upgrade():\n    op.drop_column('tables', 'seq')\n") == {"drop_column"}


async def test_a_running_server_plays_on_while_the_next_version_adds(
    server: ThreadServer, api: Api
) -> None:
    created = await api.open("pylos", "hotseat")
    async with api.seat(created) as seat:
        await seat.play("1b2")
        with server.app.state.hall.services.store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE tables ADD COLUMN colour VARCHAR(8)"))
            connection.execute(text("CREATE TABLE later (id INTEGER PRIMARY KEY)"))
        await seat.play("1c3")
    again = await api.open("pacal", "hotseat")
    async with api.seat(again) as seat:
        assert seat.snapshot["ply"] == 0
    async with api.seat(created) as seat:
        assert seat.snapshot["ply"] == 2
