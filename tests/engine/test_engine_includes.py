"""C++ folders: includes go one way, readers need no makers, namespaces follow folders."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def check(folder):
    program = [sys.executable, ROOT / "scripts" / "engine_includes.py", folder]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_the_engine_passes():
    result = check(ROOT / "engine")
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"a/x.hpp": "b/y.hpp", "b/y.hpp": "c/z.hpp", "c/z.hpp": "a/w.hpp"},
            "in a cycle: c/z.hpp includes a/w.hpp",
        ),
        (
            {"a/x.hpp": "a/y.hpp", "a/y.hpp": "a/z.hpp", "a/z.hpp": "a/x.hpp"},
            "in a cycle: a/z.hpp includes a/x.hpp",
        ),
        ({"a/x.hpp": "a/make/y.hpp"}, "a reader needs a maker: a/x.hpp includes a/make/y.hpp"),
        ({"a/x.cpp": "b/prove/y.hpp"}, "a reader needs a maker: a/x.cpp includes b/prove/y.hpp"),
    ],
)
def test_cycles_and_readers_of_makers_are_found(tmp_path, files, said):
    for name, included in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#pragma once\n#include "{included}"\n')
    result = check(tmp_path)
    assert result.returncode == 1
    assert said in result.stdout.splitlines()


@pytest.mark.parametrize(
    ("name", "namespace", "wanted"),
    [
        ("a/x.hpp", "sommet::b", "sommet::a"),
        ("a/make/x.cpp", "sommet::make", "sommet::a"),
        ("bindings/python/x.hpp", "sommet", "sommet::python"),
        ("bindings/web/pylos/x.hpp", "sommet::pylos", "sommet::web"),
    ],
)
def test_a_namespace_of_another_folder_is_found(tmp_path, name, namespace, wanted):
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(f"namespace {namespace} {{\n}}\n")
    result = check(tmp_path)
    assert result.returncode == 1
    said = f"another folder's namespace: {name} has {namespace}, not {wanted}"
    assert said in result.stdout.splitlines()
    path.write_text(f"namespace {wanted} {{\n}}\nnamespace {wanted}::inner {{\n}}\n")
    assert check(tmp_path).returncode == 0
