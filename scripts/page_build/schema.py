"""Writes the protocol as JSON Schema, from which the page's types are generated.

`python -m page_build.schema` writes web/schema/protocol.schema.json;
`python -m page_build.schema FILE` writes FILE, and `-` writes to the terminal.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from sommet.server.protocol import (
    accounts,
    bots,
    community,
    http,
    notices,
    player_relations,
    players,
    tournaments,
)
from sommet.server.protocol.base import PROTOCOL_VERSION, Refusal
from sommet.server.protocol.messages import ClientMessage, ServerMessage

DEFAULT_PATH = Path("web/schema/protocol.schema.json")

_ENTRIES: tuple[tuple[str, JsonSchemaMode, Any], ...] = (
    ("ClientMessage", "validation", ClientMessage),
    ("ServerMessage", "serialization", ServerMessage),
    ("CreateTable", "validation", http.CreateTable),
    ("JoinTable", "validation", http.JoinTable),
    ("AskForSeat", "validation", http.AskForSeat),
    ("TakeUpSeat", "validation", http.TakeUpSeat),
    ("SeatAnswer", "serialization", http.SeatAnswer),
    ("Catalogue", "serialization", http.Catalogue),
    ("TableCreated", "serialization", http.TableCreated),
    ("TableSummary", "serialization", http.TableSummary),
    ("TableList", "serialization", http.TableList),
    ("ReplayStored", "serialization", http.ReplayStored),
    ("FindOpponent", "validation", community.FindOpponent),
    ("TakeSeat", "validation", community.TakeSeat),
    ("WithdrawSeat", "validation", community.WithdrawSeat),
    ("SeatFound", "serialization", community.SeatFound),
    ("SeatWithdrawn", "serialization", community.SeatWithdrawn),
    ("AskYourGames", "validation", community.AskYourGames),
    ("YourGames", "serialization", community.YourGames),
    ("Lobby", "serialization", community.Lobby),
    ("RunningGames", "serialization", community.RunningGames),
    ("PasskeyOptions", "serialization", accounts.PasskeyOptions),
    ("NewAccount", "serialization", accounts.NewAccount),
    ("AccountInfo", "serialization", accounts.AccountInfo),
    ("RecoveryCode", "serialization", accounts.RecoveryCode),
    ("DeviceLink", "serialization", accounts.DeviceLink),
    ("TakenOver", "serialization", accounts.TakenOver),
    ("OwnSeats", "serialization", accounts.OwnSeats),
    ("Holiday", "serialization", accounts.Holiday),
    ("Exported", "serialization", accounts.Exported),
    ("Leaderboard", "serialization", players.Leaderboard),
    ("PlayerPage", "serialization", players.PlayerPage),
    ("PlayedGames", "serialization", players.PlayedGames),
    ("TableRatings", "serialization", players.TableRatings),
    ("ChallengeBot", "validation", bots.ChallengeBot),
    ("Ratings", "serialization", bots.Ratings),
    ("ChallengePerson", "validation", player_relations.ChallengePerson),
    ("ChallengeByGuest", "validation", player_relations.ChallengeByGuest),
    ("WelcomeGuests", "validation", player_relations.WelcomeGuests),
    ("Challenges", "serialization", player_relations.Challenges),
    ("Blocked", "serialization", player_relations.Blocked),
    ("ReportPerson", "validation", player_relations.ReportPerson),
    ("NewTournament", "validation", tournaments.NewTournament),
    ("Tournaments", "serialization", tournaments.Tournaments),
    ("TournamentPage", "serialization", tournaments.TournamentPage),
    ("PushKey", "serialization", notices.PushKey),
    ("WantNotices", "validation", notices.WantNotices),
    ("NoticesWanted", "serialization", notices.NoticesWanted),
    ("Pushed", "serialization", notices.Pushed),
    ("Refusal", "serialization", Refusal),
    ("Health", "serialization", http.Health),
)


class _Plain(GenerateJsonSchema):
    """Leaves out titles of single fields, which code generators would turn into types."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False


def protocol_schema() -> dict[str, Any]:
    """Return the whole protocol as one JSON Schema document.

    The document describes an object with one property per top-level type; the types themselves
    are in `$defs`.
    """
    adapters = [(name, mode, TypeAdapter(kind)) for name, mode, kind in _ENTRIES]
    schemas, definitions = TypeAdapter.json_schemas(
        adapters, schema_generator=_Plain, ref_template="#/$defs/{model}"
    )
    defs: dict[str, Any] = dict(definitions["$defs"])
    for name, mode, _kind in _ENTRIES:
        schema = schemas[(name, mode)]
        if name not in defs:
            defs[name] = {"title": name, **schema}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "SommetProtocol",
        "description": f"The Sommet protocol, version {PROTOCOL_VERSION}.",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name, _, _ in _ENTRIES},
        "$defs": {name: defs[name] for name in sorted(defs)},
    }


def format_schema() -> str:
    """Return the schema document as it stands in the repository."""
    return json.dumps(protocol_schema(), indent=2, ensure_ascii=False) + "\n"


def main(argv: list[str]) -> int:
    """Write the schema where asked."""
    parser = argparse.ArgumentParser(
        prog="python -m page_build.schema",
        description="Write the protocol's JSON schema.",
    )
    parser.add_argument(
        "file", nargs="?", default=str(DEFAULT_PATH), help="- prints it (default: %(default)s)"
    )
    name: str = parser.parse_args(argv).file
    if name == "-":
        sys.stdout.write(format_schema())
        return 0
    path = Path(name)
    if path.is_dir():
        parser.error(f"{path} is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(format_schema(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
