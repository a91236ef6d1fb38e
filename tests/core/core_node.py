"""The page's core in Node: the committed modules, asked the same questions as Python."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("ask_core.mjs")


def node() -> str:
    """Return the node that also builds the page."""
    found = subprocess.run(
        [ROOT / "scripts/find-node"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, "there is no node: run `make web-setup`"
    return str(Path(found.stdout.strip()) / "node")


def ask_core(
    module: str, questions: Iterable[dict[str, Any] | str], files: Path | None = None
) -> list[Any]:
    """Return the answers of a module, in order: `{"ok": …}` or `{"refused": …}`.

    A question that is text already is asked as it is, also when it is no JSON. `files` is a folder
    with what players judge with, by name.
    """
    texts = (each if isinstance(each, str) else json.dumps(each) for each in questions)
    lines = "".join(f"{text}\n" for text in texts)
    command = [node(), str(RUNNER), str(ROOT / f"web/src/core/wasm/{module}.wasm")]
    if files is not None:
        command.append(str(files))
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask_rules(questions: Iterable[dict[str, Any]]) -> list[Any]:
    """Return the answers of the rules, in order; each game's come from a module of its own."""
    asked = list(questions)
    answers: list[Any] = [None] * len(asked)
    for game in ("pylos", "pacal"):
        own = [n for n, each in enumerate(asked) if each["call"].startswith(f"{game}.")]
        if own:
            for n, answer in zip(
                own, ask_core(f"{game}-rules", [asked[n] for n in own]), strict=True
            ):
                answers[n] = answer
    return answers
