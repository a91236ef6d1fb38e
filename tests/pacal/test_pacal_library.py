"""Short forms and clear errors of the Pacal library."""

import pytest

from sommet.errors import InvalidMove, InvalidOptions, SommetError
from sommet.pacal import Options, Round, Solo


def test_rules_by_name():
    assert Round.deal("fr", seed=7) == Round.deal(Options("fr"), seed=7)
    assert Solo.deal("fr", seed=7) == Solo.deal(Options("fr"), seed=7)
    dealt = Round.deal(seed=3).dealt
    assert Round.from_deal("nl", dealt).options == Options("nl")


@pytest.mark.parametrize("wrong", ["de", "", 7, None, ["fr"]])
def test_wrong_rules_are_named(wrong):
    for make in (Round.deal, Solo.deal):
        with pytest.raises(InvalidOptions, match=r"rulebook"):
            make(wrong)


def test_text_is_as_good_as_an_action_and_every_action_counts():
    game = Round.deal("en", seed=1)
    while game.outcome is None:
        assert game.ply == len(game.history)
        view = game.view(game.actor)
        assert view.ply == game.ply
        for action in game.legal_moves:
            assert game.is_legal(action)
            assert game.is_legal(str(action))
            assert view.is_legal(str(action))
            assert not game.view(1 - game.actor).is_legal(action)
        assert not game.is_legal("decline") or game.phase == "last"
        game = game.play(game.legal_moves[0])


def test_solo_counts_and_judges_too():
    game = Solo.deal(seed=2)
    assert game.ply == 0
    assert game.is_legal(str(game.legal_moves[0]))
    assert game.view().is_legal(game.legal_moves[0])
    assert not game.is_legal("decline")
    assert game.play(game.legal_moves[0]).ply == game.play(game.legal_moves[0]).view().ply == 1


def test_nonsense_is_named():
    for game in (Round.deal(), Solo.deal()):
        with pytest.raises(InvalidMove, match="jump"):
            game.is_legal("jump")
        view = game.view() if isinstance(game, Solo) else game.view(0)
        for call in (game.is_legal, game.play, view.is_legal):
            with pytest.raises(TypeError, match="not int"):
                call(7)


def test_either_seat_can_be_near():
    game = Round.deal(seed=5)
    assert game.to_svg() == game.to_svg(orientation=0) != game.to_svg(orientation=1)
    with pytest.raises(IndexError, match="0 or 1, not 2"):
        game.to_svg(orientation=2)


def test_fields_can_be_marked():
    game = Solo.deal(seed=5)
    ring = 'stroke="#d99a1c"'
    assert game.to_svg(highlight=[]).count(ring) == 0
    assert game.to_svg(highlight=[1, 10]).count(ring) == 2
    for wrong in (0, 11, "1", True):
        with pytest.raises(SommetError, match="from 1 to 10"):
            game.to_svg(highlight=[wrong])
