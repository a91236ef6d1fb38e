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
    """The name for a new account."""

    name: AccountName


class PasskeyOptions(Outbound):
    """What a browser needs to create or use a passkey; valid once, for ten minutes."""

    options: dict[str, Any] = Field(
        description="For `PublicKeyCredential.parseCreationOptionsFromJSON` to create one, or "
        "`parseRequestOptionsFromJSON` to use one."
    )


class NewPasskey(Inbound):
    """A passkey that a device has created."""

    credential: Credential
    label: DeviceLabel = Field(default="", description="The kind of device.")


class UsedPasskey(Inbound):
    """A passkey that a device has used."""

    credential: Credential


class UseCode(Inbound):
    """A recovery code, as it was written down."""

    code: Annotated[str, Field(min_length=25, max_length=40)]


class UseLink(Inbound):
    """The secret part of a link shown by another device of the account."""

    token: Token


class ChosenDevice(Inbound):
    """One of the account's devices."""

    device: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class TakeOver(Inbound):
    """Games that were begun as a guest, to be added to the account."""

    seats: Annotated[list[HeldSeat], Field(max_length=50)]


class DeleteAccount(Inbound):
    """Deletes the account; its name is repeated, so that nobody does so by mistake."""

    name: AccountName


class Device(Outbound):
    """A device with a passkey of the account."""

    device: str
    label: str
    created_ms: int
    used_ms: int
    current: bool = Field(description="Whether it is the device of this session.")


class AccountInfo(Outbound):
    """An account as its owner sees it."""

    name: str
    created_ms: int
    devices: list[Device]


class TakeHoliday(Inbound):
    """A holiday that begins now."""

    days: Annotated[int, Field(strict=True, ge=1, le=28)]


class Holiday(Outbound):
    """The account's holiday, and how many days are left."""

    until_ms: int | None = Field(description="When the holiday ends; null: not on holiday.")
    days_left: int = Field(description="Whole days left, counted over the last 365 days.")
    days_a_year: int
    matters: bool = Field(
        description="Whether there are slow games here: they can be begun, or one of the account's "
        "is running."
    )
    kept: list[str] = Field(
        description="Tables whose deadline did not move, because it was too near."
    )


class NewAccount(Outbound):
    """A new account, with the recovery code, which is shown once."""

    account: AccountInfo
    recovery_code: str


class RecoveryCode(Outbound):
    """A new recovery code; the previous one is no longer valid."""

    recovery_code: str


class DeviceLink(Outbound):
    """A link that signs in another device, once."""

    link: str = Field(description="/account#{token}. What follows # is secret.")
    expires_ms: int


class TakenOver(Outbound):
    """The tables whose seats now belong to the account."""

    tables: list[str]


class OwnSeats(Outbound):
    """Seats of the account in running games, for this device; the last moved first."""

    seats: list[TableCreated]


class SignedOut(Outbound):
    """This device is signed out."""

    signed_in: bool = False


class Exported(Outbound):
    """Everything that is stored about an account."""

    account: dict[str, Any]
