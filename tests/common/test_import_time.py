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
#: What any machine has, and how long a machine takes for it that is as fast as the limit means.
YARDSTICK = "asyncio, email.message, http.client, unittest, xml.dom.minidom"
YARDSTICK_S = 0.09


def import_s(modules):
    """Return the processor time of an import: the best of several, as a machine may be busy."""
    command = [sys.executable, "-c", CODE.format(modules)]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(3)]
    return min(float(run.stdout) for run in runs)


@pytest.mark.parametrize("package", PACKAGES)
def test_import_is_quick(package):
    took_s = import_s(package)
    if took_s > LIMIT_S:  # a slow machine may take longer, by as much as it is slower
        took_s *= YARDSTICK_S / max(import_s(YARDSTICK), YARDSTICK_S)
    assert took_s < LIMIT_S
