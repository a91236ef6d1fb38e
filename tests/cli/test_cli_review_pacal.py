import json

import pytest

from sommet.analysis.reasons import Reason
from sommet.bots import make
from sommet.contests.pairs import Contest, play_pair
from sommet.match.records.record import Record
from sommet.match.records.rounds import record_solo
from sommet.match.records.text import format_record
from sommet.pacal import Options, Solo


@pytest.fixture(scope="module")
def duel(tmp_path_factory):
    path = tmp_path_factory.mktemp("review") / "duel.txt"
    path.write_text(play_pair(Contest("pacal", "gaps", "random", 5, "en"), 0, keep=True).records[0])
    return path


def test_a_duel_is_reviewed_with_what_each_decision_cost_and_what_was_wrong(sommet, duel):
    status, out, _ = sommet("review", duel, "--json")
    assert status == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert {line["seat"] for line in lines} == {0, 1}
    lost = [sum(line["cost"] for line in lines if line["seat"] == seat) for seat in (0, 1)]
    # The random player of seat 1 gives more away than the one who counts.
    assert lost[1] > lost[0]

    status, words, _ = sommet("review", duel)
    assert status == 0
    for part in ("Round 1", "of a win given away", "with open cards"):
        assert part in words
    doubted = [line for line in lines if line["doubts"]]
    assert doubted
    assert words.count("what was wrong: ") == len(doubted)
    for line in doubted:
        assert line["cost"] >= 0.05
        for doubt in line["doubts"]:
            assert doubt not in line["reasons"]
            # No praise.
            assert doubt["key"] not in {"coach.completes", "coach.open", "coach.stuck-them"}
        first = line["doubts"][0]
        reason = Reason(first["key"], {k: _as_tuple(v) for k, v in first["params"].items()})
        assert f"what was wrong: {reason.to_text()}" in words


def _as_tuple(value):
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("book", ["fr", "en"])
def test_solo_is_reviewed(sommet, tmp_path, book):
    game, bot = Solo.deal(Options.preset(book), 5), make("solo", "random")
    while game.outcome is None:
        game = game.play(bot.choose(game.view(), seed=1))
    played = record_solo(game)
    record = Record(
        "solo", book, ("random",), result=played.result, reason=played.reason, rounds=(played,)
    )
    (tmp_path / "solo.txt").write_text(format_record(record))
    status, out, _ = sommet("review", tmp_path / "solo.txt")
    assert status == 0
    assert "points of chance given away" in out
    status, out, _ = sommet("review", tmp_path / "solo.txt", "--json")
    assert len(out.splitlines()) == len(game.history)


def test_an_unfinished_round_cannot_be_reviewed(sommet, tmp_path):
    record = Record("solo", "en", ("nobody",))
    (tmp_path / "open.txt").write_text(format_record(record))
    assert sommet("review", tmp_path / "open.txt")[0] == 2
