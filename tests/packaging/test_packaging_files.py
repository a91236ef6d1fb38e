"""The files that say who made it, under which terms, and how wheels are built."""

import re
import subprocess
import sys
import tomllib
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
