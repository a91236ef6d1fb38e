"""The search's network: its inputs, its sums, its files, and that proofs stay proofs."""

import numpy as np
import pytest

from sommet.bots.pylos.search import Limit, think
from sommet.bots.pylos.weights import network_for, shipped_network
from sommet.bots.weights_file import InvalidWeights, format_weights, parse_weights
from sommet.engine import search as core
from sommet.errors import SommetError
from sommet.learn import pylos_network_file
from sommet.learn.ship import DATA
from sommet.pylos import Options, State
from sommet.pylos.cells import parse_cell
from sommet.seeding import Random
from sommet.tablebase.probe import move_values, open_table, value

PRESETS = ("standard", "expert")
SHIPPED = (*PRESETS, "expert-optional")
SIDES = (4, 3, 2)
EMPTY, OWN, OTHER = 0, 1, 2


def positions(options, count, seed, moves=4):
    """Positions of random games, after so many moves at least; the summit is still empty."""
    random = Random(seed)
    found = []
    while len(found) < count:
        state = State.start(options)
        for _ in range(moves + random.below(30)):
            if not state.legal_moves:
                break
            state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
        if state.legal_moves and not (state.light | state.dark) >> 29:
            found.append(state)
    return found


def sides(state):
    return (state.dark, state.light) if state.side else (state.light, state.dark)


def cell(level, x, y):
    return parse_cell(f"{level + 1}{'abcd'[x]}{y + 1}")


def plain_inputs(state):
    """The same inputs from cells and rule functions of the library."""
    own, other = sides(state)

    def content(cells):
        digits = [OWN if own >> c & 1 else OTHER if other >> c & 1 else EMPTY for c in cells]
        return sum(digit * 3**place for place, digit in enumerate(digits))

    on, at = set(), 0
    for level, side in enumerate(SIDES):
        for y in range(side - 1):
            for x in range(side - 1):
                square = [cell(level, x + i, y + j) for j in (0, 1) for i in (0, 1)]
                on.add(at + content(square))
                at += 81
    for level, contents in ((0, 81), (1, 27)):
        span = range(SIDES[level])
        for lines in (
            [[cell(level, x, y) for x in span] for y in span],
            [[cell(level, x, y) for y in span] for x in span],
        ):
            for line in lines:
                on.add(at + content(line))
                at += contents
    planes_at = at
    places = set(state.placeable)
    on |= {planes_at + c for c in places}
    reserves_at = planes_at + 9 * 30
    on.add(reserves_at + (15 - own.bit_count()) * 16 + 15 - other.bit_count())
    at = reserves_at + 256
    assert at == core.NETWORK_BLOCKS_AT
    for lies in (True, False):
        for line in range(3):
            for shift in range(2):
                block = [(shift + i, line + j) for j in range(2) for i in range(3)]
                on.add(at + content([cell(0, *(b if lies else b[::-1])) for b in block]))
                at += 729
    assert at == core.NETWORK_INPUTS
    return on, range(planes_at + 30, reserves_at)


@pytest.mark.parametrize("preset", PRESETS)
def test_inputs_are_what_a_plain_reading_of_the_board_gives(preset):
    options = Options.preset(preset)
    rules = core.Rules(*options.core_rules)
    for state in positions(options, 200, 1):
        numbers = core.network_inputs(*sides(state), rules)
        assert len(set(numbers)) == len(numbers)
        wanted, other_planes = plain_inputs(state)
        assert {n for n in numbers if n not in other_planes} == wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_the_planes_say_what_can_rise_and_what_earns(preset):
    options = Options.preset(preset)
    rules = core.Rules(*options.core_rules)
    planes_at = plain_inputs(State.start(options))[1].start - 30
    for state in positions(options, 200, 2):
        numbers = core.network_inputs(*sides(state), rules)
        planes = [
            {n - planes_at - 30 * k for n in numbers if 0 <= n - planes_at - 30 * k < 30}
            for k in range(9)
        ]
        rising = {move.source for move in state.legal_moves if move.source is not None}
        earning = {move.target for move in state.legal_moves if move.taken and move.source is None}
        assert rising == planes[3]
        assert earning == planes[5]
        assert planes[3] <= planes[1]
        assert planes[1] <= {c for c in range(30) if sides(state)[0] >> c & 1}
        assert not (planes[5] | planes[6]) - planes[0]
        assert not (planes[7] | planes[8]) & planes[0]


def plain_judgement(numbers, on, balls):
    """The network's arithmetic in whole numbers, from the bytes of its file."""
    wide, narrow, stages = core.NETWORK_WIDE, core.NETWORK_NARROW, core.NETWORK_STAGES
    second = core.NETWORK_SECOND
    knows_blocks = len(numbers) == core.NETWORK_BYTES
    inputs = core.NETWORK_INPUTS if knows_blocks else core.NETWORK_BLOCKS_AT
    small = inputs * wide + core.NETWORK_BETWEEN
    rows, between, onward = np.split(
        np.frombuffer(numbers[:small], np.int8).astype(int),
        np.cumsum([inputs * wide, stages * narrow * wide]),
    )
    on = [number for number in on if number < inputs]
    sizes = [wide, stages * narrow, second, stages * (second + 2 * narrow), stages]
    large = np.frombuffer(numbers[small:], "<i2").astype(int)
    bias, narrow_bias, second_bias, out, out_bias = np.split(large, np.cumsum(sizes)[:-1])
    stage = min(max(balls - 4, 0) // 2, stages - 1)

    def units(weights, values, bias):
        return (weights @ values + 32 * bias + 32) // 64

    sums = (bias + 2) // core.NETWORK_STEP + rows.reshape(wide, -1).T[on].sum(0)
    squares = ((sums.clip(0, 64) ** 2 + 16) // 32).clip(0, 127)
    weights = between.reshape(stages, narrow, wide)[stage]
    found = units(weights, squares, narrow_bias.reshape(stages, narrow)[stage]).clip(-127, 127)
    left = np.concatenate([found.clip(0), found**2 // 128])
    last = units(onward.reshape(second, 2 * narrow), left, second_bias).clip(0, 127)
    outs = out.reshape(stages, -1)[stage] @ np.concatenate([last, left])
    return int(100 * int(outs + 128 * out_bias[stage]) / 32768)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_core_judges_as_plain_arithmetic_does(preset):
    options = Options.preset(preset)
    rules, network = core.Rules(*options.core_rules), network_for(options)
    numbers = shipped_network(preset).numbers
    for state in positions(options, 60, 3):
        own, other = sides(state)
        on = core.network_inputs(own, other, rules)
        wanted = plain_judgement(numbers, on, (own | other).bit_count())
        assert core.judge(own, other, rules, network) == wanted
        assert core.judge_plainly(own, other, rules, network) == wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_a_judgement_does_not_depend_on_where_it_was_worked_out_from(preset):
    options = Options.preset(preset)
    rules, network = core.Rules(*options.core_rules), network_for(options)
    for state in positions(options, 60, 4):
        near = sides(state)[::-1]
        for move in state.legal_moves:
            after = state.play(move)
            if (after.light | after.dark) >> 29:
                continue
            assert core.judge(*sides(after), rules, network, *near) == core.judge(
                *sides(after), rules, network
            )


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_search_with_the_network_proves_is_true(preset):
    options = Options.preset(preset)
    table = open_table(options)
    proofs = 0
    for state in positions(options, 100, 5, moves=44):
        found = think(State(options, state.light, state.dark, state.side), Limit(nodes=4000))
        if found.value is not None:
            proofs += 1
            assert value(state, table).word == found.value
    assert proofs > 5


@pytest.mark.parametrize(("preset", "most"), [("standard", 2), ("expert", 9)])
def test_a_short_search_finds_most_moves_where_few_are_right(preset, most):
    options = Options.preset(preset)
    table = open_table(options)
    rank = {"loss": 0, "draw": 1, "win": 2}
    wrong = asked = 0
    for drawn in positions(options, 500, 7, moves=10):
        state = State(options, drawn.light, drawn.dark, drawn.side)
        values = {m: rank[v.word] for m, v in move_values(state, table).items()}
        best = max(values.values())
        if 4 * list(values.values()).count(best) < len(values):
            asked += 1
            wrong += values[think(state, Limit(nodes=10_000)).moves[0]] < best
    assert asked > 40
    assert wrong <= most


def test_the_network_serves_searches_that_see_everything():
    options = Options.preset("expert")
    state = positions(options, 1, 6)[0]
    seeing = think(state, Limit(nodes=2000))
    blind = think(state, Limit(nodes=2000), oversights=core.Oversights())
    assert seeing.scores != blind.scores
    assert seeing.scores == think(state, Limit(nodes=2000)).scores
    assert network_for(Options.preset("children")) is None
    for ruling in ({"takeback": "optional"}, {"reserve": "may-raise"}):
        assert network_for(Options.preset("expert", **ruling)) is not None


def test_an_empty_reserve_is_judged_as_one_ball():
    rules = core.Rules(True, True, False, True)
    own = sum(1 << cell for cell in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14))
    fewer = own & ~1
    reserves_at = core.NETWORK_BLOCKS_AT - 256
    for balls in (own, fewer):
        on = core.network_inputs(balls, 1 << 15, rules)
        assert [n - reserves_at for n in on if 0 <= n - reserves_at < 256] == [1 * 16 + 14]


@pytest.mark.parametrize("preset", PRESETS)
def test_shipped_networks_say_where_they_come_from(preset):
    file = shipped_network(preset)
    assert file.provenance["network"] == f"pylos {preset}"
    assert f"sommet.learn pylos --rules {preset}" in file.provenance["command"]
    assert file.provenance["curve"][-1]["right"] > 0.95
    rows = (core.NETWORK_INPUTS - core.NETWORK_BLOCKS_AT) * core.NETWORK_WIDE
    assert len(file.numbers) == core.NETWORK_BYTES - (preset == "standard") * rows
    assert parse_weights(format_weights(file)) == file
    with pytest.raises(InvalidWeights, match="checksum"):
        parse_weights(format_weights(file)[:-1] + b"?")
    with pytest.raises(ValueError, match="size"):
        core.Network(file.numbers[:-2])


def test_positions_that_cannot_be_judged_are_refused():
    network = network_for(Options.preset("expert"))
    rules = core.Rules(True, True, False, False)
    with pytest.raises(ValueError, match="not a position"):
        core.judge(1, 1, rules, network)
    with pytest.raises(ValueError, match="summit"):
        core.judge(1 << 29, 0, rules, network)


def test_training_and_core_agree_on_the_network_s_shape():
    for name in ("INPUTS", "BLOCKS_AT", "WIDE", "NARROW", "SECOND", "STAGES", "ONE", "STEP"):
        assert getattr(pylos_network_file, name) == getattr(core, f"NETWORK_{name}")
    for limit in (pylos_network_file.ROW_LIMIT, pylos_network_file.WEIGHT_LIMIT):
        assert limit * pylos_network_file.ONE / pylos_network_file.STEP < 127.5


@pytest.mark.parametrize("preset", SHIPPED)
def test_training_reads_what_it_ships(preset, tmp_path):
    numbers = pylos_network_file.read_numbers(DATA / f"pylos-network-{preset}.xz")
    shipped = shipped_network(preset).numbers
    assert pylos_network_file.network_bytes(numbers) == shipped
    numbers.tofile(tmp_path / "numbers.i16")
    assert np.array_equal(pylos_network_file.read_numbers(tmp_path / "numbers.i16"), numbers)
    numbers[:-1].tofile(tmp_path / "short.i16")
    with pytest.raises(SommetError, match=r"short\.i16 is not a network"):
        pylos_network_file.read_numbers(tmp_path / "short.i16")


@pytest.mark.parametrize("name", SHIPPED)
def test_training_makes_networks_of_the_shipped_sizes(name):
    preset, _, takeback = name.partition("-")
    options = Options.preset(preset, takeback=takeback or "compulsory")
    shipped = shipped_network(name).numbers
    old = pylos_network_file.read_numbers(DATA / "pylos-network-standard.xz")
    # As the file's command did: from nothing, or from a network of the same shape.
    start = old if takeback else None
    blocks = pylos_network_file.wants_blocks(options, None, start)
    numbers = pylos_network_file.fit_blocks(old, blocks=blocks)
    assert len(pylos_network_file.network_bytes(numbers)) == len(shipped)
    assert pylos_network_file.wants_blocks(options, True, start)
    assert not pylos_network_file.wants_blocks(options, False, start)


def test_rows_of_blocks_are_added_and_never_dropped():
    expert, standard = Options.preset("expert"), Options.preset("standard")
    old = pylos_network_file.read_numbers(DATA / "pylos-network-standard.xz")
    wide = pylos_network_file.fit_blocks(old, blocks=True)
    assert pylos_network_file.wants_blocks(standard, None, wide)
    assert not pylos_network_file.wants_blocks(expert, None, old)
    with pytest.raises(SommetError, match="knows blocks"):
        pylos_network_file.wants_blocks(standard, False, wide)
    rules = core.Rules(*standard.core_rules)
    networks = [core.Network(pylos_network_file.network_bytes(n)) for n in (old, wide)]
    for state in positions(standard, 20, 8):
        judged = [core.judge(*sides(state), rules, network) for network in networks]
        assert judged[0] == judged[1]
