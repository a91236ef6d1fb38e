"""Bodies of the HTTP interface."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, model_validator

from sommet.match.refused import Refused
from sommet.server.protocol.base import (
    Clock,
    ClockSetting,
    DaysPerMove,
    Ending,
    GameName,
    Inbound,
    Mode,
    OptionsInForce,
    Outbound,
    PlayerName,
    RulingInForce,
    RulingValue,
    Seat,
    Status,
    Token,
)
from sommet.server.protocol.table import MatchScore, Player

SeatChoice: TypeAlias = Literal["light", "dark", "lot"]


class Ruling(Outbound):
    """A ruling to choose. Texts: `ruling.{game}.{name}`, `ruling.{game}.{name}.{value}`."""

    name: str
    clause: str
    choices: list[RulingValue] = Field(description="null means off.")
    any_count: bool = Field(description="Whether any whole number from 2 to 1000 is a setting too.")
    default: RulingValue = Field(description="Of the default preset.")


class Preset(Outbound):
    """A set of rules with a name; `rulings` holds every ruling's value in it."""

    name: str
    rulings: dict[str, RulingValue]


class HostedGame(Outbound):
    """A game that people can play with each other here."""

    game: GameName
    presets: list[Preset]
    default_preset: str
    rulings: list[Ruling]
    fixed: list[RulingInForce] = Field(description="Rulings that can be read but not set.")
    seats: list[SeatChoice] = Field(description="Empty where the rules decide who begins.")


class ClockPreset(Outbound):
    """A clock worth offering: minutes, or days for each move; neither means none."""

    name: str
    minutes: float | None
    increment_s: int
    days: int | None


class Catalogue(Outbound):
    """What people can play with each other here; everything else is played in the page."""

    protocol: int
    server: str
    games: list[HostedGame]
    clocks: list[ClockPreset]
    lobby: bool = Field(description="Whether strangers can find each other here.")
    accounts: bool = Field(description="Whether people may have a name here, kept by a passkey.")
    ratings: bool = Field(description="Whether people with a name are rated.")
    tournaments: bool = Field(description="Whether there are tournaments.")
    push: bool = Field(description="Whether devices can be told of slow games.")


class CreateTable(Inbound):
    """A new table, as wanted."""

    game: GameName
    mode: Literal["friend"] = Field(
        default="friend", description="The only one: everything else is played in the page."
    )
    preset: Annotated[str, Field(max_length=20)] | None = None
    rulings: Annotated[dict[str, RulingValue], Field(max_length=12)] = Field(default_factory=dict)
    seat: SeatChoice = "lot"
    clock: ClockSetting | DaysPerMove | None = None
    name: PlayerName | None = None

    @model_validator(mode="before")
    @classmethod
    def refuse_earlier_modes(cls, body: Any) -> Any:
        """Say where other tables are now, whatever else an earlier client asks for."""
        if isinstance(body, dict) and body.get("mode") in ("computer", "hotseat", "solo"):
            raise Refused("plays_in_page")
        return body


class TableLinks(Outbound):
    """Paths below this server's address. What follows `#` is secret and never sent by browsers."""

    play: str = Field(description="/play/{table}#{token}: this seat, from any device.")
    invite: str | None = Field(description="/join/{table}#{invite}, for one friend.")
    watch: str = Field(description="/watch/{table}")


class TableCreated(Outbound):
    """The new table and its creator's seat."""

    table: str
    token: str = Field(description="Holds the seat. Keep it secret.")
    links: TableLinks


class JoinTable(Inbound):
    """Take the open seat."""

    invite: Token
    name: PlayerName | None = None
    key: Token | None = Field(
        default=None,
        description="Made by the client, at random. A join repeated with its key gives the same "
        "seat and token, so that a lost answer costs nothing.",
    )


class AskForSeat(Inbound):
    """Ask for a seat whose token was lost. Rule TAB-6."""

    invite: Token
    seat: Seat
    key: Token = Field(description="Made by the client, at random: with it the seat is taken up.")


class TakeUpSeat(Inbound):
    """Look whether a seat that was asked for has been handed back."""

    key: Token


class SeatAnswer(Outbound):
    """What became of a request for a seat."""

    state: Literal["waiting", "declined", "handed_back"] = Field(
        description="declined: also when the request was overtaken or never made."
    )
    seat: TableCreated | None = Field(description="Once it is handed back.")


class TableSummary(Outbound):
    """What anybody with the table's id may know."""

    table: str
    game: GameName
    mode: Mode
    status: Status
    game_number: int
    options: OptionsInForce
    players: list[Player]
    turn: Seat | None
    ply: int
    clock: Clock | None
    match: MatchScore | None
    outcome: Ending | None
    created_ms: int
    updated_ms: int


class TableList(Outbound):
    """Those of the tables asked for that exist."""

    tables: list[TableSummary]


class ReplayStored(Outbound):
    """Where an uploaded record can be stepped through."""

    id: str
    link: str = Field(description="/replay/{id}")


#: `draining`: about to end; `no_database`: the database does not answer.
HealthStatus = Literal["ok", "draining", "no_database"]


class Health(Outbound):
    """Whether the server can do its work."""

    status: HealthStatus
    version: str
