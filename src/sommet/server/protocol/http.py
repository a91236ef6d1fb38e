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

SeatChoice: TypeAlias = Literal["light", "dark", "jade", "copper", "lot"]


class Ruling(Outbound):
    """A ruling to choose. Texts: `ruling.{game}.{name}`, `ruling.{game}.{name}.{value}`."""

    name: str
    clause: str
    choices: list[RulingValue] = Field(description="null means off.")
    any_count: bool = Field(description="Whether any whole number from 2 to 1000 is allowed too.")
    default: RulingValue = Field(description="Of the default preset.")


class Preset(Outbound):
    """A named set of rules; `rulings` has the value of every ruling."""

    name: str
    rulings: dict[str, RulingValue]


class HostedGame(Outbound):
    """A game that people can play on this server."""

    game: GameName
    presets: list[Preset]
    default_preset: str
    rulings: list[Ruling]
    fixed: list[RulingInForce] = Field(description="Rulings that can be read but not set.")
    seats: list[SeatChoice] = Field(description="Empty where the rules decide who begins.")


class ClockPreset(Outbound):
    """A suggested clock: minutes, or days for each move; neither means no clock."""

    name: str
    minutes: float | None
    increment_s: int
    days: int | None


class Catalogue(Outbound):
    """What people can play on this server; everything else is played in the page."""

    protocol: int
    server: str
    games: list[HostedGame]
    clocks: list[ClockPreset]
    slow_games: bool = Field(description="Whether games with days per move can be begun.")
    lobby: bool = Field(description="Whether strangers can find each other here.")
    accounts: bool = Field(description="Whether people can create accounts.")
    bots: bool = Field(description="Whether programs play here.")
    ratings: bool = Field(description="Whether people with an account, and programs, are rated.")
    tournaments: bool = Field(description="Whether there are tournaments.")
    greetings: bool = Field(description="Whether players at a table may send greetings.")
    push: bool = Field(description="Whether devices can get notices about slow games.")


class CreateTable(Inbound):
    """A new table."""

    game: GameName
    mode: Literal["friend"] = Field(
        default="friend", description="The only mode: everything else is played in the page."
    )
    preset: Annotated[str, Field(max_length=20)] | None = None
    rulings: Annotated[dict[str, RulingValue], Field(max_length=12)] = Field(default_factory=dict)
    seat: SeatChoice = "lot"
    clock: ClockSetting | DaysPerMove | None = None
    name: PlayerName | None = None

    @model_validator(mode="before")
    @classmethod
    def refuse_earlier_modes(cls, body: Any) -> Any:
        """Refuse modes of earlier versions, which are now played in the page."""
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
    token: str = Field(description="The seat's token. Keep it secret.")
    links: TableLinks


class JoinTable(Inbound):
    """Take the open seat."""

    invite: Token
    name: PlayerName | None = None
    key: Token | None = Field(
        default=None,
        description="Random, made by the client. Repeating a join with its key gives the same "
        "seat and token, so a lost answer does no harm.",
    )


class AskForSeat(Inbound):
    """Ask for a seat whose token was lost. Rule TAB-6."""

    invite: Token
    seat: Seat
    key: Token = Field(description="Random, made by the client; used to take up the seat.")


class TakeUpSeat(Inbound):
    """Asks whether a requested seat has been handed back."""

    key: Token


class SeatAnswer(Outbound):
    """The answer to a request for a seat."""

    state: Literal["waiting", "declined", "handed_back"] = Field(
        description="declined: also if the request has expired or was never made."
    )
    seat: TableCreated | None = Field(description="Once it has been handed back.")


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
    """The requested tables, without those that do not exist."""

    tables: list[TableSummary]


class ReplayStored(Outbound):
    """The address of an uploaded record."""

    id: str
    link: str = Field(description="/replay/{id}")


#: `draining`: about to end; `no_database`: the database does not answer.
HealthStatus = Literal["ok", "draining", "no_database"]


class Health(Outbound):
    """Whether the server can do its work."""

    status: HealthStatus
    version: str
