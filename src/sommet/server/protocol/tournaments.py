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
    """A tournament to be made. It has no name: what is played says what it is."""

    kind: TournamentKind
    game: GameName
    preset: Annotated[str, Field(max_length=20)] | None = None
    rulings: Annotated[dict[str, RulingValue], Field(max_length=12)] = Field(default_factory=dict)
    clock: ClockSetting | DaysPerMove
    rounds: Annotated[int, Field(strict=True, ge=1, le=15)] = Field(
        default=5, description="Of a Swiss tournament; fewer where there are too few opponents."
    )
    minutes: Annotated[int, Field(strict=True, ge=1, le=720)] = Field(
        default=60, description="For how long new games begin in an arena."
    )
    pause_s: Annotated[int, Field(strict=True, ge=0, le=3600)] = Field(
        default=30, description="Between two rounds; nothing where moves have days."
    )
    start_ms: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        default=None, description="When it begins by itself; null: when the organiser says so."
    )
    rated: StrictBool = Field(default=True, description="Whether results count for ratings.")
    programs: StrictBool = Field(
        default=False, description="For programs instead of people; always rated, apart."
    )


class AbsentFor(Inbound):
    """Whether somebody wants to be paired."""

    absent: StrictBool


class TournamentInfo(Outbound):
    """A tournament in a list."""

    id: str
    kind: TournamentKind
    game: GameName
    options: OptionsInForce
    clock: AgreedClock
    programs: bool = Field(description="Whether it is for programs; else for people.")
    rated: bool
    state: TournamentState
    organiser: str | None = Field(description="Null: that account is deleted.")
    created_ms: int
    start_ms: int | None = Field(description="When it begins by itself.")
    began_ms: int | None
    ends_ms: int | None = Field(description="When an arena begins no more games.")
    next_ms: int | None = Field(description="When the next round begins.")
    ended_ms: int | None
    round: int
    rounds: int | None = Field(description="Null for an arena, and until a round robin begins.")
    minutes: int | None = Field(description="Of an arena.")
    entrants: int
    winners: list[str | None] = Field(
        description="Once it is finished; several where nothing decided. Null: a deleted account."
    )


class TournamentRow(Outbound):
    """A line of the standings."""

    rank: int
    number: int = Field(description="What games call them, in the order of signing up.")
    name: str | None = Field(description="Null: a deleted account.")
    points: float
    tie_breaks: list[float]
    wins: int
    draws: int
    losses: int
    absent: bool
    withdrawn: bool


class TournamentGame(Outbound):
    """A game, or what took its place."""

    number: int
    round: int
    pairing: int
    first: int = Field(description="The number of whoever begins.")
    second: int | None = Field(description="Null: nobody was left, a bye.")
    points: list[float] | None = Field(description="Of both; null while it is played.")
    how: Literal["played", "no-show", "walkover", "bye"]
    table: str | None


class TournamentPage(TournamentInfo):
    """A tournament with its standings and games."""

    tie_breaks: list[str] = Field(description="What decides between equals, in this order.")
    standings: list[TournamentRow] = Field(description="The best first.")
    games: list[TournamentGame] = Field(
        description="All of them; of an arena those being played, and the last ones."
    )


class Tournaments(Outbound):
    """Tournaments that are not over, and the last ones that are."""

    tournaments: list[TournamentInfo] = Field(description="The newest first.")
    may_make: bool = Field(description="Whether whoever asks may make one, once signed in.")


class Entered(Outbound):
    """Whether somebody takes part now."""

    entered: bool
