"""Events as they are kept, and what is none."""

import pytest

from sommet.match import events as ev


def test_events_are_kept_without_what_has_its_default() -> None:
    kept = {"kind": "moved", "at_ms": 7, "seat": 1, "move": "1a1"}
    prompt, late = ev.Moved(7, 1, "1a1"), ev.Moved(7, 1, "1a1", lag_ms=20)
    assert (ev.format_event(prompt), ev.format_event(late)) == (kept, {**kept, "lag_ms": 20})
    for event in (prompt, late, ev.Dealt(7, 1, "deal", "salt"), ev.Readied(7, 0)):
        assert ev.parse_event(ev.format_event(event)) == event
    # Those of older versions have it.
    assert ev.parse_event({**kept, "lag_ms": 0}) == prompt
    assert ev.format_event(ev.Joined(7, 1, None))["name"] is None


@pytest.mark.parametrize(
    "data",
    [{}, {"kind": "nonsense"}, {"kind": "moved"}, {"kind": "agreed", "at_ms": 1, "more": 2}],
)
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"event|needs"):
        ev.parse_event(data)
