"""The files that say who made it, under which terms, and how wheels are built."""

import hashlib
import importlib.util
import re
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path

import yaml

import sommet

ROOT = Path(__file__).parents[2]


def test_the_citation_names_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["version"] == project["version"] == sommet.__version__
    assert citation["license"] == project["license"]
    assert {"cff-version", "message", "title", "authors"} <= set(citation)


def test_no_uvicorn_newer_than_the_pinned_one_is_admitted():
    """The server relies on how it hands connections over, which may change with any version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (bound,) = re.findall(r"uvicorn>=[\d.]+,<0\.(\d+)'", str(project["optional-dependencies"]))
    for pins in ("play", "test", "container"):
        text = (ROOT / f"requirements/{pins}.txt").read_text()
        (pinned,) = re.findall(r"^uvicorn==0\.(\d+)\.\d+ ", text, re.MULTILINE)
        assert int(bound) == int(pinned) + 1


def test_wheels_are_configured_for_every_platform():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    assert settings["environment"]["SOMMET_NATIVE"] == "OFF"
    workflow = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text())
    runners = workflow["jobs"]["wheels"]["strategy"]["matrix"]["runner"]
    assert {"ubuntu-latest", "ubuntu-24.04-arm", "macos-latest", "windows-latest"} <= set(runners)
    script = settings["test-command"].split("{project}/")[1]
    assert (ROOT / script).is_file()


def test_the_report_of_licences_is_current():
    subprocess.run([sys.executable, ROOT / "scripts/licence_report.py", "--check"], check=True)


def test_everything_that_the_page_bundles_is_in_the_report():
    imported = set()
    for source in (ROOT / "web/src").rglob("*"):
        if source.suffix in {".ts", ".svelte", ".css"}:
            text = source.read_text()
            imported |= set(
                re.findall(r"""(?:from|import)\s+['"]([@a-z][^'"./]*(?:/[^'"./]+)?)""", text)
            )
    packages = {"/".join(n.split("/")[: 2 if n[0] == "@" else 1]) for n in imported}
    report = (ROOT / "docs/licences.md").read_text()
    assert "svelte" in packages
    assert [name for name in packages if f"| {name} | bundled" not in report] == []


def test_every_licence_text_is_in_the_report_and_the_other_way_round():
    named = set(re.findall(r"`LICENSES/(\S+)`", (ROOT / "docs/licences.md").read_text()))
    assert named == {path.name for path in (ROOT / "LICENSES").iterdir()}


def test_a_piece_that_was_not_finished_is_written_again(tmp_path, monkeypatch):
    loader = SourceFileLoader("core_data", str(ROOT / "scripts/data/core-data"))
    monkeypatch.setattr(sys, "argv", ["core-data", str(tmp_path)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    core_data = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("core_data", loader)
    )
    loader.exec_module(core_data)
    (kept,) = (tmp_path / piece["file"] for piece in core_data.write_pieces("x", b"all")["pieces"])
    kept.write_bytes(b"al")
    with kept.open("rb") as before:
        assert core_data.write_pieces("x", b"all")["pieces"] == [
            {"file": kept.name, "bytes": 3, "sha256": hashlib.sha256(b"all").hexdigest()}
        ]
        assert before.read() == b"al"
    assert (list(tmp_path.iterdir()), kept.read_bytes()) == ([kept], b"all")
    (tmp_path / "x-0.bin.part").write_bytes(b"a")
    monkeypatch.setattr(core_data, "write_all", lambda: {"x": core_data.write_pieces("x", b"all")})
    assert core_data.main() == 0
    assert {file.name for file in tmp_path.iterdir()} == {kept.name, "index.json"}
