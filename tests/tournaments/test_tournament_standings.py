"""Points and tie-breaks, worked out by hand; and what happens next in a tournament."""

from dataclasses import replace

import pytest

from sommet.tournaments.model import DRAW, HERE_MS, LOSS, WIN, Entrant, Game, Kind, Terms
from sommet.tournaments.progress import Step, advance, begin
from sommet.tournaments.standings import TIE_BREAKS, Tally, count, rank

W, D, L = (WIN, LOSS), (DRAW, DRAW), (LOSS, WIN)


def named(kind: Kind, row: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(TIE_BREAKS[kind], row, strict=True))


def test_round_robin_by_hand() -> None:
    games = [
        Game(1, 1, 1, 2, W),
        Game(1, 2, 3, 4, W),
        Game(2, 1, 1, 3, L),
        Game(2, 2, 2, 4, W),
        Game(3, 1, 1, 4, W),
        Game(3, 2, 2, 3, W),
    ]
    rows = rank("round-robin", count(range(1, 5), games), 3)
    # 1, 2 and 3 have two points and one win among each other: Sonneborn-Berger decides.
    assert [(row.number, row.tally.points) for row in rows] == [(1, 4), (2, 4), (3, 4), (4, 0)]
    assert [named("round-robin", row.tie_breaks)["direct"] for row in rows[:3]] == [2, 2, 2]
    assert [row.rank for row in rows] == [1, 1, 1, 4]
    assert [named("round-robin", row.tie_breaks)["sonneborn-berger"] for row in rows] == [
        8,
        8,
        8,
        0,
    ]


def test_direct_encounter_decides_between_two() -> None:
    games = [Game(1, 1, 1, 2, L), Game(2, 1, 1, 3, W), Game(3, 1, 2, 3, D), Game(4, 1, 3, 1, D)]
    rows = rank("round-robin", count(range(1, 4), games), 4)
    assert [(row.rank, row.number) for row in rows] == [(1, 2), (2, 1), (3, 3)]


def test_buchholz_thinks_of_an_opponent_where_there_was_none() -> None:
    games = [
        Game(1, 1, 1, 2, W),
        Game(1, 2, 3, None, (WIN, 0), "bye"),
        Game(2, 1, 1, 3, W),
        Game(2, 2, 2, None, (WIN, 0), "bye"),
    ]
    rows = {row.number: row for row in rank("swiss", count(range(1, 4), games), 2)}
    values = {number: named("swiss", row.tie_breaks) for number, row in rows.items()}
    assert values[1]["buchholz"] == 2 + 2
    assert values[2]["buchholz"] == 4 + 2
    assert values[3]["buchholz"] == 4 + 2
    assert values[1]["sonneborn-berger"] == 2 * 2 + 2 * 2
    assert (rows[2].tally.games, rows[2].tally.losses) == (1, 1)


def test_an_arena_is_decided_by_wins_then_by_fewer_games() -> None:
    tallies = {
        1: Tally(points=4, wins=1, draws=2),
        2: Tally(points=4, wins=2),
        3: Tally(points=4, wins=2, losses=1),
    }
    assert [row.number for row in rank("arena", tallies, 1)] == [2, 3, 1]


def everybody(many: int) -> list[Entrant]:
    return [Entrant(number) for number in range(1, many + 1)]


def after(terms: Terms, step: Step | None) -> Terms:
    assert step is not None
    rounds = terms.rounds if step.rounds is None else step.rounds
    return replace(
        terms, state=step.state, round=step.round, next_ms=step.next_ms, rounds=rounds, began_ms=0
    )


def finish(games: list[Game]) -> list[Game]:
    return [replace(game, points=game.points or W) for game in games]


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
@pytest.mark.parametrize("both_sides", [False, True])
@pytest.mark.parametrize("slow", [False, True])
def test_from_the_first_round_to_the_end(kind: Kind, both_sides: bool, slow: bool) -> None:
    terms = Terms(kind, both_sides=both_sides, slow=slow, rounds=3, pause_ms=0, start_ms=5)
    entrants = everybody(5)
    assert advance(terms, entrants, [], {}, 4) is None
    games: list[Game] = []
    for _ in range(100):
        step = advance(terms, entrants, games, {}, 5)
        terms = after(terms, step)
        assert step is not None
        if terms.state == "finished":
            break
        # While games are played nothing happens, unless the other half of a pairing can begin.
        assert step.games
        games += step.games
        assert advance(terms, entrants, games, {}, 5) is None
        games = finish(games)
    assert terms.state == "finished"
    met = [frozenset((game.first, game.second)) for game in games if game.second is not None]
    per_pair = 2 if both_sides else 1
    assert all(met.count(each) == per_pair for each in set(met))
    assert len(set(met)) == (10 if kind == "round-robin" else 6)
    if both_sides:
        for number in range(1, 6):
            sides = [g.first == number for g in games if g.second and number in (g.first, g.second)]
            assert sum(sides) * 2 == len(sides)


def test_somebody_who_is_away_loses_without_a_game() -> None:
    terms = Terms("round-robin", both_sides=True, state="running", round=0, rounds=3)
    entrants = [Entrant(1), Entrant(2, absent=True), Entrant(3, withdrawn=True)]
    games: list[Game] = []
    for _ in range(4):
        step = advance(terms, entrants, games, {}, 0)
        assert step is not None
        terms, games = after(terms, step), [*games, *step.games]
    assert terms.state == "finished"
    assert {game.how for game in games} == {"walkover", "bye"}
    points = count((1, 2, 3), games)
    # Two games each were due against 2 and 3, and a round without an opponent is worth nothing.
    assert [points[number].points for number in (1, 2, 3)] == [8, 0, 0]
    assert points[1].games == 0


def test_a_second_game_is_not_played_against_somebody_who_left() -> None:
    terms = Terms("swiss", both_sides=True, state="running", round=1, rounds=1)
    games = [Game(1, 1, 1, 2, L, "no-show")]
    step = advance(terms, [Entrant(1, absent=True), Entrant(2)], games, {}, 0)
    assert step is not None
    assert step.games == (Game(1, 1, 2, 1, W, "walkover"),)


def test_rounds_wait_for_the_pause() -> None:
    terms = Terms("swiss", rounds=2, pause_ms=30, state="running", round=1)
    games = [Game(1, 1, 1, 2, W), Game(1, 2, 3, 4, W)]
    step = advance(terms, everybody(4), games, {}, 100)
    assert step == Step("running", 1, next_ms=130)
    waiting = after(terms, step)
    assert advance(waiting, everybody(4), games, {}, 129) is None
    step = advance(waiting, everybody(4), games, {}, 130)
    assert step is not None
    assert (step.round, step.next_ms, len(step.games)) == (2, None, 2)


def test_a_tournament_of_one_is_cancelled() -> None:
    alone = [Entrant(1), Entrant(2, absent=True)]
    assert begin(Terms("swiss", rounds=3), alone, {}).state == "cancelled"


def test_a_swiss_tournament_has_no_more_rounds_than_opponents() -> None:
    assert begin(Terms("swiss", rounds=9), everybody(4), {}).rounds == 3
    assert begin(Terms("swiss", rounds=9), everybody(5), {}).rounds == 5


def test_an_arena_pairs_whoever_was_seen_lately() -> None:
    terms = Terms("arena", duration_ms=10**9, state="running", round=1, began_ms=0)
    now_ms = 10 * HERE_MS
    seen = [None, now_ms, now_ms - HERE_MS + 1, now_ms - HERE_MS, 0]
    entrants = [Entrant(number, seen_ms=each) for number, each in enumerate(seen, 1)]
    tallies = count(range(1, 6), ())
    for everybody, here in ((entrants, {1, 2, 3}), (entrants[1:], {2, 3})):
        step = advance(terms, everybody, (), tallies, now_ms)
        assert step is not None
        (game,) = step.games
        assert {game.first, game.second} <= here
    assert advance(terms, entrants[3:], (), tallies, now_ms) is None
    # Two who are left play each other again, whoever else signed up.
    again = [replace(entrants[0], last=2), replace(entrants[1], last=1), *entrants[3:]]
    step = advance(terms, again, (), tallies, now_ms)
    assert step is not None
    assert len(step.games) == 1


def test_an_arena_begins_no_games_after_its_time_and_ends_with_the_last_one() -> None:
    terms = Terms("arena", duration_ms=1000, state="running", round=1, began_ms=0)
    tallies = {number: Tally() for number in range(1, 5)}
    playing = [Game(1, 1, 1, 2)]
    step = advance(terms, everybody(4), playing, tallies, 999)
    assert step is not None
    assert {step.games[0].first, step.games[0].second} == {3, 4}
    assert advance(terms, everybody(4), playing, tallies, 1000) is None
    assert advance(terms, everybody(4), [], tallies, 1000) == Step("finished", 1)
