"""Events as they are kept, and what is none."""

import pytest

from sommet.match import events as ev


def test_events_are_kept_with_what_has_its_default() -> None:
    """The version before reads no event without it."""
    assert ev.format_event(ev.Moved(7, 1, "1a1")) == {
        "kind": "moved",
        "at_ms": 7,
        "seat": 1,
        "move": "1a1",
        "lag_ms": 0,
    }
    late = ev.Moved(7, 1, "1a1", lag_ms=20)
    assert ev.parse_event(ev.format_event(late)) == late
    assert ev.format_event(ev.Joined(7, 1, None))["name"] is None


@pytest.mark.parametrize(
    "data",
    [{}, {"kind": "nonsense"}, {"kind": "moved"}, {"kind": "agreed", "at_ms": 1, "more": 2}],
)
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"event|needs"):
        ev.parse_event(data)
