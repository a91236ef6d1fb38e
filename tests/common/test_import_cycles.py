"""No module of the package needs a module that needs it.

Imports inside functions count as well, but for those of LATER; those for types alone do not.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"


#: Methods that make of a value what the module of that value knows nothing of otherwise: a whole
#: round that fits what a seat sees, a record of a game. Without them a value could not be asked.
LATER = {
    ("sommet.pacal.view", "sommet.pacal.round"),
    ("sommet.pacal.solo_view", "sommet.pacal.solo"),
    ("sommet.match.records.record", "sommet.match.records.games"),
}


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_in(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run at some time."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        for each in node.orelse:
            yield from imports_in(each)
    else:
        for each in ast.iter_child_nodes(node):
            yield from imports_in(each)


def needed_by(text: str, modules: set[str]) -> set[str]:
    found = set()
    for statement in imports_in(ast.parse(text)):
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
    for name, later in LATER:
        graph.get(name, set()).discard(later)
    return list(TopologicalSorter(graph).static_order())


def test_no_module_needs_itself():
    texts = {name_of(path): path.read_text("utf-8") for path in SOURCES.rglob("*.py")}
    assert len(find_order(texts)) == len(texts) > 400
    for name, later in LATER:
        assert name in needed_by(texts[later], set(texts)), f"{later} no longer needs {name}"


def test_a_cycle_is_found():
    texts = {
        "a": "from b import c\n",
        "b": "",
        "b.c": "if True:\n    import d\n",
        "d": "try:\n    from a import name\nexcept ImportError:\n    pass\n",
    }
    with pytest.raises(CycleError):
        find_order(texts)
    with pytest.raises(CycleError):
        find_order({**texts, "d": "def find():\n    from a import name\n"})
    types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import name\n"
    assert len(find_order({**texts, "d": types})) == 4
