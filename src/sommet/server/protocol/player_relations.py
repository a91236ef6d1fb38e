"""Bodies about relations between accounts: challenges, blocking, reports."""

from typing import Literal, TypeAlias

from pydantic import Field, StrictBool

from sommet.server.protocol.accounts import AccountName
from sommet.server.protocol.base import GameName, Inbound, OptionsInForce, Outbound, TableId, Token
from sommet.server.protocol.community import AgreedClock, WantedGame

Reason: TypeAlias = Literal["name", "cheating", "abandoning", "greetings"]


class ChosenPerson(Inbound):
    """A player with an account."""

    name: AccountName


class Blocked(Outbound):
    """The accounts that the account has blocked."""

    names: list[str]


class ReportPerson(Inbound):
    """A report about a player, for the host."""

    name: AccountName
    reason: Reason
    table: TableId | None = Field(default=None, description="Where it happened.")


class Reported(Outbound):
    """The report was stored for the host."""

    reported: bool = True


class ChallengePerson(WantedGame):
    """A game wanted with one person."""

    name: AccountName
    rated: StrictBool = Field(default=True, description="Whether it counts for both ratings.")
    key: Token = Field(
        description="Random, made for this request; the seat's token derives from it."
    )


class ChallengeByGuest(WantedGame):
    """A game that a guest wants with one person; it never counts."""

    name: AccountName
    guest: Token = Field(description="The browser's secret, as in FindOpponent.")
    key: Token = Field(
        description="Random, made for this request; the seat's token derives from it."
    )


class WelcomeGuests(Inbound):
    """Whether guests may challenge the account; those that wait are declined if not."""

    welcome: StrictBool


class AcceptChallenge(Inbound):
    """Accept a challenge and take the seat."""

    key: Token = Field(description="As in ChallengePerson. Repeated: the same seat.")


class ChallengeInfo(Outbound):
    """A challenge."""

    table: str
    name: str = Field(description="Of the other player; empty for a guest.")
    guest: bool = Field(description="Whether it was made by a guest.")
    mine: bool = Field(description="Whether the account made it; otherwise it may accept.")
    game: GameName
    options: OptionsInForce
    clock: AgreedClock | None
    rated: bool
    created_ms: int


class Challenges(Outbound):
    """Challenges by the account and to it."""

    challenges: list[ChallengeInfo] = Field(description="The oldest first.")
    guests: bool = Field(description="Whether guests may challenge the account.")
