"""What the page's players and coach judge with."""

import lzma
from importlib.resources import files
from pathlib import Path

import pytest

from sommet.bots.weights_file import parse_weights


@pytest.fixture(scope="session")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the players judge with, as the page gets it."""
    folder = tmp_path_factory.mktemp("weights")
    for file in (files("sommet.bots") / "data").iterdir():
        name = Path(file.name).stem
        if file.name.endswith(".tsv"):
            (folder / name).write_bytes(file.read_bytes())
        elif file.name.endswith(".weights"):
            (folder / name).write_bytes(parse_weights(file.read_bytes()).floats)
        elif file.name.endswith(".xz"):
            plain = lzma.decompress(file.read_bytes())
            network = "network" in name
            (folder / name).write_bytes(parse_weights(plain).numbers if network else plain)
    return folder
