"""Games between two bots, in pairs: the same deal or opening twice, with the seats swapped."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from sommet.bots import Bot, make
from sommet.contests.pylos_tournament import play_game
from sommet.errors import InvalidOptions
from sommet.match.records.record import Record
from sommet.match.records.text import format_record
from sommet.match.rulings import make_options
from sommet.outcome import Outcome
from sommet.pacal import Round
from sommet.pylos import State
from sommet.seeding import Random
from sommet.workers import Pool

GAMES = ("pacal", "pylos")
#: Pairs that a worker plays before it reports.
CHUNK = 4
_SPREAD = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays whom, at what, from which seed."""

    game: str
    a: str
    b: str
    seed: int
    rules: str
    rulings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise InvalidOptions(f"the arena has {' and '.join(GAMES)}, not {self.game!r}")
        make_options(self.game, self.rules, self.rulings)
        for spec in (self.a, self.b):
            make(self.game, spec)

    def pair_seed(self, index: int) -> int:
        """Return the seed for the deal and all random choices of one pair."""
        return Random((self.seed + (index + 1) * _SPREAD) & ((1 << 64) - 1)).next64()


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """Two games with swapped seats.

    Attributes:
        index: Which pair of the contest.
        winners: Per game `a`, `b` or `-` for a draw; a has seat 0 in the first.
        slowest_s: The longest decision of a and of b.
        records: Both games as text, where asked for.
    """

    index: int
    winners: str
    slowest_s: tuple[float, float]
    records: tuple[str, ...] = ()


def play_pair(contest: Contest, index: int, *, keep: bool) -> PlayedPair:
    """Return the two games of a pair, which are determined by the contest's seed and the index."""
    bots = (make(contest.game, contest.a), make(contest.game, contest.b))
    winners, records, slowest = "", [], [0.0, 0.0]
    for swapped in (False, True):
        seated = (bots[1], bots[0]) if swapped else bots
        play = _play_pacal if contest.game == "pacal" else _play_pylos
        winner, seconds, record = play(contest, seated, contest.pair_seed(index))
        winners += "-" if winner is None else "ab"[winner != swapped]
        for seat in (0, 1):
            player = seat ^ swapped
            slowest[player] = max(slowest[player], seconds[seat])
        if keep:
            records.append(format_record(record))
    return PlayedPair(index, winners, (slowest[0], slowest[1]), tuple(records))


Played = tuple[int | None, tuple[float, float], Record]


def _play_pacal(contest: Contest, seated: tuple[Bot, Bot], seed: int) -> Played:
    options = make_options("pacal", contest.rules, contest.rulings)
    played = Round.deal(options, seed)
    random = Random(seed ^ 0x5EED)
    slowest = [0.0, 0.0]
    while (seat := played.actor) is not None:
        view = played.view(seat)
        began = time.perf_counter()
        action = seated[seat].choose(view, seed=random.next64())
        slowest[seat] = max(slowest[seat], time.perf_counter() - began)
        played = played.play(action)
    assert played.outcome is not None
    record = Record.from_game(played, players=(seated[0].name, seated[1].name))
    return played.outcome.winner, (slowest[0], slowest[1]), record


def _play_pylos(contest: Contest, seated: tuple[Bot, Bot], seed: int) -> Played:
    options = make_options("pylos", contest.rules, contest.rulings)
    played = play_game(*seated, options, seed)
    state = State.start(options)
    for move in played.moves:
        state = state.play(move)
    names = seated[0].name, seated[1].name
    record = Record.from_game(state, players=names, ended=Outcome(None, "move-limit", ""))
    return played.winner, played.seconds, record


def play_chunk(contest: Contest, keep: bool, indices: list[int]) -> list[PlayedPair]:
    """Return several pairs, which a worker plays before it reports."""
    return [play_pair(contest, index, keep=keep) for index in indices]


def play_pairs(
    contest: Contest, indices: Iterable[int], *, pool: Pool, keep: bool
) -> Iterator[PlayedPair]:
    """Yield pairs as `pool` finishes them."""
    waiting = iter(indices)
    # With `InProcess`, each pair is reported as soon as it is played.
    size = 1 if pool.size == 1 else CHUNK
    chunks = iter(lambda: list(islice(waiting, size)), [])
    for chunk in pool.finish(partial(play_chunk, contest, keep), chunks):
        yield from chunk
