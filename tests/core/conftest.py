"""What the page's players and coach judge with."""

import hashlib
import json
import lzma
import subprocess
import sys
import zlib
from importlib.resources import files
from pathlib import Path

import pytest
from core_node import ROOT
from shared_folder import shared_folder

from sommet.bots.weights_file import parse_weights

PIECE_BYTES = 1_000_000


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


#: What the page is built with; `make` has cut it up already.
BUILT = ROOT / "web/public/core-data"


def cut_up(folder: Path) -> None:
    subprocess.run([sys.executable, ROOT / "scripts/data/core-data", folder], check=True)


def is_fresh() -> bool:
    """Return whether what the page is built with is what would be cut up now, as `make` sees it."""
    index = BUILT / "index.json"
    sources = [ROOT / "scripts/data/core-data"]
    for folder in ("bots", "tablebase"):
        sources += (ROOT / "src/sommet" / folder / "data").iterdir()
    newest = max(file.stat().st_mtime for file in sources)
    return index.exists() and index.stat().st_mtime >= newest


@pytest.fixture(scope="session")
def page_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with every file of core-data by its name, checked and inflated."""
    whole = tmp_path_factory.mktemp("files")
    pieces = BUILT if is_fresh() else shared_folder(tmp_path_factory, "core-data", cut_up)
    named = set()
    for name, entry in json.loads((pieces / "index.json").read_text()).items():
        parts = []
        for piece in entry["pieces"]:
            part = (pieces / piece["file"]).read_bytes()
            assert len(part) == piece["bytes"] <= PIECE_BYTES
            assert hashlib.sha256(part).hexdigest() == piece["sha256"]
            parts.append(part)
            named.add(piece["file"])
        packed = b"".join(parts)
        assert len(packed) == entry["packed_bytes"]
        content = zlib.decompress(packed) if entry["deflated"] else packed
        assert len(content) == entry["bytes"]
        (whole / name).write_bytes(content)
    assert named == {file.name for file in pieces.glob("*.bin")}
    return whole
