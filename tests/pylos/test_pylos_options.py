"""Presets and rulings of Pylos."""

import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylos_games import all_options

from sommet.errors import InvalidOptions
from sommet.pylos import Options


@pytest.mark.parametrize("name", ["children", "standard", "expert"])
def test_presets_keep_their_names(name):
    options = Options.preset(name)
    assert options.preset_name == name
    assert options.rulings() == {}


def test_standard_is_the_default():
    assert Options() == Options.preset("standard") == Options.preset()


@given(all_options)
def test_preset_and_rulings_say_everything(options):
    again = Options.preset(options.preset_name, **options.rulings())
    assert again == options
    assert hash(again) == hash(options)
    assert pickle.loads(pickle.dumps(options)) == options


def test_rulings_are_those_that_differ():
    options = Options.preset("expert", takeback="optional", reserve="may-raise", repetition=None)
    assert options.rulings() == {
        "takeback": "optional",
        "reserve": "may-raise",
        "repetition": None,
    }
    assert Options.preset("expert", takeback="compulsory", repetition=3).rulings() == {}


@pytest.mark.parametrize(
    "rulings",
    [
        {"takeback": "never"},
        {"reserve": "win"},
        {"repetition": 1},
        {"repetition": 0},
        {"repetition": "3"},
        {"repetition": True},
        {"colour": "red"},
        {"squares": False},
    ],
)
def test_other_settings_are_refused(rulings):
    with pytest.raises(InvalidOptions):
        Options.preset("standard", **rulings)


@given(st.text())
def test_other_presets_are_refused(name):
    if name not in ("children", "standard", "expert"):
        with pytest.raises(InvalidOptions):
            Options.preset(name)


def test_lines_need_squares():
    with pytest.raises(InvalidOptions, match="PYL-8"):
        Options(squares=False, lines=True)


def test_options_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().lines = True
