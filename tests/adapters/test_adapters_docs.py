"""The page about environments says what the code does."""

from pathlib import Path

import pytest

from sommet.adapters import observations, pacal_numbers, pylos_numbers

PAGE = (Path(__file__).parents[2] / "docs/research/environments.md").read_text()


@pytest.mark.parametrize("layout", ["PYLOS", "PACAL", "SOLO"])
def test_observations_are_documented_cell_by_cell(layout):
    assert observations.describe(getattr(observations, layout)) in PAGE


@pytest.mark.parametrize("module", [pylos_numbers, pacal_numbers])
def test_actions_are_documented(module):
    first = module.__doc__.index("| numbers")
    assert module.__doc__[first : module.__doc__.index("\n\n", first)] in PAGE
