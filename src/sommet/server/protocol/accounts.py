"""Bodies of the interface for accounts."""

from typing import Annotated, Any, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import Inbound, Outbound, Token
from sommet.server.protocol.community import HeldSeat
from sommet.server.protocol.http import TableCreated

AccountName: TypeAlias = Annotated[
    str,
    Field(
        min_length=2,
        max_length=20,
        description="Latin letters, digits, and single `-` or `_` between them.",
    ),
]
DeviceLabel: TypeAlias = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f]*$")]
#: What a browser's `PublicKeyCredential.toJSON()` returns.
Credential: TypeAlias = Annotated[dict[str, Any], Field(max_length=12)]


class AskName(Inbound):
    """A name wanted for a new account."""

    name: AccountName


class PasskeyOptions(Outbound):
    """What a browser needs to make or use a passkey; good for ten minutes, once."""

    options: dict[str, Any] = Field(
        description="For `PublicKeyCredential.parseCreationOptionsFromJSON` to make one, or "
        "`parseRequestOptionsFromJSON` to use one."
    )


class NewPasskey(Inbound):
    """A passkey that a device has made."""

    credential: Credential
    label: DeviceLabel = Field(default="", description="What kind of device it is.")


class UsedPasskey(Inbound):
    """A passkey that a device has used."""

    credential: Credential


class UseCode(Inbound):
    """A recovery code, as it was written down."""

    code: Annotated[str, Field(min_length=25, max_length=40)]


class UseLink(Inbound):
    """The secret part of a link that another device of the account showed."""

    token: Token


class ChosenDevice(Inbound):
    """One of the account's devices."""

    device: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class TakeOver(Inbound):
    """Games that were begun as a guest."""

    seats: Annotated[list[HeldSeat], Field(max_length=50)]


class DeleteAccount(Inbound):
    """The account's name once more, so that nobody deletes by mistake."""

    name: AccountName


class Device(Outbound):
    """A device with a passkey of the account."""

    device: str
    label: str
    created_ms: int
    used_ms: int
    current: bool = Field(description="Whether this session began on it.")


class AccountInfo(Outbound):
    """An account as its owner sees it."""

    name: str
    created_ms: int
    devices: list[Device]


class TakeHoliday(Inbound):
    """Days off, from now on."""

    days: Annotated[int, Field(strict=True, ge=1, le=28)]


class Holiday(Outbound):
    """A holiday of the account, and what is left for the year."""

    until_ms: int | None = Field(description="Until when it is on holiday; null: it is not.")
    days_left: int = Field(description="Whole days that it may still take; days of 365 count.")
    days_a_year: int
    kept: list[str] = Field(description="Tables whose deadline stays, because it was too near.")


class NewAccount(Outbound):
    """A new account, with the code that is shown once."""

    account: AccountInfo
    recovery_code: str


class RecoveryCode(Outbound):
    """Another recovery code; the one before opens nothing any more."""

    recovery_code: str


class DeviceLink(Outbound):
    """A link that signs another device in, once."""

    link: str = Field(description="/account#{token}. What follows # is secret.")
    expires_ms: int


class TakenOver(Outbound):
    """The tables whose seat is the account's now."""

    tables: list[str]


class OwnSeats(Outbound):
    """Seats of the account, for this device: running games, the last moved first."""

    seats: list[TableCreated]


class SignedOut(Outbound):
    """Nobody is signed in on this device any more."""

    signed_in: bool = False


class Exported(Outbound):
    """Everything that is kept about an account."""

    account: dict[str, Any]
