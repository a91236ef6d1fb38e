"""The written protocol (schema, documentation) says what the code says."""

from pathlib import Path

from page_build import catalogue, schema
from sommet.match.refused import Refused
from sommet.server import refusals

ROOT = Path(__file__).parents[3]


def test_schema_in_the_repository_is_current() -> None:
    assert (ROOT / schema.DEFAULT_PATH).read_text(encoding="utf-8") == schema.format_schema(), (
        "run python -m page_build.schema"
    )


def test_what_the_start_page_offers_is_current() -> None:
    kept = (ROOT / catalogue.PATH).read_text(encoding="utf-8")
    assert kept == catalogue.format_catalogue(), "run python -m page_build.catalogue"


def test_every_message_type_is_documented() -> None:
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    definitions = schema.protocol_schema()["$defs"]
    for union in ("ClientMessage", "ServerMessage"):
        for name in definitions[union]["discriminator"]["mapping"]:
            assert f"`{name}`" in text, f"{name} is not in docs/protocol.md"


def test_every_refusal_is_documented() -> None:
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for code, (status, sentence) in refusals.REFUSALS.items():
        assert f"| `{code}` | {status} | {sentence} |" in text


def test_refusals_fill_their_gaps() -> None:
    refusal = refusals.wire_refusal(Refused("illegal_move", clause="PYL-3", move="1a1", why="x"))
    assert refusal.sentence == "1a1 is not allowed here."
    assert refusal.key == "refused.illegal_move"
    assert refusal.clause == "PYL-3"
