"""Everything the server can say has a text in the page's language file."""

import json
import re
from pathlib import Path

import pytest

from sommet.engine import pacal as core
from sommet.pacal.refusals import REASONS
from sommet.server.refusals import REFUSALS
from sommet.server.tables.catalogue import CLOCKS, full_catalogue
from sommet.server.tables.kinds import KINDS

ENGLISH: dict[str, str] = json.loads(
    (Path(__file__).parents[3] / "web/src/i18n/en/common.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_a_text(code: str) -> None:
    assert ENGLISH[f"refused.{code}"]


def test_every_ending_has_a_text() -> None:
    pylos = {"summit", "empty-reserve", "repetition"}
    outside = {"time", "resignation", "agreement", "three-rounds"}
    for reason in {reason for reason, _ in core.endings()} | pylos | outside:
        assert ENGLISH[f"ending.{reason}"]


def test_every_reason_against_a_field_has_a_text() -> None:
    for reason, _ in REASONS[1:]:
        assert ENGLISH[f"field.{reason}"]


def test_every_reason_against_a_touch_has_a_text() -> None:
    header = Path(__file__).parents[3] / "engine/pylos_game/refusal.hpp"
    keys = header.read_text(encoding="utf-8").partition("REASON_KEYS[] = {")[2].partition("}")[0]
    reasons = set(re.findall(r'"([a-z-]+)"', keys))
    # These are said of whole moves; no single touch ends in them.
    whole = {"passing", "game-over", "no-ball", "takeback-due", "too-many", "children"}
    for reason in reasons - whole - {"lines-off", "not-earned"}:
        assert ENGLISH[f"touch.{reason}"]
    assert "carrying" in reasons


def test_every_preset_and_ruling_has_a_text() -> None:
    for offer in full_catalogue().games:
        for preset in offer.presets:
            assert ENGLISH[f"preset.{offer.game}.{preset.name}"]
            for mode in ("solo", "duel"):
                kind = "solo" if mode == "solo" and offer.game == "pacal" else offer.game
                rules = KINDS[kind]
                options = rules.options(preset.name, {})
                for ruling in rules.in_force(options, "lot"):
                    assert ENGLISH[f"ruling.{offer.game}.{ruling.name}"]
        for choice in offer.rulings:
            assert ENGLISH[f"ruling.{offer.game}.{choice.name}"]
            for value in choice.choices:
                if isinstance(value, str | bool):
                    text = str(value).lower() if isinstance(value, bool) else value
                    assert ENGLISH[f"ruling.{offer.game}.{choice.name}.{text}"]


def test_opponents_and_clocks_have_texts() -> None:
    assert "{level}" in ENGLISH["opponent.level"]
    assert ENGLISH["clock.none"]
    assert {clock.name for clock in CLOCKS} >= {"none"}
