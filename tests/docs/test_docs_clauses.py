"""Every clause and ruling in the rules has a test that says it shows it at work."""

import ast
import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_ID = re.compile(r"\b(?:PYL|PAC|TAB)-R?\d+\b")


def documented():
    """Return the ids defined in docs/rules: a bold clause or the first cell of a ruling's row."""
    found = set()
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        text = page.read_text("utf-8")
        found |= set(re.findall(r"^\*\*((?:PYL|PAC|TAB)-\d+)\.\*\*", text, re.M))
        found |= set(re.findall(r"^\| ((?:PYL|PAC|TAB)-R\d+) \|", text, re.M))
    return found


@functools.cache
def marked():
    """Return the ids in `@pytest.mark.clause(…)` on test functions and classes."""
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for decorator in getattr(node, "decorator_list", []):
                found |= _ids_of(decorator)
            if isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "pytestmark"
                for target in node.targets
            ):
                found |= _ids_of(node.value)
    return found


def _ids_of(tree):
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.clause"):
            found |= {
                argument.value for argument in node.args if isinstance(argument, ast.Constant)
            }
    return found


def test_the_rules_define_every_clause_once():
    text = "".join(
        (ROOT / "docs" / "rules" / name).read_text("utf-8")
        for name in ("pylos.md", "pacal.md", "table.md")
    )
    for clause in documented():
        definitions = re.findall(rf"^(?:\*\*{clause}\.\*\*|\| {clause} \|)", text, re.M)
        assert len(definitions) == 1, clause
    assert set(_ID.findall(text)) <= documented()


def test_no_clause_is_missing_from_the_rules():
    expected = {f"PYL-{n}" for n in range(1, 10)} | {f"PYL-R{n}" for n in range(1, 5)}
    expected |= {f"PAC-{n}" for n in range(1, 13)} | {f"PAC-R{n}" for n in range(1, 11)}
    expected |= {f"TAB-{n}" for n in range(1, 8)}
    assert documented() == expected


@pytest.mark.parametrize("clause", sorted(documented()))
def test_every_clause_has_a_test(clause):
    assert clause in marked(), f"no test is marked @pytest.mark.clause({clause!r})"


def test_no_test_claims_a_clause_that_does_not_exist():
    assert marked() <= documented()
