"""Write docs/licences.md: what ships with Sommet, what it needs, and under which licences."""

import json
import re
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/licences.md"

#: Compiled into the extension modules: name, licence, text.
COMPILED = (("nanobind", "BSD-3-Clause", "nanobind"), ("tsl::robin_map", "MIT", "robin-map"))
#: Bundled into the page: name in web/package-lock.json, text.
BUNDLED = (
    ("svelte", "svelte"),
    ("three", "three"),
    ("uqr", "uqr"),
    ("@fontsource/marcellus", "marcellus"),
)
#: Metadata that names no licence by its short name.
KNOWN = {
    "tqdm": "MPL-2.0 AND MIT",
    "prometheus-client": "Apache-2.0",
    "cupy-cuda12x": "MIT",
    "torch": "BSD-3-Clause",
}


def licence_of(name: str) -> str:
    """Return the licence of an installed package."""
    if name in KNOWN:
        return KNOWN[name]
    about = metadata(name)
    if expression := about.get("License-Expression"):
        return expression
    classifiers = [
        c.split(" :: ")[-1] for c in about.get_all("Classifier") or () if c.startswith("License")
    ]
    return classifiers[0] if classifiers else (about.get("License") or "unknown").splitlines()[0]


def names_in(requirements: list[str]) -> list[str]:
    """Return the names of packages in requirement lines."""
    return [re.match(r"[A-Za-z0-9_.-]+", line).group() for line in requirements]  # type: ignore[union-attr]


def report() -> str:
    """Return the page."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lock = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    lines = [
        "# Licences",
        "",
        "Sommet itself is under the MIT licence. Written by `make licences`; a test fails when it "
        "is out of date.",
        "",
        "## Ships inside the package",
        "",
        "| what | where | licence | text |",
        "|---|---|---|---|",
        *(
            f"| {n} | compiled into `sommet.engine` | {lic} | `LICENSES/{text}.txt` |"
            for n, lic, text in COMPILED
        ),
        *(
            f"| {name} | bundled into the page | {lock[f'node_modules/{name}']['license']} "
            f"| `LICENSES/{text}.txt` |"
            for name, text in BUNDLED
        ),
        "",
        "The texts travel in the wheel beside Sommet's own licence.",
        "",
        "## Installed beside it",
        "",
        "| package | for | licence |",
        "|---|---|---|",
        *(
            f"| {name} | always | {licence_of(name)} |"
            for name in names_in(project["dependencies"])
        ),
    ]
    for extra, requirements in project["optional-dependencies"].items():
        lines.extend(
            f"| {name} | extra `{extra}` | {licence_of(name)} |" for name in names_in(requirements)
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = report()
    if sys.argv[1:] == ["--check"]:
        sys.exit(
            0 if PAGE.read_text() == text else "docs/licences.md is out of date: make licences"
        )
    PAGE.write_text(text)
