"""The page about the architecture names what is there; its pictures come from the script."""

import importlib.util
import re
import tomllib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
_SPEC = importlib.util.spec_from_file_location(
    "draw", ROOT / "scripts/pictures/draw_architecture.py"
)
draw = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(draw)


def test_every_file_that_the_page_names_exists():
    paths = re.findall(r"`((?:engine|src|web|tests)/[\w/.]+)`", PAGE)
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_name_is_in_the_file_that_the_page_gives_for_it():
    named = [
        (name.rpartition(".")[2], path)
        for names, path in re.findall(r"((?:`[\w.]+`(?:, | and |, then )?)+) in `([\w/.]+)`", PAGE)
        for name in re.findall(r"`([\w.]+)`", names)
        if "/" in path
    ]
    assert len(named) > 20
    assert [
        (name, path)
        for name, path in named
        if (ROOT / path).is_file()
        and not re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8"))
    ] == []


def test_every_method_that_the_page_names_exists():
    source = "\n".join(
        path.read_text("utf-8")
        for path in (ROOT / "src/sommet").rglob("*.py*")
        if path.suffix != ".pyc"
    )
    known = set(re.findall(r"^ *(?:class|(?:async )?def) (\w+)\b", source, re.M))
    named = re.findall(r"`([A-Z]\w*[a-z]\w*)\.(\w+)(?:\(\))?`", PAGE)
    files = {"svelte", "md"}
    methods = [(owner, name) for owner, name in named if name not in files]
    assert len(methods) > 15
    assert [pair for pair in methods if not known.issuperset(pair)] == []


def test_every_package_has_a_place_in_it():
    packages = {path.parent.name for path in (ROOT / "src/sommet").glob("*/__init__.py")}
    named = set(re.findall(r"`src/sommet/(\w+)`", PAGE))
    assert packages - {"engine"} == named & packages == packages - {"engine"}
    engine = {path.parent.name for path in (ROOT / "engine").glob("*/*.hpp")}
    assert {name for name in engine if f"`engine/{name}" not in PAGE} == set()


_CODE = {"", ".mk", ".py", ".ts", ".js", ".svelte", ".mjs", ".css", ".c", ".hpp", ".cpp", ".cu"}
_MADE = {"node_modules", "static", "__pycache__", "build", "messages.ts"}


def test_files_and_folders_are_small():
    tops = ("bench", "engine", "scripts", "src", "tests", "web/src", "web/worker", "web/scripts")
    files = [
        path
        for top in (*tops, "web/tests")
        for path in (ROOT / top).rglob("*")
        if path.is_file() and path.suffix in _CODE and not _MADE & set(path.relative_to(ROOT).parts)
    ]
    assert len(files) > 1000
    assert [path for path in files if path.read_text("utf-8").count("\n") > 400] == []
    folders = Counter(path.parent for path in files)
    assert [folder for folder, count in folders.items() if count > 20] == []


def test_the_layers_are_those_of_the_linter():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contract, _ = settings["tool"]["importlinter"]["contracts"]
    layers = [re.findall(r"sommet\.(\w+)", layer) for layer in contract["layers"]][::-1]
    (line,) = re.findall(r"^`(engine ←.*)`\.$", PAGE, re.M)
    told = [re.findall(r"\w+", layer) for layer in line.split("←")]
    assert told == layers[layers.index(["engine"]) :]


@pytest.mark.parametrize("name", draw.PICTURES)
def test_pictures_are_current(name):
    path = draw.FOLDER / f"{name}.svg"
    assert path.read_text("utf-8") == draw.PICTURES[name], (
        "python scripts/pictures/draw_architecture.py"
    )
    assert f"assets/architecture/{name}.svg" in PAGE
    ElementTree.fromstring(draw.PICTURES[name])
