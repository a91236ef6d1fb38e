"""No module of the package needs, to be imported, a module that needs it.

Imports inside functions, and those for types alone, do not count: they happen later or never.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def first_imports(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run when the module is imported."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.If) and "TYPE_CHECKING" not in ast.unparse(statement.test):
            yield from first_imports([*statement.body, *statement.orelse])
        elif isinstance(statement, ast.Try):
            handlers = [each for handler in statement.handlers for each in handler.body]
            yield from first_imports([*statement.body, *handlers, *statement.orelse])


def needed_by(text: str, modules: set[str]) -> set[str]:
    found = set()
    for statement in first_imports(ast.parse(text).body):
        if isinstance(statement, ast.Import):
            found |= {alias.name for alias in statement.names}
        else:
            assert statement.level == 0, "relative imports are not used here"
            within = {f"{statement.module}.{alias.name}" for alias in statement.names}
            found |= within & modules
            if within - modules:  # a name of the module itself
                found.add(statement.module or "")
    return found & modules


def find_order(texts: dict[str, str]) -> list[str]:
    """Return the modules in an order in which each comes after all that it needs."""
    modules = set(texts)
    graph = {name: needed_by(text, modules) - {name} for name, text in texts.items()}
    return list(TopologicalSorter(graph).static_order())


def test_no_module_needs_itself():
    texts = {name_of(path): path.read_text("utf-8") for path in SOURCES.rglob("*.py")}
    assert len(find_order(texts)) == len(texts) > 400


def test_a_cycle_is_found():
    texts = {
        "a": "from b import c\n",
        "b": "",
        "b.c": "if True:\n    import d\n",
        "d": "try:\n    from a import name\nexcept ImportError:\n    pass\n",
    }
    with pytest.raises(CycleError):
        find_order(texts)
    later = "def find():\n    from a import name\n"
    assert len(find_order({**texts, "d": later})) == 4
    types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import name\n"
    assert len(find_order({**texts, "d": types})) == 4
