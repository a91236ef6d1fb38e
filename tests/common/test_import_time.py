"""No import keeps anybody waiting: each public package within 0.2 s, in a fresh interpreter."""

import subprocess
import sys

import pytest

PACKAGES = [
    "sommet",
    "sommet.pylos",
    "sommet.pacal",
    "sommet.bots",
    "sommet.match",
    "sommet.cli.main",
]
LIMIT_S = 0.2
CODE = "import time; t = time.process_time(); import {0}; print(time.process_time() - t)"


@pytest.mark.parametrize("package", PACKAGES)
def test_import_is_quick(package):
    def import_s():
        done = subprocess.run(
            [sys.executable, "-c", CODE.format(package)], capture_output=True, text=True, check=True
        )
        return float(done.stdout)

    # Processor time and the best of several, so that a busy machine is no failure.
    assert min(import_s() for _ in range(3)) < LIMIT_S
