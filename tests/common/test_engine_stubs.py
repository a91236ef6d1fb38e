"""The committed type stubs say what the compiled core offers."""

import ast
import importlib
from pathlib import Path

import pytest
from nanobind.stubgen import StubGen

import sommet.engine

STUBS = sorted(Path(sommet.engine.__file__).parent.glob("*.pyi"))


def test_some_stubs_exist():
    assert "pylos" in {stub.stem for stub in STUBS}


@pytest.mark.parametrize("stub", STUBS, ids=lambda stub: stub.stem)
def test_stub_is_current(stub):
    module = importlib.import_module(f"sommet.engine.{stub.stem}")
    generator = StubGen(module)
    generator.put(module)
    # Compared as code, so that a stub may be laid out by the formatter.
    written, current = (ast.dump(ast.parse(text)) for text in (stub.read_text(), generator.get()))
    assert written == current, (
        f"run: python -m nanobind.stubgen -m sommet.engine.{stub.stem} -o {stub.name}"
    )
