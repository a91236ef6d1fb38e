"""Check the C++ layout: no include cycle, readers never include makers, namespaces follow folders.

    python scripts/engine_includes.py [FOLDER]

A folder of FOLDER (by default engine/) is one concern. What makes or proves data lives in its
make/, prove/ or training/; whatever only reads the data compiles without them. The code of
pylos_index/ is in the namespace sommet::pylos_index, and so on for every folder.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
SOURCES = {".hpp", ".cpp", ".cu"}
MAKERS = {"make", "prove", "training"}
#: The bindings offer everything to Python, making included.
MAY_MAKE = "bindings/python"

#: Folders whose code has another namespace than sommet::FOLDER.
NAMESPACES = {
    "common": "sommet",
    "bindings/python": "sommet::python",
    "bindings/web": "sommet::web",
}
NAMESPACE = re.compile(r"^namespace (sommet[\w:]*) \{", re.MULTILINE)

Graph = dict[str, dict[str, str]]


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def is_maker(folder: str) -> bool:
    return folder.rpartition("/")[2] in MAKERS


def read_files(root: Path) -> Graph:
    """Return for each file the files it includes, each with a sentence about the include."""
    graph: Graph = {}
    for source in sorted(p for p in root.rglob("*") if p.suffix in SOURCES):
        name = source.relative_to(root).as_posix()
        included = INCLUDE.findall(source.read_text())
        graph[name] = {target: f"{name} includes {target}" for target in included}
    return graph


def by_folder(files: Graph) -> Graph:
    """Return for each folder the others it includes, each with one include as an example."""
    graph: Graph = {}
    for name, edges in files.items():
        targets = graph.setdefault(folder_of(name), {})
        for target, example in edges.items():
            if folder_of(target) != folder_of(name):
                targets.setdefault(folder_of(target), example)
    return graph


def find_cycle(graph: Graph) -> list[str]:
    """Return the folders or files of one cycle, or nothing."""
    done: set[str] = set()

    def walk(here: str, path: list[str]) -> list[str]:
        if here in path:
            return path[path.index(here) :]
        if here in done:
            return []
        for target in graph.get(here, {}):
            cycle = walk(target, [*path, here])
            if cycle:
                return cycle
        done.add(here)
        return []

    for start in graph:
        cycle = walk(start, [])
        if cycle:
            return cycle
    return []


def namespace_of(folder: str) -> str:
    """Return the namespace for the code of a folder below engine/."""
    top = "/".join(folder.split("/")[:2]) if folder.startswith("bindings/") else folder
    return NAMESPACES.get(top) or f"sommet::{top.partition('/')[0]}"


def misplaced_namespaces(root: Path) -> Iterator[str]:
    """Yield a line for each file whose namespace is not that of its folder."""
    for source in sorted(p for p in root.rglob("*") if p.suffix in SOURCES):
        name = source.relative_to(root).as_posix()
        wanted = namespace_of(folder_of(name))
        for found in NAMESPACE.findall(source.read_text()):
            if found != wanted and not found.startswith(f"{wanted}::"):
                yield f"another folder's namespace: {name} has {found}, not {wanted}"


def complaints(files: Graph) -> Iterator[str]:
    """Yield what is wrong with the includes, a line each."""
    graph = by_folder(files)
    for includes in (files, graph):
        cycle = find_cycle(includes)
        for here, there in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True):
            yield f"in a cycle: {includes[here][there]}"
    for folder, edges in graph.items():
        if is_maker(folder) or folder == MAY_MAKE:
            continue
        for target, example in edges.items():
            if is_maker(target):
                yield f"a reader needs a maker: {example}"


def main() -> int:
    here = Path(__file__).parent.parent / "engine"
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else here
    files = read_files(root)
    lines = [*complaints(files), *misplaced_namespaces(root)]
    for line in lines:
        print(line)
    if not lines:
        print(f"{len(files)} files of C++, no cycle, readers need no makers, namespaces fit")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
