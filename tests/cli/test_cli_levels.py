import pytest

from sommet.cli.main import main


def test_levels_are_listed_with_what_to_expect(capsys):
    for game in ("pylos", "pacal", "solo"):
        assert main(["levels", game]) == 0
        assert "level:1" in capsys.readouterr().out


def test_pacal_levels_are_rated_in_a_round_robin(capsys):
    assert main(["levels", "pacal", "--games", "2", "--processes", "1", "--seed", "3"]) == 0
    rows = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[0].strip() for row in rows] == ["random", *(f"level:{n}" for n in range(1, 9))]
    ratings = [int(row[2]) for row in rows]
    assert ratings[0] == 0
    assert ratings[8] > ratings[1] > 0


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
