"""What mkdocs needs from us: the order of pages, and notebooks run and drawn as pages."""

from __future__ import annotations

import logging
import re
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_core.utils import run_sync
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from nbclient import NotebookClient

# The site knows no icon that has to be fetched; this quiets a notice of the theme about itself.
logging.getLogger("mkdocs.material").setLevel(logging.ERROR)

#: Sections in order; within a section the pages named first come first, the rest by name.
SECTIONS = {
    "Home": ["index.md"],
    "Tutorials": ["tutorials/players.md", "tutorials/python.ipynb", "tutorials/hosts.md"],
    "Rules": ["rules/README.md", "rules/pylos.md", "rules/pacal.md", "rules/table.md"],
    "Guides": ["guide/python.md", "guide/terminal.md"],
    "Research": ["research/environments.md", "research/benchmark.md"],
    "Reference": ["reference/index.md"],
    "Decisions": ["decisions/README.md"],
}
FOLDERS = {"tutorials": "Tutorials", "rules": "Rules", "research": "Research"}
FOLDERS |= {"reference": "Reference", "decisions": "Decisions", "solution.md": "Research"}


def _section_of(path: str) -> str:
    return FOLDERS.get(path.partition("/")[0], "Guides")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put every page of docs/ into the menu: known ones in order, new ones after them."""
    docs = Path(config.docs_dir)
    found = sorted(
        path.relative_to(docs).as_posix()
        for path in docs.rglob("*")
        if path.suffix in {".md", ".ipynb"}
    )
    sections: dict[str, list[str]] = {
        name: [path for path in pages if path in found] for name, pages in SECTIONS.items()
    }
    placed = {path for pages in sections.values() for path in pages}
    for path in found:
        if path not in placed:
            sections[_section_of(path)].append(path)
    config.nav = [{name: pages} for name, pages in sections.items() if pages]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Run every notebook and put a page in its place, boards drawn inline."""
    for file in list(files):
        if file.src_uri.endswith(".ipynb"):
            files.remove(file)
            page = File.generated(config, file.src_uri[:-6] + ".md", content=run_notebook(file))
            files.append(page)
    _rename_notebooks(config.nav)
    return files


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Take the script that lets search work on files from the site instead of the network."""
    local = get_relative_url("assets/search-from-file.js", page.url)
    return output.replace("https://unpkg.com/iframe-worker/shim", local)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:  # noqa: ARG001
    """The same for pages without Markdown, such as 404.html."""
    return output_content.replace(
        "https://unpkg.com/iframe-worker/shim", "/assets/search-from-file.js"
    )


def _rename_notebooks(nav: Any) -> None:
    for section in nav:
        for pages in section.values():
            pages[:] = [re.sub(r"\.ipynb$", ".md", page) for page in pages]


def run_notebook(file: File) -> str:
    """Return a notebook as Markdown after running it from a fresh start; an error stops it."""
    notebook = nbformat.read(file.abs_src_path, as_version=4)
    with tempfile.TemporaryDirectory() as sockets:  # no open port, and none left behind
        kernel = AsyncKernelManager(
            kernel_name="python3", transport="ipc", ip=f"{sockets}/kernel-ipc"
        )
        NotebookClient(notebook, km=kernel, timeout=120).execute()
        run_sync(kernel.shutdown_kernel)(now=True)  # the client leaves a kernel that it was given
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        parts.extend(filter(None, map(_show, cell.outputs)))
    return "\n\n".join(parts) + "\n"


def _show(output: Any) -> str:
    if output.output_type == "stream":
        return f"```text\n{output.text.rstrip()}\n```"
    data = output.get("data", {})
    if "image/svg+xml" in data:
        drawing = re.sub(r"\n\s*\n", "\n", str(data["image/svg+xml"]))
        return f'<div class="drawing">\n{drawing}\n</div>'
    if "text/plain" in data:
        return f"```text\n{data['text/plain']}\n```"
    return ""
