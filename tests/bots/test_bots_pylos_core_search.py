"""The core's search keeps its contract, against a plain solution of the small pyramid."""

import threading
import time

import plain_small_pylos as plain
import pytest

from sommet.engine import search as core
from sommet.seeding import Random

SETTINGS = {
    "standard": {
        "squares": True,
        "lines": False,
        "takeback_optional": False,
        "may_raise": False,
    },
    "expert, optional, may raise": {
        "squares": True,
        "lines": True,
        "takeback_optional": True,
        "may_raise": True,
    },
}
STANDARD = core.Rules(True, False, False, False)
EXPERT = core.Rules(True, True, False, False)


@pytest.fixture(scope="module", params=SETTINGS, ids=lambda name: name.split(",")[0])
def solved(request):
    rules = SETTINGS[request.param]
    table = plain.solve(rules)
    open_positions = [p for p in table if not plain.is_over(rules, *p)]
    random = Random(7)
    sample = [open_positions[random.below(len(open_positions))] for _ in range(400)]
    return core.Rules(**rules), rules, table, sample


def after(position, move):
    """Plays a core move tuple."""
    own, other = position
    source, target, *taken = move
    gone = sum(1 << cell for cell in (source, *taken) if cell >= 0)
    return other, (own | 1 << target) - gone


@pytest.mark.parametrize("nodes", [300, 20_000])
def test_a_proof_is_a_proof(solved, nodes):
    rules, _, table, sample = solved
    proofs = 0
    for own, other in sample:
        value, distance = table[own, other]
        found = core.search(own, other, rules, base=3, nodes=nodes)
        score = found.scores[0]
        if abs(score) >= core.PROVEN:
            proofs += 1
            assert value == (1 if score > 0 else -1)
            assert distance <= core.WIN - abs(score)
    assert proofs > len(sample) / 4


@pytest.mark.clause("PYL-R1", "PYL-R2")
def test_root_moves_are_the_legal_ones_and_every_score_keeps_the_contract(solved):
    rules, settings, table, sample = solved
    for own, other in sample[:150]:
        found = core.search(own, other, rules, base=3, nodes=5_000, every=True)
        reached = [after((own, other), move) for move in found.moves]
        assert len(set(reached)) == len(reached)
        assert set(reached) == plain.successors(settings, own, other)
        for child, score in zip(reached, found.scores, strict=True):
            if abs(score) >= core.PROVEN:
                assert table[child][0] == (-1 if score > 0 else 1)


def test_enough_nodes_keep_the_value(solved):
    rules, _, table, sample = solved
    for own, other in sample[:60]:
        found = core.search(own, other, rules, base=3, nodes=400_000)
        child = after((own, other), found.moves[0])
        assert -table[child][0] == table[own, other][0]


def test_the_line_starts_with_the_move_and_is_legal(solved):
    rules, settings, _, sample = solved
    for own, other in sample[:50]:
        found = core.search(own, other, rules, base=3, nodes=3_000)
        assert found.line[0] == found.moves[0]
        position = (own, other)
        for move in found.line:
            child = after(position, move)
            assert child in plain.successors(settings, *position)
            position = child


def test_node_limit_is_deterministic_and_near():
    runs = [core.search(0, 0, STANDARD, nodes=20_000) for _ in range(2)]
    assert runs[0].moves == runs[1].moves
    assert runs[0].scores == runs[1].scores
    assert runs[0].nodes == runs[1].nodes
    assert 20_000 <= runs[0].nodes < 22_000


def test_more_threads_find_a_legal_move_too():
    found = core.search(0, 0, EXPERT, nodes=50_000, threads=3)
    assert len(found.moves) == 16
    assert found.depth >= 2


def test_time_limit_is_kept():
    started = time.monotonic()
    found = core.search(0b110011, 0b1001100, STANDARD, milliseconds=50)
    assert found.milliseconds >= 45
    assert time.monotonic() - started < 20


def test_cancelling_returns_the_best_so_far_and_the_gil_is_free():
    cancel = threading.Event()
    threading.Timer(0.05, cancel.set).start()
    found = core.search(0, 0, EXPERT, milliseconds=20_000, cancelled=cancel.is_set)
    assert found.milliseconds < 10_000
    assert found.moves


def test_an_error_in_cancelled_comes_through():
    def broken():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        core.search(0, 0, EXPERT, milliseconds=5_000, cancelled=broken)


def test_the_summit_is_taken_when_open():
    # Levels 1 to 3 full, 14 and 15 balls: the side to move has the last one.
    full = (1 << 29) - 1
    own = sum(1 << cell for cell in range(0, 28, 2))
    found = core.search(own, full & ~own, STANDARD, nodes=1000)
    assert found.moves == [(-1, 29, -1, -1)]
    assert found.scores[0] == core.WIN - 1


@pytest.mark.clause("PYL-R3")
def test_a_position_that_would_end_the_game_drawn_counts_as_a_draw(solved):
    rules, _, table, sample = solved
    lost = [p for p in sample if table[p][0] == -1 and table[p][1] > 2]
    saved = 0
    for own, other in lost[:20]:
        found = core.search(own, other, rules, base=3, nodes=20_000)
        mine, theirs = after((own, other), found.moves[-1])
        drawn = [(mine, theirs, False)]
        again = core.search(own, other, rules, base=3, nodes=20_000, drawn=drawn)
        if again.scores[0] == 0:
            saved += 1
            assert again.moves[0] == found.moves[-1]
        # The same position with the other side to move is another position.
        other_side = [(mine, theirs, True)]
        same = core.search(own, other, rules, base=3, nodes=20_000, drawn=other_side)
        assert same.scores[0] == found.scores[0]
    assert saved


def turned(cells, symmetry):
    """A 30-cell bit set mirrored or turned."""
    image = 0
    for level, offset in enumerate((0, 16, 25, 29)):
        side = 4 - level
        for row in range(side):
            for column in range(side):
                if cells >> (offset + row * side + column) & 1:
                    c = side - 1 - column if symmetry & 1 else column
                    r = side - 1 - row if symmetry & 2 else row
                    if symmetry & 4:
                        c, r = r, c
                    image |= 1 << (offset + r * side + c)
    return image


def test_weights_tied_by_symmetry_evaluate_mirror_images_alike():
    classes = core.weight_classes()
    random = Random(3)
    raw = [random.below(200) - 100 for _ in range(core.WEIGHTS)]
    tied = b"".join(raw[c].to_bytes(2, "little", signed=True) for c in classes)
    weights = core.EvaluationWeights(tied)
    for _ in range(100):
        cells = list(range(30))
        random.shuffle(cells)
        own, other = (sum(1 << c for c in part) for part in (cells[:6], cells[6:12]))
        values = {
            core.evaluate(turned(own, s), turned(other, s), EXPERT, weights) for s in range(8)
        }
        assert len(values) == 1


def test_evaluation_adds_up_the_weights_it_names():
    import numpy as np

    random = Random(5)
    raw = np.array([random.below(90) - 45 for _ in range(core.WEIGHTS)], dtype="<i2")
    weights = core.EvaluationWeights(raw.tobytes())
    positions = np.array([[0b111, 0b11000], [0xF0F, 0x0F0 | 1 << 16]], dtype=np.uint32)
    indices = core.weight_indices(positions, STANDARD)
    for (own, other), row in zip(positions, indices, strict=True):
        assert core.evaluate(int(own), int(other), STANDARD, weights) == raw[row].sum()


@pytest.mark.parametrize(
    ("own", "other", "message"),
    [(1, 1, "not a position"), (1 << 30, 0, "not a position"), (0xFFFF, 0, "not a position")],
)
def test_nonsense_is_refused(own, other, message):
    with pytest.raises(ValueError, match=message):
        core.search(own, other, STANDARD, nodes=10)


def test_weights_of_the_wrong_size_are_refused():
    with pytest.raises(ValueError, match="size"):
        core.EvaluationWeights(b"abc")
