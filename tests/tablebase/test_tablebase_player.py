"""The perfect player: made and proved on the 3x3 base, and its shipped data on the real pyramid."""

import dataclasses

import numpy as np
import pytest
import small_pyramid

from sommet.bots import make
from sommet.bots.pylos.perfect import proved_choice
from sommet.cli import main as cli
from sommet.engine import perfect, solver
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.tablebase.packed_file import shipped_path
from sommet.tablebase.perfect_file import (
    PlayerData,
    format_player,
    parse_player,
    player_path,
    read_player,
)
from sommet.tablebase.perfect_make import Exceptions, make_exceptions
from sommet.tablebase.perfect_prove import prove_player
from sommet.tablebase.probe import open_table
from sommet.tablebase.rules_tag import InvalidTable

SETS = {
    "children": (False, False, False, False),
    "standard": (True, False, False, False),
    "expert": (True, True, False, False),
    "expert-optional": (True, True, True, False),
    "expert-may-raise": (True, True, False, True),
}
SUMMIT = 13
SHIPPED = [
    name
    for name in ("children", "standard", "expert")
    if shipped_path(Options.preset(name)).exists()
]


def solve(rules):
    table = np.full(solver.first_by_balls(3)[-1], solver.DRAW, np.uint8)
    sweep = solver.Sweep(3, rules, table, 1)
    idle = 0
    while idle < 2:
        idle = 0 if sweep.run_pass() else idle + 1
    return table


def work_with(rules, table, exceptions, *, lean=False):
    numbers, places = exceptions.numbers, exceptions.places
    return perfect.Work(3, rules, table, None, numbers, places, 2, lean=lean)


@pytest.fixture(scope="module", params=list(SETS))
def small(request):
    """Rules, table and the exceptions made for them, on the pyramid with a 3x3 base."""
    rules = SETS[request.param]
    table = solve(rules)
    lines = []
    made = make_exceptions(work_with(rules, table, Exceptions.none()), lines.append)
    assert lines[-1].endswith(" 0 positions open")
    return rules, table, made


def test_every_game_on_the_small_pyramid_is_proved_to_end(small):
    rules, table, made = small
    verdict = prove_player(work_with(rules, table, made), made)
    assert verdict.passed
    assert verdict.best <= verdict.moves <= 1.2 * verdict.best
    for k in range(len(made.numbers)):
        fewer = Exceptions(np.delete(made.numbers, k), np.delete(made.places, k))
        without = prove_player(work_with(rules, table, fewer), fewer)
        assert without.passed == (without.open == 0)


def test_with_less_memory_the_proof_is_the_same(small):
    rules, table, made = small
    lean = work_with(rules, table, made, lean=True)
    assert prove_player(lean, made) == prove_player(work_with(rules, table, made), made)
    assert lean.prove(made.numbers[:0], made.places[:0])[1] == len(made.numbers)
    none = Exceptions.none()
    without = [
        prove_player(work_with(rules, table, none, lean=lean), none) for lean in (True, False)
    ]
    assert without[0] == without[1]
    for make_something in (lambda: lean.weigh(3), lambda: lean.make_exceptions(0), lean.choices):
        with pytest.raises(ValueError, match="makes nothing"):
            make_something()


def test_a_proof_tells_how_far_it_is_and_can_be_ended():
    rules = SETS["expert"]
    table = solve(rules)
    work = work_with(rules, table, Exceptions.none(), lean=True)
    told = {}

    def progress(stage, share):
        assert 0 <= share <= 1
        assert share >= told.get(stage, (0,))[-1] or "settled" in stage
        told.setdefault(stage, []).append(share)
        return True

    open_without = prove_player(work, Exceptions.none(), progress).open
    assert next(iter(told)) == "the player's choices"
    assert f"{open_without:,} positions to be settled" in told
    assert told["the player's choices"][-1] == 1
    assert told["every step checked"][-1] == 1

    def interrupt(share):
        raise KeyboardInterrupt

    work.watch(interrupt)
    with pytest.raises(KeyboardInterrupt):
        work.find_choices()
    work.watch(lambda _: False)
    with pytest.raises(RuntimeError, match="ended"):
        work.find_choices()
    work.watch(None)
    assert prove_player(work, Exceptions.none()).open == open_without


def test_a_certificate_for_other_exceptions_is_refused(small):
    rules, table, made = small
    work = work_with(rules, table, made)
    assert prove_player(work, made).passed
    assert work.prove(made.numbers[:0], made.places[:0])[1] == len(made.numbers)


def test_the_small_expert_game_needs_exceptions():
    rules = SETS["expert"]
    table = solve(rules)
    verdict = prove_player(work_with(rules, table, Exceptions.none()), Exceptions.none())
    assert not verdict.passed
    assert verdict.open > 0


def after(own, other, move):
    source, target, *taken = move
    own |= 1 << target
    for cell in (source, *taken):
        if cell >= 0:
            own &= ~(1 << cell)
    return other, own


def test_the_player_at_the_board_plays_what_was_proved(small):
    rules, table, made = small
    chooser = perfect.Chooser(3, rules, None, made.numbers, made.places)
    work = work_with(rules, table, made)
    work.find_choices()
    proved = work.choices()

    def is_lost(own, other):
        at = solver.find(3, np.array([own], np.uint32), np.array([other], np.uint32))[0]
        return int(table[at]) % 2 == 0

    own, other = solver.positions_at(3, np.arange(len(table), dtype=np.uint64))
    seen = 0
    for number in range(len(table)):
        mine, theirs = int(own[number]), int(other[number])
        if table[number] == solver.DRAW or table[number] % 2 == 0:
            continue
        smallest = perfect.smallest_number(3, mine, theirs)
        move = chooser.choose(mine, theirs, is_lost)
        if move[1] == SUMMIT or table[number] == 1:
            assert table[number] == 1
            continue
        assert perfect.smallest_number(3, *after(mine, theirs, move)) == proved[smallest]
        seen += 1
    assert seen > 3000


def board(balls):
    return sum(1 << small_pyramid.CELLS.index(cell) for cell in balls)


def test_plain_python_agrees_that_every_game_ends():
    """The core's choices against every reply that the plain rules know, settled anew."""
    rules = SETS["expert"]
    table = solve(rules)
    made = make_exceptions(work_with(rules, table, Exceptions.none()), lambda _: None)
    chooser = perfect.Chooser(3, rules, None, made.numbers, made.places)
    values = {}

    def number(own, other):
        return int(solver.find(3, np.array([own], np.uint32), np.array([other], np.uint32))[0])

    def is_lost(own, other):
        return int(table[number(own, other)]) % 2 == 0

    waits = {}
    own, other = solver.positions_at(3, np.arange(len(table), dtype=np.uint64))
    for at, (mine, theirs) in enumerate(zip(own.tolist(), other.tolist(), strict=True)):
        values[at] = int(table[at])
        if values[at] in (0, solver.DRAW):
            continue
        if values[at] % 2:
            move = chooser.choose(mine, theirs, is_lost)
            waits[at] = {number(*after(mine, theirs, move))} if move[1] != SUMMIT else set()
            continue
        position = tuple(
            frozenset(cell for i, cell in enumerate(small_pyramid.CELLS) if balls >> i & 1)
            for balls in (mine, theirs)
        )
        children = small_pyramid.successors(position, rules)
        waits[at] = {number(board(a), board(b)) for a, b in children}
    settled = {at for at, value in values.items() if value == 0}
    news = True
    while news:
        news = {at for at, after_it in waits.items() if at not in settled and after_it <= settled}
        settled |= news
    assert set(waits) <= settled
    assert len(waits) > 10_000


def won_states(options, count, seed, fewest=8, most=22):
    table = open_table(options)
    random = np.random.default_rng(seed)
    first = solver.first_by_balls(4)
    found = []
    while len(found) < count:
        balls = int(random.integers(fewest, most + 1))
        number = random.integers(first[balls], first[balls + 1], 1).astype(np.uint64)
        own, other = solver.positions_at(4, number)
        state = State(options, int(own[0]), int(other[0]), 0)
        if state.legal_moves and table.value(state).word == "win":
            found.append(state)
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_games_from_won_positions_are_won(name, monkeypatch):
    monkeypatch.delenv("SOMMET_TABLES", raising=False)
    options = Options.preset(name)
    bot, random = make("pylos", "perfect"), Random(5)
    for start in won_states(options, 6, seed=3):
        state = start
        while state.outcome is None:
            if state.side == 0:
                move = bot.choose(state, seed=1)
            else:
                move = state.legal_moves[random.below(len(state.legal_moves))]
            state = state.play(move)
        assert state.outcome.winner == 0


def mirrored(cells):
    """The board mirrored left to right."""
    image = 0
    for cell in range(30):
        if cells >> cell & 1:
            level = next(k for k in range(4) if cell < (16, 25, 29, 30)[k])
            first, side = (0, 16, 25, 29)[level], 4 - level
            y, x = divmod(cell - first, side)
            image |= 1 << (first + y * side + side - 1 - x)
    return image


@pytest.mark.parametrize("name", SHIPPED)
def test_mirrored_positions_get_mirrored_moves(name, monkeypatch):
    monkeypatch.delenv("SOMMET_TABLES", raising=False)
    options = Options.preset(name)
    table = open_table(options)
    for state in won_states(options, 10, seed=8):
        image = State(options, mirrored(state.light), mirrored(state.dark), 0)
        one = state.play(proved_choice(state, table))
        other = image.play(proved_choice(image, table))
        if one.light | one.dark < 1 << 29:
            numbers = {perfect.smallest_number(4, s.dark, s.light) for s in (one, other)}
            assert len(numbers) == 1


@pytest.mark.parametrize("name", ["children", "standard", "expert"])
def test_shipped_data_can_be_read_and_written_again(name):
    options = Options.preset(name)
    data = read_player(player_path(options), options)
    assert data.weights.shape == (perfect.RANK_WEIGHTS,)
    assert np.all(np.diff(data.exceptions.numbers.astype(np.int64)) > 0)
    assert data.exceptions.numbers.shape == data.exceptions.places.shape
    assert (data.exceptions.places > 0).all()
    some = Exceptions(data.exceptions.numbers[:500], data.exceptions.places[:500])
    small = dataclasses.replace(data, weights=data.weights[:100], exceptions=some)
    again = parse_player(format_player(small), "again")
    assert np.array_equal(again.weights, small.weights)
    assert np.array_equal(again.exceptions.numbers, some.numbers)
    assert np.array_equal(again.exceptions.places, some.places)


def test_damaged_and_foreign_files_are_refused(tmp_path):
    options = Options.preset("expert")
    whole = format_player(PlayerData(options, np.zeros(9, np.int16), Exceptions.none()))
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1
    with pytest.raises(InvalidTable, match="wrong checksum"):
        parse_player(bytes(damaged), "x")
    with pytest.raises(InvalidTable, match="not a file of the perfect player"):
        parse_player(b"something else altogether", "x")
    path = tmp_path / "pylos-expert.player"
    path.write_bytes(whole)
    with pytest.raises(InvalidTable, match="other rules: expert"):
        read_player(path, Options.preset("standard"))
    with pytest.raises(InvalidTable, match="cannot read"):
        read_player(tmp_path / "none.player", options)


@pytest.mark.parametrize("command", ["prove", "verify"])
def test_what_is_missing_is_asked_for(command, capsys):
    with pytest.raises(SystemExit):
        cli.main([command])
    assert {"prove": "--tables", "verify": "table"}[command] in capsys.readouterr().err


def test_a_proof_says_which_table_it_lacks(capsys, tmp_path):
    assert cli.main(["prove", "--tables", str(tmp_path)]) != 0
    assert "pylos-standard.table" in capsys.readouterr().err


def test_a_proof_that_does_not_fit_into_memory_is_not_begun(monkeypatch, capsys):
    class Table:
        bytes = np.broadcast_to(np.uint8(0), 2_257_858_569)

    monkeypatch.setattr("sommet.cli.tablebase.prove.FullTable", lambda *_: Table)
    monkeypatch.setattr("sommet.cli.tablebase.prove.free_memory", lambda: 8 * 10**9)
    assert cli.main(["prove", "--rules", "children", "--tables", "tables"]) == 2
    told = capsys.readouterr()
    assert "about 15 GB of memory" in told.out
    assert "not enough memory: 15 GB needed, 8 GB free" in told.err
