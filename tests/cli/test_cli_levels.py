import pytest

from sommet.bots import levels
from sommet.cli.contests import levels_pacal
from sommet.cli.main import main


def test_levels_are_listed_with_what_to_expect(capsys):
    for game in ("pylos", "pacal", "solo"):
        assert main(["levels", game]) == 0
        assert "level:1" in capsys.readouterr().out


@pytest.mark.parametrize("count", [3, pytest.param(8, marks=pytest.mark.soak)])
def test_pacal_levels_are_rated_in_a_round_robin(capsys, monkeypatch, count):
    monkeypatch.setattr(levels_pacal, "levels", lambda game: levels(game)[:count])
    assert main(["levels", "pacal", "--games", "4", "--workers", "1", "--seed", "3"]) == 0
    rows = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[0].strip() for row in rows] == ["random", *(f"level:{n + 1}" for n in range(count))]
    ratings = [int(row[2]) for row in rows]
    assert ratings[0] == 0
    assert ratings[count] > ratings[1] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solo", "--games", "4"], "solo has no opponents"),
        (["pacal", "--games", "4", "--errors"], "for Pylos"),
        (["pacal", "--games", "-1"], "at least 1"),
        (["pacal", "--games", "2", "--rules", "expert"], "expert"),
    ],
)
def test_what_cannot_be_measured_is_said(capsys, words, said):
    assert main(["levels", *words]) == 2
    assert said in capsys.readouterr().err
