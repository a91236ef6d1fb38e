import json

import pytest

from sommet.cli.study.charts import draw_bars, draw_calibration, draw_curves


def analyse(sommet, *words):
    status, out, _ = sommet("analyse", *words, "--json")
    assert status == 0
    return json.loads(out)


def test_rounds_are_measured_for_every_ruling(sommet, tmp_path):
    facts = analyse(sommet, "rounds", "--rounds", "6", "--charts", str(tmp_path))
    assert len(facts) == 7
    for one in facts.values():
        assert abs(sum(one["endings_percent"].values()) - 100) < 0.1
    assert {file.name for file in tmp_path.iterdir()} == {
        "endings.svg",
        "beginning.svg",
        "drawn.svg",
    }


def test_calibration_looks_at_one_decision_of_each_round(sommet):
    facts = analyse(sommet, "calibration", "--rounds", "20")
    assert facts["decisions"] == 20


def test_calibration_looks_at_every_decision_when_asked(sommet):
    one = analyse(sommet, "calibration", "--rounds", "5")
    every = analyse(sommet, "calibration", "--rounds", "5", "--every-decision")
    assert one["decisions"] == 5
    assert every["decisions"] > 100


def test_offers_and_solo(sommet):
    assert analyse(sommet, "offers", "--rounds", "10")["rounds"] == 10
    assert 0 <= analyse(sommet, "solo", "--rounds", "10")["completed_percent"] <= 100


def test_facts_can_be_read_by_people(sommet):
    status, out, _ = sommet("analyse", "solo", "--rounds", "5")
    assert status == 0
    assert "deals: 5" in out


def test_bad_numbers_are_refused(sommet):
    assert sommet("analyse", "rounds", "--rounds", "0")[0] == 2


@pytest.mark.parametrize(
    "svg",
    [
        draw_bars("A < B", [("x & y", 3.0)]),
        draw_calibration("both", [(0.1, 0.2)]),
        draw_curves(
            "shares", [("a", [(0, 3.0), (1, 4.0)])], ticks=[(0, "0"), (1, "1")], across="n"
        ),
    ],
)
def test_charts_are_drawn_as_svg(svg):
    assert svg.startswith("<svg")
    assert svg.endswith("</svg>\n")
