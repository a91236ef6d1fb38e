"""Whole games, every seat's view at each step, exactly as committed."""

import pytest
from pacal_playthrough import FOLDER, PLAYTHROUGHS, render


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_as_committed(name):
    path = FOLDER / f"{name}.txt"
    assert path.exists(), f"{path.name} is missing: run pacal_playthrough.py"
    assert render(name) == path.read_text()


def test_no_playthrough_is_left_over():
    assert {path.stem for path in FOLDER.glob("pacal*.txt")} == set(PLAYTHROUGHS)
