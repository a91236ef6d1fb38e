"""The interface does what its description says, on each kind of database."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from private_postgresql import Cluster
from server_client import ThreadServer, quick_settings

from sommet.server.app import create_app
from sommet.server.settings import Settings

CALLS = Path(__file__).with_name("described_calls.py")


@pytest.fixture
def sites(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[dict[str, str]]]:
    """A server on each kind of database: where it is, and its database."""
    found = []
    with ExitStack() as stack:
        for settings in ({}, {"database": postgresql.migrated_database()}):
            wanted = quick_settings(
                tmp_path_factory.mktemp("described"),
                lobby=True,
                max_open_tournaments=1_000_000,
                **settings,
            )
            server = stack.enter_context(ThreadServer(wanted))
            found.append({"url": server.url, "database": wanted.database})
        yield found


def test_the_interface_does_what_its_description_says(sites: list[dict[str, str]]) -> None:
    """Every way to call it, with what fits the description and with what does not."""
    # Without pytest's own way of compiling: Schemathesis has hundreds of modules.
    plugins = ("-p", "schemathesis.pytest.plugin", "-p", "no:cacheprovider", "--assert=plain")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "", *plugins, CALLS],
        env={**os.environ, "SOMMET_DESCRIBED": json.dumps(sites)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    described = create_app(Settings(lobby=True)).openapi()["paths"].values()
    passed = re.search(r"^(\d+) passed", done.stdout, re.M)
    assert passed is not None, done.stdout
    assert int(passed[1]) == sum(map(len, described)), "one for each way to call it"
