import numpy as np
import pytest

from sommet.seeding import Random


def test_stream_is_fixed_for_ever():
    # First outputs of xoshiro256** whose state is SplitMix64 of seed 0.
    r = Random(0)
    assert [r.next64() for _ in range(3)] == [
        0x99EC5F36CB75F2B4,
        0xBF6E1F784956452A,
        0x1A5F849D4933E6E0,
    ]


def test_below_stays_in_range_and_reaches_both_ends():
    r = Random(1)
    seen = {r.below(7) for _ in range(300)}
    assert seen == set(range(7))


def test_shuffle_keeps_every_item():
    cards = list(range(1, 51))
    Random(2).shuffle(cards)
    assert sorted(cards) == list(range(1, 51))
    assert cards != list(range(1, 51))


@pytest.mark.parametrize("wrong", ["7", 1.5, None, b"7"])
def test_a_seed_is_a_whole_number(wrong):
    with pytest.raises(TypeError, match="a seed is a whole number, not"):
        Random(wrong)
    assert Random(np.int64(7)).next64() == Random(7).next64()
