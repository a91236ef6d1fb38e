"""What all wire types share: strictness, seats, names of games and modes, clocks, endings."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from sommet.server.protocol.names import readable_name

#: Raised whenever a message changes in a way that an older page cannot read.
PROTOCOL_VERSION = 2

Seat: TypeAlias = Literal[0, 1]
GameName: TypeAlias = Literal["pylos", "pacal"]
Mode: TypeAlias = Literal["computer", "hotseat", "friend", "solo"]
Status: TypeAlias = Literal["waiting", "playing", "between_rounds", "finished"]
ProposalKind: TypeAlias = Literal["takeback", "draw", "rematch"]
#: A setting of a ruling: a word, a number, yes or no, or null for "off".
RulingValue: TypeAlias = bool | int | str | None
#: What fills the gaps of a sentence in the language files.
Params: TypeAlias = dict[str, str | int | None]

TableId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{12}$")]
Token: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
PlayerName: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f]+$"),
    AfterValidator(readable_name),
]
# Strict: `true` and "1" are not numbers, as the schema says.
GameNumber: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
#: A proposal or a request for a seat: the seq with which it was made.
AskedId: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=2**53 - 1)]
Ply: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Sha256: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
#: 32 random bytes that a player's page adds to a deal.
DealNumber: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
#: A card of Pacal, 1 to 50.
Card: TypeAlias = int
#: A hash of everything that happened at a table up to some event.
Chain: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Inbound(BaseModel):
    """Anything a client sends: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Outbound(BaseModel):
    """Anything the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Tagged(Outbound):
    """A message or event with its `type`, in which unset fields are left out."""

    def model_post_init(self, context: Any) -> None:  # noqa: ARG002
        """Count `type` as set, so that it is always written."""
        self.__pydantic_fields_set__.add("type")

    def dump(self) -> str:
        """Return it as JSON without unset fields."""
        return self.model_dump_json(exclude_unset=True)


class Ending(Outbound):
    """How a game, round or match ended; the sentence is `ending.{reason}` in the language files."""

    winner: Seat | None = Field(description="The winning seat, or null for a draw.")
    reason: str = Field(
        description="summit, empty-reserve, repetition, complete, stuck, difference, rounds, time, "
        "resignation, agreement, abandoned, move-limit, left (no result), …"
    )
    clause: str | None = Field(description="The clause or ruling that decided, such as PYL-6.")


class Refusal(Outbound):
    """Why a request was refused: for people (`key`, `params`, `clause`) and programs (`code`)."""

    code: str = Field(description="Stable name, such as illegal_move or not_your_turn.")
    key: str = Field(description="Key into the language files: refused.{code}.")
    params: Params = Field(default_factory=dict)
    clause: str | None = Field(
        default=None, description="The clause that forbids it, if there is one."
    )
    sentence: str = Field(description="The same in English, for clients without language files.")


class Clock(Outbound):
    """Both players' time. Rule PYL-9.

    While `running` is a seat, that seat's time now is `remaining_ms[running]` minus what has
    passed on the server's clock since `at_ms`; the other's stands still. Where `initial_ms` is a
    day or more, it is the time for each move (`DaysPerMove`).
    """

    initial_ms: int
    increment_ms: int
    remaining_ms: list[int] = Field(description="One per seat, as of at_ms.")
    running: Seat | None
    at_ms: int = Field(description="Server's wall clock, milliseconds since 1970.")
    rests_until_ms: int | None = Field(
        None, description="Until when the running clock is stopped by a holiday. Rule TAB-7."
    )


class ClockSetting(Inbound):
    """Time per player: minutes to start with, seconds added after each move. Rule PYL-9."""

    minutes: Annotated[float, Field(strict=True, gt=0, le=180)]
    increment_s: Annotated[int, Field(strict=True, ge=0, le=180)] = 0


class DaysPerMove(Inbound):
    """A slow game: days for each move; unused time is not carried over. Rule TAB-7."""

    days_per_move: Annotated[int, Field(strict=True, ge=1, le=14)]


class RulingInForce(Outbound):
    """One ruling of this game; its texts are `ruling.{game}.{name}` and `….{value}`."""

    name: str
    clause: str
    value: RulingValue
    default: RulingValue
    is_default: bool


class OptionsInForce(Outbound):
    """The rules a game is played by."""

    preset: str = Field(description="children, standard, expert; en, nl, fr.")
    rulings: list[RulingInForce]
