"""The version before on the database of this one: beside it, instead of it, and back.

`make faults` runs this: it builds the earlier version from the repository's history, core and all.
`SOMMET_EARLIER` names another commit.
"""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from private_postgresql import Cluster
from seat_client import Seat, random_move
from server_client import Api, ProcessServer

from sommet.seeding import Random
from sommet.server.storage import queries
from sommet.server.storage.engine import open_engine

pytestmark = pytest.mark.skipif(
    os.environ.get("SOMMET_FAULTS") != "full", reason="only in `make faults`"
)
ROOT = Path(__file__).parents[3]
#: The version before what the newest migration removed: after such a migration, the commit that
#: no longer names it, else any one since.
EARLIER = os.environ.get("SOMMET_EARLIER", "0e1d3da")


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which the earlier version was installed."""
    folder = tmp_path_factory.mktemp("earlier")
    source, installed = folder / "source", folder / "installed"
    source.mkdir()
    archive = subprocess.run(
        ["git", "archive", EARLIER], cwd=ROOT, capture_output=True, check=False
    )
    if archive.returncode != 0:
        pytest.skip(f"the history has no commit {EARLIER}: {archive.stderr.decode().strip()}")
    subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
    uv = Path(sys.executable).with_name("uv")
    subprocess.run(
        [
            *(uv, "pip", "install", "--quiet", "--python", sys.executable, "--no-deps"),
            *("--no-build-isolation", "--target", installed, source),
        ],
        check=True,
    )
    return installed


class EarlierServer(ProcessServer):
    """`sommet serve` of the earlier version, with the packages that are installed for this one."""

    def __init__(self, installed: Path, database: Path | str) -> None:
        super().__init__(database)
        self._packages = os.pathsep.join((str(installed), sysconfig.get_paths()["purelib"]))

    def begin(self) -> None:
        # Without `site`, which would find this version first.
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-m", "sommet.cli.main", *self._arguments],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": self._packages},
        )


async def play(seats: tuple[Seat, Seat], plies: int, random: Random) -> None:
    """Let both play in turn, each seeing what the other did."""
    for _ in range(plies):
        ply = max(seat.snapshot["ply"] for seat in seats)
        mover = seats[ply % 2]
        await mover.until(lambda ply=ply, mover=mover: mover.snapshot["ply"] == ply)
        await mover.play(random_move(mover.snapshot["board"], random))
    for seat in seats:
        await seat.until(lambda seat=seat, ply=ply: seat.snapshot["ply"] == ply + 1)


def check_chain(database: str, table: str, events: int) -> None:
    engine = open_engine(database)
    with engine.connect() as connection:
        row = queries.read_table(connection, table)
    engine.dispose()
    assert row is not None
    assert len(row.links) == events
    assert row.stored_chain == row.links[-1]


@pytest.fixture(params=["postgresql", "sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.sqlite3'}"
        return
    cluster: Cluster = request.getfixturevalue("postgresql")
    url = cluster.new_database()
    yield url
    cluster.drop_database(url)


async def test_forth_back_and_forth_again(earlier: Path, database: str) -> None:
    random = Random(4)
    with ProcessServer(database) as new:
        async with Api(new.url) as api:
            first, second = await api.friends("pylos", seat="light")
            async with api.seat(first) as light, api.seat(second) as dark:
                await play((light, dark), 4, random)
    with EarlierServer(earlier, database) as old:
        async with Api(old.url) as api, api.seat(first) as light, api.seat(second) as dark:
            assert light.snapshot["ply"] == 4
            await play((light, dark), 4, random)
    with ProcessServer(database) as new:
        async with Api(new.url) as api, api.seat(first) as light, api.seat(second) as dark:
            assert light.snapshot["ply"] == 8
            await play((light, dark), 2, random)
            seq = light.snapshot["seq"]
    check_chain(database, first["table"], seq)


async def test_beside_each_other(earlier: Path, postgresql: Cluster) -> None:
    """One player's page is at the old server and the other's at the new one, during an update."""
    database = postgresql.new_database()
    with ProcessServer(database) as new, EarlierServer(earlier, database) as old:
        async with Api(new.url) as api, Api(old.url) as old_api:
            first, second = await api.friends("pylos", seat="light")
            async with old_api.seat(first) as light, api.seat(second) as dark:
                await play((light, dark), 9, Random(6))
                await dark.play(random_move(dark.snapshot["board"], Random(7)))
                seq = dark.snapshot["seq"]
    check_chain(database, first["table"], seq)
