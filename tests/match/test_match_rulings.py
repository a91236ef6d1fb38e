import itertools
import re
from pathlib import Path

import pytest

from sommet import pacal, pylos
from sommet.errors import InvalidOptions
from sommet.match.rulings import (
    DEFAULT_RULES,
    PRESETS,
    describe_rules,
    format_rulings,
    make_options,
    rules_name,
    settings_of,
)

DOCS = Path(__file__).parents[2] / "docs" / "rules"
SETTINGS = {
    "pylos": {
        "takeback": ("compulsory", "optional"),
        "reserve": ("lose", "may-raise"),
        "repetition": ("3", "5", "off"),
    },
    "pacal": {
        name.replace("_", "-"): tuple(pacal.format_setting(s) for s in ruling.settings)
        for name, ruling in pacal.RULINGS.items()
    },
}


@pytest.mark.parametrize("game", SETTINGS)
def test_every_combination_reads_back(game):
    assert set(settings_of(game)) == set(SETTINGS[game])
    names = list(SETTINGS[game])
    for rules in PRESETS[game]:
        for values in itertools.product(*SETTINGS[game].values()):
            rulings = [f"{name}={value}" for name, value in zip(names, values, strict=True)]
            options = make_options(game, rules, rulings)
            assert rules_name(options) == rules
            assert make_options(game, rules, format_rulings(options)) == options


@pytest.mark.parametrize("game", PRESETS)
def test_presets_have_no_rulings_of_their_own(game):
    for rules in PRESETS[game]:
        assert format_rulings(make_options(game, rules)) == ()
    assert DEFAULT_RULES[game] in PRESETS[game]


def test_rules_are_described_in_a_line():
    assert describe_rules(pylos.Options()) == "standard rules"
    options = make_options("pacal", "fr", ["cover-anytime=off", "tie=smallest"])
    assert describe_rules(options) == "fr rulebook, cover-anytime=off, tie=smallest"


def test_unknown_games_are_refused():
    with pytest.raises(InvalidOptions, match="there are pylos, pacal, solo"):
        make_options("chess", "standard")


@pytest.mark.parametrize("game", SETTINGS)
def test_every_setting_is_in_the_rules(game):
    text = (DOCS / f"{game}.md").read_text("utf-8")
    for name, settings in SETTINGS[game].items():
        for setting in settings:
            if setting != "5":  # any count will do
                assert re.search(rf"`{name}={setting}`", text), f"{name}={setting}"
    for rules in PRESETS[game]:
        assert f"`{rules}`" in text
