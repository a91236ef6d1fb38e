"""The next step of a tournament: begin, start games, go to the next round, end."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sommet.tournaments import round_robin, swiss
from sommet.tournaments.arena import pair_free
from sommet.tournaments.model import LOSS, WIN, Entrant, Game, Pair, Terms
from sommet.tournaments.standings import Tally

#: A tournament needs at least this many players.
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Step:
    """What changes. Games without points are to be started, the others are decided already.

    Attributes:
        next_ms: When the next round begins; None where one is played.
    """

    state: str
    round: int
    games: tuple[Game, ...] = ()
    next_ms: int | None = None
    rounds: int | None = None


def begin(
    terms: Terms, entrants: Sequence[Entrant], tallies: Mapping[int, Tally], now_ms: int = 0
) -> Step:
    """Return the first step: the first round, or a cancellation where nobody came."""
    there = [entrant for entrant in entrants if entrant.is_there]
    if len(there) < FEWEST:
        return Step("cancelled", 0)
    if terms.kind == "arena":
        return Step("running", 1, _pair_arena(entrants, (), tallies, now_ms))
    rounds = min(terms.rounds, swiss.most_rounds(len(there)))
    if terms.kind == "round-robin":
        rounds = len(round_robin.make_rounds([entrant.number for entrant in entrants]))
        if terms.slow:
            games = [
                game for number in range(rounds) for game in _round(terms, entrants, (), number + 1)
            ]
            return Step("running", rounds, tuple(games), rounds=rounds)
    return Step("running", 1, _round(terms, entrants, (), 1), rounds=rounds)


def advance(
    terms: Terms,
    entrants: Sequence[Entrant],
    games: Sequence[Game],
    tallies: Mapping[int, Tally],
    now_ms: int,
    *,
    owed: Collection[Pair] = (),
) -> Step | None:
    """Return the next step, or None if nothing is due.

    In an arena only games that are played need be among `games`; `owed` are its return games.
    """
    if terms.state == "open":
        is_due = terms.start_ms is not None and now_ms >= terms.start_ms
        return begin(terms, entrants, tallies, now_ms) if is_due else None
    if terms.state != "running":
        return None
    if terms.kind == "arena":
        return _advance_arena(terms, entrants, games, tallies, now_ms, owed=owed)
    return _advance_rounds(terms, entrants, games, now_ms)


def _advance_rounds(
    terms: Terms, entrants: Sequence[Entrant], games: Sequence[Game], now_ms: int
) -> Step | None:
    second = _second_games(terms, entrants, games)
    if second:
        return Step("running", terms.round, second)
    if any(game.points is None for game in games):
        return None
    there = sum(entrant.is_there for entrant in entrants)
    if terms.round >= terms.rounds or (terms.kind == "swiss" and there < FEWEST):
        return Step("finished", terms.round)
    if terms.next_ms is None and terms.pause_ms:
        return Step("running", terms.round, next_ms=now_ms + terms.pause_ms)
    if terms.next_ms is not None and now_ms < terms.next_ms:
        return None
    return Step("running", terms.round + 1, _round(terms, entrants, games, terms.round + 1))


def _advance_arena(
    terms: Terms,
    entrants: Sequence[Entrant],
    games: Sequence[Game],
    tallies: Mapping[int, Tally],
    now_ms: int,
    *,
    owed: Collection[Pair],
) -> Step | None:
    running = [game for game in games if game.points is None]
    if terms.ends_ms is not None and now_ms >= terms.ends_ms:
        return None if running else Step("finished", terms.round)
    found = _pair_arena(entrants, running, tallies, now_ms, owed)
    return Step("running", terms.round, found) if found else None


def _pair_arena(
    entrants: Sequence[Entrant],
    running: Iterable[Game],
    tallies: Mapping[int, Tally],
    now_ms: int,
    owed: Collection[Pair] = (),
) -> tuple[Game, ...]:
    playing = {number for game in running for number in (game.first, game.second)}
    free = [each for each in entrants if each.is_here(now_ms) and each.number not in playing]
    only_two = len(playing) + len(free) == 2
    pairs = pair_free(free, tallies, only_two=only_two, everybody=not playing, owed=owed)
    return tuple(Game(1, number, pair.first, pair.second) for number, pair in enumerate(pairs, 1))


def _round(
    terms: Terms, entrants: Sequence[Entrant], games: Sequence[Game], number: int
) -> tuple[Game, ...]:
    """Return the games with which a round begins."""
    if terms.kind == "swiss":
        pairs = swiss.pair_round(entrants, games, both_sides=terms.both_sides)
    else:
        pairs = round_robin.make_rounds([entrant.number for entrant in entrants])[number - 1]
    away = {entrant.number for entrant in entrants if not entrant.is_there}
    return tuple(
        game
        for place, pair in enumerate(pairs, 1)
        for game in _games_of(terms, pair, number, place, away)
    )


def _games_of(
    terms: Terms, pair: Pair, number: int, place: int, away: set[int]
) -> tuple[Game, ...]:
    whole = WIN * terms.games_per_pairing
    first, second = pair.first, pair.second
    if second is None:
        # Everybody has one bye in a round robin, so it is worth no points.
        points = 0 if terms.kind == "round-robin" else whole
        return (Game(number, place, first, None, (points, LOSS), "bye"),)
    if first in away or second in away:
        won = tuple(LOSS if each in away else whole for each in (first, second))
        return (Game(number, place, first, second, (won[0], won[1]), "walkover"),)
    games = (Game(number, place, first, second), Game(number, place, second, first))
    return games if terms.games_per_pairing == 2 and terms.slow else games[:1]


def _second_games(
    terms: Terms, entrants: Sequence[Entrant], games: Sequence[Game]
) -> tuple[Game, ...]:
    """Return the other half of pairings whose first game is over."""
    if terms.games_per_pairing == 1:
        return ()
    away = {entrant.number for entrant in entrants if not entrant.is_there}
    found = []
    ordered = sorted(games, key=lambda game: (game.round, game.pairing))
    for _, group in groupby(ordered, key=lambda game: (game.round, game.pairing)):
        game, *others = group
        if others or game.points is None or game.second is None or game.how == "walkover":
            continue
        one, other = game.second, game.first
        if one in away or other in away:
            points = tuple(LOSS if each in away else WIN for each in (one, other))
            found.append(
                Game(game.round, game.pairing, one, other, (points[0], points[1]), "walkover")
            )
        else:
            found.append(Game(game.round, game.pairing, one, other))
    return tuple(found)
