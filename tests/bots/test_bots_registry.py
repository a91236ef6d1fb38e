import pytest

from sommet.bots import Bot, levels, make, names
from sommet.bots.registry import BOTS, LADDERS, Registered
from sommet.errors import InvalidOptions
from sommet.pacal import Round, Solo
from sommet.pylos import State

GAMES = ("pylos", "pacal", "solo")
_ROUND = Round.deal(seed=1)
STARTS = (
    ("pylos", State.start()),
    ("pacal", _ROUND.view(_ROUND.actor)),
    ("solo", Solo.deal(seed=1).view()),
)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_can_be_made(game):
    for level in levels(game):
        bot = make(game, f"level:{level.number}")
        assert isinstance(bot, Bot)
        assert bot.name.partition(":")[0] == level.spec.partition(":")[0]
        assert level.about
        # A saved game seats its bots again by their names.
        assert make(game, bot.name).name == bot.name


@pytest.mark.parametrize("game", GAMES)
def test_random_plays_every_game(game):
    assert "random" in names(game)
    assert make(game, "random").name == "random"


@pytest.mark.parametrize(
    ("game", "spec", "why"),
    [
        ("chess", "random", "there are pylos, pacal, solo"),
        ("pylos", "grandmaster", "no bot 'grandmaster' for pylos; there are random"),
        ("pylos", "random:5", "takes nothing after a colon"),
        ("pylos", "level:99", "not level:99"),
        ("pylos", "level:x", "not level:x"),
        ("pylos", "", "no bot ''"),
    ],
)
def test_unknown_bots_are_refused_with_what_exists(game, spec, why):
    with pytest.raises(InvalidOptions) as caught:
        make(game, spec)
    assert why in str(caught.value)


def test_names_and_levels_refuse_an_unknown_game():
    for function in (names, levels):
        with pytest.raises(InvalidOptions):
            function("chess")


def test_a_new_bot_is_one_line_in_the_table(monkeypatch):
    monkeypatch.setitem(BOTS["pylos"], "dice", Registered("random_bot:make_random", "dice"))
    monkeypatch.setitem(LADDERS, "pylos", ("dice",))
    assert make("pylos", "level:1").name == "random"


@pytest.mark.parametrize(("game", "start"), STARTS)
def test_a_move_without_a_seed_and_a_name_to_show(game, start):
    for name in ("random", "greedy", "best", "level:1"):
        bot = make(game, name)
        assert bot.choose(start) in start.legal_moves
        assert repr(bot) == f"<bot {bot.name}>"


def test_without_a_seed_moves_differ():
    bot = make("pylos", "random")
    assert len({bot.choose(State.start()) for _ in range(100)}) > 1


@pytest.mark.parametrize("spec", [None, 3, b"random"])
def test_a_bot_is_named_by_text(spec):
    with pytest.raises(InvalidOptions, match="named by a text"):
        make("pylos", spec)
