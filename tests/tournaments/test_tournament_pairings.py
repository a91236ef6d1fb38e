"""Who meets whom: whatever happens, nobody twice in a round, and so on."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sommet.tournaments import round_robin, swiss
from sommet.tournaments.arena import MOST_APART, pair_free
from sommet.tournaments.model import DRAW, LOSS, WIN, Entrant, Game, Pair
from sommet.tournaments.standings import Tally, count

QUICK = settings(max_examples=40, deadline=None, derandomize=True)


def numbers_in(pairs: list[Pair]) -> list[int]:
    return [each for pair in pairs for each in (pair.first, pair.second) if each is not None]


@pytest.mark.parametrize("many", range(2, 18))
def test_everybody_meets_everybody_once(many: int) -> None:
    rounds = round_robin.make_rounds(range(1, many + 1))
    assert len(rounds) == many - 1 + many % 2
    met: Counter[frozenset[int]] = Counter()
    begun: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    for pairs in rounds:
        assert sorted(numbers_in(pairs)) == list(range(1, many + 1))
        for pair in pairs:
            if pair.second is None:
                byes[pair.first] += 1
            else:
                met[frozenset((pair.first, pair.second))] += 1
                begun[pair.first] += 1
                begun[pair.second] -= 1
    assert len(met) == many * (many - 1) // 2
    assert set(met.values()) == {1}
    assert all(abs(difference) <= 1 for difference in begun.values())
    assert set(byes.values()) <= {1}
    assert len(byes) == (many if many % 2 else 0)


def test_nobody_meets_nobody() -> None:
    assert round_robin.make_rounds([]) == round_robin.make_rounds([1]) == []


def play(rng: random.Random, number: int, pairs: list[Pair]) -> list[Game]:
    games = []
    for place, pair in enumerate(pairs, 1):
        if pair.second is None:
            games.append(Game(number, place, pair.first, None, (WIN, LOSS), "bye"))
        else:
            points = rng.choice([(WIN, LOSS), (DRAW, DRAW), (LOSS, WIN)])
            games.append(Game(number, place, pair.first, pair.second, points))
    return games


def is_avoidable(entrants: list[Entrant], met: set[frozenset[int]]) -> bool:
    """Whether everybody there could meet somebody new, one having a bye if they are odd."""
    there = [entrant.number for entrant in entrants if entrant.is_there]

    def pairable(left: tuple[int, ...], bye: bool) -> bool:
        if not left:
            return True
        one, *others = left
        if bye and pairable(tuple(others), False):
            return True
        return any(
            frozenset((one, other)) not in met
            and pairable(tuple(each for each in others if each != other), bye)
            for other in others
        )

    return pairable(tuple(there), len(there) % 2 == 1)


@QUICK
@given(st.integers(2, 9), st.integers(1, 7), st.booleans(), st.integers(0, 2**32))
def test_swiss_with_absences_and_late_entries(
    many: int, rounds: int, both_sides: bool, seed: int
) -> None:
    rng = random.Random(seed)
    ratings = [rng.randrange(1000, 2000) for _ in range(many + 2)]
    games: list[Game] = []
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        late = 0 if number < 3 else 2
        entrants = [
            Entrant(each, ratings[each - 1], absent=rng.random() < 0.15)
            for each in range(1, many + late + 1)
        ]
        pairs = swiss.pair_round(entrants, games, both_sides=both_sides)
        there = sorted(entrant.number for entrant in entrants if entrant.is_there)
        assert sorted(numbers_in(pairs)) == there
        assert sum(pair.second is None for pair in pairs) == len(there) % 2
        again = [
            pair
            for pair in pairs
            if pair.second is not None and frozenset((pair.first, pair.second)) in met
        ]
        assert not again or not is_avoidable(entrants, met)
        games += play(rng, number, pairs)
        met |= {frozenset((pair.first, pair.second)) for pair in pairs if pair.second is not None}


@QUICK
@given(st.integers(3, 40), st.integers(0, 2**32))
def test_a_whole_swiss_tournament(many: int, seed: int) -> None:
    rng = random.Random(seed)
    entrants = [Entrant(each, rng.randrange(1000, 2000)) for each in range(1, many + 1)]
    games: list[Game] = []
    for number in range(1, min(7, (many + 1) // 2) + 1):
        games += play(rng, number, swiss.pair_round(entrants, games))
    met = Counter(frozenset((g.first, g.second)) for g in games if g.second is not None)
    assert max(met.values()) == 1
    byes = Counter(game.first for game in games if game.second is None)
    assert max(byes.values(), default=0) <= 1
    for entrant in entrants:
        begun = sum(
            (game.first == entrant.number) - (game.second == entrant.number)
            for game in games
            if game.second is not None
        )
        assert abs(begun) <= 2


def test_the_upper_half_meets_the_lower_half_first() -> None:
    entrants = [Entrant(number, 2000 - number) for number in range(1, 9)]
    pairs = swiss.pair_round(entrants, [])
    assert {frozenset(numbers_in([pair])) for pair in pairs} == {
        frozenset((number, number + 4)) for number in range(1, 5)
    }


def test_the_weakest_without_a_bye_has_it() -> None:
    entrants = [Entrant(number, 2000 - number) for number in range(1, 6)]
    games = play(random.Random(1), 1, swiss.pair_round(entrants, []))
    assert [game.first for game in games if game.second is None] == [5]
    second = swiss.pair_round(entrants, games)
    (bye,) = [pair.first for pair in second if pair.second is None]
    points = count(range(1, 6), games)
    assert points[bye].points == min(points[number].points for number in range(1, 5))


@QUICK
@given(st.integers(2, 60), st.integers(0, 2**32))
def test_an_arena_pairs_whoever_is_free(many: int, seed: int) -> None:
    rng = random.Random(seed)
    last: dict[int, int] = {}
    begun: Counter[int] = Counter()
    tallies = {number: Tally() for number in range(1, many + 1)}
    for _ in range(8):
        free = [
            Entrant(number, last=last.get(number), begun=begun[number])
            for number in range(1, many + 1)
            if rng.random() < 0.8 or many < 4
        ]
        pairs = pair_free(free, tallies, only_two=many == 2)
        found = numbers_in(pairs)
        assert len(found) == len(set(found))
        assert set(found) <= {entrant.number for entrant in free}
        assert all(pair.second is not None for pair in pairs)
        if many != 2:
            assert all(last.get(pair.first) != pair.second for pair in pairs)
        if many > 10:
            assert len(found) >= len(free) - 2
        for pair in pairs:
            assert pair.second is not None
            last[pair.first], last[pair.second] = pair.second, pair.first
            begun[pair.first] += 1
            begun[pair.second] -= 1
            winner, loser = rng.sample([pair.first, pair.second], 2)
            tallies[winner].wins += 1
            tallies[winner].points += WIN
            tallies[loser].losses += 1
    assert all(abs(difference) <= MOST_APART for difference in begun.values())


@QUICK
@given(st.integers(2, 24), st.integers(0, 2**32))
def test_opponents_in_an_arena_meet_again_with_sides_swapped(many: int, seed: int) -> None:
    """Whoever comes late, goes away or comes back, and however long games take."""
    rng = random.Random(seed)
    last: dict[int, int] = {}
    begun: Counter[int] = Counter()
    games: list[Pair] = []
    running: set[Pair] = set()
    tallies = {number: Tally() for number in range(1, many + 1)}
    for _ in range(30):
        running = {pair for pair in running if rng.random() < 0.5}
        playing = set(numbers_in(list(running)))
        there = {number for number in range(1, many + 1) if rng.random() < 0.9} - playing
        free = [Entrant(number, last=last.get(number), begun=begun[number]) for number in there]
        owed = [
            Pair(pair.second, pair.first)
            for pair, times in Counter(games).items()
            if pair.second is not None and times > games.count(Pair(pair.second, pair.first))
        ]
        only_two, everybody = len(there) + len(playing) == 2, not playing
        pairs = pair_free(free, tallies, only_two=only_two, everybody=everybody, owed=tuple(owed))
        # Who has just met and is free meets again at once; older debts as soon as sides allow.
        fresh = [pair for pair in owed if last[pair.first] == pair.second]
        fresh = [pair for pair in fresh if pair.second and last[pair.second] == pair.first]
        assert {pair for pair in fresh if {pair.first, pair.second} <= there} <= set(pairs)
        for pair in pairs:
            assert pair.second is not None
            assert Pair(pair.second, pair.first) not in owed
            is_again = last.get(pair.first) == pair.second
            assert pair in owed or only_two or not is_again
            last[pair.first], last[pair.second] = pair.second, pair.first
            begun[pair.first] += 1
            begun[pair.second] -= 1
            assert everybody or max(begun[pair.first], -begun[pair.second]) <= MOST_APART
            tallies[pair.first].wins += 1
            tallies[pair.second].losses += 1
        games += pairs
        running |= set(pairs)
        assert len(numbers_in(pairs)) == len(set(numbers_in(pairs)))
    if many == 2:
        assert len(games) > 2


def test_an_arena_does_not_stall_where_those_who_could_even_it_out_have_gone() -> None:
    free = [Entrant(number, begun=MOST_APART) for number in (1, 2, 3)]
    tallies = {number: Tally() for number in range(1, 5)}
    assert pair_free(free, tallies, only_two=False) == []
    assert len(pair_free(free, tallies, only_two=False, everybody=True)) == 1
    # As soon as one is there who has begun less often, they begin.
    pairs = pair_free([*free, Entrant(4, begun=-1)], tallies, only_two=False, everybody=True)
    assert [pair.first for pair in pairs] == [4]


def test_the_two_who_may_meet_are_found_far_apart() -> None:
    free = [Entrant(number, begun=MOST_APART) for number in range(1, 40)]
    tallies = {number: Tally() for number in range(1, 41)}
    pairs = pair_free([*free, Entrant(40, begun=-MOST_APART)], tallies, only_two=False)
    assert [pair.first for pair in pairs] == [40]


def test_whoever_waited_plays_next() -> None:
    tallies = {number: Tally(wins=3) for number in range(1, 5)} | {5: Tally(wins=1)}
    pairs = pair_free([Entrant(number) for number in range(1, 6)], tallies, only_two=False)
    assert 5 in numbers_in(pairs)
    assert len(pairs) == 2
