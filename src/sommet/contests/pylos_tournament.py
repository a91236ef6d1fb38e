"""Games between Pylos bots: single games, and the round-robin that measures the levels."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from sommet.bots.bot import Bot
from sommet.bots.registry import make
from sommet.contests.elo import Pairing
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.workers import InProcess, Pool

#: Random moves before the players begin, so that games differ.
OPENING_MOVES = 2
#: A game that takes longer counts as drawn.
MAX_MOVES = 400


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game: the winner, the moves, and the time they took.

    Attributes:
        winner: 0 light, 1 dark, None for a draw.
        moves: The text of every move, the opening's included.
        seconds: For each side, the most processor time that a move took.
    """

    winner: int | None
    moves: tuple[str, ...]
    seconds: tuple[float, float]


def play_game(light: Bot, dark: Bot, options: Options, seed: int) -> PlayedGame:
    """Return a game between two bots after a short random opening, determined by the seed."""
    random = Random(seed)
    state = State.start(options)
    moves: list[str] = []
    longest = [0.0, 0.0]
    for _ in range(OPENING_MOVES):
        legal = state.legal_moves
        move = legal[random.below(len(legal))]
        moves.append(str(move))
        state = state.play(move)
    # Two streams, so that each player gets the same random numbers in both games of a pair.
    random = Random(seed ^ 0x5EED)
    while state.outcome is None and len(moves) < MAX_MOVES:
        began = time.thread_time()
        move = (light, dark)[state.side].choose(state, seed=random.next64())
        longest[state.side] = max(longest[state.side], time.thread_time() - began)
        moves.append(str(move))
        state = state.play(move)
    winner = None if state.outcome is None else state.outcome.winner
    return PlayedGame(winner, tuple(moves), (longest[0], longest[1]))


@dataclass(frozen=True, slots=True)
class PairResult:
    """The games of two players of a round-robin.

    Attributes:
        pairing: The result for ratings.
        games: Each game with the index of the player who had light.
    """

    pairing: Pairing
    games: tuple[tuple[int, PlayedGame], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of a round-robin, by index, and the games to play."""

    specs: tuple[str, ...]
    first: int
    second: int
    options: Options
    openings: int
    seed: int


def play_pair(pair: Pair) -> PairResult:
    """Return every opening played twice, both players having light once."""
    first, second = pair.first, pair.second
    bots = {index: make("pylos", pair.specs[index]) for index in (first, second)}
    points = 0.0
    games = []
    for number in range(pair.openings):
        opening = Random(pair.seed + number).next64()
        for light, dark in ((first, second), (second, first)):
            game = play_game(bots[light], bots[dark], pair.options, opening)
            games.append((light, game))
            if game.winner is None:
                points += 0.5
            elif (light, dark)[game.winner] == first:
                points += 1.0
    return PairResult(Pairing(first, second, points, 2 * pair.openings), tuple(games))


def round_robin(
    specs: Sequence[str],
    options: Options,
    *,
    openings: int,
    seed: int = 1,
    pool: Pool | None = None,
    progress: Callable[[], object] = lambda: None,
) -> Iterator[PairResult]:
    """Yield the result of every pairing; equal seeds give equal results."""
    tasks = [
        Pair(tuple(specs), first, second, options, openings, seed)
        for first, second in combinations(range(len(specs)), 2)
    ]
    for result in (pool or InProcess()).map(play_pair, tasks):
        yield result
        progress()


def states_of(game: PlayedGame, options: Options) -> Iterable[tuple[State, str]]:
    """Yield each state of a game after the opening, with the move that was played in it."""
    state = State.start(options)
    for number, move in enumerate(game.moves):
        if number >= OPENING_MOVES:
            yield state, move
        state = state.play(move)
