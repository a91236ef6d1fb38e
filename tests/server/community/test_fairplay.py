"""Fair play: a perfect player and level 4 are told apart, with intervals that say how surely."""

import asyncio
import csv
import io
import json
from collections import Counter
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device
from sqlalchemy import Engine, insert, update

from sommet import pacal, pylos
from sommet.analysis.coach import Advice
from sommet.analysis.pacal_review import Judgement, judge
from sommet.analysis.pylos_judge import TableJudge
from sommet.bots.registry import make
from sommet.cli.hosting.fairplay import Line, describe
from sommet.cli.main import main
from sommet.contests.fairplay import counts
from sommet.contests.fairplay.counts import count_game
from sommet.contests.fairplay.estimate import (
    Interval,
    Person,
    compare,
    compare_both,
    expected,
    observed,
)
from sommet.match.clock import TimeControl
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Entry, Record, RoundRecord
from sommet.match.records.replay import replay_record
from sommet.match.records.text import format_record
from sommet.seeding import Random
from sommet.server.storage import schema
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.storage.ratings import Result, account_player, count_results, store_result
from sommet.server.storage.setup import TableSetup, format_setup
from sommet.server.tables.rated import pool_of
from sommet.tablebase.probe import open_table

SETUP = TableSetup("pylos", "friend", "standard", control=TimeControl(600_000, 2_000))
OPTIONS = pylos.Options.preset("standard")
#: Ada looks up every move; the others play like level 4.
NAMES = ("Ada", "Bert", "Cleo", "Dora", "Emil")


def play(light: int, dark: int, seed: int) -> tuple[str, int]:
    """Return the record of a game, and what it scored for light."""
    judge, level = TableJudge(open_table(OPTIONS)), make("pylos", "level:4")
    state, entries, left = pylos.State.start(OPTIONS), [], [600_000, 600_000]
    while state.outcome is None and len(entries) < 120:
        who = (light, dark)[state.side]
        if who == 0:
            move = judge.judge(state).best[0]
        else:
            move = level.choose(state, seed=seed * 1000 + len(entries))
        left[state.side] += 2_000 - 5_000
        entries.append(Entry(str(move), clock_ms=left[state.side]))
        state = state.play(move)
    winner = None if state.outcome is None else state.outcome.winner
    result = {None: "1/2-1/2", 0: "1-0", 1: "0-1"}[winner]
    reason = "agreement" if state.outcome is None else state.outcome.reason
    record = Record(
        "pylos",
        "standard",
        ("?", "?"),
        result=result,
        reason=reason,
        rounds=(RoundRecord(tuple(entries), result, reason),),
    )
    return format_record(record), {None: 1, 0: 2, 1: 0}[winner]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = f"sqlite:///{tmp_path_factory.mktemp('fair') / 'games.sqlite3'}"
    engine = open_engine(address)
    upgrade(engine)
    fill(engine)
    engine.dispose()
    return address


def fill(engine: Engine) -> None:
    ids = [f"account{number:05}" for number in range(len(NAMES))]
    with engine.begin() as connection:
        for each, name in zip(ids, NAMES, strict=True):
            values = {"name_key": name.lower(), "recovery_hash": each, "created_ms": 0}
            connection.execute(insert(schema.accounts).values(id=each, name=name, **values))
        number = 0
        for one in range(len(NAMES)):
            for two in range(one + 1, len(NAMES)):
                for pair in ((one, two), (two, one)):
                    number += 1
                    table = f"table{number:07}"
                    text, score = play(*pair, seed=number)
                    stored = {"setup": format_setup(SETUP), "invite_hash": "", "seq": 0}
                    connection.execute(
                        insert(schema.tables).values(id=table, created_ms=0, updated_ms=0, **stored)
                    )
                    connection.execute(
                        insert(schema.records).values(
                            table_id=table, game_number=1, finished_ms=number, text=text
                        )
                    )
                    players = [account_player(ids[each]) for each in pair]
                    pool = pool_of(SETUP, people=True)
                    result = Result(pool, format_setup(SETUP), *players, score)
                    connection.execute(store_result(table, 1, number, result))
        count_results(connection, 1)
        # Whoever is new: the rating says nothing yet about how exactly they play.
        connection.execute(update(schema.ratings).values(mu=25.0))


def test_a_perfect_player_is_more_exact_than_likely_and_nobody_else(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fairplay", database, "--json", "--least-games", "3"]) == 0
    lines = {line["player"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert set(lines) == set(NAMES)
    ada = lines.pop("Ada")
    assert (ada["kept"], ada["verdict"], ada["games"]) == (1.0, "more exact than likely", 8)
    assert ada["kept_low"] > ada["likely_high"]
    assert 0.8 < ada["kept_low"] < 1.0, "so few games are not certain"
    for line in lines.values():
        assert line["verdict"] in ("as likely", "less exact than likely")
        assert line["kept_low"] < line["kept"] < line["kept_high"]
    assert ada["seconds_median"] == 5.0


def test_tables_and_sentences(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fairplay", database, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["player"] for row in rows} == set(NAMES)
    assert {row["verdict"] for row in rows} <= {"as likely", "more exact than likely"}
    assert main(["fairplay", database, "--least-games", "0"]) == 2
    line = Line("Ada", "pacal", "en", 1500, 8, 99, 97, 3, 1.0, 0.942, 1.0, None, None, None, 5, "")
    assert describe(line) == (
        "Ada (1500), pacal en, 8 games: kept the value in 100.0% (94.2% to 100.0%) of 97 "
        "chances, 3 errors doubtful; too few others to compare; 5.0 s a move"
    )


def test_that_somebody_looked_is_in_the_audit_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/looked.sqlite3"
    assert main(["fairplay", address, "--least-games", "7"]) == 0
    capsys.readouterr()
    assert main(["audit", address, "--json"]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert (entry["actor"], entry["what"]) == ("host", "fairplay")
    assert entry["detail"] == "0 lines, from 7 games"


def test_an_empty_database_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fairplay", f"sqlite:///{tmp_path / 'empty.sqlite3'}"]) == 0
    assert capsys.readouterr().out == ""


def confirm(monkeypatch: pytest.MonkeyPatch, *answers: bool) -> None:
    """Let playing on, which takes long, say this in turn."""
    said = cycle(answers)

    def judge_sure(_: pacal.View, chosen: Advice, best: Advice, **__: int) -> Judgement:
        judged = judge(chosen, best)
        if judged.is_good or next(said):
            return judged
        return replace(judged, grade="good", nuance="unclear")

    monkeypatch.setattr(counts, "judge_sure", judge_sure)


def test_pacal_is_judged_by_the_coach_and_by_playing_on(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path("web/tests/records/pacal.txt").read_text(encoding="utf-8")
    confirm(monkeypatch, True)
    sure = count_game(text)
    assert all(0 < each.errors <= each.chances <= each.moves for each in sure)
    assert not any(each.doubtful for each in sure)
    confirm(monkeypatch, True, False)
    halves = count_game(text)
    assert [each.errors + each.doubtful for each in halves] == [each.errors for each in sure]
    assert abs(sum(each.errors - each.doubtful for each in halves)) <= 1


def test_playing_on_confirms_some_errors_and_not_others() -> None:
    """The real playing on, in the first round of a game; always the same for the same question."""
    text = Path("web/tests/records/pacal.txt").read_text(encoding="utf-8")
    first = replay_record(parse_record(text)).rounds[0]
    found = counts._pacal_round(first)
    verdicts = Counter(each.verdict for each in found)
    assert verdicts["error"] > 0 < verdicts["doubtful"]
    assert verdicts.total() == len(first.frames)
    assert all(each.could_err for each in found if each.verdict != "kept")


def test_doubtful_errors_widen_the_interval_and_decide_nothing() -> None:
    others = [Person(1500, ((60, 400),)) for _ in range(5)]
    more_others = [Person(1500, ((120, 400),)) for _ in range(5)]
    sure, wide = (
        compare(person, among)
        for person, among in (
            (Person(1500, ((1, 400),)), others),
            (Person(1500, ((100, 400),)), more_others),
        )
    )
    assert sure is not None
    assert wide is not None
    assert (sure.verdict, wide.verdict) == ("more exact than likely", "as likely")
    both = compare_both(sure, wide)
    assert both.verdict == "as likely"
    assert (both.seen.share, both.seen.low, both.seen.high) == (
        sure.seen.share,
        sure.seen.low,
        wide.seen.high,
    )
    assert both.likely is not None
    assert both.likely.low < 60 / 400 < 120 / 400 < both.likely.high
    # Without doubtful errors both say the same.
    assert compare_both(sure, sure) == sure
    assert compare(Person(1500, ((0, 0),)), others) is None


async def test_games_played_on_a_server_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people meet twice in the lobby; afterwards the host looks at the stored database."""
    confirm(monkeypatch, True, False)
    settings = quick_settings(tmp_path, lobby=True)
    wishes = ({"game": "pylos", "clock": {"minutes": 9, "increment_s": 1}}, {"game": "pacal"})
    with ThreadServer(settings) as server:
        async with Device(server.url) as one, Device(server.url) as two, Api(server.url) as api:
            for who, name in ((one, "Ada"), (two, "Bert")):
                await who.register(name)
            for number, wish in enumerate(wishes):
                keys = ({"guest": key * 43, "key": key * 42 + str(number)} for key in "ab")
                found = [
                    await who.done("/api/lobby/find", **wish, **secret)
                    for who, secret in zip((one, two), keys, strict=True)
                ]
                async with api.seat(found[0]["seat"]) as here, api.seat(found[1]["seat"]) as there:
                    await asyncio.gather(here.play_on(Random(1)), there.play_on(Random(2)))
                    began = here.fold.moves[0]["seat"] == here.snapshot["you"]["seat"]
                games = (await api.http.get("/api/players/Ada/games")).json()["games"]
                assert games[0]["began"] == began, "whoever made the first move"
    assert main(["fairplay", settings.database, "--json", "--least-games", "1"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted((line["game"], line["player"]) for line in lines) == [
        (game, name) for game in ("pacal", "pylos") for name in ("Ada", "Bert")
    ]
    for line in lines:
        assert line["games"] == 1
        assert 0 < line["chances"] <= line["moves"]
        assert line["kept_low"] <= line["kept"] <= line["kept_high"]
        assert line["kept_low"] < line["kept_high"]
        assert (line["verdict"], line["likely"]) == ("too few others", None)
        assert (line["seconds_median"] is None) == (line["game"] == "pacal")
    assert all((line["doubtful"] > 0) == (line["game"] == "pacal") for line in lines)


def test_intervals_are_honest() -> None:
    spotless = observed(Person(1500, ((0, 20),)))
    assert spotless is not None
    assert (spotless.share, round(spotless.high, 2)) == (0.0, 0.16)
    # Games that differ more than chance say less than their moves alone.
    even = observed(Person(1500, tuple((2, 10) for _ in range(10))))
    uneven = observed(Person(1500, tuple((20, 20) if each == 0 else (0, 9) for each in range(10))))
    assert even is not None
    assert uneven is not None
    assert width(uneven) > 2 * width(even)
    assert observed(Person(1500, ((0, 0),))) is None


def test_what_a_rating_makes_likely_is_learnt_from_the_others() -> None:
    others = [Person(1500 + 100 * step, ((300 - 30 * step, 1000),)) for step in (-2, -1, 0, 1, 2)]
    weak, middle, strong = (expected(rating, others) for rating in (1300, 1500, 1700))
    assert weak is not None
    assert middle is not None
    assert strong is not None
    assert weak.share > middle.share > strong.share
    assert abs(middle.share - 0.3) < 0.02
    assert middle.low < 0.2 < 0.4 < middle.high, "people differ"
    assert expected(1500, others[:2]) is None
    assert expected(1500, [Person(1500, ((1, 10),))] * 5) is None


def width(interval: Interval) -> float:
    return interval.high - interval.low
