"""Books, rulings and their text."""

import pickle
from itertools import product

import pytest

from sommet.errors import InvalidOptions
from sommet.pacal import RULINGS, Options

EVERY = [
    Options.preset(book, **dict(zip(RULINGS, settings, strict=True)))
    for book in ("en", "nl", "fr")
    for settings in product(*(ruling.settings for ruling in RULINGS.values()))
]


@pytest.mark.clause("PAC-7", "PAC-12")
def test_the_books():
    assert [Options(book).tie for book in ("en", "nl", "fr")] == ["smallest", "smallest", "largest"]
    assert [Options(book).solo_cover for book in ("en", "nl", "fr")] == [True, True, False]
    assert all(Options(book).rulings() == {} for book in ("en", "nl", "fr"))


def test_every_combination_comes_back_from_its_rulings():
    assert len(set(EVERY)) == 3 * 2 ** len(RULINGS)
    for options in EVERY:
        assert Options.preset(options.preset_name, **options.rulings()) == options
        again = pickle.loads(pickle.dumps(options))
        assert (again, again.code) == (options, options.code)
    assert len({options.code for options in EVERY}) == 2 ** len(RULINGS)


@pytest.mark.parametrize(
    ("book", "rulings"),
    [
        ("de", {}),
        ("en", {"neither_builds": "coin"}),
        ("en", {"cover_anytime": 1}),
        ("en", {"cover_anytime": "yes"}),
        ("en", {"lunch": "yes"}),
        ("en", {"tie": "none"}),
        ("en", {"code": "0"}),
    ],
)
def test_what_does_not_exist_is_refused(book, rulings):
    with pytest.raises(InvalidOptions):
        Options.preset(book, **rulings)


def test_options_never_change():
    with pytest.raises(AttributeError):
        Options().tie = "largest"
