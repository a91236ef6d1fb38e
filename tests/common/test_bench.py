"""`make bench` runs every bench/*.py without arguments, so none may want any."""

import ast
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
SCRIPTS = sorted(BENCH.glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_bench_needs_no_arguments(script: Path) -> None:
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        assert not (isinstance(node, ast.Attribute) and node.attr == "argv"), "use argparse"
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_argument":
            options = {keyword.arg: keyword.value for keyword in node.keywords}
            name = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
            optional = str(name).startswith("-") or "default" in options
            assert optional, f"{name} has no default"
            required = options.get("required")
            assert not (isinstance(required, ast.Constant) and required.value), name
