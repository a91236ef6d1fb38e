"""The golden games of Pylos come out again, word for word."""

from pathlib import Path

import pytest
from make_pylos_playthroughs import GAMES, playthrough

from sommet.pylos import Options

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_unchanged(name):
    options, _ = GAMES[name]
    golden = (HERE / f"pylos-{name}.txt").read_text()
    played = [line.removeprefix("played: ") for line in golden.splitlines() if "played: " in line]
    script = iter(played)
    assert playthrough(options, lambda _: next(script, None)) == golden


def test_every_rule_set_has_one():
    presets = {options.preset_name for options, _ in GAMES.values()}
    assert presets == {"children", "standard", "expert"}
    settings = {key for options, _ in GAMES.values() for key in options.rulings()}
    assert settings >= {"takeback", "reserve", "repetition"}
    assert Options() in {options for options, _ in GAMES.values()}


def test_the_golden_games_show_something():
    texts = {name: (HERE / f"pylos-{name}.txt").read_text() for name in GAMES}
    played = [
        line for text in texts.values() for line in text.splitlines() if line.startswith("played")
    ]
    assert any(">" in line and "-" in line for line in played)
    assert any(line.count("-") == 2 for line in played)
    endings = {line for text in texts.values() for line in text.splitlines() if "outcome:" in line}
    assert any("summit" in line for line in endings)
    assert any("empty-reserve" in line for line in endings)
    assert any("repetition" in line for line in endings)
