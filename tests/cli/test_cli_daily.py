import datetime
import json
from pathlib import Path

import pytest

from sommet.errors import InvalidRecord
from sommet.match.daily import (
    DailyResult,
    add_up,
    daily_seed,
    format_results,
    parse_results,
    share_text,
)
from sommet.pacal import Options, Pyramid, Solo

DAY = datetime.date(2026, 3, 1)
STATISTICS = Path(__file__).parents[2] / "web/tests/records/statistics.json"


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def results(*days, won=True):
    return [DailyResult(day, "en", ("build 1",) * 12, is_over=True, won=won) for day in days]


def test_the_deal_of_a_day_never_changes():
    assert daily_seed(DAY) == 0x54DA5DB23308B943
    assert daily_seed(DAY) != daily_seed(DAY + datetime.timedelta(days=1))


@pytest.mark.parametrize("golden", json.loads(STATISTICS.read_text()), ids=lambda one: one["about"])
def test_days_add_up_as_in_the_page(golden):
    """And there as here: web/tests/study/study.test.ts."""

    def played(date, cards, **how):
        return DailyResult(date, "en", ("build 1",) * cards, **how)

    days = [
        *(played(date, cards, is_over=True, won=True) for date, cards in golden["won"].items()),
        *(played(date, 5, is_over=True) for date in golden["lost"]),
        *(played(date, 5) for date in golden["running"]),
    ]
    found = add_up(days, "en", datetime.date.fromisoformat(golden["today"]))
    assert {name: getattr(found, name) for name in golden["adds_up_to"]} == golden["adds_up_to"]
    assert list(map(list, found.by_cards.items())) == golden["by_cards"]
    assert add_up(days, "fr", DAY).played == 0


def test_results_survive_writing_and_reading():
    kept = tuple(results("2026-02-27", "2026-02-28"))
    assert parse_results(format_results(kept)) == kept
    with pytest.raises(InvalidRecord):
        parse_results('[{"date": "yesterday"}]')


def test_a_shared_result_tells_no_card():
    pyramid = Pyramid((50, 44, 41, 33, 30, 22, 19, 14, 9, 3), (0, 45, 0, 0, 0, 0, 0, 0, 0, 4))
    other = Pyramid((49, 48, 47, 36, 35, 34, 33, 32, 31, 30), (0, 0, 46, 0, 0, 0, 29, 0, 0, 0))
    result = results("2026-03-01")[0]
    assert share_text(result, pyramid) == share_text(result, other)
    assert "12 cards" in share_text(result, pyramid)


def play_by_first_field(rules):
    game, typed = Solo.deal(Options.preset(rules), daily_seed(DAY)), []
    while game.outcome is None:
        move = game.legal_moves[0]
        typed.append(str(move))
        game = game.play(move)
    return typed


def test_a_day_can_be_interrupted_but_not_taken_back(sommet):
    day = ("daily", "--date", DAY, "--rules", "fr", "--plain")
    typed = play_by_first_field("fr")
    status, out, _ = sommet(*day, "--coach", typed=[typed[0], "undo", "quit", ""])
    assert status == 0
    assert "you have no move to take back" in out
    assert "Chance to complete" in out
    assert "sommet daily continues it" in out
    assert sommet(*day, "--share")[0] == 2
    status, out, _ = sommet(*day, typed=typed[1:])
    assert "Sommet daily 2026-03-01 (fr): not completed" in out
    assert "0 of 1 days completed" in out
    assert "already" in sommet(*day)[1]
    assert sommet(*day, "--share")[1].count("\n") == 5
    assert "0 of 1" in sommet(*day, "--stats")[1]


def test_a_bad_date_is_one_clear_line(sommet):
    status, _, err = sommet("daily", "--date", "tomorrow")
    assert status == 2
    assert "2026-01-31" in err
