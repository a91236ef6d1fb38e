"""Bodies about tournaments."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictBool

from sommet.server.protocol.base import (
    ClockSetting,
    DaysPerMove,
    GameName,
    Inbound,
    OptionsInForce,
    Outbound,
    RulingValue,
)
from sommet.server.protocol.community import AgreedClock

TournamentKind: TypeAlias = Literal["round-robin", "swiss", "arena"]
TournamentState: TypeAlias = Literal["open", "running", "finished", "cancelled"]


class NewTournament(Inbound):
    """A new tournament. It has no name."""

    kind: TournamentKind
    game: GameName
    preset: Annotated[str, Field(max_length=20)] | None = None
    rulings: Annotated[dict[str, RulingValue], Field(max_length=12)] = Field(default_factory=dict)
    clock: ClockSetting | DaysPerMove
    rounds: Annotated[int, Field(strict=True, ge=1, le=15)] = Field(
        default=5, description="Of a Swiss tournament; fewer if there are too few opponents."
    )
    minutes: Annotated[int, Field(strict=True, ge=1, le=720)] = Field(
        default=60, description="How long an arena starts new games."
    )
    pause_s: Annotated[int, Field(strict=True, ge=0, le=3600)] = Field(
        default=30, description="Between two rounds; ignored with days per move."
    )
    start_ms: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        default=None, description="When it begins; null: when the organiser starts it."
    )
    rated: StrictBool = Field(default=True, description="Whether results count for ratings.")
    programs: StrictBool = Field(
        default=False, description="For programs instead of people; always rated, separately."
    )


class AbsentFor(Inbound):
    """Whether a player is absent, and so not paired."""

    absent: StrictBool


class TournamentInfo(Outbound):
    """A tournament in a list."""

    id: str
    kind: TournamentKind
    game: GameName
    options: OptionsInForce
    clock: AgreedClock
    programs: bool = Field(description="Whether it is for programs; otherwise for people.")
    rated: bool
    state: TournamentState
    organiser: str | None = Field(description="Null: that account is deleted.")
    created_ms: int
    start_ms: int | None = Field(description="When it begins, if that was set.")
    began_ms: int | None
    ends_ms: int | None = Field(description="When an arena stops starting games.")
    next_ms: int | None = Field(description="When the next round begins.")
    ended_ms: int | None
    round: int
    rounds: int | None = Field(description="Null for an arena, and until a round robin begins.")
    minutes: int | None = Field(description="Of an arena.")
    entrants: int
    winners: list[str | None] = Field(
        description="Once it is finished; several if tied. Null: a deleted account."
    )


class TournamentRow(Outbound):
    """A row of the standings."""

    rank: int
    number: int = Field(description="Used in games; in the order of signing up.")
    name: str | None = Field(description="Null: a deleted account.")
    points: float
    tie_breaks: list[float]
    wins: int
    draws: int
    losses: int
    absent: bool
    withdrawn: bool


class TournamentGame(Outbound):
    """A game, a bye or a forfeit."""

    number: int
    round: int
    pairing: int
    first: int = Field(
        description="The number of the player in the first seat, who begins in Pylos; in Pacal the "
        "cards decide."
    )
    second: int | None = Field(description="Null: a bye.")
    points: list[float] | None = Field(
        description="Of both players; null while the game is running."
    )
    how: Literal["played", "no-show", "walkover", "bye"]
    table: str | None


class TournamentPage(TournamentInfo):
    """A tournament with its standings and games."""

    tie_breaks: list[str] = Field(description="In the order in which they apply.")
    standings: list[TournamentRow] = Field(description="The best first.")
    games: list[TournamentGame] = Field(
        description="All games; of an arena the running and the latest ones."
    )
    may_run: bool = Field(
        default=False,
        description="Whether the sender may start and cancel it: its organiser, or a host.",
    )


class Tournaments(Outbound):
    """Unfinished tournaments, and the latest finished ones."""

    tournaments: list[TournamentInfo] = Field(description="The newest first.")
    may_make: bool = Field(description="Whether the sender may create one, once signed in.")


class Entered(Outbound):
    """Whether the program takes part now."""

    entered: bool
