import pytest
from hypothesis import given
from hypothesis import strategies as st

from sommet.errors import InvalidRecord
from sommet.match.sealing import seal, unseal


@given(st.text(), st.integers(0, 2**32 - 1))
def test_unsealing_gives_the_text_back(text, salt):
    assert unseal(seal(text, salt=salt)) == text


def test_sealed_text_cannot_be_read_by_eye():
    assert "17" not in seal("17 42 31", salt=5)


@pytest.mark.parametrize("broken", ["", "AAAA", "x", "é", "AAAAAAAAAAAAAAAA"])
def test_damage_is_noticed(broken):
    with pytest.raises(InvalidRecord, match="damaged"):
        unseal(broken)


def test_changed_letter_is_noticed():
    sealed = seal("17 42 31", salt=5)
    changed = sealed[:-3] + ("A" if sealed[-3] != "A" else "B") + sealed[-2:]
    with pytest.raises(InvalidRecord, match="damaged"):
        unseal(changed)
