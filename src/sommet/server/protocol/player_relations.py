"""Bodies about what people with an account have to do with each other."""

from typing import Literal, TypeAlias

from pydantic import Field, StrictBool

from sommet.server.protocol.accounts import AccountName
from sommet.server.protocol.base import GameName, Inbound, OptionsInForce, Outbound, TableId, Token
from sommet.server.protocol.community import AgreedClock, WantedGame

Reason: TypeAlias = Literal["name", "cheating", "abandoning", "greetings"]


class ChosenPerson(Inbound):
    """Somebody with an account."""

    name: AccountName


class Blocked(Outbound):
    """Those whom the account has blocked."""

    names: list[str]


class ReportPerson(Inbound):
    """Something that the host should know about somebody."""

    name: AccountName
    reason: Reason
    table: TableId | None = Field(default=None, description="Where it happened.")


class Reported(Outbound):
    """It was kept for the host."""

    reported: bool = True


class ChallengePerson(WantedGame):
    """A game wanted with one person."""

    name: AccountName
    rated: StrictBool = Field(default=True, description="Whether it counts for both ratings.")
    key: Token = Field(description="Made for this request, at random; the seat's token is from it.")


class AcceptChallenge(Inbound):
    """Sit down opposite a challenger."""

    key: Token = Field(description="As in ChallengePerson. Repeated: the same seat.")


class ChallengeInfo(Outbound):
    """A game that somebody wants with somebody."""

    table: str
    name: str = Field(description="Of the other one.")
    mine: bool = Field(description="Whether the account has made it; else it may accept.")
    game: GameName
    options: OptionsInForce
    clock: AgreedClock | None
    rated: bool
    created_ms: int


class Challenges(Outbound):
    """Games that the account wants of others, and others of it."""

    challenges: list[ChallengeInfo] = Field(description="The oldest first.")
